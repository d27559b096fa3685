//! Money: prices by player as production rules, frontiers, and what everybody starts with.

use std::collections::BTreeMap;

use chartroom_format::prices::{self, Price as Printed};
use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::value::Cell;

use super::super::read::{Frontier, Named, Price, ProductionRule};
use super::super::words::capitalised;
use super::Export;

/// What money is called in every game of TripleA.
pub(super) const MONEY: &str = "PUs";
/// The end of the frontier that a player gets with industrial technology.
const CHEAPER: &str = "IndustrialTechnology";

impl Export<'_> {
    pub(super) fn money(&mut self) {
        self.game.resources.push(Named { name: MONEY.to_owned(), line: 0 });
        let changes = self.cheaper();
        let powers: Vec<PowerId> = self.content.powers.keys().cloned().collect();
        for power in powers {
            let Some(player) = self.names.power(power.as_str()).map(str::to_owned) else { continue };
            let prices = self.prices_of(&power);
            if prices.is_empty() {
                continue;
            }
            let name = self.frontier(&format!("production{player}"), &prices, "");
            if !changes.is_empty() {
                let cheap: Vec<(String, i64)> = prices
                    .iter()
                    .map(|(unit, price)| (unit.clone(), (price + changes.get(unit).unwrap_or(&0)).max(0)))
                    .collect();
                self.frontier(&name, &cheap, CHEAPER);
            }
            self.game.production.push((player, name));
        }
        if !self.game.production.is_empty() {
            self.report.exact("prices", None);
        }
        for (actor, amount) in &self.scenario.treasury {
            match self.names.power(actor.as_str()) {
                Some(player) => {
                    let price = Price { what: MONEY.to_owned(), amount: *amount };
                    self.game.given.push((player.to_owned(), price));
                }
                None => self.report.left_out("money of a side", actor.as_str(), None),
            }
        }
        if !self.scenario.treasury.is_empty() {
            self.report.exact("money at the start", None);
        }
    }

    /// Units and features that a power may buy, with their prices, by their names in the game.
    fn prices_of(&mut self, power: &PowerId) -> Vec<(String, i64)> {
        let content = self.content;
        let mut found = Vec::new();
        let all = content.units.keys().map(|id| id.as_str()).chain(content.features.keys().map(|id| id.as_str()));
        for id in all {
            if let Some(build) = content.units.get(id).and_then(|unit| unit.build.as_ref())
                && (build.never || !build.by.is_empty() && !build.by.contains(power))
            {
                continue;
            }
            let listed = self.game.units.iter().any(|unit| Some(unit.name.as_str()) == self.names.unit(id));
            let printed = prices::of(content, id);
            let by_power = printed.iter().any(|price| content.powers.contains_key(price.column.as_str()));
            let price = if by_power {
                printed.iter().find(|price| price.column == power.as_str())
            } else {
                if printed.len() > 1 {
                    self.report.near("price that differs by tech level", "the first price holds", None);
                }
                printed.first()
            };
            if let (Some(Printed { cell: Cell::Number(amount), .. }), true, Some(name)) =
                (price, listed, self.names.unit(id))
            {
                found.push((name.to_owned(), *amount));
            }
        }
        found
    }

    /// Writes a frontier with the rules it needs; the same unit at the same price is one rule.
    fn frontier(&mut self, name: &str, prices: &[(String, i64)], end: &str) -> String {
        let rules = prices.iter().map(|(unit, price)| self.rule(unit, *price)).collect();
        let name = if end.is_empty() { self.fresh(name, "") } else { format!("{name}{end}") };
        self.taken.insert(name.clone());
        self.game.frontiers.push(Frontier { name: name.clone(), rules, line: 0 });
        name
    }

    fn rule(&mut self, unit: &str, price: i64) -> String {
        let same = |rule: &&ProductionRule| rule.results[0].what == unit && rule.costs[0].amount == price;
        if let Some(rule) = self.game.rules.iter().find(same) {
            return rule.name.clone();
        }
        let known = self.game.rules.iter().any(|rule| rule.results[0].what == unit);
        let wanted = capitalised(unit);
        let name = self.fresh(&if known { format!("buy{wanted}For{price}") } else { format!("buy{wanted}") }, "");
        self.game.rules.push(ProductionRule {
            name: name.clone(),
            costs: vec![Price { what: MONEY.to_owned(), amount: price }],
            results: vec![Price { what: unit.to_owned(), amount: 1 }],
            line: 0,
        });
        name
    }

    /// What industrial technology adds to prices, by unit.
    fn cheaper(&self) -> BTreeMap<String, i64> {
        let mut changes = BTreeMap::new();
        for (units, add) in self.industrial() {
            for unit in units {
                if let Some(name) = self.names.unit(unit.as_str()) {
                    *changes.entry(name.to_owned()).or_insert(0) += add;
                }
            }
        }
        changes
    }
}
