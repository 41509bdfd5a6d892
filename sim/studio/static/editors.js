// An editor for each kind of field: a stepper for a number, a slider beside it where its ends are known, a text with the
// checker's own words under it for a rule, a list for a choice.

import { said } from "./said.js";
import { made } from "./words.js";

const MOST_ON_A_SLIDER = 200;

// `changed(path, value)` is called with each new value; `show(value, isChanged, wrong)` of the result writes one.
export function editor(field, id, changed) {
  const kinds = { number: numbered, rule: ruled, choice: chosen, switch: switched };
  return (kinds[field.kind] || ruled)(field, id, changed);
}

function framed(field, id, inner) {
  const told = made("p", { class: "wrong", id: `${id}-told`, role: "status", hidden: true });
  const label = made("label", { for: id, title: field.help || null }, field.label);
  const row = made("div", { class: "field" }, label, inner, told);
  return { row, told };
}

function marked({ row, told }, inputs, isChanged, wrong) {
  row.classList.toggle("is-changed", isChanged);
  told.hidden = !wrong;
  told.replaceChildren(...(wrong || []));
  for (const input of inputs) {
    input.setAttribute("aria-invalid", wrong ? "true" : "false");
    if (wrong) input.setAttribute("aria-describedby", told.id);
    else input.removeAttribute("aria-describedby");
  }
}

function numbered(field, id, changed) {
  const ends = { min: field.low, max: field.high, step: field.whole ? 1 : "any" };
  const input = made("input", { id, type: "number", inputmode: "decimal", required: true, ...ends });
  const read = () => (input.value === "" ? null : Number(input.value));
  const give = () => {
    const value = read();
    if (value !== null && Number.isFinite(value)) changed(field.path, value);
  };
  const stepped = (by) => () => {
    input.value = (read() ?? field.value) + by;
    if (field.low !== null && field.low !== undefined && read() < field.low) input.value = field.low;
    if (field.high !== null && field.high !== undefined && read() > field.high) input.value = field.high;
    give();
  };
  input.addEventListener("input", give);
  const less = made("button", { type: "button", "aria-label": said("less: {field}", { field: field.label }), onclick: stepped(-1) }, "−");
  const more = made("button", { type: "button", "aria-label": said("more: {field}", { field: field.label }), onclick: stepped(1) }, "+");
  const inner = made("span", { class: "stepper" }, less, input, more);
  const all = [input];
  const known = Number.isFinite(field.low) && Number.isFinite(field.high) && field.high - field.low <= MOST_ON_A_SLIDER;
  if (field.slides && known) {
    const slider = made("input", { type: "range", "aria-label": field.label, ...ends });
    slider.addEventListener("input", () => {
      input.value = slider.value;
      give();
    });
    inner.append(slider);
    all.push(slider);
  }
  const frame = framed(field, id, inner);
  return {
    row: frame.row,
    show(value, isChanged, wrong) {
      for (const each of all) if (document.activeElement !== each || read() !== value) each.value = value;
      marked(frame, all, isChanged, wrong);
    },
  };
}

function ruled(field, id, changed) {
  const input = made("textarea", { id, rows: 1, spellcheck: "false", autocapitalize: "off" });
  let waits = 0;
  input.addEventListener("input", () => {
    clearTimeout(waits);
    waits = setTimeout(() => input.value.trim() && changed(field.path, input.value.trim()), 400);
  });
  const frame = framed(field, id, input);
  return {
    row: frame.row,
    show(value, isChanged, wrong) {
      if (document.activeElement !== input) input.value = value;
      marked(frame, [input], isChanged, wrong);
    },
  };
}

function chosen(field, id, changed) {
  const input = made("select", { id }, ...field.choices.map((each) => made("option", { value: each }, each)));
  input.addEventListener("change", () => changed(field.path, input.value));
  const frame = framed(field, id, input);
  return {
    row: frame.row,
    show(value, isChanged, wrong) {
      input.value = value;
      marked(frame, [input], isChanged, wrong);
    },
  };
}

function switched(field, id, changed) {
  const input = made("input", { id, type: "checkbox" });
  input.addEventListener("change", () => changed(field.path, input.checked ? "on" : "off"));
  const frame = framed(field, id, input);
  return {
    row: frame.row,
    show(value, isChanged, wrong) {
      input.checked = value === "on";
      marked(frame, [input], isChanged, wrong);
    },
  };
}
