//! Content -> [`Ruleset`] + initial [`State`]: every name becomes an id here, and nowhere else. What cannot be resolved comes
//! back as a diagnostic at the author's line.

mod board;
pub mod bounds;
mod campaign;
mod conditions;
mod effects;
mod firepower;
mod fleets;
mod forts;
pub(crate) mod ground;
mod hand;
pub(crate) mod hexes;
mod inert;
mod loops;
mod maneuvers;
mod morale;
mod names;
mod naval_movement;
mod operations;
mod placement;
mod procedures;
mod rules;
mod seas;
mod sequence;
mod set_up;
mod styles;
mod units;
mod values;
mod war_economy;
mod zone_building;
mod zone_politics;
mod zone_raids;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::content::Content;
use chartroom_format::cst::PathStep;
use chartroom_format::diag::{Code, Diagnostic, Severity};
use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;
use chartroom_format::schema::scenario::Scenario;
use chartroom_format::tree::Tree;

use crate::codes;
use crate::condition::Condition;
use crate::ruleset::{ChoiceInfo, Ruleset};
use crate::state::State;
use crate::value::Value;
use ground::{Ground, SharedSea};
use hand::Hand;
pub use names::DRAWN_LINKS;
use names::Names;
use values::Nesting;

/// Looks up the text of a file by the path that findings show.
pub type Texts<'a> = &'a dyn Fn(&str) -> Option<std::sync::Arc<str>>;

/// What a game is compiled with beyond the content itself.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// Position of the dice at the start.
    pub seed: u64,
    /// Optional rules switched beyond what the scenario says.
    pub switches: &'a [(&'a str, bool)],
    /// Where the text of files can be found, so that findings point at a line. Without it they name the entry only.
    pub texts: Option<Texts<'a>>,
}

/// Compiles a scenario of a pack. The error holds at least one finding of severity error. Whoever wants several scenarios of
/// a pack asks [`crate::Playable`], which makes what they share only once.
pub fn compile(content: &Content, scenario: &str, options: Options<'_>) -> Result<(Ruleset, State), Vec<Diagnostic>> {
    let Some(start) = content.scenarios.get(scenario) else {
        let known = content.scenarios.keys().map(chartroom_format::schema::ids::ScenarioId::as_str);
        let finding = Diagnostic::new(codes::NO_SCENARIO, format!("the pack has no scenario `{scenario}`"));
        return Err(vec![match nearest(scenario, known) {
            Some(close) => finding.help(format!("did you mean `{close}`?")),
            None => finding,
        }]);
    };
    compile_on(&Ground::new(content, start, options.texts), content, start, options)
}

/// Compiles a scenario on the ground that its pack's scenarios share.
pub(crate) fn compile_on(
    ground: &Ground,
    content: &Content,
    scenario: &Scenario,
    options: Options<'_>,
) -> Result<(Ruleset, State), Vec<Diagnostic>> {
    let mut compiler = Compiler {
        content,
        scenario,
        names: ground.names.of_scenario(content, scenario),
        findings: ground.findings.clone(),
        entry: None,
        texts: options.texts,
        choices: Vec::new(),
        trees: BTreeMap::new(),
        sea: Some(&ground.sea),
        hand: Hand::ALL,
        nesting: Nesting::default(),
    };
    let result = compiler.run(ground, options);
    let mut findings = compiler.findings;
    chartroom_format::diag::sort(&mut findings);
    match result {
        Some(done) if !findings.iter().any(|finding| finding.severity == Severity::Error) => Ok(done),
        _ => Err(findings),
    }
}

/// A condition of a pack for a scenario that was compiled. The error says what could not be resolved.
pub(crate) fn condition_on(
    ground: &Ground,
    content: &Content,
    scenario: &Scenario,
    condition: &chartroom_format::schema::condition::Condition,
) -> Result<Condition, String> {
    alone(ground, content, scenario, |compiler| compiler.condition(condition))
}

/// The same for a value.
pub(crate) fn value_on(
    ground: &Ground,
    content: &Content,
    scenario: &Scenario,
    value: &chartroom_format::schema::expression::Value,
) -> Result<Value, String> {
    alone(ground, content, scenario, |compiler| compiler.value(value))
}

/// Compiles something by itself.
fn alone<T>(
    ground: &Ground,
    content: &Content,
    scenario: &Scenario,
    work: impl FnOnce(&mut Compiler<'_>) -> T,
) -> Result<T, String> {
    let mut compiler = Compiler {
        content,
        scenario,
        names: ground.names.of_scenario(content, scenario),
        findings: Vec::new(),
        entry: None,
        texts: None,
        choices: Vec::new(),
        trees: BTreeMap::new(),
        sea: Some(&ground.sea),
        hand: Hand::ALL,
        nesting: Nesting::default(),
    };
    let done = work(&mut compiler);
    compiler.findings.pop().map_or(Ok(done), |finding| Err(finding.message))
}

/// What is needed while compiling.
struct Compiler<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    names: Names,
    findings: Vec<Diagnostic>,
    /// The entry at hand: findings point at it.
    entry: Option<(EntryKind, String, Vec<PathStep>)>,
    texts: Option<Texts<'a>>,
    /// Decisions that effects ask for, in the order they were met.
    choices: Vec<ChoiceInfo>,
    /// Files that findings point into: a name that is gone may be missed in a thousand places of one file.
    trees: BTreeMap<String, Option<Tree>>,
    /// Distances that scenarios share.
    sea: Option<&'a SharedSea>,
    /// What conditions and values may speak of here.
    hand: Hand,
    nesting: Nesting,
}

impl Compiler<'_> {
    fn run(&mut self, ground: &Ground, options: Options<'_>) -> Option<(Ruleset, State)> {
        if !self.names.fit() {
            self.fault(codes::TOO_MANY, "the pack has too many entries of one kind".to_owned());
            return None;
        }
        let mut rules = Ruleset {
            pack: self.content.pack().map(|pack| pack.id.to_string()).unwrap_or_default(),
            scenario: self.scenario.id.to_string(),
            title: self.scenario.title.clone(),
            first_turn: self.scenario.turns.first,
            last_turn: self.scenario.turns.last,
            first_year: self.scenario.year.unwrap_or(0),
            sides: self.content.sides.keys().map(ToString::to_string).collect(),
            classes: self.names.classes.names(),
            options: self.content.options.keys().map(ToString::to_string).collect(),
            seasons: self.content.seasons.keys().map(ToString::to_string).collect(),
            events: self.names.events.names(),
            phase_names: self.names.phases.names(),
            citations: self.content.refusals.iter().map(|citation| (citation.of, citation.rule.to_string())).collect(),
            ..Ruleset::default()
        };
        rules.first_season = self
            .scenario
            .season
            .as_ref()
            .and_then(|season| self.names.seasons.get(season.as_str()))
            .map(crate::ids::SeasonIx::new);
        rules.board = Arc::clone(ground.board.as_ref()?);
        if !self.content.passages.is_empty() {
            self.passages(Arc::make_mut(&mut rules.board));
        }
        self.things(&mut rules);
        rules.has_marks = self.has_marks();
        self.styles(&mut rules);
        self.procedures(&mut rules);
        self.sequence(&mut rules);
        rules.link_marches();
        rules.zone_supply = crate::query::zone_supply::of_game(&rules);
        self.rules(&mut rules);
        rules.choices = std::mem::take(&mut self.choices);
        self.check_loops(&rules);
        let state = self.set_up(&rules, options);
        fleets::moor(&mut rules, &state);
        if let Some(play_on) = &self.scenario.play_on {
            self.at(EntryKind::Scenario, self.scenario.id.as_str(), &["play_on"]);
            if self.option(play_on.option.as_str()).is_some_and(|option| state.option(option)) {
                rules.last_turn = play_on.last;
            }
        }
        Some((rules, state))
    }

    /// Speaks of this entry from now on.
    fn at(&mut self, kind: EntryKind, id: &str, path: &[&str]) {
        self.entry = Some((kind, id.to_owned(), path.iter().map(|step| PathStep::from(*step)).collect()));
    }

    fn fault(&mut self, code: Code, message: String) {
        let mut finding = Diagnostic::new(code, message);
        if let Some((kind, id, path)) = &self.entry {
            match self.content.origin(*kind, id) {
                Some(origin) => {
                    let mut full = origin.path.clone();
                    full.extend(path.iter().cloned());
                    let texts = self.texts;
                    let tree = self
                        .trees
                        .entry(origin.file.clone())
                        .or_insert_with_key(|file| texts.and_then(|texts| texts(file)).map(|text| Tree::of(&text)));
                    let span = tree.as_ref().map_or_else(Default::default, |tree| tree.value(&full));
                    finding = finding.at(origin.file.clone(), span);
                }
                None => finding = finding.note(format!("in {}:{id}", kind.name())),
            }
        }
        self.findings.push(finding);
    }

    fn unknown(&mut self, what: &str, name: &str) {
        self.fault(codes::UNRESOLVED, format!("the engine finds no {what} `{name}`"));
    }
}
