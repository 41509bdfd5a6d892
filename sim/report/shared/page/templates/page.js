"use strict";

// Tables sort by a click on a head, or by Enter or Space: numbers as numbers, the largest first; words by their letters.
// What is missing comes last. Rows that are equal keep their order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  const valueOf = (row, at) => row.cells[at].dataset.v;
  const sort = (at) => {
    const known = [...body.rows].map((row) => valueOf(row, at)).filter((value) => value !== undefined);
    const counts = known.every((value) => value !== "" && !isNaN(value));
    const before = heads[at].getAttribute("aria-sort");
    const rising = before ? before === "descending" : !counts;
    const compare = counts ? (x, y) => x - y : (x, y) => (x < y ? -1 : x > y ? 1 : 0);
    const rows = [...body.rows].sort((one, other) => {
      const x = valueOf(one, at), y = valueOf(other, at);
      if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
      return (rising ? 1 : -1) * compare(x, y);
    });
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[at].setAttribute("aria-sort", rising ? "ascending" : "descending");
    body.append(...rows);
  };
  table.classList.add("sorts");
  heads.forEach((head, at) => {
    head.tabIndex = 0;
    head.addEventListener("click", () => sort(at));
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(at); }
    });
  });
}

// A link to a section that is folded opens it.
const unfold = () => {
  const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = found; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  if (found) found.scrollIntoView();
};
addEventListener("hashchange", unfold);
for (const link of document.querySelectorAll("nav a, .sub a")) link.addEventListener("click", () => setTimeout(unfold));
unfold();

// What scrolls fades out at each edge behind which more of it lies; at the end the fade is gone. A line of hidden
// padding is nothing to go on to.
const HARDLY = 2;
const fade = (scroller) => {
  const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = scroller;
  const sides = {
    "on-left": scrollLeft > HARDLY,
    "on-right": scrollWidth - clientWidth - scrollLeft > HARDLY,
    "on-below": scrollHeight - clientHeight - scrollTop > HARDLY,
  };
  for (const [side, goes] of Object.entries(sides)) scroller.classList.toggle(side, goes);
  scroller.classList.toggle("goes-on", Object.values(sides).includes(true));
};
const resized = new ResizeObserver((seen) => seen.forEach(({ target }) => fade(target.closest(".scroll"))));
for (const scroller of document.querySelectorAll(".scroll")) {
  scroller.addEventListener("scroll", () => fade(scroller), { passive: true });
  resized.observe(scroller);
  resized.observe(scroller.firstElementChild);
}

// A figure shows the exact value of a mark under the pointer, or of the one that has the focus. Each figure is one stop
// of the Tab key; the arrow keys go from mark to mark. Without this script, the title of a mark shows the same text.
const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);
const show = (mark) => {
  tip.textContent = mark.getAttribute("aria-label");
  tip.hidden = false;
  const box = mark.getBoundingClientRect();
  const left = Math.min(box.left + box.width / 2, document.documentElement.clientWidth - tip.offsetWidth - 8);
  const above = box.top - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(8, left) + scrollX}px`;
  tip.style.top = `${(above > 0 ? above : box.bottom + 6) + scrollY}px`;
};
const hide = () => { tip.hidden = true; };
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
for (const drawing of document.querySelectorAll("figure svg")) {
  const marks = [...drawing.querySelectorAll(".value")];
  marks.forEach((mark, at) => {
    mark.querySelector("title").remove();
    mark.setAttribute("tabindex", at ? "-1" : "0");
    mark.addEventListener("pointerenter", () => show(mark));
    mark.addEventListener("pointerleave", hide);
    mark.addEventListener("focus", () => show(mark));
    mark.addEventListener("blur", hide);
    mark.addEventListener("keydown", (event) => {
      if (event.key === "Escape") hide();
      const next = marks[at + (STEPS[event.key] ?? 0)];
      if (!STEPS[event.key] || !next) return;
      event.preventDefault();
      mark.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    });
  });
}
