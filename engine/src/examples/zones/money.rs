//! Income, lend-lease, liberation and victory; who plays when and what stands where at the start.

use std::collections::{BTreeMap, VecDeque};

use chartroom_format::schema::example::Example;
use chartroom_format::schema::scenario::VictoryCheck;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::position::{Position, numbers, texts, truths, wholes};
use crate::action::Action;
use crate::event::{Event, Operation};
use crate::ids::{Actor, PowerIx, SpaceIx};
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::give::{self, GiveRules};
use crate::procedures::hit_rolls::conquest;
use crate::procedures::recruit as building;
use crate::query::memory::Memory;
use crate::query::{income, zones};
use crate::ruleset::Player;
use crate::run::Run;

/// The first money of each power, with nothing lost or gained before its turn.
pub(super) fn collect_income(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let wanted = example.expect.get("income").or_else(|| example.expect.get("money"))?;
    let Data::Map(wanted) = wanted else { return None };
    Some((|| {
        let mut position = Position::new(content, example)?;
        let (mut earned, mut money) = (BTreeMap::new(), BTreeMap::new());
        for id in wanted.keys() {
            let power = position.power(id)?;
            position.begin(power, |run| matches!(run, Procedure::CollectIncome(_)))?;
            let mut run = Run::new(&position.rules, position.state.clone());
            let before = run.state.money(Actor::Power(power));
            crate::procedures::begin(&mut run);
            let after = run.state.money(Actor::Power(power));
            earned.insert(id.clone(), Data::Whole(after - before));
            money.insert(id.clone(), Data::Whole(after));
        }
        compare(example, &[("income", Data::Map(earned)), ("money", Data::Map(money))])
    })())
}

/// The lend-lease that a power gives, and the phase it does so in.
fn lending(position: &mut Position, from: PowerIx) -> Result<Option<GiveRules>, String> {
    let found = position.rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::Give(settings) if settings.from == from => Some(settings.clone()),
        _ => None,
    });
    let Some(settings) = found else { return Ok(None) };
    let phase = position.rules.phases.iter().position(|phase| {
        let run = phase.run.map(|at| &position.rules.procedures[at.index()].run);
        let plays = matches!(&phase.player, Player::Slot(powers) if powers.contains(&from));
        plays && matches!(run, Some(Procedure::Give(other)) if other.from == from)
    });
    let phase = phase.ok_or("the turn has no phase for it")? as u16;
    position.happen(&Event::PhaseBegan { phase });
    position.happen(&Event::Operation(Operation::LendingBegan));
    Ok(Some(settings))
}

pub(super) fn lend_lease(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if example.given.contains_key("gift") {
        return Some(intercepted(content, example));
    }
    if let Some(Data::Map(gifts)) = example.given.get("gifts") {
        return Some(gifts_given(content, example, gifts));
    }
    if matches!(example.given.get("gifts"), Some(Data::List(_))) {
        return Some(partners(content, example));
    }
    if example.given.contains_key("bound-saved") {
        return Some(bound_money(content, example));
    }
    example.given.contains_key("money").then(|| share(content, example))
}

/// Gifts of one power, what of them is bound, and their sum.
fn gifts_given(content: &Playable<'_>, example: &Example, gifts: &BTreeMap<String, Data>) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let from = position.power(example.given.get("from").and_then(Data::as_text).unwrap_or_default())?;
    lending(&mut position, from)?.ok_or("this power lends nothing")?;
    let money = numbers(example.given.get("money")).first().copied().unwrap_or(0);
    position.happen(&Event::MoneySet { who: Actor::Power(from), to: money });
    let mut game = position.game();
    let (mut free, mut bound, mut total) = (BTreeMap::new(), BTreeMap::new(), 0);
    for (to, points) in gifts {
        let power = position.power(to)?;
        let before = game.state.operations.bound(power);
        let points = points.as_whole().unwrap_or(0);
        let order = Order::Give { by: from, to: power, points: points.clamp(0, 60_000) as u16 };
        game.submit(&Action::Order(order)).map_err(|refusal| refusal.to_string())?;
        let tied = game.state.operations.bound(power) - before;
        free.insert(to.clone(), Data::Whole(points - tied));
        bound.insert(to.clone(), Data::Whole(tied));
        total += points;
    }
    let spent = money - game.state.money(Actor::Power(from));
    if spent != total {
        return Err(format!("{total} was given but {spent} was paid"));
    }
    compare(example, &[("free", Data::Map(free)), ("bound", Data::Map(bound)), ("total", Data::Whole(total))])
}

/// One gift of a power, the enemy's die against it, and who has money afterwards; whether a second gift may follow.
fn intercepted(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let [from, to] = texts(example.given.get("gift"))[..] else {
        return Err("a gift has a giver and a taker".to_owned());
    };
    let (from, to) = (position.power(from)?, position.power(to)?);
    lending(&mut position, from)?.ok_or("this power lends nothing")?;
    let mut game = position.game();
    let points = numbers(example.given.get("points")).first().copied().unwrap_or(0).clamp(0, 60_000) as u16;
    let order = Action::Order(Order::Give { by: from, to, points });
    let mut dice = VecDeque::from(numbers(example.given.get("dice")));
    let given = game.submit_loaded(&mut Memory::default(), &mut dice, &order);
    let legal = given.is_ok();
    let Some(Data::Map(asked)) = example.expect.get("purses") else {
        return compare(example, &[("legal", Data::Truth(legal))]);
    };
    let purse = |id: &String| {
        let money = position.rules.find_power(id).map(|power| game.state.money(Actor::Power(power)));
        (id.clone(), Data::Whole(money.unwrap_or(-1)))
    };
    let purses = Data::Map(asked.keys().map(purse).collect());
    let again = game.clone().submit(&Action::Order(Order::Give { by: from, to, points: 1 })).is_ok();
    compare(example, &[("legal", Data::Truth(legal)), ("purses", purses), ("again", Data::Truth(again))])
}

/// The most that may be given of some money.
fn share(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let from = position.power(example.given.get("from").and_then(Data::as_text).unwrap_or_default())?;
    let settings = lending(&mut position, from)?.ok_or("this power lends nothing")?;
    let mut most = Vec::new();
    for money in numbers(example.given.get("money")) {
        position.happen(&Event::MoneySet { who: Actor::Power(from), to: money });
        most.push(give::left(&position.state, &settings));
    }
    compare(example, &[("most", wholes(most))])
}

/// Who may give to whom, and whether the gift can be spent in the same player turn.
fn partners(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let (mut legal, mut usable) = (Vec::new(), Vec::new());
    for pair in list(example, "gifts") {
        let names = texts(Some(pair));
        let [from, to] = names[..] else { return Err("a gift names giver and taker".to_owned()) };
        let mut position = Position::new(content, example)?;
        let (from, to) = (position.power(from)?, position.power(to)?);
        let settings = lending(&mut position, from)?;
        position.happen(&Event::MoneySet { who: Actor::Power(from), to: 100 });
        let mut game = position.game();
        let order = Action::Order(Order::Give { by: from, to, points: 1 });
        legal.push(settings.is_some() && game.submit(&order).is_ok());
        let together = zones::powers_of(game.rules, &game.state).contains(&to);
        usable.push(Data::Text(if together { "same-turn" } else { "next-turn" }.to_owned()));
    }
    compare(example, &[("legal", truths(legal)), ("usable", Data::List(usable))])
}

/// Bound money stays bound over a turn and buys only what it may.
fn bound_money(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let power = position.power(example.given.get("power").and_then(Data::as_text).unwrap_or_default())?;
    let saved = numbers(example.given.get("bound-saved")).first().copied().unwrap_or(0);
    let barred = position.unit(example.given.get("unit").and_then(Data::as_text).unwrap_or_default())?;
    position.begin(power, |run| matches!(run, Procedure::Recruit(_)))?;
    position.happen(&Event::Operation(Operation::BoundSet { power, to: saved }));
    // The next player turn of the power begins.
    position.happen(&Event::Operation(Operation::Began));
    let bound = position.state.operations.bound(power);
    let price = building::price(&position.rules, &position.state, power, barred).unwrap_or(0);
    let settings = building::settings(&position.rules).cloned().ok_or("the scenario builds nothing")?;
    let home = position.rules.power(power).capitals.first().copied().ok_or("the power has no capital")?;
    let mut buys = |free: i64| {
        position.happen(&Event::MoneySet { who: Actor::Power(power), to: saved + free });
        building::most(&position.rules, &position.state, &settings, barred, home)
    };
    // With one coin less than the price beside the bound money nothing is bought; with the price, one.
    let (short, enough) = (buys(price - 1), buys(price));
    if enough != 1 {
        return Err(format!("free money should buy one unit but buys {enough}"));
    }
    compare(example, &[("bound-next-turn", Data::Whole(bound)), ("buys-infantry", Data::Truth(short > 0))])
}

/// Who holds land that each of some powers retakes.
pub(super) fn liberate(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let takers = texts(example.given.get("by"));
    if takers.is_empty() {
        return None;
    }
    Some((|| {
        let mut found = Vec::new();
        for taker in takers {
            let mut position = Position::new(content, example)?;
            let text = |key: &str| example.given.get(key).and_then(Data::as_text);
            let space = match (text("space"), text("country")) {
                (Some(space), _) => position.space(space)?,
                (None, Some(country)) => {
                    let spaces = (0..position.rules.board.spaces.len()).map(SpaceIx::new);
                    let inside = |space: &SpaceIx| {
                        let country_of = position.rules.board.space(*space).country;
                        country_of.is_some_and(|at| position.rules.board.regions[at.index()].id == country)
                    };
                    spaces.into_iter().find(inside).ok_or("the country has no land")?
                }
                _ => return Err("`given` lacks `space`".to_owned()),
            };
            let (enemy, taker) = (position.power(text("from").unwrap_or_default())?, position.power(taker)?);
            position.happen(&Event::Captured { space, from: None, by: Some(enemy) });
            let mut run = Run::new(&position.rules, position.state.clone());
            conquest::take(&mut run, space, &[taker]);
            let holder = run.state.holder(space).map_or("nobody", |power| position.rules.power(power).id.as_str());
            found.push(Data::Text(holder.to_owned()));
        }
        compare(example, &[("controller", Data::List(found))])
    })())
}

/// Land changes hands until the sides hold what the example says; then victory is looked at.
pub(super) fn victory(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let ours = numbers(example.given.get("axis-land"));
    let last_turn = example.given.get("last-turn") == Some(&Data::Truth(true));
    if ours.is_empty() && !last_turn {
        return None;
    }
    Some((|| {
        let theirs = numbers(example.given.get("allied-land"));
        let keep = texts(example.given.get("keeps"));
        let cases = ours.len().max(1);
        let mut winners: Vec<Option<String>> = Vec::new();
        for case in 0..cases {
            let mut position = Position::new(content, example)?;
            let sides = (position.side("axis")?, position.side("allies")?);
            if let Some(land) = ours.get(case) {
                position.trade(sides, *land, theirs.get(case).copied(), &keep)?;
            }
            let mut run = Run::new(&position.rules, position.state.clone());
            crate::procedures::victory::check(&mut run, VictoryCheck::TurnEnd);
            if last_turn && run.state.outcome.is_none() {
                crate::procedures::victory::check(&mut run, VictoryCheck::GameEnd);
            }
            let winner = run.state.outcome.and_then(|outcome| outcome.winner);
            winners.push(winner.map(|winner| position.rules.actor_name(winner).to_owned()));
        }
        let won = |side: &str| -> Data {
            let list: Vec<bool> = winners.iter().map(|winner| winner.as_deref() == Some(side)).collect();
            if matches!(example.given.get("axis-land"), Some(Data::List(_))) {
                truths(list)
            } else {
                Data::Truth(list[0])
            }
        };
        let winner = winners[0].clone().map_or(Data::Nothing, Data::Text);
        compare(example, &[("allies-win", won("allies")), ("axis-wins", won("axis")), ("winner", winner)])
    })())
}

impl Position {
    fn side(&self, id: &str) -> Result<Actor, String> {
        self.rules.find_side(id).map(Actor::Side).ok_or_else(|| format!("there is no side `{id}`"))
    }

    /// Hands land over, piece by piece, until one side holds a value and, if asked, the other another.
    fn trade(&mut self, sides: (Actor, Actor), ours: i64, theirs: Option<i64>, keep: &[&str]) -> Result<(), String> {
        let kept: Vec<SpaceIx> = keep
            .iter()
            .flat_map(|id| {
                let region = self.rules.board.regions.iter().find(|region| region.id == *id);
                region.map_or_else(|| self.rules.board.find(id).into_iter().collect(), |region| region.spaces.clone())
            })
            .collect();
        let now = |position: &Self, who: Actor| income::base_of(&position.rules, &position.state, who);
        for _ in 0..2000 {
            let gap = ours - now(self, sides.0);
            let other_gap = theirs.map_or(0, |theirs| theirs - now(self, sides.1));
            if gap == 0 && other_gap == 0 {
                return Ok(());
            }
            // Land goes from whoever has too much to whoever has too little, else to or from nobody.
            let (from, to, size) = match (gap, other_gap) {
                (gap, other) if gap > 0 && other < 0 => (Some(sides.1), Some(sides.0), gap.min(-other)),
                (gap, other) if gap < 0 && other > 0 => (Some(sides.0), Some(sides.1), (-gap).min(other)),
                (gap, _) if gap > 0 => (None, Some(sides.0), gap),
                (gap, _) if gap < 0 => (Some(sides.0), None, -gap),
                (_, other) if other > 0 => (None, Some(sides.1), other),
                (_, other) => (Some(sides.1), None, -other),
            };
            let spaces = (0..self.rules.board.spaces.len()).map(SpaceIx::new);
            let fits = |space: &SpaceIx| {
                let value = self.rules.board.space(*space).value;
                let held = match from {
                    Some(from) => self.state.is_held_by(*space, from),
                    None => self.state.holder(*space).is_none(),
                };
                held && value > 0 && value <= size && !kept.contains(space)
            };
            let best = spaces.into_iter().filter(fits).max_by_key(|space| self.rules.board.space(*space).value);
            let space = best.ok_or("no land of that value is left to trade")?;
            let lead = to.and_then(|to| self.state.members(to).next());
            self.happen(&Event::Captured { space, from: None, by: lead });
        }
        Err("the land cannot be divided that way".to_owned())
    }
}

/// Land lost by its owners and held by their enemies.
pub(super) fn land_totals(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    example.expect.contains_key("conquered").then(|| {
        let position = Position::new(content, example)?;
        let (mut lost, mut conquered): (BTreeMap<String, i64>, BTreeMap<String, i64>) = Default::default();
        for space in (0..position.rules.board.spaces.len()).map(SpaceIx::new) {
            let info = position.rules.board.space(space);
            let (Some(owner), Some(holder)) = (info.owner, position.state.holder(space)) else { continue };
            if position.state.at_war(owner, holder) && info.value > 0 {
                *lost.entry(position.rules.power(owner).id.clone()).or_default() += info.value;
                *conquered.entry(position.rules.power(holder).id.clone()).or_default() += info.value;
            }
        }
        let data = |map: &BTreeMap<String, i64>| {
            Data::Map(map.iter().map(|(power, value)| (power.clone(), Data::Whole(*value))).collect())
        };
        let said =
            [("lost", data(&lost)), ("conquered", data(&conquered)), ("total", Data::Whole(lost.values().sum()))];
        compare(example, &said)
    })
}

pub(super) fn order_of_play(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    example.expect.contains_key("seats").then(|| {
        let position = Position::new(content, example)?;
        let mut seats: Vec<Data> = Vec::new();
        for phase in &position.rules.phases {
            let Player::Slot(powers) = &phase.player else { continue };
            let names = powers.iter().map(|power| Data::Text(position.rules.power(*power).id.clone())).collect();
            let seat = Data::List(names);
            if seats.last() != Some(&seat) {
                seats.push(seat);
            }
        }
        compare(example, &[("seats", Data::List(seats))])
    })
}

/// Whole and damaged units of a type in a place at the start.
pub(super) fn set_up_total(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let text = |key: &str| example.given.get(key).and_then(Data::as_text);
    let (power, space, unit) = (text("power")?, text("space")?, text("unit")?);
    Some((|| {
        let position = Position::new(content, example)?;
        let (power, space, unit) = (position.power(power)?, position.space(space)?, position.unit(unit)?);
        let count = |damaged: bool| -> i64 {
            let stacks = position.state.stacks_in(space).iter();
            stacks
                .filter(|stack| stack.power == power && stack.unit == unit && (stack.damaged > 0) == damaged)
                .map(|stack| i64::from(stack.count))
                .sum()
        };
        compare(example, &[("intact", Data::Whole(count(false))), ("damaged", Data::Whole(count(true)))])
    })())
}
