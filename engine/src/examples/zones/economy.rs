//! Recruits, factories and neutral land.

use std::collections::BTreeMap;

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::position::{Position, numbers, texts, truths, wholes};
use crate::action::Action;
use crate::condition::Scene;
use crate::event::{Event, Operation};
use crate::ids::{Actor, FeatureIx};
use crate::order::Order;
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::hit_rolls::{conquest, neutral};
use crate::procedures::recruit::{self as building, RecruitRules};
use crate::query::zones;
use crate::run::Run;
use crate::state::operations::Queued;
use crate::triggers::{self, Moment};

fn settings(position: &Position) -> Result<RecruitRules, String> {
    building::settings(&position.rules).cloned().ok_or_else(|| "the scenario builds at no factories".to_owned())
}

fn feature(position: &Position, id: &str) -> Result<FeatureIx, String> {
    position.rules.find_feature(id).ok_or_else(|| format!("there is no feature `{id}`"))
}

fn is_true(data: Option<&Data>) -> bool {
    data == Some(&Data::Truth(true))
}

/// How many recruits a land gives: named land under a power, or a bare value.
pub(super) fn recruit(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if !example.given.contains_key("cases") && !example.given.contains_key("value") {
        return None;
    }
    Some((|| {
        let position = Position::new(content, example)?;
        let rules = settings(&position)?;
        let mut most = Vec::new();
        if let Some(Data::List(cases)) = example.given.get("cases") {
            for case in cases {
                let text = |key: &str| case.get(key).and_then(Data::as_text);
                most.push(if let (Some(power), Some(space)) = (text("power"), text("space")) {
                    let (power, space) = (position.power(power)?, position.space(space)?);
                    let value = position.rules.board.space(space).value;
                    rules.recruits_of(value, zones::is_occupied(&position.rules, power, space))
                } else {
                    let value = case.get("value").and_then(Data::as_whole).ok_or("a case lacks `value`")?;
                    rules.recruits_of(value, is_true(case.get("occupied")))
                });
            }
        } else {
            let occupied = is_true(example.given.get("occupied"));
            most = numbers(example.given.get("value"))
                .into_iter()
                .map(|value| rules.recruits_of(value, occupied))
                .collect();
        }
        compare(example, &[("most", wholes(most))])
    })())
}

/// What a power pays in a position, after attacks: `[place, by whom, with what]`.
fn prices(
    content: &Playable<'_>,
    example: &Example,
    power: &str,
    units: &BTreeMap<String, Data>,
) -> Result<(), String> {
    let position = Position::new(content, example)?;
    let power = position.power(power)?;
    let mut run = Run::new(&position.rules, position.state.clone());
    for attack in list(example, "attacks") {
        let [place, by, unit] = texts(Some(attack))[..] else {
            return Err("an attack is a place, a power and a unit".to_owned());
        };
        let (at, by, unit) = (position.space(place)?, position.power(by)?, position.unit(unit)?);
        let side = run.state.side_of(by);
        let scene = Scene { power: Some(by), side, at: Some(at), unit: Some(unit), ..Scene::default() };
        triggers::fire(&mut run, &Moment::Attacked(at), &scene);
    }
    let told = units.keys().filter_map(|id| {
        let price = building::price(&position.rules, &run.state, power, position.rules.find_unit(id)?)?;
        Some((id.clone(), Data::Whole(price)))
    });
    compare(example, &[("prices", Data::Map(told.collect()))])
}

pub(super) fn produce(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    if let (Some(Data::Map(units)), Some(power)) =
        (example.expect.get("prices"), example.given.get("power").and_then(Data::as_text))
    {
        return Some(prices(content, example, power, units));
    }
    if example.given.contains_key("space") && example.given.contains_key("power") {
        return Some(at_factory(content, example));
    }
    let bare = example.given.contains_key("factory") && !example.given.contains_key("space");
    bare.then(|| bare_factory(content, example))
}

/// What a factory gives by value, and the least value it needs.
fn bare_factory(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let position = Position::new(content, example)?;
    let rules = settings(&position)?;
    let kinds: Vec<FeatureIx> =
        texts(example.given.get("factory")).into_iter().map(|id| feature(&position, id)).collect::<Result<_, _>>()?;
    let occupied: Vec<bool> = match example.given.get("occupied") {
        Some(Data::List(list)) => list.iter().map(|one| is_true(Some(one))).collect(),
        one => vec![is_true(one); kinds.len()],
    };
    let output = numbers(example.given.get("value"))
        .into_iter()
        .map(|value| kinds.first().map_or(0, |kind| rules.output(*kind, value, occupied.first() == Some(&true))));
    let least = kinds.iter().zip(&occupied).map(|(kind, occupied)| {
        (0..1000).find(|value| rules.counted_value(*value, *occupied) >= rules.least(*kind)).unwrap_or(-1)
    });
    compare(example, &[("factory-units", wholes(output)), ("least-value", wholes(least))])
}

/// A position in the building phase: capacities of a place, and whether a list of purchases is legal there.
fn at_factory(content: &Playable<'_>, example: &Example) -> Result<(), String> {
    let mut position = Position::new(content, example)?;
    let rules = settings(&position)?;
    let text = |key: &str| example.given.get(key).and_then(Data::as_text);
    let power = position.power(text("power").ok_or("`given` lacks `power`")?)?;
    let space = position.space(text("space").ok_or("`given` lacks `space`")?)?;
    position.begin(power, |run| matches!(run, Procedure::Recruit(_)))?;
    position.happen(&Event::Operation(Operation::Began));
    position.happen(&Event::MoneySet { who: Actor::Power(power), to: 10_000 });
    if let Some(points) = example.given.get("damage").and_then(Data::as_whole) {
        position.happen(&Event::Devastated { space, points });
    }
    if let Some(raised) = text("raised-to") {
        let raised = feature(&position, raised)?;
        let mut run = Run::new(&position.rules, position.state.clone());
        let before = zones::factory(run.rules, &run.state, space, &rules.kinds());
        conquest::set_factory(&mut run, space, &rules.kinds(), before, Some(raised));
        position.state = run.state;
        position.happen(&Event::Operation(Operation::Raised { space }));
    }
    let (recruits, output, _) = building::capacity(&position.rules, &position.state, &rules, power, space);
    let class = rules.recruits;
    let infantry = (0..position.rules.units.len())
        .map(crate::ids::UnitIx::new)
        .filter(|unit| position.rules.unit(*unit).is(class) && position.rules.unit(*unit).option.is_none())
        .map(|unit| building::most(&position.rules, &position.state, &rules, unit, space))
        .max();
    let wanted = match example.given.get("buys") {
        Some(force) => position.force(force)?,
        None => Vec::new(),
    };
    if rules.places_later {
        position.begin(power, |run| matches!(run, Procedure::PlaceBought(_)))?;
        for (unit, count) in &wanted {
            let units = Queued { power, unit: *unit, count: *count, price: 0 };
            position.happen(&Event::Operation(Operation::Queued { units }));
        }
    }
    let mut game = position.game();
    let mut legal = true;
    for (unit, count) in wanted {
        let places = std::iter::once(space).chain(zones::coast(&position.rules, space));
        let bought = places.into_iter().any(|to| {
            let order = if rules.places_later {
                Order::Place { power, unit, count, site: space, to }
            } else {
                Order::Buy { unit, count, site: space, to }
            };
            game.submit(&Action::Order(order)).is_ok()
        });
        legal &= bought;
    }
    // The next turn of the power.
    let mut next = game.state.clone();
    crate::apply::apply(&mut next, &Event::Operation(Operation::Began));
    let (_, later, _) = building::capacity(&position.rules, &next, &rules, power, space);
    // A fighter that stands there may go on a deck built in this phase: it is a move of the phase before, and decks count.
    let boards = example.given.get("boards").and_then(Data::as_text).map(|unit| {
        let unit = position.unit(unit)?;
        let zones_beside = zones::coast(&position.rules, space);
        Ok::<bool, String>(
            zones_beside.into_iter().any(|zone| zones::may_land(game.rules, &game.state, power, unit, zone)),
        )
    });
    compare(
        example,
        &[
            ("factory-units", Data::Whole(output)),
            ("factory-units-next-turn", Data::Whole(later)),
            ("recruits", Data::Whole(recruits)),
            ("infantry-most", Data::Whole(infantry.unwrap_or(0))),
            ("legal", Data::Truth(legal)),
            ("boards", Data::Truth(boards.transpose()?.unwrap_or(false))),
        ],
    )
}

/// The price of raising a factory, for every power.
pub(super) fn upgrade(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (from, to) =
        (example.given.get("from").and_then(Data::as_text)?, example.given.get("to").and_then(Data::as_text)?);
    Some((|| {
        let position = Position::new(content, example)?;
        let rules = settings(&position)?;
        let (from, to) = (feature(&position, from)?, feature(&position, to)?);
        let prices: BTreeMap<String, Data> = position
            .state
            .powers()
            .filter_map(|power| {
                let price = rules.founding_price(&position.rules, power, Some(from), to)?;
                Some((position.rules.power(power).id.clone(), Data::Whole(price)))
            })
            .collect();
        compare(example, &[("cost", Data::Map(prices))])
    })())
}

/// What becomes of a factory when its land is taken, by value; or when its owner tears it down before.
pub(super) fn capture(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let factory = example.given.get("factory").and_then(Data::as_text)?;
    Some((|| {
        let position = Position::new(content, example)?;
        let rules = settings(&position)?;
        let kind = feature(&position, factory)?;
        let name = |factory: Option<FeatureIx>| {
            Data::Text(factory.map_or("none".to_owned(), |at| position.rules.features[at.index()].id.clone()))
        };
        if let Some(steps) = example.given.get("steps-done").and_then(Data::as_whole) {
            // Steps that defenders live to see, on the land itself; then it is taken.
            let text = |key: &str| example.given.get(key).and_then(Data::as_text);
            let space = position.space(text("space").ok_or("`given` lacks `space`")?)?;
            let taker = position.power(text("by").ok_or("`given` lacks `by`")?)?;
            let mut run = Run::new(&position.rules, position.state.clone());
            let kinds = rules.kinds();
            let before = zones::factory(run.rules, &run.state, space, &kinds);
            conquest::set_factory(&mut run, space, &kinds, before, Some(kind));
            for _ in 0..steps {
                conquest::tear_down(&mut run, space);
            }
            conquest::take(&mut run, space, &[taker]);
            let after = zones::factory(run.rules, &run.state, space, &kinds);
            return compare(example, &[("after", name(after))]);
        }
        let after = numbers(example.given.get("value"))
            .into_iter()
            .map(|value| name(rules.supported(Some(kind), rules.counted_value(value, true))));
        compare(example, &[("after", Data::List(after.collect()))])
    })())
}

/// The price of a neutral and the die for it; and an invader who comes to nothing.
pub(super) fn take_neutral(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let values = numbers(example.given.get("value"));
    let rolls = numbers(example.given.get("roll"));
    if values.is_empty() {
        return None;
    }
    Some((|| {
        let position = Position::new(content, example)?;
        let entry = position.hit_rules()?.neutrals.ok_or("neutral land cannot be attacked")?;
        let cost = values.iter().map(|value| neutral::price(entry, *value));
        let lost: Vec<bool> =
            values.iter().zip(&rolls).map(|(value, roll)| neutral::costs_a_unit(entry, *value, *roll)).collect();
        let mut said = vec![("cost", wholes(cost)), ("loss", truths(lost.clone()))];
        if let (Some(Data::Map(_)), Some(place)) =
            (example.given.get("attack"), example.given.get("space").and_then(Data::as_text))
        {
            let force = position.force(example.given.get("attack").ok_or("nobody attacks")?)?;
            let space = position.space(place)?;
            let by = example.given.get("by").and_then(Data::as_text).ok_or("`given` lacks `by`")?;
            let by = position.power(by)?;
            let units: i64 = force.iter().map(|(_, count)| i64::from(*count)).sum();
            let left = units - i64::from(lost.first() == Some(&true));
            let nearest = neutral::nearest_opponent(&position.rules, &position.state, by, space);
            let holder = if left > 0 { Some(by) } else { nearest };
            said.push(("left", Data::Whole(left)));
            said.push((
                "controller",
                Data::Text(holder.map_or(String::new(), |power| position.rules.power(power).id.clone())),
            ));
        }
        compare(example, &said)
    })())
}
