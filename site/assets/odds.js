// The page of odds: numbers of units in, chances out.
"use strict";

globalThis.chartroomOdds = (book) => {
  const form = document.getElementById("odds");
  const out = document.getElementById("answer");
  const percent = (chance) => `${(chance * 100).toFixed(2)} %`;

  const force = (side) => [...form.querySelectorAll(`input[data-side="${side}"]`)]
    .map((input) => [input.dataset.unit, Math.max(0, Math.min(99, Math.floor(Number(input.value) || 0)))])
    .filter(([, count]) => count > 0);

  const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more });

  const row = (cells, head) => {
    const line = document.createElement("tr");
    line.append(...cells.map((cell, at) => {
      const made = element(head || at === 0 ? "th" : "td", cell);
      if (head || at === 0) made.scope = head ? "col" : "row";
      return made;
    }));
    return line;
  };

  const table = (answer) => {
    const made = document.createElement("table");
    const [top, body] = [document.createElement("thead"), document.createElement("tbody")];
    top.append(row(["unit", "side", "at start", "left on average"], true));
    for (const [side, rows] of [["attacker", answer.attacker], ["defender", answer.defender]]) {
      for (const unit of rows) body.append(row([book.titles[unit.unit], side, String(unit.start), unit.left.toFixed(2)], false));
    }
    made.append(element("caption", "What is left"), top, body);
    return made;
  };

  const why = (answer, landing) => {
    if (landing) return "Ships that attack land bombard a landing: this page does not know that.";
    if (answer.empty) return "Name at least one unit on each side.";
    if (answer.needsDice) return "Units that are found for good are known to dice only: ask the program.";
    return "This battle is too large for a page: ask the program.";
  };

  const show = () => {
    const [attack, defend] = [force("attacker"), force("defender")];
    const ships = new Set(book.ships);
    const atSea = defend.some(([unit]) => ships.has(unit));
    const landing = !atSea && attack.some(([unit]) => ships.has(unit));
    const board = atSea ? book.sea : book.land;
    const answer = landing || !board ? { empty: true } : globalThis.chartroomBattle({ ...board, die: book.die, rounds: book.rounds }, attack, defend);
    if (answer.win === undefined) {
      out.replaceChildren(element("p", why(answer, landing)));
      return;
    }
    const parts = [["attacker", answer.win], ["nobody", answer.draw], ["defender", answer.lose]];
    const bar = element("div", "", { className: "bar" });
    bar.setAttribute("aria-hidden", "true");
    bar.append(...parts.map(([name, chance]) => {
      const part = element("span", "", { className: name });
      part.style.width = `${chance * 100}%`;
      return part;
    }));
    const words = `Attacker wins ${percent(answer.win)}, nobody ${percent(answer.draw)}, defender ${percent(answer.lose)}.`;
    const costs = `Losses by value: attacker ${answer.lost.attacker.toFixed(2)}, defender ${answer.lost.defender.toFixed(2)}; `
      + `${answer.rounds.toFixed(2)} rounds. ${atSea ? "At sea" : "On land"}, exact.`;
    out.replaceChildren(element("p", words, { className: "lead" }), bar, element("p", costs), table(answer));
  };

  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => { event.preventDefault(); show(); });
  form.addEventListener("reset", () => setTimeout(show));
  show();
};
