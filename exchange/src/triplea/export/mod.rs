//! A zone pack of hit-roll combat as a game of TripleA 1.9: content to `Game` and `Drawing`, one file per part, a report beside
//! it. What the game cannot say is named in the report; nothing is passed over in silence.

mod board;
mod condition;
mod drawing;
mod modifiers;
mod money;
mod names;
mod people;
mod pictures;
mod rules;
mod scenario;
mod sequence;
mod tiles;
mod units;
mod victory;

use std::collections::BTreeSet;

use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::map::Grid;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::scenario::Scenario;
use thiserror::Error;

use super::read::{Attachment, Drawing, Game, Property, Setting};
use super::write;
use crate::report::Report;
use names::Names;

/// Why a pack cannot be written as a game of TripleA.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    #[error("TripleA plays on territories, and this map is of hexes: only packs with a map of zones can be exported")]
    NoZones,
    #[error("TripleA fights with a die per unit, and this pack has no `HitRollCombat`")]
    NoHitRolls,
    #[error("the pack has no scenario `{0}`")]
    NoScenario(String),
    #[error("{0} has no outlines: draw the map first (chartroom draw)")]
    NoShapes(String),
    #[error("the pack is not sound: {first} ({count} such findings; `chartroom check` lists them)")]
    Unsound { first: String, count: usize },
    #[error("a map of {0} by {1} pixels is too large for a picture")]
    TooLarge(u32, u32),
    #[error("a picture could not be packed: {0}")]
    Picture(String),
}

/// A game made from a pack.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// Files by their path in the folder of the map.
    pub files: Vec<(String, Vec<u8>)>,
    pub report: Report,
    pub title: String,
    pub territories: usize,
}

/// What the parts of a conversion share.
struct Export<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    rules: &'a Ruleset,
    state: &'a State,
    names: Names,
    game: Game,
    drawing: Drawing,
    report: Report,
    /// Names that stand for something in the whole file.
    taken: BTreeSet<String>,
}

/// Makes a game of one scenario of a pack. `name` is what the map and the file of the game are called.
pub fn export(content: &Content, scenario: &str, name: &str) -> Result<Exported, ExportError> {
    let Converted { game, drawing, report, places, pictures } = convert(content, scenario, name)?;
    let mut files: Vec<(String, Vec<u8>)> = vec![
        (format!("games/{name}.xml"), write::game(&game).into_bytes()),
        ("map.yml".to_owned(), description(&game, name).into_bytes()),
    ];
    let texts = write::drawing(&drawing, &places);
    files.extend(texts.into_iter().map(|(file, text)| (file.to_owned(), text.into_bytes())));
    files.extend(tiles::tiles(&drawing, &game)?);
    files.extend(pictures);
    Ok(Exported { files, report, title: game.title.clone(), territories: game.territories.len() })
}

/// A game and its drawing, before they become files.
struct Converted {
    game: Game,
    drawing: Drawing,
    report: Report,
    places: Vec<(String, Vec<super::read::Point>)>,
    pictures: Vec<(String, Vec<u8>)>,
}

fn convert(content: &Content, scenario: &str, name: &str) -> Result<Converted, ExportError> {
    if !content.map.as_ref().is_some_and(|map| matches!(map.grid, Grid::Zones(_))) {
        return Err(ExportError::NoZones);
    }
    if !content.procedures.values().any(|entry| matches!(entry.run, Procedure::HitRollCombat { .. })) {
        return Err(ExportError::NoHitRolls);
    }
    let Some(chosen) = content.scenarios.get(scenario) else {
        return Err(ExportError::NoScenario(scenario.to_owned()));
    };
    let (rules, state) = compile(content, scenario, Options::default()).map_err(|findings| unsound(&findings))?;
    let pack = content.pack();
    let mut export = Export {
        names: Names::of(content, &rules),
        content,
        scenario: chosen,
        rules: &rules,
        state: &state,
        game: Game {
            file: format!("{name}.xml"),
            title: if content.scenarios.len() == 1 {
                pack.map_or_else(|| chosen.title.clone(), |pack| pack.title.clone())
            } else {
                chosen.title.clone()
            },
            version: pack.map_or_else(|| "1.0.0".to_owned(), |pack| super::words::version(&pack.version)),
            dice_sides: 6,
            ..Game::default()
        },
        drawing: Drawing::default(),
        report: Report::default(),
        taken: BTreeSet::new(),
    };
    export.claim_names();
    let places = export.drawing(name)?;
    export.board();
    export.people();
    export.units();
    export.money();
    export.modifiers();
    export.sequence();
    export.set_up();
    export.victory();
    export.objectives_and_rules();
    export.properties(name);
    let pictures = export.pictures()?;
    Ok(Converted { game: export.game, drawing: export.drawing, report: export.report, places, pictures })
}

fn unsound(findings: &[Diagnostic]) -> ExportError {
    let first = findings.first().map(|finding| finding.message.clone()).unwrap_or_default();
    ExportError::Unsound { first, count: findings.len() }
}

/// What the newer engines list maps by.
fn description(game: &Game, name: &str) -> String {
    let title = serde_json::Value::from(game.title.as_str());
    format!("map_name: {name}\ngames:\n- {{game_name: {title}, file_name: {name}.xml}}\n")
}

impl Export<'_> {
    /// Players, units, effects and money are told apart by name in the whole file; nothing else may bear their names.
    fn claim_names(&mut self) {
        self.taken.extend(self.names.ids().map(str::to_owned));
        self.taken.insert(money::MONEY.to_owned());
        self.taken.extend(sequence::DELEGATES.iter().map(|(name, ..)| (*name).to_owned()));
    }

    /// A name that nothing else has, made from this one. The end stays, because the engine reads the ends of names.
    fn fresh(&mut self, start: &str, end: &str) -> String {
        let mut name = format!("{start}{end}");
        let mut number = 2_usize;
        while !self.taken.insert(name.clone()) {
            name = format!("{start}{number}{end}");
            number += 1;
        }
        name
    }

    fn attach(&mut self, class: &str, name: &str, to: &str, settings: Vec<Setting>) {
        if settings.is_empty() {
            return;
        }
        let attachment =
            Attachment { name: name.to_owned(), to: to.to_owned(), class: class.to_owned(), settings, line: 0 };
        self.game.attachments.push(attachment);
    }

    /// Sets a property; one that is set already keeps its first value.
    fn property(&mut self, name: &str, value: impl ToString, editable: bool) {
        if self.game.property(name).is_none() {
            let property = Property { name: name.to_owned(), value: value.to_string(), editable, line: 0 };
            self.game.properties.push(property);
        }
    }

    fn properties(&mut self, name: &str) {
        let options: Vec<_> = self.content.options.iter().map(|(id, option)| (id.clone(), option.clone())).collect();
        for (id, option) in options {
            let known = self.game.properties.iter().any(|property| super::words::id_of(&property.name) == id.as_str());
            if !known {
                let on = if self.is_on(&id).unwrap_or(option.on) { "on" } else { "off" };
                let note = format!("it is {on} here, and TripleA has no such rule");
                self.report.left_out(&format!("option: {}", option.title), &note, None);
            }
        }
        self.property("mapName", name, false);
    }
}

/// A setting as a file states it.
fn setting(name: &str, value: impl ToString) -> Setting {
    Setting { name: name.to_owned(), value: value.to_string(), count: None, line: 0 }
}

/// A setting with a number beside its value.
fn counted(name: &str, value: impl ToString, count: i64) -> Setting {
    Setting { count: Some(count.to_string()), ..setting(name, value) }
}
