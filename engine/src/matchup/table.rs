//! Odds of a battle by a combat results table: the scenario is set up with nothing but the two forces, and every roll is played through
//! with the game's own orders, so that play and odds cannot differ.

use std::collections::VecDeque;

use chartroom_format::content::Content;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::procedure::Procedure as Written;
use chartroom_format::schema::units::{CombatRole, Domain};
use chartroom_format::schema::value::Amount;

use super::{Answer, Losses, Position, Question, Row, cost, key, names};
use crate::action::{Action, Maneuver};
use crate::apply;
use crate::compile::{self, Options};
use crate::game::Game;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::odds::report::{Ending, Leftover, Line, Method, Odds, SideLosses, Survivors, assemble, side_report};
use crate::procedures::Procedure;
use crate::procedures::movement::own_powers;
use crate::procedures::table_battle::{BattleRules, prospect};
use crate::query::memory::Memory;
use crate::ruleset::Ruleset;
use crate::services::marks::{self, Marks};
use crate::services::steps;
use crate::state::{Stack, State};

/// Orders after which a battle is given up as endless; none comes near.
const MOST_ORDERS: u32 = 10_000;

/// Whether the odds of a pack's battles are those of a game set up for the question.
pub fn is_played(content: &Content) -> bool {
    content.procedures.values().any(|entry| matches!(entry.run, Written::Battle { .. }))
}

/// One force on its way into the question.
struct Force {
    power: PowerIx,
    at: SpaceIx,
    lines: Vec<(UnitIx, u16)>,
}

pub(super) fn answer(question: &Question<'_>) -> Result<Answer, String> {
    let (rules, start) = match question.position.map(Position::game) {
        Some((rules, start)) => (rules.clone(), start.clone()),
        None => first_game(question.content)?,
    };
    let (phase, settings) = phase_of(&rules, &start, question)?;
    let mut state = start.clone();
    (state.phase, state.begun) = (phase, true);
    for stack in start.stacks {
        apply::remove(&mut state, stack);
    }
    let attacker = power_of(&rules, question.attacker).or_else(|| own_powers(&rules, &state).first().copied());
    let attacker = attacker.ok_or("nobody attacks in the combat phase of the pack")?;
    let is_foe = |power: &PowerIx| state.at_war(attacker, *power);
    let defender = power_of(&rules, question.defender).or_else(|| state.powers().find(is_foe));
    let defender = defender.filter(is_foe).ok_or("attacker and defender are not at war when the scenario begins")?;
    let (attack, defend) = (lines(&rules, &question.attack)?, lines(&rules, &question.defend)?);
    let (target, from) = ground(&rules, question, &attack)?;
    let attack = Force { power: attacker, at: from, lines: attack };
    let defend = Force { power: defender, at: target, lines: defend };
    let marks = settings.only.map_or(Marks::NONE, |mark| marks::marked(Marks::NONE, mark, true));
    place(&mut state, &attack, marks);
    place(&mut state, &defend, Marks::NONE);
    let mut game = Game { rules: &rules, state };
    let force: Vec<Stack> = game.state.stacks_in(from).to_vec();
    for stack in &force {
        let order = Action::Maneuver(Maneuver::Pledge { stack: *stack, target });
        game.submit(&order).map_err(|refusal| refusal.to_string())?;
    }
    let outlook = prospect::of(&rules, &game.state, settings, &force, target).map_err(|refusal| refusal.to_string())?;
    let results = outlook.codes.iter().map(|chance| {
        let code = if chance.code.is_empty() { "no effect" } else { chance.code };
        (code.to_owned(), chance.rolls as f64 / outlook.rolls as f64)
    });
    let results = results.collect();
    let odds = play(question, &game, settings, (&attack, &defend))?;
    let names = names(question);
    let place = |space: SpaceIx| rules.space_name(space).to_owned();
    let mut notes = vec![format!(
        "column {} with {} against {}; {} attacked from {} as `{}` begins, with nobody else on the map",
        outlook.label,
        outlook.column.attack,
        outlook.column.defence,
        place(target),
        place(from),
        rules.scenario
    )];
    notes.push(
        "losses and retreats as their owners would choose: the step that costs least, the first way back".to_owned(),
    );
    Ok(Answer { family: "table-battle", odds, names, results, notes, left_out: Vec::new() })
}

/// The first scenario of the pack that can be played.
fn first_game(content: &Content) -> Result<(Ruleset, State), String> {
    let mut why = "the pack has no scenario, and the odds are those of a game".to_owned();
    for scenario in content.scenarios.keys() {
        match compile::compile(content, scenario.as_str(), Options::default()) {
            Ok(game) => return Ok(game),
            Err(findings) => why = findings.first().map_or(why, |finding| finding.message.clone()),
        }
    }
    Err(why)
}

fn power_of(rules: &Ruleset, name: Option<&str>) -> Option<PowerIx> {
    name.and_then(|name| rules.find_power(name))
}

/// The first combat phase of the attacker, or of anybody.
fn phase_of<'r>(rules: &'r Ruleset, state: &State, question: &Question<'_>) -> Result<(u16, &'r BattleRules), String> {
    let attacker = power_of(rules, question.attacker);
    let found = rules.phases.iter().enumerate().find_map(|(at, phase)| {
        let run = phase.run.map(|run| &rules.procedures[run.index()].run);
        let Some(Procedure::Battle(settings)) = run else { return None };
        let own = crate::services::sides::commanded(state, &phase.player);
        attacker.is_none_or(|attacker| own.contains(&attacker)).then_some((at as u16, &**settings))
    });
    found.ok_or_else(|| "the attacker has no combat phase".to_owned())
}

fn lines(rules: &Ruleset, rows: &[Row]) -> Result<Vec<(UnitIx, u16)>, String> {
    let line = |row: &Row| {
        let unit = rules.find_unit(&row.unit).ok_or_else(|| format!("the pack has no unit `{}`", row.unit))?;
        Ok((unit, row.count))
    };
    let mut lines: Vec<(UnitIx, u16)> = rows.iter().map(line).collect::<Result<_, String>>()?;
    lines.sort_unstable();
    lines.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = kept.1.saturating_add(next.1);
        }
        same
    });
    Ok(lines)
}

/// The space fought over and one beside it, without any hexside between them where there is such a one; on plain ground if the question
/// names no space.
fn ground(rules: &Ruleset, question: &Question<'_>, attack: &[(UnitIx, u16)]) -> Result<(SpaceIx, SpaceIx), String> {
    let board = &rules.board;
    let domain = attack.first().map_or(Domain::Land, |(unit, _)| rules.unit(*unit).domain);
    let beside = |target: SpaceIx, plain: bool| {
        let links = board.links_of(target).iter().map(|link| link.to);
        let mut ways = links.filter_map(|from| board.link(from, target).map(|link| (from, link)));
        let way = ways.find(|(from, link)| {
            link.passes.has(domain)
                && link.attacks.has(domain)
                && (!plain || link.sides == 0)
                && fits(rules, *from, domain)
        });
        way.map(|(from, _)| (target, from))
    };
    if let Some(name) = question.at {
        let target = board.find(name).ok_or_else(|| format!("the map has no space `{name}`"))?;
        let found = beside(target, true).or_else(|| beside(target, false));
        return found.ok_or_else(|| format!("nobody can attack `{name}` from a space beside it"));
    }
    let plain = board.terrains.iter().position(|terrain| {
        question.content.default_terrain.as_ref().is_some_and(|default| default.as_str() == terrain.id)
    });
    let is_plain = |space: &SpaceIx| {
        let info = board.space(*space);
        plain.is_none_or(|plain| info.terrain.index() == plain)
            && info.features.is_empty()
            && fits(rules, *space, domain)
    };
    // In the middle of the map nobody is driven over its edge.
    let count = board.spaces.len();
    let order = (0..count).map(|at| SpaceIx::new((at + count / 2) % count)).filter(is_plain);
    let mut found = order.filter_map(|space| beside(space, true)).filter(|(_, from)| is_plain(from));
    found.next().ok_or_else(|| "the board has no two plain neighbours; name a space".to_owned())
}

fn fits(rules: &Ruleset, space: SpaceIx, domain: Domain) -> bool {
    let surface = rules.board.space(space).surface;
    surface != Surface::Impassable && (domain != Domain::Land || rules.board.has_land(space))
}

fn place(state: &mut State, force: &Force, marks: Marks) {
    for (unit, count) in &force.lines {
        let stack =
            Stack { space: force.at, army: marks.0, power: force.power, unit: *unit, damaged: 0, count: *count };
        apply::add(state, stack);
    }
}

/// Every sum of the dice, played to the end of the battle.
fn play(
    question: &Question<'_>,
    game: &Game<'_>,
    settings: &BattleRules,
    (attack, defend): (&Force, &Force),
) -> Result<Odds, String> {
    let all = prospect::sums(settings.dice, settings.die);
    let rolls: u64 = all.iter().map(|(_, count)| count).sum();
    let mut endings = [0.0; Ending::ALL.len()];
    let mut sides = [Vec::new(), Vec::new()];
    for (sum, count) in all {
        let probability = count as f64 / rolls as f64;
        let after = resolve(question, game, faces(sum, settings), defend.at)?;
        endings[ending(&after.state, attack, defend) as usize] += probability;
        for (side, force) in sides.iter_mut().zip([attack, defend]) {
            side.push(left(&after.state, force, probability));
        }
    }
    let [first, second] = &sides;
    let attacker = report(question, game.rules, attack, first, question.attacker)?;
    let defender = report(question, game.rules, defend, second, question.defender)?;
    Ok(assemble(Method::Exact, endings, vec![0.0, 1.0], attacker, defender, 0.0))
}

/// What one roll leaves of a force, by its lines.
struct Left {
    alive: Vec<u32>,
    damaged: Vec<u32>,
    probability: f64,
}

/// What all rolls leave of a force, and what they cost it.
fn report(
    question: &Question<'_>,
    rules: &Ruleset,
    force: &Force,
    outcomes: &[Left],
    power: Option<&str>,
) -> Result<(Vec<Survivors>, SideLosses), String> {
    let names = names(question);
    let line = |(unit, count): &(UnitIx, u16)| {
        let id = &rules.unit(*unit).id;
        Ok(Line { unit: key(&names, id), count: u32::from(*count), cost: price_of(question, id, power)? })
    };
    let lines: Vec<Line> = force.lines.iter().map(line).collect::<Result<_, String>>()?;
    let leftovers = outcomes.iter().map(|left| Leftover {
        alive: &left.alive,
        damaged: &left.damaged,
        probability: left.probability,
    });
    Ok(side_report(&lines, leftovers))
}

/// What a unit costs its owner, for what the losses are worth.
fn price_of(question: &Question<'_>, unit: &str, power: Option<&str>) -> Result<u32, String> {
    cost(question.content, question.position, unit, power).map(|(cost, _)| cost)
}

/// Faces of the dice that add up to a sum.
fn faces(sum: i64, settings: &BattleRules) -> VecDeque<i64> {
    let mut left = sum - settings.dice;
    let face = |_| {
        let more = left.min(settings.die - 1);
        left -= more;
        1 + more
    };
    (0..settings.dice).map(face).collect()
}

/// Throws the dice as told and settles the battle.
fn resolve<'r>(
    question: &Question<'_>,
    game: &Game<'r>,
    mut dice: VecDeque<i64>,
    target: SpaceIx,
) -> Result<Game<'r>, String> {
    let mut game = game.clone();
    let mut memory = Memory::default();
    let order = Action::Maneuver(Maneuver::Attack { target });
    game.submit_loaded(&mut memory, &mut dice, &order).map_err(|refusal| refusal.to_string())?;
    for _ in 0..MOST_ORDERS {
        let Some(clash) = game.state.battles.clash else { return Ok(game) };
        let of = clash.duty.map_or(CombatRole::Attacking, |duty| duty.of);
        let policy = if of == CombatRole::Attacking { &question.losses.0 } else { &question.losses.1 };
        let legal = game.legal();
        let rank = |action: &Action| match action {
            Action::Maneuver(Maneuver::Lose { stack }) => rank(question, game.rules, policy, stack, of),
            // Who may advance does.
            Action::Done => i128::MAX,
            _ => 0,
        };
        let action = legal.iter().min_by_key(|action| rank(action)).copied().ok_or("the battle does not end")?;
        game.submit_with(&mut memory, &action).map_err(|refusal| refusal.to_string())?;
    }
    Err("the battle does not end".to_owned())
}

/// The lower, the sooner a unit is given up.
fn rank(question: &Question<'_>, rules: &Ruleset, policy: &Losses, stack: &Stack, of: CombatRole) -> i128 {
    let worth = |amount: Amount| i128::from(amount.numerator) * 1_000 / i128::from(amount.denominator.max(1));
    match policy {
        Losses::Usual => worth(steps::step_worth(rules, stack, of)),
        Losses::Cheapest => i128::from(price_of(question, &rules.unit(stack.unit).id, None).unwrap_or(1)),
        Losses::KeepAttack => worth(steps::printed(rules, stack.unit, stack.damaged, CombatRole::Attacking)),
        Losses::KeepDefence => worth(steps::printed(rules, stack.unit, stack.damaged, CombatRole::Defending)),
        Losses::Given(order) => {
            let id = &rules.unit(stack.unit).id;
            order.iter().position(|unit| unit == id).unwrap_or(order.len()) as i128
        }
    }
}

/// How a battle ended.
fn ending(state: &State, attack: &Force, defend: &Force) -> Ending {
    let of = |power: PowerIx| state.stacks.iter().filter(move |stack| stack.power == power);
    let (attackers, defenders) = (of(attack.power).count(), of(defend.power).count());
    let holds = of(defend.power).any(|stack| stack.space == defend.at);
    let gone_back = of(attack.power).all(|stack| stack.space != attack.at && stack.space != defend.at);
    match (attackers, defenders) {
        (0, 0) => Ending::BothDestroyed,
        (_, 0) => Ending::DefenderDestroyed,
        (0, _) => Ending::AttackerDestroyed,
        _ if !holds => Ending::DefenderRetreated,
        _ if gone_back => Ending::AttackerRetreated,
        _ => Ending::Held,
    }
}

/// How many units of each line are left, and how many of them are damaged.
fn left(state: &State, force: &Force, probability: f64) -> Left {
    let count = |unit: UnitIx, least: u8| {
        let of = state.stacks.iter().filter(|stack| stack.power == force.power && stack.unit == unit);
        of.filter(|stack| stack.damaged >= least).map(|stack| u32::from(stack.count)).sum()
    };
    let all = |least: u8| force.lines.iter().map(|(unit, _)| count(*unit, least)).collect();
    Left { alive: all(0), damaged: all(1), probability }
}
