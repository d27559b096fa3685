// The odds of a battle of dice per unit, exactly: the distribution over what both sides have lost, carried forward round by round.
// The same rules, in the same order, as the program's own odds; scripts/peers/site holds the two against each other.
"use strict";

globalThis.chartroomBattle = (() => {
  const TOO_UNLIKELY = 1e-18;
  const NEARLY_OVER = 1e-13;
  const MOST_ROUNDS = 20000;
  const LONGEST = 200;
  // Beyond this many steps in a round a page would stand still.
  const MOST_STEPS = 6e7;
  const ALL = (1n << 128n) - 1n;
  const NEVER = 0;
  const ROUND_ONE = 1;

  const covers = (set, unit) => set === ALL || (set & unit) !== 0n;
  const bits = (mask) => mask.toString(2).replaceAll("0", "").length;
  const sum = (list, of) => list.reduce((all, item) => all + of(item), 0);
  const compare = (a, b) => {
    for (let at = 0; at < a.length; at++) {
      if (a[at] !== b[at]) return a[at] < b[at] ? -1 : 1;
    }
    return 0;
  };

  // Sets of classes are written as hexadecimal text.
  const shotOf = (shot) => ({
    ...shot, any: BigInt(shot.any), none: BigInt(shot.none), first: BigInt(shot.first), picksFrom: BigInt(shot.picksFrom),
    cancelled: BigInt(shot.cancelled), halved: shot.halved && shot.halved.map(BigInt),
  });

  /** A force of `[unit, number]` as a side: rows of equal units, the dice that come with them, what they add to each other. */
  const sideOf = (book, force) => {
    const rows = force.filter(([, count]) => count > 0).map(([name, count]) => {
      const unit = book.units.find((unit) => unit.unit === name);
      const health = unit.health.map((health) => ({ worth: health.worth, shots: health.shots.map(shotOf) }));
      return { name, count, cost: unit.cost, classes: BigInt(unit.classes), health, supports: unit.supports };
    });
    const support = rows.flatMap((row) => row.supports.map((support) => ({ ...support, shot: shotOf(support.shot), against: BigInt(support.against) })));
    const bonuses = book.bonuses.map((bonus) => ({
      ...bonus, units: BigInt(bonus.units), partners: bonus.partners && BigInt(bonus.partners),
      needsOwn: bonus.needsOwn && [BigInt(bonus.needsOwn[0]), bonus.needsOwn[1]], unlessEnemy: BigInt(bonus.unlessEnemy),
    }));
    return { rows, support, bonuses };
  };

  const shotsOf = (side) => side.rows.flatMap((row) => row.health.flatMap((health) => health.shots));

  const dropIdleHalves = (side, enemy) => {
    const there = enemy.rows.reduce((all, row) => all | row.classes, 0n);
    for (const shot of shotsOf(side)) {
      if (shot.halved && !covers(shot.halved[0], there)) shot.halved = null;
    }
  };

  // Units that are lost by their own die or found for good: known to dice only.
  const needsDice = (side, enemy) => shotsOf(side).some((shot) =>
    shot.lostFrom > 0 || shot.forGood && enemy.rows.some((row) => covers(shot.cancelled, row.classes)));

  // --- What a hit may fall on: kinds of hits, and buckets of rows that no kind tells apart.

  const rowsThat = (side, wanted) =>
    side.rows.reduce((mask, row, at) => wanted(row.classes) ? mask | (1n << BigInt(at)) : mask, 0n);

  const kindOf = (mask, wantedFirst, picked) => {
    if (mask === 0n) return null;
    let first = wantedFirst & mask;
    if (first === mask || picked) first = 0n;
    return { mask, first, picked: picked && bits(mask) > 1 };
  };
  const nameOf = (kind) => `${kind.mask}/${kind.first}/${kind.picked}`;

  const wishOf = (shot, enemy, only) => {
    const mask = rowsThat(enemy, (classes) => covers(shot.any, classes) && !covers(shot.none, classes)) & only;
    const first = rowsThat(enemy, (classes) => covers(shot.first, classes));
    const weak = shot.halved ? rowsThat(enemy, (classes) => covers(shot.halved[0], classes)) : 0n;
    const from = rowsThat(enemy, (classes) => covers(shot.picksFrom, classes));
    return [
      shot.picksOn > 0 ? kindOf(mask & from, first, true) : null,
      kindOf(mask, first, false),
      shot.halved ? kindOf(mask & ~weak, first, false) : null,
    ];
  };

  const reachesOf = (side, enemy) => {
    const everybody = (1n << BigInt(enemy.rows.length)) - 1n;
    const units = side.rows.map((row) => row.health.map((health) => health.shots.map((shot) => wishOf(shot, enemy, everybody))));
    const support = side.support.map((support) => {
      if (!support.perEnemy) return [{ row: null, wish: wishOf(support.shot, enemy, everybody) }];
      return enemy.rows.map((row, at) => ({ row: at, wish: wishOf(support.shot, enemy, 1n << BigInt(at)), meant: covers(support.against, row.classes) }))
        .filter((part) => part.meant);
    });
    const wishes = [...units.flat(2), ...support.flat().map((part) => part.wish)].flat().filter(Boolean);
    const known = new Map(wishes.map((kind) => [nameOf(kind), kind]));
    // Narrow hits are given before wide ones, so that none is wasted that need not be.
    const order = (kind) => [bits(kind.mask), kind.picked ? 0 : 1, kind.first === 0n ? 1 : 0, kind.mask, kind.first];
    const kinds = [...known.values()].sort((a, b) => compare(order(a), order(b)));
    const numbers = new Map(kinds.map((kind, at) => [nameOf(kind), at]));
    const number = (kind) => kind ? numbers.get(nameOf(kind)) : -1;
    return {
      kinds,
      units: units.map((levels) => levels.map((shots) => shots.map((wish) => wish.map(number)))),
      support: support.map((parts) => parts.map((part) => ({ row: part.row, wish: part.wish.map(number) }))),
    };
  };

  const bucketsOf = (kinds, rows) => {
    const known = [];
    return rows.map((_, at) => {
      const has = (mask) => (mask >> BigInt(at)) & 1n;
      const alone = kinds.some((kind) => kind.picked && has(kind.mask));
      const signature = kinds.map((kind) => `${has(kind.mask)}${has(kind.first)}`).join(" ") + (alone ? ` ${at}` : "");
      if (!known.includes(signature)) known.push(signature);
      return known.indexOf(signature);
    });
  };

  // --- The states of a side: hits given per bucket, the cheapest loss first.

  const slotsOf = (side) => {
    const keyed = [];
    side.rows.forEach((row, at) => {
      let highest = [0, 0];
      row.health.forEach((health, level) => {
        const key = [level + 1 === row.health.length ? row.cost : 0, health.worth];
        if (compare(key, highest) > 0) highest = key;
        keyed.push([...highest, at, level]);
      });
    });
    return keyed.sort(compare).flatMap(([, , row, level]) => Array(side.rows[row].count).fill({ row, level }));
  };

  class Plan {
    constructor(side, kinds) {
      this.side = side;
      this.bucketOf = bucketsOf(kinds, side.rows);
      this.kinds = kinds;
      this.slots = slotsOf(side);
      const reachable = kinds.reduce((all, kind) => all | kind.mask, 0n);
      this.buckets = [];
      this.bucketOf.forEach((bucket) => { this.buckets[bucket] ??= []; });
      this.slots.forEach((slot, number) => {
        if ((reachable >> BigInt(slot.row)) & 1n) this.buckets[this.bucketOf[slot.row]].push(number);
      });
      this.strides = [];
      this.states = this.buckets.reduce((stride, bucket) => { this.strides.push(stride); return stride * (bucket.length + 1); }, 1);
    }

    /** Works out every state; asked for once the number of states is known to be bearable. */
    build() {
      this.left = [];
      this.counts = [];
      this.unitsLeft = new Float64Array(this.states);
      this.next = this.kinds.map(() => new Int32Array(this.states));
      const given = this.buckets.map(() => 0);
      for (let state = 0; state < this.states; state++) {
        const left = this.side.rows.map((row) => row.health.map((_, level) => level === 0 ? row.count : 0));
        this.buckets.forEach((bucket, at) => {
          for (const number of bucket.slice(0, given[at])) {
            const { row, level } = this.slots[number];
            left[row][level]--;
            if (level + 1 < left[row].length) left[row][level + 1]++;
          }
        });
        this.left.push(left);
        this.counts.push(left.map((levels) => sum(levels, (count) => count)));
        this.unitsLeft[state] = sum(this.counts[state], (count) => count);
        this.kinds.forEach((kind, at) => {
          const bucket = this.struck(kind, given);
          this.next[at][state] = bucket < 0 ? state : state + this.strides[bucket];
        });
        for (let at = 0; at < given.length; at++) {
          if (++given[at] <= this.buckets[at].length) break;
          given[at] = 0;
        }
      }
    }

    /** Which bucket gives the next slot when a hit of this kind falls. */
    struck(kind, given) {
      const open = (mask) => this.side.rows.flatMap((_, row) => {
        const bucket = this.bucketOf[row];
        const slot = this.buckets[bucket][given[bucket]];
        return (mask >> BigInt(row)) & 1n && slot !== undefined ? [{ row, slot, bucket }] : [];
      });
      if (kind.picked) {
        const dearest = open(kind.mask).sort((a, b) => this.side.rows[b.row].cost - this.side.rows[a.row].cost || a.row - b.row)[0];
        return dearest ? dearest.bucket : -1;
      }
      const least = (found) => found.sort((a, b) => a.slot - b.slot || a.bucket - b.bucket)[0];
      const found = least(open(kind.first)) || least(open(kind.mask));
      return found ? found.bucket : -1;
    }

    classCount(state, classes) {
      return sum(this.side.rows.map((row, at) => covers(classes, row.classes) ? this.counts[state][at] : 0), (count) => count);
    }
  }

  // --- What a side throws in a phase of a round, and the distribution of its hits by kind.

  const squadsOf = (camp, enemy, state, now) => {
    const squads = camp.plan.left[state].flatMap((levels, row) =>
      levels.flatMap((count, level) => count > 0 ? [{ row, level, count, add: 0, paired: false }] : []));
    const helpers = [...camp.plan.counts[state]];
    const spread = (most, bonus, isMeant, pairs) => {
      for (let at = 0; at < squads.length && most > 0; at++) {
        const squad = squads[at];
        if (!isMeant(squad)) continue;
        const reached = Math.min(most, squad.count);
        const rest = squad.count - reached;
        most -= reached;
        if (rest > 0) squads.splice(at + 1, 0, { ...squad, count: rest });
        squad.count = reached;
        squad.add += bonus.add;
        squad.paired ||= pairs;
        if (rest > 0) break;
      }
    };
    for (const bonus of camp.side.bonuses) {
      const inTime = bonus.rounds === "every" || (bonus.rounds === "one") === now.roundOne;
      const backed = !bonus.needsOwn || camp.plan.classCount(state, bonus.needsOwn[0]) >= bonus.needsOwn[1];
      const spoilt = enemy.plan.classCount(now.enemyState, bonus.unlessEnemy) > 0;
      if (!inTime || !backed || spoilt) continue;
      const isMeant = (squad) => covers(bonus.units, camp.side.rows[squad.row].classes);
      if (bonus.reach === "all") {
        squads.filter(isMeant).forEach((squad) => { squad.add += bonus.add; });
      } else if (bonus.reach === "up-to") {
        spread(bonus.most, bonus, isMeant, false);
      } else {
        const free = (squad) => isMeant(squad) && !squad.paired;
        const wanted = sum(squads.filter(free), (squad) => squad.count);
        let used = 0;
        camp.side.rows.forEach((row, at) => {
          if (!covers(bonus.partners, row.classes)) return;
          const helped = Math.min(helpers[at], wanted - used);
          helpers[at] -= helped;
          used += helped;
        });
        spread(used, bonus, free, true);
      }
    }
    return squads;
  };

  const firing = (shot, count, enemy, now) => {
    const strikes = shot.strike === NEVER ? false : shot.strike === ROUND_ONE ? now.roundOne : true;
    let late = count;
    if (strikes) {
      const cancellers = enemy.plan.classCount(now.enemyState, shot.cancelled);
      late = cancellers === 0 ? 0 : shot.oneForOne ? Math.min(cancellers, count) : count;
    }
    return now.strike ? count - late : late;
  };

  const bandsOf = (shot, [picked, full, strong], add, camp, state, die) => {
    const value = Math.max(0, Math.min(die, shot.value + add));
    const halved = shot.halved && camp.plan.classCount(state, shot.halved[1]) === 0;
    const most = halved ? Math.floor(value / 2) : value;
    const chosen = picked < 0 ? 0 : Math.min(shot.picksOn, most);
    const faces = new Map();
    for (const [kind, count] of [[picked, chosen], [full, most - chosen], [strong, value - most]]) {
      if (kind >= 0 && count > 0) faces.set(kind, (faces.get(kind) || 0) + count);
    }
    return [...faces].sort((a, b) => a[0] - b[0]);
  };

  const thrown = (camp, enemy, state, now, die) => {
    const dice = new Map();
    const add = (bands, count) => {
      if (count === 0 || bands.length === 0) return;
      const name = bands.join(";");
      const known = dice.get(name) || { bands, count: 0 };
      known.count += count;
      dice.set(name, known);
    };
    for (const squad of squadsOf(camp, enemy, state, now)) {
      camp.side.rows[squad.row].health[squad.level].shots.forEach((shot, at) => {
        const wish = camp.reaches.units[squad.row][squad.level][at];
        add(bandsOf(shot, wish, squad.add, camp, state, die), firing(shot, squad.count, enemy, now));
      });
    }
    camp.side.support.forEach((support, at) => {
      if (!now.roundOne && !support.everyRound) return;
      for (const part of camp.reaches.support[at]) {
        const count = part.row === null ? support.dice : enemy.plan.counts[now.enemyState][part.row];
        add(bandsOf(support.shot, part.wish, 0, camp, state, die), firing(support.shot, count, enemy, now));
      }
    });
    return [...dice.values()];
  };

  /** The joint distribution of hits over some kinds, the first kind fastest. */
  const jointOf = (dice, die) => {
    const kinds = [...new Set(dice.flatMap((group) => group.bands.map(([kind]) => kind)))].sort((a, b) => a - b);
    const sizes = kinds.map((kind) => 1 + sum(dice.filter((group) => group.bands.some(([other]) => other === kind)), (group) => group.count));
    const strides = sizes.map((_, at) => sizes.slice(0, at).reduce((all, size) => all * size, 1));
    const p = new Float64Array(sizes.reduce((all, size) => all * size, 1));
    p[0] = 1;
    for (const group of dice) {
      const bands = group.bands.map(([kind, faces]) => [strides[kinds.indexOf(kind)], sizes[kinds.indexOf(kind)], faces / die]);
      const miss = 1 - sum(bands, ([, , chance]) => chance);
      for (let thrownDice = 0; thrownDice < group.count; thrownDice++) {
        for (let index = p.length - 1; index >= 0; index--) {
          let mass = p[index] * miss;
          for (const [stride, size, chance] of bands) {
            if (Math.floor(index / stride) % size > 0) mass += p[index - stride] * chance;
          }
          p[index] = mass;
        }
      }
    }
    return { kinds, sizes, p };
  };

  const salvoOf = (dice, die) => {
    if (dice.some((group) => group.bands.length > 1)) return [jointOf(dice, die)];
    const kinds = [...new Set(dice.map((group) => group.bands[0][0]))].sort((a, b) => a - b);
    return kinds.map((kind) => jointOf(dice.filter((group) => group.bands[0][0] === kind), die));
  };

  /** Lays a salvo on a state: states and their chances. */
  const land = (salvo, plan, target) => {
    let spread = new Map([[target, 1]]);
    for (const { kinds, sizes, p } of salvo) {
      const after = new Map();
      for (const [state, mass] of spread) {
        for (let index = 0; index < p.length; index++) {
          const chance = mass * p[index];
          if (chance < TOO_UNLIKELY) continue;
          let [rest, at] = [index, state];
          for (let kind = 0; kind < kinds.length; kind++) {
            for (let hit = rest % sizes[kind]; hit > 0; hit--) at = plan.next[kinds[kind]][at];
            rest = Math.floor(rest / sizes[kind]);
          }
          after.set(at, (after.get(at) || 0) + chance);
        }
      }
      spread = after;
    }
    return spread;
  };

  // --- The rounds.

  class Walk {
    constructor(book, camps) {
      this.book = book;
      this.camps = camps;
      this.hold = BigInt(book.hold);
      this.limit = book.rounds ?? Infinity;
      this.salvos = [new Map(), new Map()];
      this.fires = [new Map(), new Map()];
      this.mass = camps.map((camp) => new Float64Array(camp.plan.states));
      this.verdicts = { win: 0, draw: 0, lose: 0 };
      this.rounds = 0;
      // Only who looks at the enemy needs to know his state.
      this.looks = camps.map((camp) => camp.side.support.some((support) => support.perEnemy)
        || camp.side.bonuses.some((bonus) => bonus.unlessEnemy !== 0n)
        || [...shotsOf(camp.side), ...camp.side.support.map((support) => support.shot)].some((shot) => shot.cancelled !== 0n));
    }

    add(verdict, rounds, a, d, mass) {
      this.verdicts[verdict] += mass;
      this.mass[0][a] += mass;
      this.mass[1][d] += mass;
      this.rounds += mass * Math.min(rounds, LONGEST);
    }

    ending(rounds, a, d) {
      const [own, enemy] = [this.camps[0].plan.unitsLeft[a], this.camps[1].plan.unitsLeft[d]];
      if (own === 0) return enemy === 0 ? "draw" : "lose";
      if (enemy === 0) return this.camps[0].plan.classCount(a, this.hold) > 0 ? "win" : "draw";
      return rounds >= this.limit ? "draw" : null;
    }

    /** One side's hits laid on the other; null when they change nothing. */
    fire(shooter, roundOne, strike, own, enemyAtStart, target) {
      const [camp, other] = [this.camps[shooter], this.camps[1 - shooter]];
      const seen = this.looks[shooter] ? enemyAtStart : 0;
      const name = `${roundOne} ${strike} ${own} ${seen}`;
      let salvo = this.salvos[shooter].get(name);
      if (!salvo) {
        const now = { roundOne, strike, enemyState: enemyAtStart };
        salvo = salvoOf(thrown(camp, other, own, now, this.book.die), this.book.die);
        this.salvos[shooter].set(name, salvo);
      }
      if (salvo.length === 0) return null;
      const landed = `${name} ${target}`;
      let spread = this.fires[shooter].get(landed);
      if (!spread) {
        spread = [...land(salvo, other.plan, target)];
        this.fires[shooter].set(landed, spread);
      }
      return spread.length > 1 || spread[0][0] !== target ? spread : null;
    }

    exchange(roundOne, strike, [a, d], [startA, startD]) {
      const onDefender = this.fire(0, roundOne, strike, a, startD, d);
      const onAttacker = this.fire(1, roundOne, strike, d, startA, a);
      return onDefender || onAttacker ? [onAttacker || [[a, 1]], onDefender || [[d, 1]]] : null;
    }

    step(rounds, a, d, mass, next) {
      const ending = this.ending(rounds, a, d);
      if (ending) {
        this.add(ending, rounds, a, d, mass);
        return 0;
      }
      const width = this.camps[1].plan.states;
      const drop = (a2, d2, p) => {
        const pair = a2 * width + d2;
        next.set(pair, (next.get(pair) || 0) + p);
      };
      const struck = this.exchange(rounds === 0, true, [a, d], [a, d]);
      let stuck = rounds > 0 && !struck;
      const outcomes = struck
        ? struck[0].flatMap(([a1, pa]) => struck[1].map(([d1, pd]) => [a1, d1, pa * pd])).filter(([, , p]) => p > TOO_UNLIKELY)
        : [[a, d, 1]];
      for (const [a1, d1, chance] of outcomes) {
        const main = this.exchange(rounds === 0, false, [a1, d1], [a, d]);
        if (main) {
          stuck = false;
          for (const [a2, pa] of main[0]) {
            for (const [d2, pd] of main[1]) drop(a2, d2, mass * chance * pa * pd);
          }
        } else if (stuck) {
          this.add("draw", rounds, a, d, mass);
          return 0;
        } else {
          drop(a1, d1, mass * chance);
        }
      }
      return mass;
    }

    run() {
      const width = this.camps[1].plan.states;
      let now = new Map([[0, 1]]);
      let rounds = 0;
      while (now.size > 0 && rounds < MOST_ROUNDS) {
        const next = new Map();
        let live = 0;
        for (const [pair, mass] of now) {
          live += this.step(rounds, Math.floor(pair / width), pair % width, mass, next);
        }
        if (live < NEARLY_OVER) return;
        rounds += 1;
        now = new Map([...next].filter(([, mass]) => mass >= TOO_UNLIKELY));
      }
      for (const [pair, mass] of now) this.add("draw", rounds, Math.floor(pair / width), pair % width, mass);
    }

    report(shooter) {
      const { plan, side } = this.camps[shooter];
      const total = sum([...this.mass[shooter]], (mass) => mass) || 1;
      return side.rows.map((row, at) => {
        let left = 0;
        this.mass[shooter].forEach((mass, state) => { if (mass > 0) left += mass * plan.counts[state][at]; });
        return { unit: row.name, start: row.count, left: left / total, cost: row.cost };
      });
    }
  }

  /**
   * The odds of `[[unit, number], ..]` against the same on one board of a book: chances to win, of nobody and to lose, what is left,
   * and the rounds; or why this page has no answer.
   */
  return (book, attack, defend) => {
    const attacker = sideOf({ units: book.attacker.units, bonuses: book.attacker.bonuses }, attack);
    const defender = sideOf({ units: book.defender.units, bonuses: book.defender.bonuses }, defend);
    if (attacker.rows.length === 0 || defender.rows.length === 0) return { empty: true };
    dropIdleHalves(attacker, defender);
    dropIdleHalves(defender, attacker);
    if (needsDice(attacker, defender) || needsDice(defender, attacker)) return { needsDice: true };
    const [byAttacker, byDefender] = [reachesOf(attacker, defender), reachesOf(defender, attacker)];
    const camps = [
      { side: attacker, reaches: byAttacker, plan: new Plan(attacker, byDefender.kinds) },
      { side: defender, reaches: byDefender, plan: new Plan(defender, byAttacker.kinds) },
    ];
    const fan = (camp, other) => Math.min(other.plan.states, (camp.plan.slots.length + 1) ** Math.max(1, camp.reaches.kinds.length));
    const pairs = camps[0].plan.states * camps[1].plan.states;
    if (pairs * (fan(camps[0], camps[1]) + fan(camps[1], camps[0])) > MOST_STEPS) return { tooLarge: true };
    camps.forEach((camp) => camp.plan.build());
    const walk = new Walk(book, camps);
    walk.run();
    const total = walk.verdicts.win + walk.verdicts.draw + walk.verdicts.lose;
    const share = (verdict) => total > 0 ? walk.verdicts[verdict] / total : 0;
    const [left, enemyLeft] = [walk.report(0), walk.report(1)];
    const lost = (rows) => sum(rows, (row) => row.cost * (row.start - row.left));
    return {
      win: share("win"), draw: share("draw"), lose: share("lose"), rounds: walk.rounds / (total || 1),
      attacker: left, defender: enemyLeft, lost: { attacker: lost(left), defender: lost(enemyLeft) },
    };
  };
})();
