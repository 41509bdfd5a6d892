// Two sides on the same luck, and a page to send.

import { Clock } from "./clock.js";
import { said, saidWith } from "./said.js";
import { LAST, listen, send } from "./talk.js";
import { at, made } from "./words.js";

let last = null; // what was asked for the result that is shown
let stop = () => {};
const clock = new Clock(at("clock"));

async function asked(body, heard) {
  stop();
  clock.start();
  try {
    const { ticket } = await send("/side-by-side/compare", body);
    stop = listen(`/side-by-side/events/${encodeURIComponent(ticket)}`, (event) => {
      if (LAST.has(event.kind)) clock.stop();
      if (event.kind === "failed") at("told").textContent = event.line;
      else if (event.kind === "compared") heard(event);
    });
  } catch (error) {
    clock.stop();
    at("told").textContent = error.message;
  }
}

at("asking").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = Object.fromEntries(new FormData(at("asking")));
  last = { ...form, games: Number(form.games), seed: Number(form.seed) };
  at("told").textContent = said("Playing…");
  at("after").hidden = true;
  asked(last, (found) => {
    at("told").replaceChildren(...found.sentences.map((each) => made("span", {}, each)));
    at("cells").replaceChildren(table(found));
    at("command").textContent = found.command;
    at("shared").replaceChildren();
    at("after").hidden = false;
  });
});

at("sharing").addEventListener("submit", (event) => {
  event.preventDefault();
  const share = new FormData(at("sharing")).get("share").trim();
  at("shared").textContent = said("Writing…");
  asked({ ...last, share }, (found) => {
    const page = { page: made("code", {}, found.page) };
    const check = made("pre", { tabindex: 0 }, found.check);
    at("shared").replaceChildren(
      made("p", {}, ...saidWith("Written: {page}. It holds the result and all that is needed to check it:", page)),
      check,
      made("pre", { tabindex: 0 }, found.command),
    );
  });
});

// The table that the command prints.
function table({ header, rows }) {
  return made(
    "table",
    {},
    made("caption", {}, said("Each cell")),
    made("thead", {}, made("tr", {}, ...header.map((head) => made("th", { scope: "col" }, head)))),
    made("tbody", {}, ...rows.map((row) => made("tr", {}, ...row.map((text) => made("td", {}, text))))),
  );
}

document.documentElement.dataset.ready = "yes";
