// The runs of the folder: how far each has come, resume and stop, and the report inside.

import { List } from "./lists.js";
import { said } from "./said.js";
import { ask, listen, send } from "./talk.js";
import { at, made } from "./words.js";

const PAGE = crypto.randomUUID();
const OFTEN = 2000; // milliseconds between two looks while something is played

let waits = 0;
let stopForecast = () => {};
let playing = ""; // the run that was asked for on this page

function complain(error) {
  at("told").textContent = error.message;
}

async function told(path, name, line) {
  try {
    await send(path, { name });
    at("told").textContent = line;
    await look();
  } catch (error) {
    complain(error);
  }
}

function shown(run) {
  const path = `/runs/page/${encodeURIComponent(run.name)}`;
  at("report").hidden = false;
  at("report-title").textContent = said("Report of {run}", { run: run.name });
  at("report-link").href = path;
  at("report-frame").src = path;
  at("report").scrollIntoView();
  at("report-told").textContent = said("The report is being made…");
}

at("report-frame").addEventListener("load", () => {
  if (at("report-frame").src) at("report-told").textContent = "";
});

function wanted() {
  const form = Object.fromEntries(new FormData(at("asking")));
  const axes = Object.entries(form).filter(([name, text]) => name.startsWith("axis:") && text.trim());
  const { name, content = "", policy = "" } = form;
  return {
    name,
    content,
    policy: policy.trim() ? [policy.trim()] : [],
    games: Number(form.games),
    seed: Number(form.seed),
    axes: Object.fromEntries(axes.map(([axis, text]) => [axis.slice(5), text.trim()])),
  };
}

at("how-long").addEventListener("click", async () => {
  stopForecast();
  at("forecast").textContent = said("A few games are played, to see how fast this machine is…");
  at("forecast-more").hidden = true;
  try {
    const { ticket } = await send("/runs/forecast", { ...wanted(), page: PAGE });
    stopForecast = listen(`/runs/events/${encodeURIComponent(ticket)}`, (event) => {
      if (event.kind === "failed") at("forecast").textContent = event.line;
      if (event.kind !== "forecast") return;
      at("forecast").textContent = event.told;
      at("forecast-command").textContent = event.command;
      at("forecast-more").hidden = false;
    });
  } catch (error) {
    at("forecast").textContent = error.message;
  }
});
// A forecast of something else helps nobody.
at("asking").addEventListener("input", () => {
  stopForecast();
  at("forecast").textContent = "";
  at("forecast-more").hidden = true;
});

at("asking").addEventListener("submit", async (event) => {
  event.preventDefault();
  stopForecast();
  const { name } = wanted();
  try {
    const { command } = await send("/runs/new", wanted());
    playing = name;
    at("told").textContent = said("{run} is being played", { run: name });
    at("command").textContent = command;
    at("more").hidden = false;
    await look();
  } catch (error) {
    complain(error);
  }
});

// Somebody may have come here for a run in which a piece decides games.
const piece = new URLSearchParams(location.search).get("piece");

function games(run) {
  const query = new URLSearchParams({ run, ...(piece ? { piece } : {}) });
  return made("a", { href: `/games?${query}` }, piece ? said("Games that {piece} decided", { piece }) : said("Find games in it"));
}

function row(run) {
  const actions = [];
  const name = { run: run.name };
  const act = (text, label, done) => made("button", { type: "button", "aria-label": label, onclick: done }, text);
  if (run.is_playing) {
    const line = said("{run} stops; what was played is kept", name);
    actions.push(act(said("Stop"), said("Stop: {run}", name), () => told("/runs/stop", run.name, line)));
  } else if (run.opens && run.state === "unfinished") {
    const line = said("{run} goes on", name);
    actions.push(act(said("Resume"), said("Resume: {run}", name), () => told("/runs/resume", run.name, line)));
  }
  else if (run.opens && run.state === "finished") actions.push(act(said("Report"), said("Report: {run}", name), () => shown(run)), games(run.name));
  const command = run.opens
    ? made("details", {}, made("summary", {}, said("Command")), made("pre", { tabindex: 0 }, run.command))
    : null;
  return made(
    "tr",
    {},
    made("th", { scope: "row" }, run.name),
    made("td", { class: "t" }, run.game),
    made("td", { class: "t" }, run.told),
    made("td", {}, run.games_told),
    made("td", { class: "t" }, run.begun.replace("T", " ").slice(0, 16)),
    made("td", { class: "t" }, made("span", { class: "buttons" }, ...actions), run.line ? made("span", { class: "line" }, run.line) : "", command),
  );
}

const empty = () => made("tr", {}, made("td", { colspan: 6, class: "t" }, said("No runs yet: play one above.")));
const list = new List(at("runs"), (run) => run?.name, (run) => (run ? row(run) : empty()));

async function look() {
  clearTimeout(waits);
  const { runs, failed } = await ask("/runs/list");
  if (failed.length) at("told").textContent = failed.join("; ");
  list.show(runs.length ? runs : [null]);
  if (runs.some((run) => run.name === playing && run.state === "finished")) {
    at("told").textContent = said("{run} is finished", { run: playing });
    playing = "";
  }
  if (runs.some((run) => run.is_playing)) waits = setTimeout(() => look().catch(complain), OFTEN);
}

look()
  .catch(complain)
  .finally(() => (document.documentElement.dataset.ready = "yes"));
