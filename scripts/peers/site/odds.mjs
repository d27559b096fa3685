// The page's odds against the program's own, on random plain battles of every pack that has such a page. BATTLES=500 for each.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const wanted = Number(process.env.BATTLES || 500);
// Reproducible numbers: xorshift.
let seed = 0x2545f491;
const random = (below) => {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) % below;
};

const page = { globalThis: null };
page.globalThis = page;
vm.createContext(page);
vm.runInContext(readFileSync(join(process.env.PUBLIC, "battle.js"), "utf8"), page);

const say = (force) => force.map(([unit, count]) => `${count} ${unit}`).join(", ");
let faults = 0;
for (const pack of readdirSync(process.env.PUBLIC).sort()) {
  const data = join(process.env.PUBLIC, pack, "odds-data.js");
  if (!existsSync(data)) continue;
  page.chartroomOdds = (book) => { page.book = book; };
  vm.runInContext(readFileSync(data, "utf8"), page);
  const book = page.book;
  const force = (side) => {
    const kinds = 1 + random(4);
    const found = new Map();
    for (let at = 0; at < kinds; at++) {
      const { unit } = side.units[random(side.units.length)];
      found.set(unit, 1 + random(6));
    }
    return [...found];
  };
  const told = { compared: 0, needsDice: 0, tooLarge: 0, worst: 0 };
  while (told.compared < wanted) {
    const atSea = book.sea && random(2) === 1;
    const board = atSea ? book.sea : book.land;
    const [attack, defend] = [force(board.attacker), force(board.defender)];
    if (atSea && !defend.some(([unit]) => book.ships.includes(unit))) continue;
    const answer = page.chartroomBattle({ ...board, die: book.die, rounds: book.rounds }, attack, defend);
    if (answer.needsDice || answer.tooLarge) {
      told[answer.needsDice ? "needsDice" : "tooLarge"]++;
      if (told.needsDice + told.tooLarge > 20 * wanted) throw new Error(`${pack}: hardly any battle can be reckoned`);
      continue;
    }
    const words = ["odds", pack, "--attack", say(attack), "--defend", say(defend), "--json"];
    const own = JSON.parse(execFileSync(process.env.CHARTROOM, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    const pairs = [
      [answer.win, own.win], [answer.draw, own.draw], [answer.lose, own.lose], [answer.rounds, own.expected_rounds],
      [answer.lost.attacker, own.expected_losses.attacker.value], [answer.lost.defender, own.expected_losses.defender.value],
      ...answer.attacker.map((row) => [row.left, own.attacker_survivors[row.unit].expected]),
      ...answer.defender.map((row) => [row.left, own.defender_survivors[row.unit].expected]),
    ];
    const apart = Math.max(...pairs.map(([one, other]) => Math.abs(one - other)));
    const sampled = own.method === "sampled";
    told.worst = Math.max(told.worst, sampled ? 0 : apart);
    if (sampled || apart > 1e-9) {
      faults++;
      if (faults < 10) console.error(`${pack}: ${say(attack)} against ${say(defend)}: ${own.method}, ${apart} apart`);
    }
    told.compared++;
  }
  console.log(`odds of ${pack}: ${told.compared} battles as the program has them, ${told.worst.toExponential(1)} apart at most;`
    + ` ${told.needsDice} left to dice, ${told.tooLarge} too large for a page`);
}
if (faults > 0) {
  console.error(`${faults} battles differ`);
  process.exit(1);
}
