//! `chartroom render PACK`: the map as a picture, with the holdings and stacks of a scenario.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_atlas::chart;
use chartroom_atlas::render;
use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::ScenarioId;
use chartroom_format::schema::scenario::Scenario;
use chartroom_validator::holdings;

use super::play::compiled;
use crate::{find, output};

pub(crate) fn run(pack: &str, scenario: Option<&str>, target: Option<&Path>, width: u32) -> Result<ExitCode, String> {
    let loaded = find::load_pack(pack)?;
    let content = &loaded.content;
    let scenario = scenario.map(|id| find_scenario(content, id)).transpose()?;
    let start = scenario.and_then(|scenario| compiled(&loaded, scenario.id.as_str(), 0, &BTreeMap::new()).ok());
    let start = start.as_ref().map(|(rules, state)| (rules, state));
    let holdings = scenario.map(|scenario| holdings::at_start(content, scenario, start)).unwrap_or_default();
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
