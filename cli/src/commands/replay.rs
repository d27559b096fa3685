//! `chartroom replay FILE`: a recorded game is played again, and every position held against its hash.

use std::path::Path;
use std::process::ExitCode;

use chartroom_engine::replay::Recorded;
use serde_json::json;

use super::play::compiled;
use crate::{find, output};

pub(crate) fn run(file: &Path, pack: Option<&str>, tell: bool, json: bool) -> Result<ExitCode, String> {
    let name = file.display();
    let text = chartroom_format::fs::read_text(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let recorded = Recorded::parse(&text).map_err(|fault| format!("{name}:{}: {}", fault.line, fault.reason))?;
    let header = &recorded.header;
    let loaded = find::load_pack(pack.unwrap_or(&header.pack))?;
    let (rules, start) = compiled(&loaded, &header.scenario, header.seed, &header.options)?;
    let mut lines = Vec::new();
    let played = recorded.play(&rules, &start, |game, events| {
        if tell {
            lines.extend(events.iter().map(|event| format!("turn {}: {}\n", game.state.turn, event.tell(&rules))));
        }
    });
    output::print(&lines.concat())?;
    let (hash, fault) = match &played {
        Ok(game) => (Some(format!("{:016x}", game.state.hash())), None),
        Err(fault) if fault.differs => (None, Some(fault)),
        Err(fault) => return Err(format!("{name}:{}: {}", fault.line, fault.reason)),
    };
    let actions = recorded.actions();
    if json {
        output::print_json(&json!({
            "pack": header.pack, "scenario": header.scenario, "seed": header.seed, "actions": actions, "same": fault.is_none(),
            "hash": hash, "line": fault.map(|fault| fault.line), "reason": fault.map(|fault| &fault.reason),
        }))?;
    } else if let Some(fault) = fault {
        output::print(&format!("{name}:{}: the game goes another way: {}\n", fault.line, fault.reason))?;
    } else {
        output::print(&format!(
            "{} {}: {actions} actions, every position as recorded\nfinal hash {}\n",
            header.pack,
            header.scenario,
            hash.unwrap_or_default()
        ))?;
    }
    Ok(if fault.is_none() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
