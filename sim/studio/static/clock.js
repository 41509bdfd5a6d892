// The seconds since something began, for the eyes only: whoever listens hears when it is over.

import { said } from "./said.js";

export class Clock {
  constructor(place) {
    this.place = place;
  }

  start() {
    this.stop();
    const began = performance.now();
    this.ticks = setInterval(() => {
      this.place.textContent = said("{seconds} s", { seconds: Math.floor((performance.now() - began) / 1000) });
    }, 1000);
  }

  stop() {
    clearInterval(this.ticks);
    this.place.textContent = "";
  }
}
