//! Every scenario with each of its options switched the other way, together with what that option needs or excludes.

use std::collections::BTreeMap;

use chartroom_engine::Playable;
use chartroom_format::content::Content;

use super::Limits;
use super::play::{self, End};

/// One scenario with one option switched, and what came of it.
pub struct Variant {
    pub scenario: String,
    pub option: String,
    pub on: bool,
    /// What else had to be switched for it.
    switches: BTreeMap<String, bool>,
    /// Why it cannot be played.
    pub fault: Option<String>,
}

/// All variants of the scenarios.
pub(super) fn of<'a>(content: &Content, scenarios: impl Iterator<Item = &'a str>) -> Vec<Variant> {
    let mut found = Vec::new();
    for scenario in scenarios {
        let Some(start) = content.scenarios.get(scenario) else { continue };
        for (id, option) in &content.options {
            let on = !start.options.get(id).copied().unwrap_or(option.on);
            let mut switches = BTreeMap::new();
            switch(content, id.as_str(), on, &mut switches);
            found.push(Variant { scenario: scenario.to_owned(), option: id.to_string(), on, switches, fault: None });
        }
    }
    found
}

/// Switches an option with those that depend on it.
fn switch(content: &Content, id: &str, on: bool, switches: &mut BTreeMap<String, bool>) {
    if switches.insert(id.to_owned(), on).is_some() {
        return;
    }
    if on {
        let Some(option) = content.options.get(id) else { return };
        for other in &option.needs {
            switch(content, other.as_str(), true, switches);
        }
        for other in &option.excludes {
            switch(content, other.as_str(), false, switches);
        }
        for (other, _) in content.options.iter().filter(|(_, it)| it.excludes.iter().any(|name| name.as_str() == id)) {
            switch(content, other.as_str(), false, switches);
        }
    } else {
        for (other, _) in content.options.iter().filter(|(_, it)| it.needs.iter().any(|name| name.as_str() == id)) {
            switch(content, other.as_str(), false, switches);
        }
    }
}

impl Variant {
    /// Compiles it and plays its first turns.
    pub(super) fn tried(mut self, scenarios: &Playable<'_>, limits: Limits) -> Self {
        let switches: Vec<(&str, bool)> = self.switches.iter().map(|(id, on)| (id.as_str(), *on)).collect();
        self.fault = match scenarios.switched(&self.scenario, &switches) {
            None => None,
            Some(Err(faults)) => Some(faults.first().map_or_else(String::new, |fault| fault.message.clone())),
            Some(Ok((rules, start))) => match play::begin(&rules, &start, limits.variant_turns, limits.actions) {
                End::Over | End::ReplayDiffers => None,
                End::Unfinished => Some("its first turn does not end".to_owned()),
                End::Looped => Some("rules trigger each other without end".to_owned()),
                End::Fault(fault) => Some(format!("the engine fails: {fault}")),
            },
        };
        self
    }
}
