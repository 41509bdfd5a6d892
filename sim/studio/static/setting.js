// Which content is on the workbench, and who plays it.

import { said } from "./said.js";
import { at, made } from "./words.js";

// What the server has answered, and not what was chosen before.
const FRESH = new Set(["content", "experiment"]);

export class Setting {
  constructor(changed) {
    this.changed = changed;
    at("setting").addEventListener("submit", (event) => event.preventDefault());
  }

  // `known` is what the server offers: contents, policies, axes. What is left empty is as the game is usually played,
  // which stands there in grey. What a person wrote, and the focus, stay when another content is chosen.
  draw(known, experiment) {
    const { policies, policy, axes, experiments } = known.setting;
    const content = known.contents.length > 1
      ? labelled(known.content_word, select("content", known.contents, known.content))
      : null;
    const who = policies.length
      ? labelled(said("who plays"), made("input", { name: "policy", list: "policies", placeholder: policy.join(", "), maxlength: 200 }))
      : null;
    const options = policies.map(({ name, help }) => made("option", { value: name }, help));
    const on = experiments.length ? labelled(said("experiment"), select("experiment", ["", ...experiments], experiment)) : null;
    const others = axes.map((axis) => labelled(axis.label, axis.kind === "switch" ? switched(axis) : typed(axis)));
    const told = made("p", { class: "sub who" }, ...whoPlays(policies, policy));
    const parts = [content, who, who && made("datalist", { id: "policies" }, ...options), ...others, on, who && told];
    const before = [...at("setting").elements].map(({ name, value }) => [name, value]);
    const held = at("setting").contains(document.activeElement) ? document.activeElement.name : "";
    at("setting").replaceChildren(...parts.filter(Boolean));
    const field = (name) => at("setting").elements.namedItem(name);
    for (const [name, value] of before) if (!FRESH.has(name) && field(name)) field(name).value = value;
    if (held) field(held)?.focus();
    at("setting").onchange = (event) => this.changed(event.target.name, event.target.value);
  }

  // A value into a field that is there.
  put(name, value) {
    const field = at("setting").elements.namedItem(name);
    if (field) field.value = value;
  }

  // Who plays, as a step of the history says it; what it does not say is as usual.
  take({ policy, axes }) {
    for (const { name } of at("setting").elements) if (name.startsWith("axis:")) this.put(name, axes[name.slice(5)] ?? "");
    this.put("policy", policy[0] ?? "");
  }

  get content() {
    return this.value("content");
  }

  get experiment() {
    return this.value("experiment");
  }

  get policies() {
    return this.value("policy") ? [this.value("policy")] : [];
  }

  value(name) {
    return at("setting").elements.namedItem(name)?.value.trim() || "";
  }

  // As the server reads it: what is empty is as the experiment has it.
  get chosen() {
    const fields = [...at("setting").elements];
    const { policies, experiment } = this;
    const axes = fields.filter((each) => each.name.startsWith("axis:") && each.value.trim());
    return {
      ...(policies.length ? { policy: policies } : {}),
      ...(experiment ? { experiment } : {}),
      axes: Object.fromEntries(axes.map((each) => [each.name.slice(5), each.value.trim()])),
    };
  }
}

// What those who play are like, in the words of the game.
function whoPlays(policies, playing) {
  const help = new Map(policies.map((each) => [each.name, each.help]));
  const told = playing.map((each) => [each, help.get(each.split(" ")[0])]).filter(([, text]) => text);
  return told.map(([each, text]) => made("span", {}, made("code", {}, each), ` ${text}`));
}

function typed({ name, value, help }) {
  return made("input", { name: `axis:${name}`, placeholder: shown(value), title: help, size: 8, maxlength: 60 });
}

function switched({ name, help }) {
  const words = { "": said("as usual"), on: said("yes"), off: said("no") };
  const options = Object.entries(words).map(([value, text]) => made("option", { value }, text));
  return made("select", { name: `axis:${name}`, title: help }, ...options);
}

function shown(value) {
  if (Array.isArray(value)) return value.join(",");
  return value === null || value === undefined ? "" : String(value);
}

function labelled(text, input) {
  return made("label", {}, `${text} `, input);
}

function select(name, values, chosen) {
  const options = values.map((each) => made("option", { value: each, selected: each === chosen }, each || said("as usual")));
  return made("select", { name }, ...options);
}
