// The map: nearer and farther by buttons, keys, wheel and two fingers. Without this script it is read by scrolling.
"use strict";

(() => {
  const chart = document.querySelector(".chart");
  const svg = chart && chart.querySelector("svg");
  if (!svg) return;
  const controls = document.querySelector(".zoom");
  const told = controls.querySelector("output");
  const full = Number(svg.getAttribute("width"));
  let scale = 1;

  // The place under (x, y) of the window stays where it is.
  const zoom = (wanted, x, y) => {
    const least = Math.min(1, chart.clientWidth / full);
    const next = Math.max(least, Math.min(8, wanted));
    const box = chart.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const [mapX, mapY] = [(chart.scrollLeft + left) / scale, (chart.scrollTop + top) / scale];
    scale = next;
    svg.style.width = `${full * scale}px`;
    chart.scrollLeft = mapX * scale - left;
    chart.scrollTop = mapY * scale - top;
    told.textContent = `${Math.round(scale * 100)} %`;
  };
  const middle = () => {
    const box = chart.getBoundingClientRect();
    return [box.left + chart.clientWidth / 2, box.top + chart.clientHeight / 2];
  };
  const steps = {
    in: () => zoom(scale * 1.5, ...middle()),
    out: () => zoom(scale / 1.5, ...middle()),
    all: () => zoom(0, ...middle()),
  };
  controls.hidden = false;
  controls.addEventListener("click", (event) => {
    const step = steps[event.target.dataset.zoom];
    if (step) step();
  });
  chart.addEventListener("keydown", (event) => {
    const step = { "+": steps.in, "=": steps.in, "-": steps.out, "0": steps.all }[event.key];
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step();
  });
  chart.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.altKey) return;
    event.preventDefault();
    zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });

  const fingers = new Map();
  let apart = 0;
  const spread = () => {
    const [one, other] = [...fingers.values()];
    return [Math.hypot(one.x - other.x, one.y - other.y), (one.x + other.x) / 2, (one.y + other.y) / 2];
  };
  chart.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) apart = spread()[0] / scale;
  });
  chart.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size !== 2 || apart === 0) return;
    const [distance, x, y] = spread();
    zoom(distance / apart, x, y);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    chart.addEventListener(end, (event) => fingers.delete(event.pointerId));
  }
  zoom(chart.clientWidth / full, ...middle());
})();
