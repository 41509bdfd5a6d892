// Which piece hurts most, which helps: the game is played without each of them, and each card says what that does.

import { Clock } from "./clock.js";
import { said } from "./said.js";
import { LAST, listen, send } from "./talk.js";
import { at } from "./words.js";

export class Matters {
  // `request` says what is on the workbench, `tell` shows the effects on the cards.
  constructor(request, tell) {
    this.request = request;
    this.tell = tell;
    this.stop = () => {};
    this.clock = new Clock(at("matters-clock"));
    this.seen = 0; // games of each cell
    at("matters-go-on").addEventListener("click", () => {
      this.ask(this.seen);
      at("ask-matters").focus();
    });
    at("ask-matters").addEventListener("click", () => this.ask());
  }

  offer(canAsk) {
    at("ask-matters").hidden = !canAsk;
  }

  // Another content, or others who play: what was told is not about them.
  forget() {
    this.stop();
    this.seen = 0;
    this.clock.stop();
    at("matters-told").textContent = "";
    at("matters-on").hidden = true;
    at("matters-more").hidden = true;
    this.tell([]);
  }

  // `after` is how many games were seen, if more of the same are wanted.
  async ask(after = 0) {
    this.stop();
    this.clock.start();
    if (!after) {
      this.seen = 0;
      at("matters-told").textContent = said("Playing the game without each of them in turn…");
      at("matters-more").hidden = true;
    }
    at("matters-on").hidden = true;
    try {
      const { page, content, setting } = this.request();
      const { ticket } = await send("/workbench/matters", { page, content, setting, after });
      this.stop = listen(`/workbench/events/${encodeURIComponent(ticket)}`, (event) => this.heard(event));
    } catch (error) {
      this.clock.stop();
      at("matters-told").textContent = error.message;
    }
  }

  heard(event) {
    if (LAST.has(event.kind)) this.clock.stop();
    if (event.kind === "failed") at("matters-told").textContent = event.line;
    if (event.kind === "cancelled") {
      if (this.seen) at("matters-on").hidden = false;
      else at("matters-told").textContent = said("Stopped: your change is played first.");
    }
    if (event.kind !== "matters") return;
    at("matters-told").textContent = event.told;
    at("matters-command").textContent = event.command;
    at("matters-more").hidden = false;
    at("matters-on").hidden = !event.is_long;
    this.seen = event.games;
    this.tell(event.effects);
  }
}
