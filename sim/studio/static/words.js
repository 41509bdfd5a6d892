// Small parts of pages.

export function made(name, attributes = {}, ...children) {
  const found = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) found.addEventListener(key.slice(2), value);
    else if (value === true) found.setAttribute(key, "");
    else found.setAttribute(key, value);
  }
  found.append(...children.filter((child) => child !== null && child !== undefined));
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

export function drawn(name, attributes, ...children) {
  const found = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) found.setAttribute(key, value);
  found.append(...children);
  return found;
}

export const at = (id) => document.getElementById(id);
