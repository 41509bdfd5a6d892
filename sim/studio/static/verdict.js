// What a change did: the sentence, the groups of cells as a map, and the command that prints the same.

import { said } from "./said.js";
import { at, drawn, made } from "./words.js";

const SIGNS = { less: "▼", more: "▲", held: "=", unclear: "?", silent: "·" };

export function shownStep(step, isOver) {
  at("told").replaceChildren(...step.sentences.slice(0, 6).map((each) => made("span", {}, each)));
  at("glance-told").textContent = step.sentences[0] ?? "";
  const why = step.why ? step.why_told : isOver ? "" : said("more are being played");
  at("progress").textContent = [step.games_told, why].filter(Boolean).join(" · ");
  at("command").textContent = step.command;
  at("more").hidden = false;
  at("play-on").hidden = step.why !== "long";
  at("cells").replaceChildren(...tables(step.table));
}

export function shownNothing(line, isWrong) {
  at("told").replaceChildren(made("span", isWrong ? { class: "wrong" } : {}, line));
  at("glance-told").textContent = line;
  at("progress").textContent = "";
  at("more").hidden = true;
  at("play-on").hidden = true;
  at("cells").replaceChildren();
}

// One table for each outcome: rows by all labels but the last, columns by the last one, as a map.
function tables(rows) {
  const outcomes = [...new Set(rows.map((row) => row.outcome))];
  return outcomes.map((outcome) => table(outcome, rows.filter((row) => row.outcome === outcome)));
}

function table(outcome, rows) {
  const { axes } = rows[0];
  const names = Object.keys(axes);
  const across = names.length > 1 ? names[names.length - 1] : "";
  const down = names.filter((name) => name !== across);
  const key = (row) => down.map((name) => row.labels[name]).join(" · ") || said("all");
  const lines = [...new Set(rows.map(key))];
  const columns = across ? [...new Set(rows.map((row) => String(row.labels[across])))] : [""];
  const heads = columns.map((each) => made("th", { scope: "col" }, across ? `${axes[across]} ${each}` : said("change")));
  const widest = Math.max(...rows.flatMap((row) => [row.low, row.high]).map((end) => Math.abs(end ?? 0)), 1e-9);
  const body = lines.map((line) =>
    made(
      "tr",
      {},
      made("th", { scope: "row" }, line),
      ...columns.map((column) => {
        const row = rows.find((each) => key(each) === line && (!across || String(each.labels[across]) === column));
        return row ? cell(row, widest) : made("td", {}, "");
      }),
    ),
  );
  return made(
    "table",
    { class: "map" },
    made("caption", {}, rows[0].title),
    made("thead", {}, made("tr", {}, made("th", { scope: "col" }, down.map((name) => axes[name]).join(" · ") || said("cells")), ...heads)),
    made("tbody", {}, ...body),
  );
}

function cell(row, widest) {
  const sign = made("span", { "aria-hidden": "true" }, `${SIGNS[row.verdict] || ""} `);
  return made("td", { class: `cell ${row.verdict}` }, sign, row.word, made("small", {}, row.text), interval(row, widest));
}

// The interval as a bar around 0: it narrows as games come in.
function interval(row, widest) {
  const place = (value) => 50 + 48 * Math.max(-1, Math.min(1, value / widest));
  const low = place(row.low ?? -widest);
  const high = place(row.high ?? widest);
  return drawn(
    "svg",
    { class: "interval", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawn("line", { x1: 50, x2: 50, y1: 0, y2: 8, class: "zero" }),
    drawn("rect", { x: low, width: Math.max(high - low, 1), y: 2, height: 4, class: "bar" }),
  );
}
