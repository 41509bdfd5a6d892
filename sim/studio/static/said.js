// The texts of our scripts in the language of the page. The server finds them by the calls of these functions; a place
// in braces is filled by its name, and never with HTML.

const PLACE = /\{(\w+)\}/;

// Tells the server in which language this page is: another window may have chosen another one since.
export const ofThisPage = { "Fatecast-Language": document.documentElement.lang };

const { decimal, texts } = await known();

async function known() {
  const english = { decimal: ".", texts: {} };
  try {
    const answer = await fetch("/words", { headers: ofThisPage });
    return answer.ok ? await answer.json() : english;
  } catch {
    return english;
  }
}

export const said = (text, places = {}) => saidWith(text, places).join("");

// The same with elements in some of its places, as a list of children.
export function saidWith(text, places) {
  const parts = (texts[text] ?? text).split(PLACE); // letters, a name, letters, a name, …
  return parts.map((part, number) => (number % 2 ? places[part] : part)).filter((part) => part !== "");
}

// A number as a person reads it; other values stay as they are.
export const written = (value) => (typeof value === "number" ? String(value).replace(".", decimal) : value);
