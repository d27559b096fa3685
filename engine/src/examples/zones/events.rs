//! What rules bring about: land changes hands, a moment comes, a rule is called with dice that fall as the example says.
//!
//! `given`, besides a position: `captures` (`[place or region, by whom]`), `turn-of` (a power whose turn starts afterwards), `calls` (a
//! rule, with its `dice`), and `invokes` (`[side, rule]`: may it be chosen now?). `expect`: `sides` and `sides-before` the moment,
//! `leans` (country -> side) and `land-leans` (place -> side of its country), `holds`, `at-war` (pairs), `money`, `legal`,
//! `capital-choices` (power -> where its capital can go).

use std::collections::BTreeMap;

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::{compare, list};
use super::position::{Position, numbers, texts};
use crate::action::Action;
use crate::condition::Scene;
use crate::event::Event;
use crate::game::Game;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::hit_rolls::conquest;
use crate::procedures::income::terms::has_lost_capital;
use crate::procedures::{Procedure, recruit};
use crate::run::Run;
use crate::triggers::{self, Moment};

/// Lets things happen and compares what has become of the world.
pub(super) fn politics(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let known = ["captures", "turn-of", "calls", "invokes"];
    known.iter().any(|key| example.given.contains_key(*key)).then(|| {
        let position = Position::new(content, example)?;
        let mut run = Run::new(&position.rules, position.state.clone());
        let legal = match texts(example.given.get("invokes"))[..] {
            [side, rule] => may_invoke(&position, side, rule)?,
            _ => false,
        };
        for capture in list(example, "captures") {
            let [place, by] = texts(Some(capture))[..] else {
                return Err("a capture is a place and a power".to_owned());
            };
            let by = position.power(by)?;
            for space in position.places(place)? {
                conquest::take(&mut run, space, &[by]);
            }
            let scene = Scene { power: Some(by), side: run.state.side_of(by), ..Scene::default() };
            triggers::whenever(&mut run, &scene);
        }
        let before = sides(&position, &run, example.expect.get("sides-before"));
        if let Some(power) = example.given.get("turn-of").and_then(Data::as_text) {
            let power = position.power(power)?;
            let scene = Scene { power: Some(power), side: run.state.side_of(power), ..Scene::default() };
            triggers::fire(&mut run, &Moment::PowerTurnStart(power), &scene);
            triggers::whenever(&mut run, &scene);
        }
        if let Some(rule) = example.given.get("calls").and_then(Data::as_text) {
            run.state.dice.loaded = numbers(example.given.get("dice"));
            triggers::by_name(&mut run, position.event(rule)?, &Scene::default());
            if !run.state.dice.loaded.is_empty() {
                return Err(format!("{} dice are left over", run.state.dice.loaded.len()));
            }
        }
        let asked = |key: &str| example.expect.get(key);
        compare(
            example,
            &[
                ("legal", Data::Truth(legal)),
                ("sides-before", before),
                ("sides", sides(&position, &run, asked("sides"))),
                ("leans", by_name(asked("leans"), |id| Some(leaning(&position, &run, position.rules.find_power(id)?)))),
                (
                    "land-leans",
                    by_name(asked("land-leans"), |id| {
                        let holder = run.state.holder(position.rules.board.find(id)?)?;
                        Some(leaning(&position, &run, holder))
                    }),
                ),
                (
                    "holds",
                    by_name(asked("holds"), |id| {
                        let holder = run.state.holder(position.rules.board.find(id)?)?;
                        Some(Data::Text(position.rules.power(holder).id.clone()))
                    }),
                ),
                (
                    "money",
                    by_name(asked("money"), |id| {
                        Some(Data::Whole(run.state.money(Actor::Power(position.rules.find_power(id)?))))
                    }),
                ),
                (
                    "without-capital",
                    by_name(asked("without-capital"), |id| {
                        Some(Data::Truth(has_lost_capital(&position.rules, &run.state, position.rules.find_power(id)?)))
                    }),
                ),
                ("may-buy", by_name(asked("may-buy"), |id| may_buy(&position, &run, id))),
                ("at-war", wars(&position, &run, asked("at-war"))),
                ("capital-choices", by_name(asked("capital-choices"), |id| capitals(&position, &run, id))),
            ],
        )
    })
}

/// An answer for every name that the example asks about.
fn by_name(asked: Option<&Data>, answer: impl Fn(&str) -> Option<Data>) -> Data {
    let Some(Data::Map(names)) = asked else { return Data::Nothing };
    let told = names.keys().map(|id| (id.clone(), answer(id).unwrap_or(Data::Nothing)));
    Data::Map(told.collect::<BTreeMap<String, Data>>())
}

fn may_invoke(position: &Position, side: &str, rule: &str) -> Result<bool, String> {
    let side = position.rules.find_side(side).ok_or_else(|| format!("there is no side `{side}`"))?;
    Ok(triggers::invocable(&position.rules, &position.state, side).contains(&position.event(rule)?))
}

fn sides(position: &Position, run: &Run, asked: Option<&Data>) -> Data {
    by_name(asked, |id| {
        let side = run.state.side_of(position.rules.find_power(id)?);
        let name = side.map_or("none", |side| position.rules.actor_name(Actor::Side(side)));
        Some(Data::Text(name.to_owned()))
    })
}

/// The side to which a country that takes none leans: that of the power it leans to.
fn leaning(position: &Position, run: &Run, country: PowerIx) -> Data {
    let leans = |other: &PowerIx| run.state.relation(country, *other) == RelationKind::Leaning;
    let side = run.state.powers().find(leans).and_then(|other| run.state.side_of(other));
    let side = side.filter(|_| run.state.side_of(country).is_none());
    let name = side.map_or("none", |side| position.rules.actor_name(Actor::Side(side)));
    Data::Text(name.to_owned())
}

/// Whether a power with money could buy anything anywhere.
fn may_buy(position: &Position, run: &Run, id: &str) -> Option<Data> {
    let power = position.rules.find_power(id)?;
    let mut later = Position { rules: position.rules.clone(), state: run.state.clone() };
    later.begin(power, |run| matches!(run, Procedure::Recruit(_))).ok()?;
    later.happen(&Event::MoneySet { who: Actor::Power(power), to: 1000 });
    let settings = recruit::settings(&position.rules)?;
    let sites = (0..position.rules.board.spaces.len()).map(SpaceIx::new);
    let mut sites = sites.filter(|site| later.state.holder(*site) == Some(power));
    let any = sites.any(|site| {
        let mut units = (0..position.rules.units.len()).map(UnitIx::new);
        units.any(|unit| recruit::most(&position.rules, &later.state, settings, unit, site) > 0)
    });
    Some(Data::Truth(any))
}

/// Of the pairs that the example asks about, those at war.
fn wars(position: &Position, run: &Run, asked: Option<&Data>) -> Data {
    let Some(Data::List(pairs)) = asked else { return Data::Nothing };
    let fights = |pair: &&Data| match texts(Some(pair))[..] {
        [one, other] => match (position.rules.find_power(one), position.rules.find_power(other)) {
            (Some(one), Some(other)) => run.state.at_war(one, other),
            _ => false,
        },
        _ => false,
    };
    Data::List(pairs.iter().filter(fights).cloned().collect())
}

/// Where the capital of a power is after each answer to the question that waits.
fn capitals(position: &Position, run: &Run, id: &str) -> Option<Data> {
    let power = position.rules.find_power(id)?;
    let game = Game { rules: &position.rules, state: run.state.clone() };
    let mut found = Vec::new();
    for action in game.legal().into_iter().filter(|action| matches!(action, Action::Choose { .. })) {
        let mut after = game.clone();
        after.submit(&action).ok()?;
        let capital = after.state.capitals(&position.rules, power).next()?;
        found.push(Data::Text(position.rules.space_name(capital).to_owned()));
    }
    Some(Data::List(found))
}
