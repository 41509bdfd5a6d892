// The steps so far, the last one first: what changed, what that did, back to it, a name for it.

import { List } from "./lists.js";
import { said } from "./said.js";
import { ask, send } from "./talk.js";
import { at, made } from "./words.js";

export class History {
  // `goBack` puts a step on the workbench.
  constructor(goBack) {
    this.goBack = goBack;
    this.list = new List(at("history"), (step) => step.number, (step) => this.item(step));
  }

  load() {
    return this.doing(async () => {
      const found = await ask("/workbench/history");
      this.list.show(found.steps.reverse());
      at("history").start = found.steps.length;
    });
  }

  // What goes wrong is said here: the result above is that of what is still on the workbench.
  async doing(something) {
    try {
      await something();
      at("history-told").textContent = "";
    } catch (error) {
      at("history-told").textContent = error.message;
    }
  }

  item(step) {
    const input = made("input", { "aria-label": said("name of step {number}", { number: step.number }), maxlength: 60, value: step.name || "" });
    const naming = made("form", { class: "naming", hidden: true }, input, made("button", {}, said("Keep")));
    naming.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.doing(async () => {
        await send("/workbench/name", { number: step.number, name: input.value.trim() });
        await this.load();
      });
    });
    const name = made("button", { type: "button", "aria-expanded": "false" }, said("Name"));
    name.addEventListener("click", () => {
      naming.hidden = !naming.hidden;
      name.setAttribute("aria-expanded", String(!naming.hidden));
      if (!naming.hidden) input.focus();
    });
    const back = made("button", { type: "button", onclick: () => this.doing(() => this.goBack(step.number)) }, said("Go back to this"));
    return made(
      "li",
      { value: step.number, class: step.verdict || "" },
      step.name ? made("strong", {}, step.name) : null,
      made("p", {}, step.words.join("; ") || said("as it was")),
      step.sentences.length ? made("p", { class: "sub" }, step.sentences[0]) : null,
      made("p", { class: "buttons" }, back, name),
      naming,
      made("details", {}, made("summary", {}, said("Command")), made("pre", { tabindex: 0 }, step.command)),
    );
  }
}
