// Which piece hurts most, which helps: the game is played without each of them, and each card says what that does.

import { said } from "./said.js";
import { listen, send } from "./talk.js";
import { at } from "./words.js";

export class Matters {
  // `request` says what is on the workbench, `tell` shows the effects on the cards.
  constructor(request, tell) {
    this.request = request;
    this.tell = tell;
    this.stop = () => {};
    at("ask-matters").addEventListener("click", () => this.ask());
  }

  offer(canAsk) {
    at("ask-matters").hidden = !canAsk;
  }

  // Another content, or others who play: what was told is not about them.
  forget() {
    this.stop();
    at("matters-told").textContent = "";
    at("matters-more").hidden = true;
    this.tell([]);
  }

  async ask() {
    this.stop();
    at("matters-told").textContent = said("Playing the game without each of them in turn…");
    at("matters-more").hidden = true;
    try {
      const { page, content, setting } = this.request();
      const { ticket } = await send("/workbench/matters", { page, content, setting });
      this.stop = listen(`/workbench/events/${encodeURIComponent(ticket)}`, (event) => this.heard(event));
    } catch (error) {
      at("matters-told").textContent = error.message;
    }
  }

  heard(event) {
    if (event.kind === "failed") at("matters-told").textContent = event.line;
    if (event.kind === "cancelled" && at("matters-more").hidden)
      at("matters-told").textContent = said("Stopped: your change is played first.");
    if (event.kind !== "matters") return;
    at("matters-told").textContent = event.told;
    at("matters-command").textContent = event.command;
    at("matters-more").hidden = false;
    this.tell(event.effects);
  }
}
