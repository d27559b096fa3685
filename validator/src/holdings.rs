//! A start position as a map shows it: who holds what, what stands where. From the engine's own set-up where a scenario compiles, else
//! as far as the scenario names it. Pictures of maps, pages and printed maps share it.

use std::collections::BTreeMap;

use chartroom_atlas::chart::Holdings;
use chartroom_engine::ids::{FeatureIx, PowerIx, SpaceIx};
use chartroom_engine::{Ruleset, State};
use chartroom_format::content::Content;
use chartroom_format::schema::ids::{FeatureId, PowerId, SpaceId};
use chartroom_format::schema::scenario::{Force, Placement, Scenario};

/// A scenario as it starts: placements that leave the space to the player stand where a good player would put them. What the
/// engine cannot set up is shown as far as the scenario names it.
pub fn at_start(content: &Content, scenario: &Scenario, compiled: Option<(&Ruleset, &State)>) -> Holdings {
    match compiled {
        Some((rules, state)) => set_up(rules, state, scenario),
        None => holdings(content, scenario),
    }
}

fn set_up(rules: &Ruleset, state: &State, scenario: &Scenario) -> Holdings {
    let mut holdings = Holdings { subtitle: scenario.title.clone(), ..Holdings::default() };
    let power = |power: PowerIx| PowerId(rules.power(power).id.clone());
    for (at, info) in rules.board.spaces.iter().enumerate().filter(|(_, space)| space.listed) {
        let space = SpaceIx::new(at);
        let id = SpaceId(info.id.clone());
        holdings.holders.insert(id.clone(), state.holder(space).map(power));
        let standing = (0..rules.features.len()).map(FeatureIx::new).filter_map(|feature| {
            let amount = state.feature(rules, space, feature);
            (amount != 0).then(|| (FeatureId(rules.features[feature.index()].id.clone()), amount))
        });
        holdings.features.insert(id, standing.collect());
    }
    for (at, info) in rules.board.spaces.iter().enumerate() {
        let mut counts: BTreeMap<PowerId, u32> = BTreeMap::new();
        for stack in state.stacks_in(SpaceIx::new(at)) {
            *counts.entry(power(stack.power)).or_default() += u32::from(stack.count);
        }
        if !counts.is_empty() {
            holdings.stacks.insert(SpaceId(info.id.clone()), counts.into_iter().collect());
        }
    }
    holdings
}

/// Who holds what at start, and the stacks whose space the scenario names.
fn holdings(content: &Content, scenario: &Scenario) -> Holdings {
    let mut holdings = Holdings { subtitle: scenario.title.clone(), ..Holdings::default() };
    for (actor, places) in &scenario.control {
        let power = power_of(content, scenario, actor.as_str());
        for space in places.iter().flat_map(|place| content.spaces_of(place.as_str())) {
            holdings.holders.insert(space, power.clone());
        }
    }
    for (power, placements) in &scenario.set_up {
        let mut counts: BTreeMap<SpaceId, i64> = BTreeMap::new();
        count(placements, &mut counts);
        for (space, number) in counts {
            holdings.stacks.entry(space).or_default().push((power.clone(), u32::try_from(number).unwrap_or(0)));
        }
    }
    holdings
}

/// A power itself, or the first power of a side.
fn power_of(content: &Content, scenario: &Scenario, actor: &str) -> Option<PowerId> {
    if let Some((id, _)) = content.powers.get_key_value(actor) {
        return Some(id.clone());
    }
    let on_side = |(id, power): &(&PowerId, &chartroom_format::schema::powers::Power)| {
        scenario.sides.get(id.as_str()).or(power.side.as_ref()).is_some_and(|side| side.as_str() == actor)
    };
    content.powers.iter().find(on_side).map(|(id, _)| id.clone())
}

fn count(placements: &[Placement], counts: &mut BTreeMap<SpaceId, i64>) {
    let sum = |force: &Force| force.values().sum::<i64>();
    for placement in placements {
        match placement {
            Placement::At(space, force)
            | Placement::Damaged(space, force)
            | Placement::Aboard(space, _, force)
            | Placement::Formation(_, space, force) => *counts.entry(space.clone()).or_default() += sum(force),
            Placement::From(_, inner) | Placement::Reconstructed(_, inner) => count(inner, counts),
            Placement::Within(..) | Placement::OnBorder(..) | Placement::AtAny(..) | Placement::Anywhere(_) => {}
        }
    }
}
