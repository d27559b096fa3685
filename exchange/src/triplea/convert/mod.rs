//! A game of TripleA to a pack: one file per part of the pack, a report beside it.

mod board;
mod condition;
mod known;
mod money;
mod names;
mod people;
mod rules;
mod scenario;
mod sequence;
mod supports;
mod technology;
mod units;
mod victory;

use std::collections::BTreeSet;

use chartroom_atlas::zones::shapes_text;
use chartroom_format::encode;
use chartroom_format::schema::ids::{Capability, PackId};
use chartroom_format::schema::options::{OptionalRule, Options};
use chartroom_format::schema::pack::Pack;
use chartroom_format::schema::rules::Rules;
use chartroom_format::schema::{CURRENT, Document};
use indexmap::IndexMap;

use super::error::ImportError;
use super::outline;
use super::read::{self, Drawing, Game};
use super::source::Source;
use crate::report::Report;
use names::Names;
pub(super) use victory::CITIES as CITY_COUNTS;

/// A pack made from a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Files by their path in the pack.
    pub files: Vec<(String, String)>,
    pub report: Report,
    /// The title of the game.
    pub title: String,
    pub territories: usize,
}

/// What the parts of a conversion share.
struct Import<'a> {
    game: &'a Game,
    drawing: &'a Drawing,
    names: Names,
    report: Report,
    rules: Rules,
    options: IndexMap<chartroom_format::schema::ids::OptionId, OptionalRule>,
}

/// Makes a pack of one game of a map. `game` names it where there are several.
pub fn import(source: &Source, game: Option<&str>, id: &str) -> Result<Imported, ImportError> {
    let mut game = read::game(source.choose(game)?)?;
    let drawing = read::drawing(source)?;
    check(&game)?;
    let idle = people::without_idle(&mut game);
    if game.players.is_empty() {
        return Err(ImportError::Game(format!("no player of {} ever acts", game.file)));
    }
    let mut import = Import {
        names: Names::of(&game),
        game: &game,
        drawing: &drawing,
        report: Report::default(),
        rules: empty_rules(),
        options: IndexMap::new(),
    };
    for player in idle {
        import.report.left_out("player without land, units and turns", &player.name, Some(player.line));
    }
    let spaces: Vec<_> = game
        .territories
        .iter()
        .map(|territory| (territory.name.clone(), import.names.space(&territory.name)))
        .collect();
    let traced = outline::trace(&drawing, &spaces)?;
    let mut documents: Vec<(&str, Document)> = vec![("pack.ron", Document::Pack(Box::new(pack(&game, id))))];
    documents.extend(import.board(&traced));
    documents.push(("powers.ron", Document::Powers(Box::new(import.powers()))));
    documents.push(("units.ron", Document::Units(Box::new(import.units()))));
    documents.push(("tables/unit-cost.ron", Document::Table(Box::new(import.prices()))));
    documents.extend(import.technology());
    import.supports();
    documents.push(("sequence.ron", Document::Sequence(Box::new(import.sequence()))));
    let scenario = import.scenario();
    documents.push(("scenarios/start.ron", Document::Scenario(Box::new(scenario))));
    import.rest();
    documents.push(("rules/rules.ron", Document::Rules(Box::new(import.rules.clone()))));
    if !import.options.is_empty() {
        let options = Options { schema: CURRENT, requires: Vec::new(), options: import.options.clone() };
        documents.push(("options.ron", Document::Options(Box::new(options))));
    }
    let mut files = vec![(
        "map/shapes.ron".to_owned(),
        shapes_text(&traced.shapes).replacen("// Drawn from recipe.ron; redrawing writes this file anew.\n", "", 1),
    )];
    for (file, document) in documents {
        let text = encode::document(&document).map_err(|error| ImportError::Game(error.to_string()))?;
        files.push((file.to_owned(), text));
    }
    let report = import.report;
    Ok(Imported { files, report, title: game.title.clone(), territories: game.territories.len() })
}

/// What no pack could be made of.
fn check(game: &Game) -> Result<(), ImportError> {
    let at = |line: u32, message: String| Err(ImportError::at(&game.file, line, 1, message));
    if game.territories.is_empty() || game.players.is_empty() || game.units.is_empty() {
        return Err(ImportError::Game(format!("{} has no territories, players or units", game.file)));
    }
    let mut territories = BTreeSet::new();
    for territory in &game.territories {
        if !territories.insert(territory.name.as_str()) {
            return at(territory.line, format!("the territory `{}` is defined twice", territory.name));
        }
    }
    let mut units = BTreeSet::new();
    for unit in &game.units {
        if !units.insert(unit.name.as_str()) {
            return at(unit.line, format!("the unit `{}` is defined twice", unit.name));
        }
    }
    let mut players = BTreeSet::new();
    for player in &game.players {
        if !players.insert(player.name.as_str()) {
            return at(player.line, format!("the player `{}` is defined twice", player.name));
        }
    }
    let mut linked = BTreeSet::new();
    for link in &game.links {
        for name in [&link.one, &link.other] {
            if !territories.contains(name.as_str()) {
                return at(link.line, format!("there is no territory `{name}`"));
            }
            linked.insert(name.as_str());
        }
    }
    let places = game
        .owners
        .iter()
        .map(|owner| (&owner.territory, owner.line))
        .chain(game.placements.iter().map(|placement| (&placement.territory, placement.line)));
    for (name, line) in places {
        if !territories.contains(name.as_str()) {
            return at(line, format!("there is no territory `{name}`"));
        }
    }
    for placement in &game.placements {
        if !units.contains(placement.unit.as_str()) {
            return at(placement.line, format!("there is no unit `{}`", placement.unit));
        }
        if !(0..=100_000).contains(&placement.amount) {
            return at(placement.line, format!("{} units in one place are out of reason", placement.amount));
        }
    }
    // Nobody is a player too: his name is Neutral where a file writes it.
    let owners = game.owners.iter().map(|owner| (&owner.player, owner.line)).chain(
        game.placements.iter().filter_map(|placement| placement.owner.as_ref().map(|owner| (owner, placement.line))),
    );
    for (name, line) in owners {
        if !players.contains(name.as_str()) && !name.eq_ignore_ascii_case("neutral") {
            return at(line, format!("there is no player `{name}`"));
        }
    }
    Ok(())
}

fn pack(game: &Game, id: &str) -> Pack {
    Pack {
        schema: CURRENT,
        requires: ["zone-map", "hit-rolls"].map(Capability::from).to_vec(),
        id: PackId(id.to_owned()),
        title: game.title.clone(),
        version: super::words::version(&game.version),
        extends: None,
        removes: Vec::new(),
        about: format!("Made from the TripleA game \"{}\".", game.title),
        licence: String::new(),
        rulebook: None,
        reconstructed: Vec::new(),
        checks: None,
    }
}

fn empty_rules() -> Rules {
    Rules {
        schema: CURRENT,
        requires: Vec::new(),
        procedures: IndexMap::new(),
        refusals: Vec::new(),
        modifiers: IndexMap::new(),
        rules: IndexMap::new(),
        objectives: IndexMap::new(),
        tracks: IndexMap::new(),
        values: IndexMap::new(),
        seasons: IndexMap::new(),
        facts: IndexMap::new(),
    }
}
