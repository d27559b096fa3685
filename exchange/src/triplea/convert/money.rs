//! Prices, who may buy what, income, and the money at the start.

use std::collections::BTreeSet;

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::{ActorId, FeatureId};
use chartroom_format::schema::procedure::{CostColumn, IncomeSource, Procedure};
use chartroom_format::schema::table::{Axis, CellKind, NameKind, Table};
use chartroom_format::schema::value::{Cell, Key, Row};
use indexmap::IndexMap;

use super::super::read::ProductionRule;
use super::Import;
use super::units::{Traits, is_feature};

const DEAREST: i64 = 100_000;

impl Import<'_> {
    /// What money is called: the first resource.
    pub(super) fn money(&self) -> &str {
        let known = |name: &str| self.game.resources.iter().any(|resource| resource.name == name);
        if known("PUs") { "PUs" } else { self.game.resources.first().map_or("PUs", |resource| resource.name.as_str()) }
    }

    /// The rules of production a player starts with.
    pub(super) fn rules_of(&self, player: &str) -> Vec<&ProductionRule> {
        let frontiers = self.game.production.iter().filter(|(who, _)| who == player).map(|(_, frontier)| frontier);
        let frontiers = frontiers.filter_map(|name| self.game.frontiers.iter().find(|frontier| frontier.name == *name));
        let rules = frontiers.flat_map(|frontier| &frontier.rules);
        rules.filter_map(|name| self.game.rules.iter().find(|rule| rule.name == *name)).collect()
    }

    /// The price of one unit by one rule, if the rule makes it and asks for money.
    pub(super) fn price_by(&self, rule: &ProductionRule, unit: &str) -> Option<i64> {
        let result = rule.results.iter().find(|result| result.what == unit && result.amount > 0)?;
        let cost = rule.costs.iter().find(|cost| cost.what == self.money())?;
        // A unit of a bundle costs its share; no price is below its share.
        Some(((cost.amount + result.amount - 1) / result.amount).clamp(0, DEAREST))
    }

    fn price(&self, player: &str, unit: &str) -> Option<i64> {
        self.rules_of(player).into_iter().filter_map(|rule| self.price_by(rule, unit)).min()
    }

    /// Players who may buy a unit at the start.
    pub(super) fn buyers(&self, unit: &str) -> Vec<&str> {
        let players = self.game.players.iter().map(|player| player.name.as_str());
        players.filter(|player| self.price(player, unit).is_some()).collect()
    }

    pub(super) fn prices(&mut self) -> Table {
        let powers: Vec<Key> = self
            .game
            .players
            .iter()
            .filter_map(|player| self.names.power(&player.name))
            .map(|power| Key(power.0))
            .collect();
        let mut rows = IndexMap::new();
        for unit in &self.game.units {
            let prices: Vec<Option<i64>> =
                self.game.players.iter().map(|player| self.price(&player.name, &unit.name)).collect();
            let Some(id) = self.names.unit(&unit.name).filter(|_| prices.iter().any(Option::is_some)) else { continue };
            let cell = |price: &Option<i64>| price.map_or_else(|| Cell::Text("-".to_owned()), Cell::Number);
            rows.insert(Key(id.0), Row(prices.iter().map(cell).collect()));
        }
        self.report.exact("prices (production rules and frontiers)", self.game.rules.first().map(|rule| rule.line));
        for rule in &self.game.rules {
            if rule.results.iter().any(|result| result.amount > 1) {
                self.report.near(
                    "a rule of production that makes several units",
                    "each costs its share, rounded up",
                    Some(rule.line),
                );
            }
            if rule.costs.iter().any(|cost| cost.what != self.money()) {
                self.report.near(
                    "a price in another resource",
                    "only the price in money is asked for",
                    Some(rule.line),
                );
            }
        }
        Table {
            schema: CURRENT,
            requires: Vec::new(),
            id: "unit-cost".into(),
            title: "Unit prices".to_owned(),
            source: None,
            note: String::new(),
            axes: vec![
                Axis::Words { name: "unit".to_owned(), of: None, keys: Vec::new() },
                Axis::Words { name: "power".to_owned(), of: Some(NameKind::Power), keys: powers },
            ],
            cells: CellKind::Money,
            rows,
            marks: IndexMap::new(),
            rising: Vec::new(),
            falling: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// Units that place units, as features.
    pub(super) fn factories(&self) -> Vec<(String, FeatureId)> {
        let units = self.game.units.iter().map(|unit| &unit.name);
        let factories = units.filter(|unit| Traits::of(self.game, unit).is_factory() && is_feature(self.game, unit));
        factories.filter_map(|unit| self.names.feature(unit).map(|id| (unit.clone(), id))).collect()
    }

    pub(super) fn produce(&mut self) -> Procedure {
        let mut factories = IndexMap::new();
        let mut sites = IndexMap::new();
        for (unit, id) in self.factories() {
            let traits = Traits::of(self.game, &unit);
            let fixed = traits.number("canProduceXUnits").max(0);
            factories.insert(id.clone(), fixed);
            if !self.buyers(&unit).is_empty() {
                sites.insert(id, 1);
            }
        }
        if self.factories().iter().any(|(unit, _)| Traits::of(self.game, unit).number("canProduceXUnits") <= 0) {
            self.report.near("units placed in a turn", "as many as the place is worth, whoever held it first", None);
        }
        Procedure::Produce {
            costs: "unit-cost".into(),
            by: Some(CostColumn::Power),
            factories,
            repair: None,
            stacking: None,
            growth_limit: false,
            delays: None,
            recruits: None,
            occupied: None,
            sites,
            upgrades: IndexMap::new(),
            refit: None,
            needs_capital: self.has_capitals(),
            raised_next_turn: false,
            damage_cuts: false,
            special: Vec::new(),
            facilities: Vec::new(),
            razes: false,
            harbours: Vec::new(),
            quotas: Vec::new(),
            open_sites: Vec::new(),
            guests: Vec::new(),
            overhaul: None,
            needs_war: Vec::new(),
            only_in: Vec::new(),
            dominions: Vec::new(),
            instalments: None,
            part: None,
        }
    }

    pub(super) fn income(&mut self) -> Procedure {
        self.report.exact("income from territories held", None);
        Procedure::CollectIncome {
            from: IncomeSource::Values,
            no_saving: false,
            imports: Vec::new(),
            levels: Vec::new(),
            raided: None,
            needs_capital: self.has_capitals(),
            revenues: Vec::new(),
        }
    }

    pub(super) fn has_capitals(&self) -> bool {
        self.game.of_class("TerritoryAttachment").any(|attachment| attachment.get("capital").is_some())
    }

    /// Money at the start, bids among it.
    pub(super) fn treasury(&mut self) -> IndexMap<ActorId, i64> {
        let mut treasury = IndexMap::new();
        let mut others = BTreeSet::new();
        for (player, given) in &self.game.given {
            let Some(power) = self.names.power(player) else { continue };
            if given.what == self.money() {
                *treasury.entry(ActorId(power.0)).or_insert(0) += given.amount.clamp(-DEAREST, DEAREST);
            } else {
                others.insert(given.what.as_str());
            }
        }
        for other in others {
            let line = self.game.resources.iter().find(|resource| resource.name == other).map(|resource| resource.line);
            self.report.left_out("another resource than money", other, line);
        }
        self.report.exact("money at the start", None);
        for player in &self.game.players {
            let Some(property) = self.game.property(&format!("{} bid", player.name)) else { continue };
            let bid = property.value.trim().parse::<i64>().unwrap_or(0).clamp(0, DEAREST);
            if let (true, Some(power)) = (bid > 0, self.names.power(&player.name)) {
                *treasury.entry(ActorId(power.0)).or_insert(0) += bid;
                self.report.near(
                    "bid",
                    "added to the money at the start instead of units before the first turn",
                    Some(property.line),
                );
            }
        }
        treasury
    }
}
