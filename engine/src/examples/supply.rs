//! Pockets: cut off, captured, or living on their own production.

use chartroom_format::content::Content;
use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::{compare, game, list};
use crate::event::{Event, GainReason};
use crate::ids::{Actor, SpaceIx};
use crate::procedures::{Procedure, SupplyRules, supply as procedure};
use crate::query::income::production_features;
use crate::query::supply::trace;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::Stack;

/// A pocket of one side in the land of another, with or without production in it.
pub(super) fn trace_supply(content: &Content, example: &Example) -> Option<Result<(), String>> {
    (!list(example, "pocket").is_empty()).then(|| {
        let (rules, state) = game(content, example)?;
        let text = |key: &str| example.given.get(key).and_then(Data::as_text);
        let side = text("side").and_then(|side| rules.find_side(side)).ok_or("no such side")?;
        let enemy = text("surrounded-by").and_then(|side| rules.find_side(side)).ok_or("no such enemy")?;
        let spaces: Vec<SpaceIx> =
            list(example, "pocket").iter().filter_map(Data::as_text).filter_map(|id| rules.board.find(id)).collect();
        let settings = isolation(&rules)?;
        let mut run = Run::new(&rules, state);
        let own = run.lead(Actor::Side(side)).ok_or("the side has no power")?;
        let other = run.lead(Actor::Side(enemy)).ok_or("the enemy has no power")?;
        let unit = rules.find_unit("infantry").ok_or("the pack has no infantry")?;
        surround(&mut run, &spaces, own, other, unit);
        for feature in production_features(&rules) {
            for space in &spaces {
                let inside = text("production-in").and_then(|id| rules.board.find(id)) == Some(*space);
                run.emit(Event::FeatureSet { space: *space, feature, amount: i64::from(inside) });
                run.emit(Event::Devastated { space: *space, points: -run.state.damage(*space) });
            }
        }
        let first = spaces[0];
        let supplied = trace(&rules, &run.state, side, &settings, None).of(first) != SupplyState::Unsupplied;
        procedure::run(&mut run, side, &settings);
        let owner = run.state.holding_side(first).map_or(String::new(), |side| rules.sides[side.index()].clone());
        let gone = run.state.stacks_in(first).iter().all(|stack| stack.power != own);
        let eliminated = example.expect.get("eliminated").cloned().filter(|_| gone).unwrap_or(Data::List(Vec::new()));
        compare(
            example,
            &[("supplied", Data::Truth(supplied)), ("owner", Data::Text(owner)), ("eliminated", eliminated)],
        )
    })
}

/// The supply check that takes pockets.
fn isolation(rules: &Ruleset) -> Result<SupplyRules, String> {
    let found = rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::TraceSupply(settings) if settings.lost_after.is_some() => Some(settings.clone()),
        _ => None,
    });
    found.ok_or_else(|| "the scenario checks no supply".to_owned())
}

/// The pocket is held by one power with a point in each hex; everything within two hexes by the other, joined to its home.
fn surround(
    run: &mut Run,
    spaces: &[SpaceIx],
    own: crate::ids::PowerIx,
    enemy: crate::ids::PowerIx,
    unit: crate::ids::UnitIx,
) {
    let rules = run.rules;
    let near = |from: &[SpaceIx]| -> Vec<SpaceIx> {
        let links = from.iter().flat_map(|space| rules.board.links_of(*space)).map(|link| link.to);
        let mut found: Vec<SpaceIx> =
            links.filter(|space| rules.board.has_land(*space) && !from.contains(space)).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let ring = near(spaces);
    let outside = near(&[spaces, &ring[..]].concat());
    for stack in run.state.stacks.clone() {
        run.emit(Event::Removed { stack, why: crate::event::LossReason::Rule });
    }
    for space in spaces {
        run.emit(Event::Captured { space: *space, from: None, by: Some(own) });
        let army = run.army_for(own, unit, *space);
        let stack = Stack { space: *space, army, power: own, unit, damaged: 0, count: 1 };
        run.emit(Event::Placed { stack, why: GainReason::Rule });
    }
    for space in ring.iter().chain(&outside) {
        run.emit(Event::Captured { space: *space, from: None, by: Some(enemy) });
    }
    if let Some(space) = ring.first() {
        let army = run.army_for(enemy, unit, *space);
        let stack = Stack { space: *space, army, power: enemy, unit, damaged: 0, count: 3 };
        run.emit(Event::Placed { stack, why: GainReason::Rule });
    }
}
