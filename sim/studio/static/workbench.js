// The workbench: a state (content, changes, reference, who plays), and one trial of it at a time.

import { Clock } from "./clock.js";
import { History } from "./history.js";
import { Matters } from "./matters.js";
import { Pieces, grouped } from "./pieces.js";
import { Saving } from "./saving.js";
import { said, written } from "./said.js";
import { Setting } from "./setting.js";
import { LAST, ask, listen, send } from "./talk.js";
import { at, made } from "./words.js";
import { shownNothing, shownStep } from "./verdict.js";

const PAGE = crypto.randomUUID();
const PAUSE = 120; // milliseconds without a further change before a trial begins

const state = { content: "", given: new Map(), labels: new Map(), changes: new Map(), pinned: new Map() };
const clock = new Clock(at("clock"));
let stop = () => {};
let waits = 0;
let asked = 0;
let loads = 0;
let wrong = null;
let meant = null; // the step that says what the gate would be told
let seen = 0; // games of each cell
let goingBack = Promise.resolve(); // whatever else is done waits for it, and is done to the step

const reference = (path) => (state.pinned.has(path) ? state.pinned.get(path) : state.given.get(path));
const valueOf = (path) => (state.changes.has(path) ? state.changes.get(path) : reference(path));

const pieces = new Pieces(async (path, value) => {
  await goingBack;
  if (!state.given.has(path)) return; // the step has another content
  if (value === reference(path)) state.changes.delete(path);
  else state.changes.set(path, value);
  changed();
}, request);
// Who plays and the experiment say which dials and options there are; numbers of players do not.
const setting = new Setting(async (name, value) => {
  await goingBack;
  setting.put(name, value);
  try {
    if (name === "content") await load(setting.content, false);
    else if (name === "policy" || name === "experiment") await load(state.content, true);
    else {
      matters.forget();
      changed();
    }
  } catch (error) {
    shownNothing(error.message, true);
  }
});
const history = new History(goBack);
const matters = new Matters(request, (effects) => pieces.tell(effects));
const saving = new Saving(request, () => meant, goOn);

function request() {
  return {
    page: PAGE,
    content: state.content,
    changes: Object.fromEntries(state.changes),
    pinned: Object.fromEntries(state.pinned),
    setting: setting.chosen,
  };
}

function listed(map) {
  const before = (path) => (map === state.pinned ? state.given.get(path) : reference(path));
  return [...map]
    .map(([path, value]) => `${state.labels.get(path) || path} ${written(before(path))} → ${written(value)}`)
    .join("; ");
}

function shown() {
  pieces.show(valueOf, (path) => state.changes.has(path), wrong);
  at("changed").textContent = state.changes.size ? listed(state.changes) : said("Nothing is changed yet.");
  at("pinned").textContent = state.pinned.size ? said("The reference has {changes}.", { changes: listed(state.pinned) }) : "";
  for (const id of ["pin", "reset"]) at(id).disabled = !state.changes.size;
  at("glance").hidden = !state.changes.size;
  const isIdle = !state.changes.size && !state.pinned.size;
  at("save").disabled = isIdle;
  at("actions").classList.toggle("idle", isIdle);
}

function changed() {
  stop();
  stop = () => {};
  wrong = null;
  meant = null;
  asked += 1;
  clearTimeout(waits);
  clock.stop();
  at("play-on").hidden = true;
  shown();
  if (!state.changes.size) {
    shownNothing("");
    return;
  }
  at("progress").textContent = at("glance-told").textContent = said("Playing…");
  clock.start();
  waits = setTimeout(() => tried(asked), PAUSE);
}

// `after` is how many games were seen, if more of the same are wanted.
async function tried(number, after = 0) {
  let ticket;
  try {
    ({ ticket } = await send("/workbench/trial", { ...request(), after }));
  } catch (error) {
    if (number === asked) complained(error);
    return;
  }
  if (number !== asked) return;
  let last = null;
  stop = listen(`/workbench/events/${encodeURIComponent(ticket)}`, (event) => {
    if (number !== asked) return;
    if (LAST.has(event.kind)) clock.stop();
    if (event.kind === "step") {
      // A claim that hardly anything supports helps nobody, nor one about a reference that the gate does not know.
      meant = event.why && event.intent && !state.pinned.size ? event : null;
      shownStep((last = event), false);
      seen = event.games;
    }
    else if (event.kind === "failed") complained(new Error(event.line));
    else if (event.kind === "done") {
      if (last) shownStep(last, true);
      history.load();
    }
  });
}

// What the checker says stands under the field that is wrong, as well as with the result.
async function complained(error) {
  clock.stop();
  const number = asked;
  shownNothing(error.message, true);
  try {
    const { mistakes } = await send("/workbench/check", request());
    if (number !== asked) return;
    wrong = new Map(mistakes.map((each) => [each.path, inTheRule(each)]));
    shown();
  } catch {
    // the line above says it already
  }
}

// The rule again, with the wrong word marked, and the checker's line under it.
function inTheRule({ path, line, at: place, length }) {
  if (place === null || place === undefined) return [line];
  const text = String(valueOf(path));
  const end = place + (length || 1);
  const rule = made("code", { class: "rule" }, text.slice(0, place), made("mark", {}, text.slice(place, end)), text.slice(end));
  return [rule, line];
}

// A step again, with who played it. One step at a time: the last one that was asked for stays.
function goBack(number) {
  const busy = (is) => at("result").setAttribute("aria-busy", String(is));
  busy(true);
  const going = goingBack.then(async () => {
    busy(true); // the one before has just said that it is not
    const step = await ask(`/workbench/step?number=${number}`);
    await load(step.content, false, step.setting.experiment ?? "", step);
    at("result").scrollIntoView({ block: "nearest" });
  }).finally(() => busy(false));
  goingBack = going.catch(() => {}); // the history says what went wrong
  return going;
}

// What was saved is what is on the workbench now, and nothing of it is changed.
async function goOn(name, isExperiment) {
  await goingBack;
  try {
    if (isExperiment) await load(state.content, false, name);
    else await load(name, false);
    at("told").textContent = said("{name} is on the workbench now.", { name });
    at("result").focus({ preventScroll: true });
  } catch (error) {
    shownNothing(error.message, true);
  }
}

// `experiment` is chosen, if one is given; else that which stands in the setting. A step of the history brings its
// changes, and who played it.
async function load(content, isKept, experiment = setting.experiment, step = null) {
  const mine = (loads += 1); // somebody who chooses again does not want this one
  matters.forget();
  const query = new URLSearchParams({ content, experiment });
  for (const word of step ? step.setting.policy : setting.policies) query.append("policy", word);
  if (content) await saving.opened(content);
  const known = await ask(`/workbench/fields?${query}`);
  if (!content && mine === loads && (await saving.opened(known.content))) return load(known.content, isKept, experiment, step);
  if (mine !== loads) return;
  state.content = known.content;
  const fields = grouped(known).flatMap((group) =>
    group.pieces.flatMap((piece) => piece.fields.map((field) => ({ ...field, piece }))),
  );
  state.given = new Map(fields.map((field) => [field.path, field.value]));
  state.labels = new Map(fields.map((field) => [field.path, [field.piece.name, field.label].filter(Boolean).join(": ")]));
  for (const map of [state.changes, state.pinned]) {
    for (const path of [...map.keys()]) if (!isKept || (path.startsWith("policy.") && !state.given.has(path))) map.delete(path);
  }
  setting.draw(known, experiment);
  if (step) {
    state.pinned = new Map(Object.entries(step.pinned));
    state.changes = new Map(Object.entries(step.changes));
    setting.take(step.setting);
  }
  pieces.draw(known);
  matters.offer(known.can_leave_out);
  changed();
}

// A button that has done its work is disabled, and would take the focus with it: the result has it then.
at("pin").addEventListener("click", async () => {
  await goingBack;
  for (const [path, value] of state.changes) state.pinned.set(path, value);
  for (const [path, value] of state.pinned) if (value === state.given.get(path)) state.pinned.delete(path);
  state.changes.clear();
  changed();
  at("told").textContent = said("Pinned: further changes are compared with this.");
  at("result").focus({ preventScroll: true });
});
at("reset").addEventListener("click", async () => {
  await goingBack;
  state.changes.clear();
  changed();
  at("result").focus({ preventScroll: true });
});
at("go-on").addEventListener("click", () => {
  asked += 1;
  at("play-on").hidden = true;
  at("progress").textContent = at("glance-told").textContent = said("Playing…");
  clock.start();
  tried(asked, seen);
  at("result").focus({ preventScroll: true });
});
at("save").addEventListener("click", () => saving.open());
// How high the bar of a phone is, so that nothing that has the focus is under it.
new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${at("actions").offsetHeight}px`)).observe(at("actions"));
at("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(at("command").textContent);
  at("copy").textContent = said("Copied");
  setTimeout(() => (at("copy").textContent = said("Copy the command")), 1500);
});

try {
  await load("");
  await history.load();
} catch (error) {
  shownNothing(error.message, true);
}
document.documentElement.dataset.ready = "yes";
