//! The rules and the start of a scenario as they were when somebody wanted games of it: later edits do not reach them.

use std::collections::BTreeMap;
use std::path::Path;

use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::fs::Fs;
use chartroom_format::load;

/// A scenario that can be played.
#[derive(Debug)]
pub struct Field {
    pub rules: Ruleset,
    pub start: State,
}

impl Field {
    /// Loads a pack and compiles one of its scenarios; the error says in a sentence why it cannot be played.
    pub fn of(fs: &dyn Fs, root: &Path, scenario: &str, switches: &BTreeMap<String, bool>) -> Result<Self, String> {
        let loaded = load::load(fs, root)?;
        let texts = |path: &str| loaded.file(path).map(|file| file.text.clone());
        let switches: Vec<(&str, bool)> = switches.iter().map(|(option, on)| (option.as_str(), *on)).collect();
        let options = Options { seed: 1, switches: &switches, texts: Some(&texts) };
        let (rules, start) = compile(&loaded.content, scenario, options).map_err(|findings| {
            let first = findings.first().map_or_else(String::new, |finding| {
                let place = finding.place.as_ref().map_or_else(String::new, |place| format!("{}: ", place.file));
                format!("{place}{}", finding.message)
            });
            let more = if findings.len() > 1 { format!(" (and {} more)", findings.len() - 1) } else { String::new() };
            format!("the scenario {scenario} cannot be played: {first}{more}")
        })?;
        Ok(Self { rules, start })
    }

    /// A power's title, or a side's name.
    pub fn actor(&self, name: &str) -> String {
        let power = self.rules.find_power(name).map(|power| self.rules.power(power).title.clone());
        power.unwrap_or_else(|| name.to_owned())
    }
}
