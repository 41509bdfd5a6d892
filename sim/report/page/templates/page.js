"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, at) => {
    const text = row.cells[at].dataset.v;
    return text === undefined ? null : text !== "" && !isNaN(text) ? Number(text) : text;
  };
  const sort = (at) => {
    const down = heads[at].getAttribute("aria-sort") !== "descending";
    const first = key(table.tBodies[0].rows[0], at);
    const sign = typeof first === "string" ? (heads[at].getAttribute("aria-sort") === "ascending" ? -1 : 1) : down ? -1 : 1;
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const x = key(a, at), y = key(b, at);
      if (x === null || y === null) return (x === null) - (y === null);
      return sign * (x < y ? -1 : x > y ? 1 : 0);
    });
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    heads[at].setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
    table.tBodies[0].append(...rows);
  };
  heads.forEach((head, at) => {
    head.tabIndex = 0;
    head.addEventListener("click", () => sort(at));
    head.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(at); }
    });
  });
}
