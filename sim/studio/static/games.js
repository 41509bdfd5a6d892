// Find games, and step through one by keys and a slider.

import { Clock } from "./clock.js";
import { said } from "./said.js";
import { listen, send } from "./talk.js";
import { at, made } from "./words.js";

let game = null; // the lines of the game that is shown, and where we are in it
let stop = () => {};
const clock = new Clock(at("clock"));
const CAPTION = at("stands-told").textContent;

async function asked(path, body, heard) {
  stop();
  at("told").textContent = said("Looking…");
  clock.start();
  try {
    const { ticket, command } = await send(path, body);
    stop = listen(`/games/events/${encodeURIComponent(ticket)}`, (event) => {
      if (event.kind !== "line") clock.stop();
      if (event.kind === "failed") at("told").textContent = event.line;
      else if (event.kind !== "done" && event.kind !== "line") heard(event, command);
    });
  } catch (error) {
    clock.stop();
    at("told").textContent = error.message;
  }
}

at("finding").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = Object.fromEntries(new FormData(at("finding")));
  const won = { true: true, false: false }[form.won] ?? null;
  asked("/games/find", { ...form, won }, listed);
});

// Those that the report of the run shows: of these, nothing has to be said but the run.
at("gallery").addEventListener("click", () => asked("/games/gallery", { run: at("finding").elements.run.value }, listed));

function listed(found, command) {
  at("told").textContent = found.note;
  at("command").textContent = command;
  at("more").hidden = false;
  at("found").replaceChildren(...found.games.map(item));
}

function item(found) {
  const show = made("button", { type: "button", "aria-label": said("Show the game {id}", { id: found.id }) }, said("Show"));
  show.addEventListener("click", () => {
    at("opening").elements.id.value = found.id;
    opened();
  });
  return made("li", {}, show, ` ${found.told} `, made("code", {}, found.id));
}

at("opening").addEventListener("submit", (event) => {
  event.preventDefault();
  opened();
});

function opened() {
  const fields = at("opening").elements;
  const seat = fields.as_seat.value ? Number(fields.as_seat.value) : null;
  asked("/games/replay", { id: fields.id.value.trim(), as_seat: seat }, (told, command) => {
    at("told").textContent = "";
    const lines = told.lines.map(([turn, text], number) => ({ turn, text, number }));
    game = { lines: lines.filter(({ text }) => text.trim()), tables: told.tables ?? [], at: 0 };
    const { cell, seed, index } = told;
    at("title").textContent = seat
      ? said("{cell}, seed {seed}, game {index}, as seat {seat}", { cell, seed, index, seat })
      : said("{cell}, seed {seed}, game {index}", { cell, seed, index });
    at("replay-command").textContent = command;
    at("step").max = game.lines.length - 1;
    at("replay").hidden = false;
    went(0);
    at("step").focus({ preventScroll: true });
    at("replay").scrollIntoView(); // it is as long as it will be
  });
}

function went(place) {
  game.at = Math.max(0, Math.min(game.lines.length - 1, place));
  const { turn, text, number } = game.lines[game.at];
  at("step").value = game.at;
  at("step").setAttribute("aria-valuetext", [said("turn {turn}", { turn }), text].join(": "));
  at("where").textContent = said("turn {turn}, step {step} of {all}", { turn, step: game.at + 1, all: game.lines.length });
  at("now").textContent = text;
  const shown = game.lines.slice(0, game.at + 1);
  at("lines").replaceChildren(
    ...shown.map((line, place) =>
      made("li", { class: place && shown[place - 1].turn === line.turn ? "" : "begins", "aria-current": place === game.at && "step" }, line.text),
    ),
  );
  at("lines").scrollTop = at("lines").scrollHeight;
  stood(game.tables.filter(([from]) => from <= number));
}

// Rows of words. The first word of a row says what the row is about. Several seats may have been asked at this step:
// then each has its own rows.
function stood(found) {
  const now = new Map(found.filter(([from]) => from === found.at(-1)[0]).map(([, told, rows]) => [told, rows]));
  at("stands").hidden = !now.size; // nothing stands there before the first table
  at("stands-told").textContent = now.size === 1 ? [...now.keys()][0] : CAPTION;
  at("stands-rows").replaceChildren(...[...now].flatMap(([told, rows]) => [...(now.size > 1 ? [line([told])] : []), ...rows.map(line)]));
}

function line([head = "", ...words]) {
  return made("tr", {}, made("th", { scope: "row" }, head), ...words.map((word) => made("td", { class: "t" }, word)));
}

function turned(by) {
  const now = game.lines[game.at].turn;
  const place = by > 0
    ? game.lines.findIndex(({ turn }) => turn > now)
    : game.lines.findIndex(({ turn }) => turn === (game.lines.findLast((each) => each.turn < now)?.turn ?? now));
  went(place < 0 ? game.lines.length - 1 : place);
}

at("step").addEventListener("input", () => went(Number(at("step").value)));
at("step").addEventListener("keydown", (event) => {
  if (event.key === "PageUp" || event.key === "PageDown") {
    event.preventDefault();
    turned(event.key === "PageDown" ? 1 : -1);
  }
});
for (const [id, place] of Object.entries({ first: () => 0, back: () => game.at - 1, on: () => game.at + 1, last: () => Infinity })) {
  at(id).addEventListener("click", () => went(place()));
}

// The workbench leads here with the piece that a game should show, and the room of runs with a run.
const wanted = new URLSearchParams(location.search);
const { piece, run } = at("finding").elements;
if ([...run.options].some(({ value }) => value === wanted.get("run"))) run.value = wanted.get("run");
if (piece && wanted.get("piece")) {
  piece.value = wanted.get("piece");
  if (run.value) at("finding").requestSubmit();
  else at("no-run").querySelector("a").search = new URLSearchParams({ piece: piece.value });
}
document.documentElement.dataset.ready = "yes";
