//! A pack: opened, checked, asked for games and odds.

use std::path::Path;

use chartroom_engine::matchup::{self, Losses, Position, Question};
use chartroom_engine::odds::{Budget, Odds};
use chartroom_engine::{Options, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load::{self, Loaded};
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::ScenarioId;
use chartroom_validator::run::{Depth, check_loaded};

use crate::{Error, Finding, Start};

/// A pack on disk, read as a whole with the packs it builds on. It may have mistakes: [`Pack::check`] tells them.
#[derive(Clone, Debug)]
pub struct Pack {
    loaded: Loaded,
}

impl Pack {
    /// Opens the pack in a folder.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/hundred-days")?;
    /// assert_eq!(pack.title(), "The Hundred Days");
    /// assert!(chartroom::Pack::open("../content").is_err());
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Error> {
        let folder = folder.as_ref();
        if !folder.join("pack.ron").is_file() {
            return Err(Error::Open(format!("{} has no pack.ron", folder.display())));
        }
        load::load(&DiskFs, folder).map(|loaded| Self { loaded }).map_err(Error::Open)
    }

    /// The title people read; empty if `pack.ron` cannot be read.
    pub fn title(&self) -> &str {
        self.loaded.content.pack().map_or("", |pack| &pack.title)
    }

    /// The ids of its scenarios.
    pub fn scenarios(&self) -> impl Iterator<Item = &str> {
        self.loaded.content.scenarios.keys().map(ScenarioId::as_str)
    }

    /// Everything in it, typed, with overlays applied.
    pub fn content(&self) -> &Content {
        &self.loaded.content
    }

    /// Everything that is wrong with it, causes first, but for what only played games would show.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/hundred-days")?;
    /// assert!(pack.check().iter().all(|finding| finding.severity < chartroom::Severity::Error));
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn check(&self) -> Vec<Finding> {
        self.checked(Depth::Quick)
    }

    /// The same, and bots play every scenario: seconds to minutes.
    pub fn check_by_play(&self) -> Vec<Finding> {
        self.checked(Depth::full())
    }

    fn checked(&self, depth: Depth<'_>) -> Vec<Finding> {
        let mut loaded = self.loaded.clone();
        let findings = std::mem::take(&mut loaded.findings);
        let checked = check_loaded(&DiskFs, loaded, findings, depth);
        checked.findings.iter().map(|finding| Finding::new(finding, &checked.loaded)).collect()
    }

    /// A scenario set up, its dice begun with a seed. The same seed and the same actions give the same game.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/hundred-days")?;
    /// let start = pack.start("june", 1)?;
    /// assert!(start.game().to_act().is_some());
    /// let wrong = pack.start("jun", 1).expect_err("there is no such scenario");
    /// assert_eq!(wrong.to_string(), "the pack has no scenario `jun`; did you mean `june`?");
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn start(&self, scenario: &str, seed: u64) -> Result<Start, Error> {
        self.known(scenario)?;
        let texts = |path: &str| self.loaded.file(path).map(|file| file.text.clone());
        let options = Options { seed, switches: &[], texts: Some(&texts) };
        let compiled = compile(&self.loaded.content, scenario, options);
        compiled.map(|(rules, state)| Start { rules, state }).map_err(|found| Error::Unplayable {
            scenario: scenario.to_owned(),
            findings: found.iter().map(|finding| Finding::new(finding, &self.loaded)).collect(),
        })
    }

    /// The odds of a battle that is nowhere in particular, from the attacker's side. Forces are written as people do: "10 infantry,
    /// 5 armor". [`Pack::battle`] says more of a battle.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/war-game-ww2")?;
    /// let odds = pack.odds("3 infantry", "1 infantry")?;
    /// assert!(odds.win > 0.8);
    /// assert!((odds.win + odds.draw + odds.lose - 1.0).abs() < 1e-9);
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn odds(&self, attack: &str, defend: &str) -> Result<Odds, Error> {
        self.battle(attack, defend).odds()
    }

    /// A battle whose odds are to be asked for.
    pub fn battle<'a>(&'a self, attack: &'a str, defend: &'a str) -> Battle<'a> {
        Battle { pack: self, attack, defend, attacker: None, defender: None, at: None, scenario: None }
    }

    fn known(&self, scenario: &str) -> Result<(), Error> {
        if self.loaded.content.scenarios.contains_key(scenario) {
            return Ok(());
        }
        let nearest = nearest(scenario, self.scenarios());
        Err(Error::NoScenario { name: scenario.to_owned(), nearest })
    }
}

/// A battle, and what is known of it: whose it is, where, and when.
#[derive(Clone, Debug)]
#[must_use]
pub struct Battle<'a> {
    pack: &'a Pack,
    attack: &'a str,
    defend: &'a str,
    attacker: Option<&'a str>,
    defender: Option<&'a str>,
    at: Option<&'a str>,
    scenario: Option<&'a str>,
}

impl<'a> Battle<'a> {
    /// The power that attacks, and the one that defends.
    pub fn between(self, attacker: &'a str, defender: &'a str) -> Self {
        Self { attacker: Some(attacker), defender: Some(defender), ..self }
    }

    /// The space fought over.
    pub fn at(self, space: &'a str) -> Self {
        Self { at: Some(space), ..self }
    }

    /// As things stand at the start of a scenario.
    pub fn in_scenario(self, scenario: &'a str) -> Self {
        Self { scenario: Some(scenario), ..self }
    }

    /// Its odds.
    ///
    /// ```
    /// let pack = chartroom::Pack::open("../content/war-game-ww2")?;
    /// let odds = pack.battle("3 infantry", "1 infantry").between("germany", "ussr").in_scenario("1942").odds()?;
    /// assert!(odds.win > 0.8);
    /// assert!(pack.odds("3 elephants", "1 infantry").is_err());
    /// # Ok::<(), chartroom::Error>(())
    /// ```
    pub fn odds(self) -> Result<Odds, Error> {
        let content = self.pack.content();
        if let Some(scenario) = self.scenario {
            self.pack.known(scenario)?;
        }
        let position = self.scenario.map(|scenario| Position::at_start(content, scenario)).transpose();
        let position = position.map_err(Error::NoOdds)?;
        let question = Question {
            content,
            attack: matchup::read_force(content, self.attack).map_err(Error::NoOdds)?,
            defend: matchup::read_force(content, self.defend).map_err(Error::NoOdds)?,
            attacker: self.attacker,
            defender: self.defender,
            at: self.at,
            position: position.as_ref(),
            losses: (Losses::Usual, Losses::Usual),
            budget: Budget::default(),
        };
        matchup::answer(&question).map(|answer| answer.odds).map_err(Error::NoOdds)
    }
}
