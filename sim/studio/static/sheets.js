// What a game says about a piece before any game: its tables, and its figures as tables with bars.

import { said } from "./said.js";
import { LAST, listen, send } from "./talk.js";
import { drawn, made } from "./words.js";

// A part of a card that is asked for when somebody opens it. `request` says what is on the workbench.
export function sheet(piece, request) {
  const place = made("div", { class: "sheet", "aria-live": "polite" });
  const details = made("details", { class: "more" }, made("summary", {}, said("Before any game")), place);
  let stop = () => {};
  details.addEventListener("toggle", async () => {
    stop();
    if (!details.open || place.dataset.is === "there") return;
    place.replaceChildren(said("Looking…"));
    try {
      const { page, content } = request();
      const { ticket } = await send("/workbench/sheet", { page: `${page}-sheet`, content, piece });
      if (!details.open) return;
      stop = listen(`/workbench/events/${encodeURIComponent(ticket)}`, (event) => {
        if (event.kind === "sheet") {
          place.replaceChildren(...parts(event));
          place.dataset.is = "there";
        } else if (LAST.has(event.kind) && event.kind !== "done") place.replaceChildren(made("p", { class: "wrong" }, event.line));
      });
    } catch (error) {
      place.replaceChildren(made("p", { class: "wrong" }, error.message));
    }
  });
  return details;
}

// Its lines stand on the card already.
function parts({ tables, figures, notes, command }) {
  return [
    made("p", { class: "sub" }, said("As it is saved, without your changes.")),
    ...figures.map(figure),
    ...tables.map(({ title: caption, header, rows }) => scrolled(caption, header, rows.map(([head, ...cells]) => [head, cells.map((text) => [text])]))),
    ...notes.map((note) => made("p", { class: "sub" }, note)),
    made("pre", { tabindex: 0, "aria-label": said("The command that prints this") }, command),
  ];
}

function figure({ title, header, rows }) {
  return scrolled(title, header, rows.map(({ head, cells }) => [head, cells.map(({ text, bar }) => [text, bar === null ? null : bars(bar)])]), "figure");
}

// How long a bar is; the number stands beside it.
function bars(length) {
  const bar = drawn("rect", { x: 0, y: 0, width: 100 * length, height: 6, class: "bar" });
  return drawn("svg", { class: "length", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, bar);
}

function scrolled(caption, header, rows, kind = "") {
  const head = made("tr", {}, ...header.map((text) => made("th", { scope: "col" }, text)));
  const body = rows.map(([name, cells]) => made("tr", {}, made("th", { scope: "row" }, name), ...cells.map((each) => made("td", {}, ...each.filter(Boolean)))));
  const table = made("table", { class: kind || null }, made("caption", {}, caption), made("thead", {}, head), made("tbody", {}, ...body));
  return made("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption }, table);
}
