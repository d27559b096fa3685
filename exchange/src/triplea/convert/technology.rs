//! Research: one track to each technology whose effect can be said.

use std::collections::BTreeMap;

use chartroom_format::schema::condition::{Condition, UnitFilter};
use chartroom_format::schema::ids::{TechId, UnitId};
use chartroom_format::schema::options::OptionalRule;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::rules::{Modifier, ProcedureEntry, Quantity, Track, TrackKind, TrackOwner};
use chartroom_format::schema::table::{Axis, CellKind, NameKind, Table};
use chartroom_format::schema::value::{Cell, Key, Row};
use chartroom_format::schema::{CURRENT, Document};
use indexmap::IndexMap;

use super::super::read::ProductionRule;
use super::Import;
use super::supports::plain;
use super::units::{Traits, is_feature};

pub(super) const OPTION: &str = "tech-development";
/// Technologies by the setting of a player's attachment, with their titles.
pub(super) const HEAVY: &str = "heavy-bombers";
const KNOWN: [(&str, &str); 4] = [
    ("jetPower", "Jet power"),
    ("superSub", "Super submarines"),
    ("heavyBomber", "Heavy bombers"),
    ("industrialTechnology", "Industrial technology"),
];

/// The end of the name of the frontier that a player gets with industrial technology.
const CHEAPER: &str = "IndustrialTechnology";

impl Import<'_> {
    pub(super) fn has_research(&self) -> bool {
        let is_step = |delegate: &super::super::read::Delegate| {
            self.game.steps.iter().any(|step| step.delegate == delegate.name && step.at_most.is_none())
        };
        let researches =
            |delegate: &super::super::read::Delegate| delegate.class == "TechnologyDelegate" && is_step(delegate);
        self.game.delegates.iter().any(researches) && self.game.of_class("TechAttachment").next().is_some()
    }

    pub(super) fn technology(&mut self) -> Vec<(&'static str, Document)> {
        if !self.has_research() {
            return Vec::new();
        }
        let mut tracks = Vec::new();
        for (setting, title) in KNOWN {
            let first = self.game.of_class("TechAttachment").find_map(|attachment| attachment.get(setting));
            let Some(line) = first.map(|setting| setting.line) else { continue };
            let id = TechId(chartroom_format::names::to_id(title));
            if self.takes_effect(setting, &id) {
                tracks.push((id, title));
                self.report.exact(&format!("technology: {title}"), Some(line));
            }
        }
        for (setting, title) in [("rocket", "Rockets"), ("longRangeAir", "Long-range aircraft")] {
            if let Some(found) = self.game.of_class("TechAttachment").find_map(|attachment| attachment.get(setting)) {
                self.report.left_out(&format!("technology: {title}"), "", Some(found.line));
            }
        }
        if let Some(other) = self.game.technologies.first() {
            self.report.left_out(
                "technologies of the file's own",
                "only those known by name are taken",
                Some(other.line),
            );
        }
        if tracks.is_empty() {
            return Vec::new();
        }
        let ids: Vec<TechId> = tracks.iter().map(|(id, _)| id.clone()).collect();
        for (id, title) in &tracks {
            let track = Track {
                title: (*title).to_owned(),
                kind: TrackKind::Technology,
                each: TrackOwner::Power,
                from: 0,
                to: 1,
                start: 0,
                source: None,
                note: String::new(),
            };
            self.rules.tracks.insert(id.clone(), track);
        }
        let procedure = Procedure::Research {
            tracks: ids.clone(),
            cost: Some(5),
            die: Some(self.game.dice_sides),
            table: Some("tech-targets".into()),
            prices: None,
            setbacks: None,
            most: None,
            most_when_ahead: None,
            limits: Vec::new(),
            at_peace: None,
            free: None,
        };
        let entry = ProcedureEntry { source: None, run: procedure, cites: IndexMap::new(), note: String::new() };
        self.rules.procedures.insert("research".into(), entry);
        self.report.near("research", "one try for each technology in a turn, at 5 each", None);
        let on =
            self.game.property("Tech Development").is_none_or(|property| property.value.eq_ignore_ascii_case("true"));
        let option = OptionalRule {
            title: "Tech development".to_owned(),
            says: "Powers research technologies.".to_owned(),
            on,
            excludes: Vec::new(),
            needs: Vec::new(),
            source: None,
        };
        self.options.insert(OPTION.into(), option);
        vec![("tables/tech-targets.ron", Document::Table(Box::new(self.targets(&ids))))]
    }

    fn targets(&self, tracks: &[TechId]) -> Table {
        let powers: Vec<Key> = self
            .game
            .players
            .iter()
            .filter_map(|player| self.names.power(&player.name))
            .map(|power| Key(power.0))
            .collect();
        let row = || Row(vec![Cell::Number(self.game.dice_sides); powers.len()]);
        Table {
            schema: CURRENT,
            requires: Vec::new(),
            id: "tech-targets".into(),
            title: "Target numbers of research".to_owned(),
            source: None,
            note: String::new(),
            axes: vec![
                Axis::Words { name: "tech".to_owned(), of: Some(NameKind::Tech), keys: Vec::new() },
                Axis::Words { name: "power".to_owned(), of: Some(NameKind::Power), keys: powers.clone() },
            ],
            cells: CellKind::Number,
            rows: tracks.iter().map(|id| (Key(id.0.clone()), row())).collect(),
            marks: IndexMap::new(),
            rising: Vec::new(),
            falling: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Writes the modifiers of a technology; false when it would change nothing here.
    fn takes_effect(&mut self, setting: &str, track: &TechId) -> bool {
        let game = self.game;
        let of = |keep: &dyn Fn(Traits<'_>) -> bool| -> Vec<UnitId> {
            let units =
                game.units.iter().filter(|unit| keep(Traits::of(game, &unit.name)) && !is_feature(game, &unit.name));
            units.filter_map(|unit| self.names.unit(&unit.name)).collect()
        };
        let changes: Vec<(Vec<UnitId>, Quantity, i64)> = match setting {
            "jetPower" => {
                vec![(of(&|traits| traits.is("isAir") && !traits.is("isStrategicBomber")), Quantity::Defence, 1)]
            }
            "superSub" => vec![(of(&|traits| traits.is_sub()), Quantity::Attack, 1)],
            // The dice of heavy bombers are written as a variant of each unit.
            "heavyBomber" => {
                return !of(&|traits| traits.is("isStrategicBomber") && traits.number("attack") > 0).is_empty();
            }
            _ => self.cheaper(),
        };
        let changes: Vec<_> = changes.into_iter().filter(|(types, _, add)| !types.is_empty() && *add != 0).collect();
        let any = !changes.is_empty();
        for (types, quantity, add) in changes {
            let modifier = Modifier {
                to: Some(UnitFilter { types, ..UnitFilter::default() }),
                when: Some(Condition::Track { track: track.clone(), who: None, at_least: Some(1), at_most: None }),
                ..plain(quantity, add)
            };
            let id = self.names.event(track.as_str());
            self.rules.modifiers.insert(id, modifier);
        }
        any
    }

    /// What the frontier of industrial technology takes off prices, by the difference.
    fn cheaper(&self) -> Vec<(Vec<UnitId>, Quantity, i64)> {
        let mut by_difference: BTreeMap<i64, Vec<UnitId>> = BTreeMap::new();
        for unit in self.game.units.iter().filter(|unit| !is_feature(self.game, &unit.name)) {
            let least = |rules: Vec<&ProductionRule>| {
                rules.into_iter().filter_map(|rule| self.price_by(rule, &unit.name)).min()
            };
            let buyers = self.buyers(&unit.name);
            let both = buyers
                .iter()
                .find_map(|buyer| Some((least(self.rules_of(buyer))?, least(self.industrial_rules(buyer))?)));
            if let (Some((old, new)), Some(id)) = (both.filter(|(old, new)| old != new), self.names.unit(&unit.name)) {
                by_difference.entry(new - old).or_default().push(id);
            }
        }
        by_difference.into_iter().map(|(difference, units)| (units, Quantity::Cost, difference)).collect()
    }

    /// The rules of production a player gets with industrial technology: those of the frontier named after his own.
    fn industrial_rules(&self, player: &str) -> Vec<&ProductionRule> {
        let frontiers = &self.game.frontiers;
        let own =
            self.game.production.iter().filter(|(who, _)| who == player).map(|(_, name)| format!("{name}{CHEAPER}"));
        let own = own.filter_map(|name| frontiers.iter().find(|frontier| frontier.name == name)).next();
        let Some(frontier) = own.or_else(|| frontiers.iter().find(|frontier| frontier.name.ends_with(CHEAPER))) else {
            return Vec::new();
        };
        frontier.rules.iter().filter_map(|name| self.game.rules.iter().find(|rule| rule.name == *name)).collect()
    }
}
