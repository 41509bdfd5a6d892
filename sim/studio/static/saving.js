// Saves the state as a content file, never over one that changed meanwhile.

import { said, saidWith } from "./said.js";
import { Refused, ask, send } from "./talk.js";
import { at, made } from "./words.js";

export class Saving {
  // `meant` gives the step of a trial with what tells the gate that the change is meant; null if there is none. `goOn`
  // opens what was saved.
  constructor(state, meant, goOn) {
    this.state = state;
    this.meant = meant;
    this.goOn = goOn;
    this.seen = new Map();
    at("saving").addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(at("save-name").value.trim());
    });
    at("save-not").addEventListener("click", () => this.close());
  }

  // Which file a content was read from, before it was read: what is written to it later, by somebody else, is seen. One
  // whose name is none for a file, and one that comes with the game, has none here.
  async opened(content) {
    this.own = "";
    if (!content) return false; // the game has none
    try {
      const { seen } = await ask(`/workbench/file?content=${encodeURIComponent(content)}`);
      this.seen.set(content, seen);
      if (seen !== null) this.own = content;
    } catch {
      this.seen.delete(content);
    }
    return Boolean(this.own);
  }

  open() {
    at("saving").hidden = false;
    at("save-name").value ||= this.own || "";
    at("saved").replaceChildren();
    at("save-name").focus();
  }

  close() {
    at("saving").hidden = true;
    at("save").focus();
  }

  async save(name) {
    try {
      const found = await send("/workbench/save", { ...this.state(), to: name, seen: this.seen.get(name) ?? null });
      this.seen.set(name, found.seen);
      const isPinned = Object.keys(this.state().pinned).length > 0;
      this.tell([...told(found, this.meant(), isPinned), this.next(name, found.kind)]);
      this.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.answer.difference === undefined) this.tell([made("p", { class: "wrong" }, error.message)]);
      else this.refused(name, error);
    }
  }

  next(name, kind) {
    const onward = made("button", { type: "button" }, said("Go on with {name}", { name }));
    onward.addEventListener("click", () => {
      at("saved").replaceChildren();
      this.goOn(name, kind === "experiments");
    });
    return onward;
  }

  // Somebody else wrote the file: show what would change, and let the person decide.
  refused(name, error) {
    const found = error.answer;
    const again = made("button", { type: "button" }, said("I have read it: put my values into that file"));
    again.addEventListener("click", () => {
      this.seen.set(name, found.seen);
      this.save(name);
    });
    this.tell([made("p", { class: "wrong" }, error.message), code(found.difference), again]);
  }

  // Above what the change does, where it is seen.
  tell(parts) {
    at("saved").replaceChildren(...parts);
    at("scrolls").scrollTop = 0;
    const { top } = at("saved").getBoundingClientRect();
    if (top < 0 || top > innerHeight) at("saved").scrollIntoView();
  }
}

function told(found, meant, isPinned) {
  const file = { file: made("code", {}, found.file) };
  const parts = [made("p", {}, ...(found.is_new ? saidWith("Written: {file}", file) : saidWith("Changed in place: {file}", file)))];
  for (const line of found.advice || []) parts.push(made("p", {}, line));
  parts.push(made("details", {}, made("summary", {}, said("The file")), code(found.text)));
  parts.push(made("p", {}, said("Check it from the command line:")), code(found.command));
  if (found.accept) {
    const why = said("The gate compares with a baseline, and there is none yet. Write one of the game without this change:");
    parts.push(made("p", {}, why), code(found.accept));
  }
  if (isPinned) parts.push(made("p", {}, said("What is shown is the change since the pin, and the gate compares with the baseline: so there is no line for it here.")));
  if (meant) {
    const into = { file: made("code", {}, found.intent_file) };
    parts.push(made("p", {}, ...saidWith("This tells the gate that the change is meant. Put it into {file}.", into)), code(meant.intent));
    if (meant.untold.length) {
      const outcomes = meant.untold.join(", ");
      parts.push(made("p", {}, said("It does not speak of: {outcomes}. If your baseline checks one of them, add a line for it.", { outcomes })));
    }
  }
  parts.push(made("p", {}, said("When the game has the change, the gate says whether it does what is meant, and nothing else:")), code(found.gate));
  return parts;
}

const code = (text) => made("pre", { tabindex: 0 }, text);
