// Looks words up in the index of search-index.js. Every word of the question must be found, as a word or as the beginning of one;
// words of titles count more, and whole words more than beginnings.
"use strict";

(() => {
  const MOST = 60;
  const form = document.getElementById("search");
  const field = form.elements.q;
  const list = document.getElementById("results");
  const told = document.getElementById("found");
  let index = null;

  const fold = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/ł/g, "l").replace(/ø/g, "o").replace(/ß/g, "ss").replace(/æ/g, "ae").replace(/œ/g, "oe").replace(/ı/g, "i");
  const wordsOf = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1);

  // The place of the first word that is not before the wanted one.
  const firstAt = (wanted) => {
    let [low, high] = [0, index.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (index.words[middle][0] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const scores = (wanted) => {
    const found = new Map();
    for (let at = firstAt(wanted); at < index.words.length && index.words[at][0].startsWith(wanted); at++) {
      const [word, steps] = index.words[at];
      let document = 0;
      for (const step of steps) {
        document += step >> 1;
        const score = (step & 1 ? 8 : 1) * (word === wanted ? 3 : 1);
        found.set(document, Math.max(found.get(document) || 0, score));
      }
    }
    return found;
  };

  const search = (question) => {
    const wanted = wordsOf(question);
    if (!index || wanted.length === 0) return [];
    const [first, ...others] = wanted.map(scores);
    const sum = (document, score) => others.reduce((all, other) => all && other.has(document) ? all + other.get(document) : 0, score);
    return [...first]
      .map(([document, score]) => [document, sum(document, score)])
      .filter(([, score]) => score > 0)
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .map(([document]) => index.documents[document]);
  };

  const show = () => {
    const question = field.value.trim();
    const found = search(question);
    list.replaceChildren(...found.slice(0, MOST).map(([kind, title, href]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = href;
      link.textContent = title;
      const word = document.createElement("span");
      word.className = "faint";
      word.textContent = ` ${kind}`;
      item.append(link, word);
      return item;
    }));
    const more = found.length > MOST ? `, the first ${MOST} shown` : "";
    told.textContent = question ? `${found.length} found${more}` : "";
  };

  window.chartroomSearch = (given) => { index = given; };
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`);
    show();
  });
  field.addEventListener("input", show);
  window.addEventListener("load", () => {
    field.value = new URLSearchParams(location.search).get("q") || "";
    show();
    field.focus();
  });
})();
