// A list that is drawn again and again while somebody uses it: what has not changed stays the same element, so that no
// focus, no open part and no half-written name is lost; where an item is new, the focus goes on in its new form.

const REACHED = "button, summary, input, pre, a";

export class List {
  // `place` holds the items, `draw` makes an element of one, `key` names it.
  constructor(place, key, draw) {
    Object.assign(this, { place, key, draw, known: new Map() });
  }

  show(items) {
    const before = this.known;
    this.known = new Map();
    for (const item of items) {
      const text = JSON.stringify(item);
      const old = before.get(this.key(item));
      const element = old?.text === text ? old.element : this.draw(item);
      if (old && element !== old.element) replaced(old.element, element);
      this.known.set(this.key(item), { text, element });
    }
    const wanted = [...this.known.values()].map((each) => each.element);
    for (const element of [...this.place.children]) if (!wanted.includes(element)) element.remove();
    let next = this.place.firstElementChild;
    for (const element of wanted) {
      if (element === next) next = next.nextElementSibling;
      else this.place.insertBefore(element, next);
    }
  }
}

function replaced(old, element) {
  const held = [...old.querySelectorAll(REACHED)].indexOf(document.activeElement);
  const open = [...old.querySelectorAll("details")].map((each) => each.open);
  old.replaceWith(element);
  element.querySelectorAll("details").forEach((each, number) => (each.open = open[number] ?? false));
  if (held < 0) return;
  const reached = [...element.querySelectorAll(REACHED)].slice(0, held + 1);
  reached.findLast((each) => each.checkVisibility())?.focus();
}
