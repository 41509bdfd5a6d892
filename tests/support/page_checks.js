// What a page must keep, measured in the browser. Each function returns the faults that it finds.

// Texts of a figure lie inside of it, and do not touch each other.
function figureFaults() {
  const faults = [];
  const named = (text) => JSON.stringify(text.textContent.trim());
  for (const drawing of document.querySelectorAll("figure svg")) {
    const frame = drawing.getBoundingClientRect();
    const texts = [...drawing.querySelectorAll("text")].filter((text) => text.textContent.trim());
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, at) => {
      const box = boxes[at];
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
        faults.push(`clipped: ${named(text)}`);
      for (let other = at + 1; other < texts.length; other++) {
        const next = boxes[other];
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        // A box is as high as the highest letter could be: a fifth of it is empty.
        if (across > -1 && down > 0.2 * Math.min(box.height, next.height))
          faults.push(`touch: ${named(text)} and ${named(texts[other])}`);
      }
    });
  }
  return faults;
}

// Nothing is wider than its place: the page does not scroll sideways, no text leaves its box.
function widthFaults() {
  const faults = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`the page is ${wide} wide`);
  for (const each of document.querySelectorAll("h1,h2,h3,p,li,dd,dt,summary,figcaption,th,td")) {
    if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) faults.push(`too wide: ${each.textContent.trim().slice(0, 60)}`);
  }
  for (const each of document.querySelectorAll("main *")) {
    if (!each.closest(".scroll, pre, svg") && each.getBoundingClientRect().right > innerWidth + 1) faults.push(`beyond the edge: ${each.outerHTML.slice(0, 80)}`);
  }
  return faults;
}

// No text is cut without a sign: what scrolls fades out at every edge behind which more lies, so that half a word looks
// like half a word, and nothing else hides what it holds.
function cutFaults() {
  const faults = [];
  const fades = (box, side) => getComputedStyle(box).maskImage !== "none" && parseFloat(getComputedStyle(box).getPropertyValue(side)) > 0;
  const cutters = { overflowX: new Map(), overflowY: new Map() };  // thousands of texts have the same few boxes
  const cutter = (at, overflow) => {
    if (!at || at === document.body) return null;
    const known = cutters[overflow];
    if (!known.has(at)) known.set(at, getComputedStyle(at)[overflow] !== "visible" ? at : cutter(at.parentElement, overflow));
    return known.get(at);
  };
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.trim() || text.parentElement.closest("svg, script, style, details:not([open]) > :not(summary)")) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const told = JSON.stringify(text.data.trim().slice(0, 60));
    for (const [side, overflow, beyond] of [
      ["--left", "overflowX", (edge) => edge.left - box.left],
      ["--right", "overflowX", (edge) => box.right - edge.right],
      ["--below", "overflowY", (edge) => box.bottom - edge.bottom],
    ]) {
      const edge = cutter(text.parentElement, overflow);
      if (edge && beyond(edge.getBoundingClientRect()) > 2 && !fades(edge, side)) faults.push(`cut: ${told}`);
    }
  }
  return faults;
}

// No half of a section with figures or tables is empty: something fills a share `wide` of the
// half over a share `high` of its height.
function emptyFaults(wide, high) {
  const STEP = 6;
  const main = document.querySelector("main");
  const style = getComputedStyle(main);
  const left = main.getBoundingClientRect().left + parseFloat(style.paddingLeft);
  const half = (main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / 2;
  const faults = [];
  for (const section of main.querySelectorAll("section, details.section")) {
    if (!section.querySelector("figure, table")) continue;
    const boxes = [...section.querySelectorAll("figure svg, table, p, li, pre, dl, figcaption, summary")].map((each) => {
      const box = each.getBoundingClientRect(), seen = each.closest(".scroll")?.getBoundingClientRect() ?? box;
      return { left: box.left, right: Math.min(box.right, seen.right), top: Math.max(box.top, seen.top), bottom: Math.min(box.bottom, seen.bottom) };
    }).filter((box) => box.right > box.left && box.bottom > box.top);
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    if (bottom - top < 200) continue;  // a few lines
    for (const [name, from] of [["left", left], ["right", left + half]]) {
      let filled = 0, all = 0;
      for (let y = top; y < bottom; y += STEP, all++) {
        const parts = boxes.filter((box) => box.top - STEP <= y && y <= box.bottom + STEP)
          .map((box) => Math.min(box.right, from + half) - Math.max(box.left, from));
        filled += Math.max(0, ...parts) > wide * half;
      }
      if (filled < high * all) faults.push(`${name} half of ${section.id || "the first screen"}: ${Math.round(100 * filled / all)} % filled`);
    }
  }
  return faults;
}

// Text has a contrast of at least 4.5 with what lies below it.
function contrastFaults(least) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  const channels = (colour) => {
    if (!known.has(colour)) known.set(colour, painted(colour));
    return known.get(colour);
  };
  const painted = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((each) => (each /= 255) <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = getComputedStyle(document.body).backgroundColor;
  const grounds = new Map();
  const groundOf = (at) => {
    if (!at) return paper;
    if (!grounds.has(at)) {
      const colour = getComputedStyle(at).backgroundColor;
      grounds.set(at, channels(colour)[3] === 255 ? colour : groundOf(at.parentElement));
    }
    return grounds.get(at);
  };
  const ground = (each) => {
    if (!(each instanceof SVGElement)) return groundOf(each);
    const box = each.getBoundingClientRect();
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    let found = paper;
    for (const { shape, area, fill } of shapesOf(each.ownerSVGElement)) {
      const below = shape.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (below && area.left <= x && x <= area.right && area.top <= y && y <= area.bottom) found = fill;
    }
    return found;
  };
  const drawn = new Map();
  const shapesOf = (drawing) => {
    if (!drawn.has(drawing)) {
      const shapes = [...drawing.querySelectorAll("path")].filter((shape) => !shape.closest("defs, clipPath")).map((shape) => {
        const { fill, opacity } = getComputedStyle(shape);
        return { shape, area: shape.getBoundingClientRect(), fill, opacity };
      });
      drawn.set(drawing, shapes.filter(({ fill, opacity }) => fill !== "none" && +opacity));
    }
    return drawn.get(drawing);
  };
  const faults = [];
  for (const each of document.querySelectorAll("body *")) {
    const words = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || each.closest("script, style, title, details:not([open])") || !each.getBoundingClientRect().width) continue;
    const style = getComputedStyle(each);
    const [one, other] = [light(channels(each instanceof SVGElement ? style.fill : style.color)), light(channels(ground(each)))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < least) faults.push(`${contrast.toFixed(1)}: ${each.textContent.trim().slice(0, 40)}`);
  }
  return faults;
}
