//! Seas for transport and supply: the columns of the transport table that are regions of the map.

use chartroom_format::schema::ids::ClassId;
use chartroom_format::schema::procedure::{Procedure as Written, SeaChange};
use chartroom_format::schema::value::Key;

use super::Compiler;
use crate::ids::{PowerIx, TableIx};
use crate::procedures::Procedure;
use crate::procedures::shipping::{AttackerRule, ShippingRules};
use crate::ruleset::{Ruleset, SeaChangeInfo, SeaLimit, Seas};
use crate::table::{Place, TableInfo, Value};

/// Words of the transport table.
const FLEET: &str = "fleet";
const UNLIMITED: &str = "unlimited";
const SUPPLY: &str = "supply";

impl Compiler<'_> {
    pub(super) fn seas(
        &mut self,
        rules: &Ruleset,
        table: TableIx,
        fleets: Option<&ClassId>,
        changes: &[SeaChange],
    ) -> Seas {
        let table = rules.table(table);
        let mut seas = Seas { of: vec![0; rules.board.spaces.len()], ..Seas::default() };
        seas.fleets = fleets.and_then(|class| self.class(class.as_str()));
        let mut columns = Vec::new();
        for (column, key) in table.keys(1).iter().enumerate() {
            if let Some(region) = self.names.regions.get(key)
                && seas.names.len() < 32
            {
                let bit = 1 << seas.names.len();
                for space in &self.names.members[region] {
                    seas.of[space.index()] |= bit;
                }
                seas.names.push(key.clone());
                columns.push(column);
            }
        }
        for side in &rules.sides {
            let row = table.word(0, side);
            seas.limits.push(columns.iter().map(|column| limit(table, row, Place::At(*column))).collect());
        }
        for (at, power) in rules.powers.iter().enumerate() {
            let row = table.word(0, &power.id);
            if row != Place::Off && !rules.sides.contains(&power.id) {
                let limits = columns.iter().map(|column| limit(table, row, Place::At(*column))).collect();
                seas.own.push((PowerIx::new(at), limits));
            }
        }
        for change in changes {
            let Some(sea) = seas.names.iter().position(|name| *name == change.sea.0) else {
                self.unknown("sea", &change.sea.0);
                continue;
            };
            let column = change.reads.as_ref().map(|key| self.column(table, key));
            let limits = rules.sides.iter().map(|side| match column {
                Some(column) => limit(table, table.word(0, side), column),
                None if change.supply_only => SeaLimit::Supply,
                None => SeaLimit::None,
            });
            let limits = limits.collect();
            let by = self.actors(&change.by);
            let places = (!change.places.is_empty()).then(|| self.places(&change.places));
            let when = self.maybe_condition(change.when.as_ref());
            seas.changes.push(SeaChangeInfo { sea, limits, by, places, when });
        }
        seas
    }

    /// Fire on the shipping of a sea; the seas are those of the procedure that ships, which packs list first.
    pub(super) fn shipping(&mut self, rules: &Ruleset, written: &Written) -> Procedure {
        let Written::ShippingAttack { sea, firepower, ships, each, most, attackers, when } = written else {
            return Procedure::NotBuilt("is no fire on shipping");
        };
        let (Some(firepower), Some(ships)) = (self.table(firepower.as_str()), self.class(ships.as_str())) else {
            return Procedure::NotBuilt("lacks its table");
        };
        let found = rules.seas.as_ref().and_then(|seas| seas.names.iter().position(|name| name == sea.as_str()));
        let Some(sea) = found else {
            self.unknown("sea", sea.as_str());
            return Procedure::NotBuilt("lacks its sea");
        };
        let attackers = attackers
            .iter()
            .filter_map(|attacker| {
                Some(AttackerRule {
                    by: self.side(attacker.by.as_str())?,
                    strength: attacker.strength,
                    ships: attacker.ships,
                    needs: attacker.needs.iter().filter_map(|space| self.space(space.as_str())).collect(),
                    bonus: attacker
                        .bonus
                        .iter()
                        .filter_map(|(space, add)| Some((self.space(space.as_str())?, *add)))
                        .collect(),
                    when: self.maybe_condition(attacker.when.as_ref()),
                })
            })
            .collect();
        let when = self.maybe_condition(when.as_ref());
        Procedure::Shipping(Box::new(ShippingRules {
            sea,
            firepower,
            ships,
            each: *each,
            most: *most,
            attackers,
            when,
        }))
    }

    fn column(&mut self, table: &TableInfo, key: &Key) -> Place {
        let place = table.word(1, &key.0);
        if place == Place::Off {
            self.unknown("column", &key.0);
        }
        place
    }
}

fn limit(table: &TableInfo, row: Place, column: Place) -> SeaLimit {
    match table.cell(row, column) {
        Some(Value::Number(points)) => SeaLimit::Points(*points),
        Some(Value::Text(text)) if text == FLEET => SeaLimit::Fleet,
        Some(Value::Text(text)) if text == UNLIMITED => SeaLimit::Unlimited,
        Some(Value::Text(text)) if text == SUPPLY => SeaLimit::Supply,
        _ => SeaLimit::None,
    }
}
