//! A start position as a map shows it: who holds what, what stands where. From the engine's own set-up where a scenario compiles, else
//! as far as the scenario names it. Pictures of maps, pages and printed maps share it.

use std::collections::BTreeMap;

use chartroom_atlas::chart::{Holdings, Standing};
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
        let mut standing: Vec<Standing> = Vec::new();
        for stack in state.stacks_in(SpaceIx::new(at)) {
            let one = Standing {
                hits: u32::from(stack.damaged),
                ..Standing::new(power(stack.power), rules.unit(stack.unit).id.as_str(), u32::from(stack.count))
            };
            gather(&mut standing, one);
        }
        if !standing.is_empty() {
            holdings.stacks.insert(SpaceId(info.id.clone()), standing);
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
        place(power, placements, &mut holdings.stacks);
    }
    holdings
}

/// Counts units together with others that look the same; armies make no difference on a map.
fn gather(standing: &mut Vec<Standing>, more: Standing) {
    let alike = |known: &&mut Standing| (&known.power, &known.unit, known.hits) == (&more.power, &more.unit, more.hits);
    match standing.iter_mut().find(alike) {
        Some(known) => {
            known.count += more.count;
            known.cargo += more.cargo;
        }
        None => standing.push(more),
    }
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

fn place(power: &PowerId, placements: &[Placement], stacks: &mut BTreeMap<SpaceId, Vec<Standing>>) {
    let put = |standing: &mut Vec<Standing>, force: &Force, hits: u32| {
        for (unit, number) in force {
            let count = u32::try_from(*number).unwrap_or(0);
            gather(standing, Standing { hits, ..Standing::new(power.clone(), unit.clone(), count) });
        }
    };
    for placement in placements {
        match placement {
            Placement::At(space, force) | Placement::Formation(_, space, force) => {
                put(stacks.entry(space.clone()).or_default(), force, 0);
            }
            Placement::Damaged(space, force) => put(stacks.entry(space.clone()).or_default(), force, 1),
            Placement::Aboard(space, carrier, force) => {
                let standing = stacks.entry(space.clone()).or_default();
                put(standing, force, 0);
                let cargo = force.values().sum::<i64>();
                if let Some(carrier) = standing.iter_mut().find(|one| one.unit == *carrier && one.power == *power) {
                    carrier.cargo += u32::try_from(cargo).unwrap_or(0);
                }
            }
            Placement::From(_, inner) | Placement::Reconstructed(_, inner) => place(power, inner, stacks),
            Placement::Within(..) | Placement::OnBorder(..) | Placement::AtAny(..) | Placement::Anywhere(_) => {}
        }
    }
}
