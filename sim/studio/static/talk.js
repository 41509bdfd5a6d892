// How a page speaks with the server: questions, changes, and streams of events.

import { ofThisPage, said } from "./said.js";

export class Refused extends Error {
  constructor(answer) {
    super(answer.error || said("the studio does not answer"));
    this.answer = answer;
  }
}

async function answered(response) {
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    answer = { error: said("the studio answers {status}", { status: response.status }) };
  }
  if (!response.ok) throw new Refused(answer);
  return answer;
}

async function fetched(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refused({ error: said("the studio has ended: start it again with {command}", { command: "fatecast studio" }) });
  }
  return answered(response);
}

export const ask = (path) => fetched(path, { headers: { ...ofThisPage, Accept: "application/json" } });

export const send = (path, body) =>
  fetched(path, {
    method: "POST",
    headers: { ...ofThisPage, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body),
  });

// Every event of a ticket goes to `heard`; the last one closes the stream. Returns a function that stops listening.
export const LAST = new Set(["done", "failed", "cancelled"]);

export function listen(path, heard) {
  const source = new EventSource(path);
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (LAST.has(event.kind)) source.close();
    heard(event);
  };
  source.onerror = () => {
    source.close();
    heard({ kind: "failed", line: said("the studio no longer answers") });
  };
  return () => source.close();
}
