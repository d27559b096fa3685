//! `chartroom render PACK`: the map as a picture, with the holdings and stacks of a scenario.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_atlas::chart::{self, Holdings, Standing};
use chartroom_atlas::render;
use chartroom_engine::ids::{FeatureIx, PowerIx, SpaceIx};
use chartroom_engine::{Ruleset, State};
use chartroom_format::content::Content;
use chartroom_format::load::Loaded;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::{FeatureId, PowerId, ScenarioId, SpaceId};
use chartroom_format::schema::scenario::{Force, Placement, Scenario};

use super::play::compiled;
use crate::{find, output};

pub(crate) fn run(pack: &str, scenario: Option<&str>, target: Option<&Path>, width: u32) -> Result<ExitCode, String> {
    let loaded = find::load_pack(pack)?;
    let content = &loaded.content;
    let scenario = scenario.map(|id| find_scenario(content, id)).transpose()?;
    let holdings = scenario.map(|scenario| start_of(&loaded, scenario)).unwrap_or_default();
    let geography = content.recipe.as_ref().and_then(|recipe| find::geography(&loaded.root, &recipe.geography));
    let scene = chart::chart(content, &holdings, geography.as_deref()).map_err(|error| error.to_string())?;
    let target = target.map_or_else(
        || PathBuf::from(format!("{}.png", content.pack().map_or("map", |pack| pack.id.as_str()))),
        Path::to_owned,
    );
    let bytes = match target.extension().and_then(|ending| ending.to_str()) {
        Some("png") => render::png(&scene, width).map_err(|error| error.to_string())?,
        Some("svg") => render::svg(&scene, width).map_err(|error| error.to_string())?.into_bytes(),
        _ => return Err(format!("{} is neither .png nor .svg", target.display())),
    };
    output::write(&target, &bytes)?;
    let mut out = format!("wrote {}\n", target.display());
    let left_out = render::left_out(&scene, width).map_err(|error| error.to_string())?;
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().map(|name| name.name.as_str()).collect();
        let _ = writeln!(out, "{} names found no room at this width: {}", names.len(), names.join(", "));
    }
    output::print(&out)?;
    Ok(ExitCode::from(u8::from(loaded.has_errors())))
}

fn find_scenario<'a>(content: &'a Content, id: &str) -> Result<&'a Scenario, String> {
    content.scenarios.get(id).ok_or_else(|| {
        let close = nearest(id, content.scenarios.keys().map(ScenarioId::as_str));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        format!("the pack has no scenario `{id}`{hint}")
    })
}

/// A scenario as it starts: placements that leave the space to the player stand where a good player would put them. What the
/// engine cannot set up is shown as far as the scenario names it.
fn start_of(loaded: &Loaded, scenario: &Scenario) -> Holdings {
    match compiled(loaded, scenario.id.as_str(), 0, &BTreeMap::new()) {
        Ok((rules, state)) => set_up(&rules, &state, scenario),
        Err(_) => holdings(&loaded.content, scenario),
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
