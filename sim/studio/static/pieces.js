// The pieces as cards: found by a word, sorted by a number, each with the editors of its fields.

import { editor } from "./editors.js";
import { said } from "./said.js";
import { sheet } from "./sheets.js";
import { at, made } from "./words.js";

const BY_EFFECT = "effect";

export class Pieces {
  // `changed` is called with each new value; `request` says what is on the workbench.
  constructor(changed, request) {
    this.changed = changed;
    this.request = request;
    this.editors = new Map();
    this.cards = [];
    this.effects = new Map();
    at("find").addEventListener("input", () => this.arrange());
    at("sort").addEventListener("change", () => this.arrange());
  }

  // Draws what the server lists: cards, and groups of other fields. A group that is as it was stays, with the focus that
  // it may hold.
  draw(known) {
    const groups = grouped(known);
    const before = new Map((this.groups || []).map((each) => [each.told, each]));
    this.groups = groups.map((group, place) => before.get(JSON.stringify([place, group])) || this.group(group, place));
    this.editors = new Map(this.groups.flatMap((each) => [...each.editors]));
    this.cards = this.groups.flatMap((each) => each.cards);
    inOrder(at("groups"), this.groups.map((each) => each.section));
    this.offerOrders(groups);
    this.showEffects();
    this.arrange();
  }

  offerOrders(groups) {
    const sorted = at("sort").value;
    const kinds = new Set(
      groups.flatMap((group) => group.pieces.flatMap((piece) => piece.fields.filter(isNumber).map((each) => each.label))),
    );
    const shared = [...kinds].filter((label) => this.cards.filter((card) => card.has(label)).length > 1);
    at("sort").replaceChildren(
      made("option", { value: "" }, said("the game's order")),
      made("option", { value: "name" }, said("name")),
      ...shared.map((label) => made("option", { value: `field:${label}` }, label)),
    );
    if (this.effects.size) at("sort").append(made("option", { value: BY_EFFECT }, said("what it does")));
    at("sort").value = sorted;
    if (at("sort").selectedIndex < 0) at("sort").value = "";
  }

  // What each piece does, by its id; on every card, and as an order: the one that hurts most comes first.
  tell(effects) {
    const isNew = effects.length > 0 && !this.effects.size;
    this.effects = new Map(effects.map((effect, rank) => [effect.piece, { ...effect, rank }]));
    this.showEffects();
    if (isNew) {
      at("sort").append(made("option", { value: BY_EFFECT }, said("what it does")));
      at("sort").value = BY_EFFECT;
    }
    if (!effects.length) at("sort").querySelector(`option[value="${BY_EFFECT}"]`)?.remove();
    this.arrange();
  }

  showEffects() {
    for (const { id, effect } of this.cards) {
      const told = this.effects.get(id);
      effect.hidden = !told;
      effect.className = `effect ${told?.verdict ?? ""}`;
      const [word, text] = effect.children; // the link after them may have the focus
      word.textContent = told?.word ?? "";
      text.textContent = told?.text ?? "";
    }
  }

  group(group, place) {
    const grid = made("div", { class: "cards" });
    const editors = new Map();
    const cards = group.pieces.map((piece, number) => this.card(piece, `f${place}-${number}`, group, editors));
    const section = made("section", { class: "group" }, made("h3", {}, group.title), grid);
    return { told: JSON.stringify([place, group]), section, grid, cards, editors };
  }

  card(piece, id, group, editors) {
    const names = new Set(["id", ...piece.fields.map((field) => field.name), ...piece.fields.map((field) => field.label)]);
    const words = Object.entries(piece.words).filter(([head, text]) => text && !names.has(head) && text !== piece.name);
    const games = { href: `/games?${new URLSearchParams({ piece: piece.id })}`, target: "_blank", rel: "noopener" };
    const effect = made("p", { class: "effect", hidden: true });
    effect.append(made("strong"), " ", made("span"), " ", made("a", games, said("Games that it decided")));
    const element = made(
      "article",
      { class: "piece", "data-piece": piece.id },
      piece.name ? made("h4", {}, piece.name) : null,
      effect,
      words.length ? made("dl", {}, ...words.flatMap(([head, text]) => [made("dt", {}, head), made("dd", {}, text)])) : null,
    );
    const fields = new Map();
    piece.fields.forEach((field, number) => {
      const known = { ...field, slides: group.slides };
      const made_ = editor(known, `${id}-${number}`, this.changed);
      editors.set(field.path, made_);
      fields.set(field.label, field);
      element.append(made_.row);
    });
    if (group.hasSheets) element.append(sheet(piece.id, this.request));
    const named = piece.id.replaceAll("-", " "); // as who knows the piece from its file calls it
    const text = [piece.name, piece.id, named, ...words.map(([, told]) => told), ...piece.fields.map((each) => each.label)];
    return {
      element,
      effect,
      id: piece.id,
      name: piece.name || "",
      text: plain(text.join(" ")),
      has: (label) => fields.has(label) && isNumber(fields.get(label)),
      path: (label) => fields.get(label)?.path,
    };
  }

  arrange() {
    const word = plain(at("find").value.trim());
    const sort = at("sort").value;
    let shown = 0;
    for (const { section, grid, cards } of this.groups || []) {
      const left = cards.filter((card) => card.text.includes(word));
      if (sort === "name") left.sort((one, other) => one.name.localeCompare(other.name));
      if (sort === BY_EFFECT) left.sort((one, other) => this.rank(one) - this.rank(other));
      if (sort.startsWith("field:")) {
        const value = (card) => this.values?.(card.path(sort.slice(6))) ?? Infinity;
        left.sort((one, other) => value(one) - value(other));
      }
      inOrder(grid, left.map((card) => card.element));
      section.hidden = !left.length;
      shown += left.length;
    }
    at("count").textContent = word ? said("shown: {shown} of {all}", { shown, all: this.cards.length }) : "";
  }

  rank(card) {
    return this.effects.get(card.id)?.rank ?? Infinity;
  }

  // Writes the present values. `wrong` has what the checker says, by the path of the field.
  show(valueOf, isChanged, wrong) {
    this.values = valueOf;
    for (const [path, each] of this.editors) {
      each.show(valueOf(path), isChanged(path), wrong?.get(path));
    }
  }
}

// Without capitals and accents, which people leave out when they search.
const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

// Only what has moved is touched: an element that is taken out and put back loses the focus.
function inOrder(place, elements) {
  const isThere = elements.length === place.children.length && elements.every((each, at) => each === place.children[at]);
  if (isThere) return;
  for (const each of [...place.children]) if (!elements.includes(each)) each.remove();
  elements.forEach((each, at) => each !== place.children[at] && place.insertBefore(each, place.children[at] ?? null));
}

const SLIDE = new Set(["options", "policy"]);

// Everything as groups of pieces with fields: the cards first, then a piece for each other group.
export function grouped(known) {
  const others = known.groups.map((group) => ({
    title: group.title,
    slides: SLIDE.has(group.name),
    pieces: [{ id: group.name, name: "", words: {}, fields: group.fields }],
  }));
  return [...(known.cards.length ? [{ title: known.pieces_title, hasSheets: known.has_sheets, pieces: known.cards, content: known.content }] : []), ...others];
}

const isNumber = (field) => field.kind === "number";
