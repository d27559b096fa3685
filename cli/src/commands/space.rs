//! `chartroom space PACK SPACE`: one place with its terrain, features, owner, stacks and neighbours.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::ExitCode;

use chartroom_engine::board::Domains;
use chartroom_engine::{Ruleset, State};
use chartroom_format::names::nearest;
use chartroom_format::schema::units::Domain;
use serde_json::{Map, Value, json};

use super::play::compiled;
use crate::{find, output};

pub(crate) fn run(pack: &str, space: &str, scenario: Option<&str>, json: bool) -> Result<ExitCode, String> {
    let loaded = find::load_pack(pack)?;
    let first = loaded.content.scenarios.keys().next().map(ToString::to_string);
    let Some(name) = scenario.map(ToOwned::to_owned).or(first) else {
        return Err("the pack has no scenario, and a place is shown as a scenario starts".to_owned());
    };
    let (rules, state) = compiled(&loaded, &name, 0, &BTreeMap::new())?;
    let Some(at) = rules.board.find(space) else {
        let close = nearest(space, rules.board.spaces.iter().map(|space| space.id.as_str()));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        return Err(format!("the map has no space `{space}`{hint}"));
    };
    let shown = view(&rules, &state, at, scenario.is_some());
    if json {
        output::print_json(&shown)?;
    } else {
        output::print(&text(&shown))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn view(rules: &Ruleset, state: &State, at: chartroom_engine::ids::SpaceIx, with_units: bool) -> Value {
    let space = rules.board.space(at);
    let features: Map<String, Value> = (0..rules.features.len())
        .map(chartroom_engine::ids::FeatureIx::new)
        .filter_map(|feature| {
            let amount = state.feature(rules, at, feature);
            (amount != 0).then(|| (rules.features[feature.index()].id.clone(), Value::from(amount)))
        })
        .collect();
    let neighbours: Vec<Value> = rules
        .board
        .links_of(at)
        .iter()
        .map(|link| {
            json!({
                "space": rules.space_name(link.to), "name": rules.board.space(link.to).name,
                "class": rules.board.link_classes[link.class.index()], "sides": rules.board.side_names(link),
                "passes": domain_names(link.passes),
                "passage": link.passage.map(|passage| rules.board.passages[usize::from(passage)].id.clone()),
            })
        })
        .collect();
    let regions: Vec<&str> = rules
        .board
        .regions
        .iter()
        .filter(|region| region.spaces.binary_search(&at).is_ok())
        .map(|region| region.id.as_str())
        .collect();
    let stacks: Vec<Value> = state
        .stacks_in(at)
        .iter()
        .filter(|_| with_units)
        .map(|stack| {
            json!({ "power": rules.power(stack.power).id, "unit": rules.unit(stack.unit).id, "count": stack.count, "army": stack.army })
        })
        .collect();
    json!({
        "id": space.id, "name": space.name, "surface": space.surface, "terrain": rules.board.terrain(at).id,
        "country": space.country.map(|region| rules.board.regions[region.index()].id.clone()), "regions": regions,
        "features": features, "value": space.value, "damage": state.damage(at),
        "owner": state.holder(at).map(|power| rules.power(power).id.clone()),
        "side": state.holding_side(at).map(|side| rules.sides[side.index()].clone()),
        "scenario": rules.scenario, "stacks": stacks, "neighbours": neighbours,
    })
}

fn domain_names(domains: Domains) -> Vec<&'static str> {
    [(Domain::Land, "land"), (Domain::Sea, "sea"), (Domain::Air, "air"), (Domain::Submarine, "submarine")]
        .into_iter()
        .filter(|(domain, _)| domains.has(*domain))
        .map(|(_, name)| name)
        .collect()
}

fn text(space: &Value) -> String {
    let word = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => "-".to_owned(),
        other => other.to_string(),
    };
    let mut out = format!(
        "{} {}: {} {}, {} (held by {})\n",
        word(&space["id"]),
        word(&space["name"]),
        word(&space["terrain"]),
        word(&space["surface"]),
        word(&space["country"]),
        word(&space["owner"])
    );
    for (feature, amount) in space["features"].as_object().into_iter().flatten() {
        let _ = writeln!(out, "  {feature}: {amount}");
    }
    for stack in space["stacks"].as_array().into_iter().flatten() {
        let _ = writeln!(out, "  {} {} {}", word(&stack["power"]), word(&stack["count"]), word(&stack["unit"]));
    }
    for link in space["neighbours"].as_array().into_iter().flatten() {
        let sides: Vec<String> = link["sides"].as_array().into_iter().flatten().map(word).collect();
        let _ = writeln!(out, "  -> {} {} {}", word(&link["space"]), word(&link["class"]), sides.join(", "));
    }
    out
}
