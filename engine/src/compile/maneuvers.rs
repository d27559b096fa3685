//! Movement by steps, battles by table, activation and the supply that goes with them: settings are resolved, and the combat results
//! are read once to see that every roll finds something and every code means something that can happen.

use chartroom_format::entries::EntryKind;
use chartroom_format::lookup::range_bounds;
use chartroom_format::names::nearest;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::move_points::{Allowance, StackLimit};
use chartroom_format::schema::procedure::Procedure as Written;
use chartroom_format::schema::table_battle::{BattleColumn, BattleResult, ColumnShift};
use chartroom_format::schema::units::Ability;
use chartroom_format::schema::value::Amount;

use super::Compiler;
use crate::codes;
use crate::ids::TableIx;
use crate::procedures::Procedure;
use crate::procedures::impulse::ActivateRules;
use crate::procedures::movement::{AllowanceRule, MoveRules};
use crate::procedures::supply_lines::TraceRules;
use crate::procedures::table_battle::column::{ColumnBy, ColumnRule, code_text, read_odds};
use crate::procedures::table_battle::{BattleRules, ShiftRule, prospect};
use crate::ruleset::Ruleset;
use crate::services::marks::MOST_HUNGER;
use crate::table::{Place, TableInfo};

/// More dice than any table asks for.
const MOST_DICE: i64 = 6;
/// More faces than any die has.
const MOST_FACES: i64 = 100;
/// More than any result says.
const MOST_STEPS: i64 = 60;

impl Compiler<'_> {
    /// Whether units of this pack move by steps or fight by tables, and so bear marks.
    pub(super) fn has_marks(&self) -> bool {
        let bears =
            |run: &Written| matches!(run, Written::Move { .. } | Written::Battle { .. } | Written::Activate { .. });
        self.content.procedures.values().any(|entry| bears(&entry.run))
    }

    /// Whether some battle of the pack is fought with a die for each unit.
    pub(super) fn rolls_per_unit(&self) -> bool {
        self.content.procedures.values().any(|entry| matches!(entry.run, Written::HitRollCombat { .. }))
    }

    /// What speaks of marks does nothing where no unit bears any.
    pub(super) fn marks_needed(&mut self, what: &str) {
        if !self.has_marks() {
            let message =
                format!("{what} needs a phase that does `Move`, `Battle` or `Activate`: units bear no marks without");
            self.fault(codes::NOT_CARRIED_OUT, message);
        }
    }

    /// The phases of such games; none for other procedures.
    pub(super) fn maneuver(&mut self, rules: &mut Ruleset, id: &str, written: &Written) -> Option<Procedure> {
        match written {
            Written::Move {
                allowance,
                units,
                only,
                step,
                zones,
                stacking,
                enters,
                one_space_always,
                takes_no_ground,
            } => {
                let allowance = match allowance {
                    Allowance::Own => AllowanceRule::Own,
                    Allowance::Points(points) => AllowanceRule::Points(*points),
                    Allowance::BySeason(table) => AllowanceRule::BySeason(self.by_season(rules, table.as_str())?),
                };
                self.at(EntryKind::Procedure, id, &["do", "stacking"]);
                self.stack_limit(rules, *stacking);
                self.at(EntryKind::Procedure, id, &["do"]);
                Some(Procedure::Move(Box::new(MoveRules {
                    allowance,
                    units: units.as_ref().map(|units| self.filter(units)),
                    only: *only,
                    step: *step,
                    zones: *zones,
                    stacking: *stacking,
                    enters: enters.clone(),
                    one_space_always: *one_space_always,
                    takes_ground: !takes_no_ground,
                })))
            }
            Written::Activate { units } => {
                Some(Procedure::Activate(ActivateRules { units: units.as_ref().map(|units| self.filter(units)) }))
            }
            Written::TraceSupply { .. } if self.has_marks() => self.trace(id, written),
            Written::Battle { .. } => self.battle(rules, id, written),
            _ => None,
        }
    }

    /// The limit of a phase is one for set-ups and arrivals as well.
    fn stack_limit(&mut self, rules: &mut Ruleset, limit: Option<StackLimit>) {
        let Some(limit) = limit else { return };
        let (StackLimit::Units(most) | StackLimit::Points(most)) = limit;
        if most < 1 {
            self.fault(codes::NOT_CARRIED_OUT, format!("a space that holds {most} holds nobody; write at least 1"));
        }
        if matches!(limit, StackLimit::Units(_)) {
            let odd = |amount: Option<Amount>| amount.is_some_and(|amount| amount != Amount::ONE);
            let odd =
                self.content.units.iter().find(|(_, unit)| odd(unit.stats.stacking)).map(|(id, _)| id.to_string());
            if let Some(unit) = odd {
                let message = format!(
                    "`Units` counts every unit once, but `{unit}` has a number for stacking; write `Points`, or take the number away"
                );
                self.fault(codes::NOT_CARRIED_OUT, message);
            }
        }
        rules.stacking = Some(rules.stacking.map_or(most, |other| other.max(most)));
    }

    /// A table of movement points by season, with a number for each.
    fn by_season(&mut self, rules: &Ruleset, table: &str) -> Option<TableIx> {
        let found = self.table(table)?;
        let seasons: Vec<String> = self.content.seasons.keys().map(ToString::to_string).collect();
        if seasons.is_empty() {
            self.fault(codes::TABLE_GAP, format!("`{table}` goes by season, but the pack has no seasons"));
        }
        for season in seasons {
            let number = rules.table(found).of_word(&season).and_then(crate::table::Value::number);
            if number.is_none() {
                self.fault(codes::TABLE_GAP, format!("`{table}` has no number of movement points for `{season}`"));
            }
        }
        Some(found)
    }

    /// Supply by lines. What only other kinds of game can carry out is said.
    fn trace(&mut self, id: &str, written: &Written) -> Option<Procedure> {
        let Written::TraceSupply {
            full,
            defence,
            full_from_home,
            free_within,
            length,
            counted,
            mountains,
            zones_block,
            lost_after,
            captured_within,
            dry,
            pipeline,
            guests,
            own_capitals,
        } = written
        else {
            return None;
        };
        let others = [
            ("defence", !defence.is_empty()),
            ("free_within", !free_within.is_empty()),
            ("counted", counted.is_some()),
            ("mountains", mountains.is_some()),
            ("captured_within", captured_within.is_some()),
            ("dry", dry.is_some()),
            ("pipeline", pipeline.is_some()),
            ("guests", !guests.is_empty()),
            ("own_capitals", *own_capitals),
        ];
        for (field, is_there) in others {
            if is_there {
                self.at(EntryKind::Procedure, id, &["do", field]);
                let message = format!(
                    "`{field}` does nothing where units move by `Move`: lines there end with `length` and `zones_block`"
                );
                self.fault(codes::NOT_CARRIED_OUT, message);
            }
        }
        if let Some(after) = lost_after.filter(|after| !(0..i64::from(MOST_HUNGER)).contains(after)) {
            self.at(EntryKind::Procedure, id, &["do", "lost_after"]);
            let message =
                format!("units can be lost after 0 to {} turns without supply, not after {after}", MOST_HUNGER - 1);
            self.fault(codes::NOT_CARRIED_OUT, message);
        }
        self.at(EntryKind::Procedure, id, &["do"]);
        Some(Procedure::SupplyLines(TraceRules {
            sources: full.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
            at_home: *full_from_home,
            length: *length,
            zones_block: *zones_block,
            lost_after: *lost_after,
        }))
    }

    fn battle(&mut self, rules: &mut Ruleset, id: &str, written: &Written) -> Option<Procedure> {
        let Written::Battle {
            column,
            table,
            die,
            dice,
            results,
            shifts,
            kind,
            units,
            only,
            must_attack,
            losses,
            retreat,
            stacking,
        } = written
        else {
            return None;
        };
        let dice = dice.unwrap_or(1);
        if !(1..=MOST_DICE).contains(&dice) || !(1..=MOST_FACES).contains(die) {
            let message =
                format!("{dice} dice of {die} faces cannot be thrown: 1 to {MOST_DICE} dice of 1 to {MOST_FACES}");
            self.fault(codes::TABLE_GAP, message);
            return None;
        }
        self.at(EntryKind::Procedure, id, &["do", "stacking"]);
        self.stack_limit(rules, *stacking);
        self.at(EntryKind::Procedure, id, &["do", "table"]);
        let table = self.table(table.as_str())?;
        let by = self.columns(rules.table(table), *column)?;
        let settings = BattleRules {
            column: ColumnRule { table, by },
            die: *die,
            dice,
            results: results.iter().map(|(code, means)| (code.clone(), means.clone())).collect(),
            shifts: shifts.iter().map(|shift| self.shift(shift)).collect(),
            kind: kind.unwrap_or(BattleKind::Land),
            units: units.as_ref().map(|units| self.filter(units)),
            only: *only,
            must_attack: *must_attack,
            losses: *losses,
            retreat: *retreat,
            stacking: *stacking,
        };
        self.rolls_fit(rules.table(table), &settings);
        self.codes_fit(rules.table(table), &settings);
        for (code, means) in results {
            self.at(EntryKind::Procedure, id, &["do", "results", code]);
            for part in means {
                self.can_happen(code, *part);
            }
        }
        self.at(EntryKind::Procedure, id, &["do"]);
        Some(Procedure::Battle(Box::new(settings)))
    }

    fn shift(&mut self, shift: &ColumnShift) -> ShiftRule {
        ShiftRule {
            by: shift.by,
            of: shift.of,
            with: shift.with.as_ref().map(|filter| self.filter(filter)),
            when: self.maybe_condition(shift.when.as_ref()),
        }
    }

    /// The columns of a table, as the settings ask for them.
    fn columns(&mut self, table: &TableInfo, column: BattleColumn) -> Option<ColumnBy> {
        let keys = table.keys(1);
        if keys.is_empty() {
            self.fault(codes::TABLE_GAP, format!("`{}` has no columns: the battle looks one up", table.id));
            return None;
        }
        match column {
            BattleColumn::Ratio { round, below, above } => {
                let mut odds = Vec::new();
                for (place, key) in keys.iter().enumerate() {
                    let Some(ratio) = read_odds(key) else {
                        let message = format!("the column `{key}` of `{}` is no odds such as `2-1`", table.id);
                        self.fault(codes::TABLE_GAP, message);
                        return None;
                    };
                    odds.push((ratio, place));
                }
                odds.sort_by(|(one, _), (other, _)| {
                    (i128::from(one.numerator) * i128::from(other.denominator))
                        .cmp(&(i128::from(other.numerator) * i128::from(one.denominator)))
                });
                Some(ColumnBy::Ratio { odds, round, below, above })
            }
            BattleColumn::Difference | BattleColumn::Strength => {
                let first = keys.iter().find(|key| range_bounds(key).is_none());
                if let Some(key) = first {
                    let message =
                        format!("the column `{key}` of `{}` is no number, and the battle looks one up", table.id);
                    self.fault(codes::TABLE_GAP, message);
                    return None;
                }
                Some(if column == BattleColumn::Difference { ColumnBy::Difference } else { ColumnBy::Strength })
            }
        }
    }

    /// Every roll must have a row.
    fn rolls_fit(&mut self, table: &TableInfo, settings: &BattleRules) {
        let rolls = prospect::sums(settings.dice, settings.die);
        // A row that is not written lies between two that are, and no other row stands for it.
        let rows: Vec<_> = table.keys(0).iter().filter_map(|key| range_bounds(key)).collect();
        let (low, high) = (rows.first().map(|row| row.0), rows.last().and_then(|row| row.1));
        let is_there = |roll: i64| rows.iter().any(|(from, to)| *from <= roll && to.is_none_or(|to| roll <= to));
        let is_inside = |roll: i64| low.is_none_or(|low| roll >= low) && high.is_none_or(|high| roll <= high);
        let missing =
            rolls.iter().find(|(roll, _)| table.at(0, *roll) == Place::Off || is_inside(*roll) && !is_there(*roll));
        if let Some((roll, _)) = missing {
            self.fault(codes::TABLE_GAP, format!("`{}` has no row for the roll {roll}", table.id));
        }
    }

    /// Every code must have a meaning; a cell points at its own line.
    fn codes_fit(&mut self, table: &TableInfo, settings: &BattleRules) {
        let (rows, columns) = (table.keys(0).to_vec(), table.keys(1).to_vec());
        let mut told: Vec<String> = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            for (place, column) in columns.iter().enumerate() {
                let Some(value) = table.cell(Place::At(at), Place::At(place)) else {
                    self.at(EntryKind::Table, &table.id, &["rows", row]);
                    self.fault(codes::TABLE_GAP, format!("`{}` has no cell for the roll {row} at {column}", table.id));
                    continue;
                };
                let Some(code) = code_text(value) else { continue };
                if settings.results.iter().any(|(known, _)| *known == code) || told.contains(&code) {
                    continue;
                }
                self.at(EntryKind::Table, &table.id, &["rows", row]);
                let known = || settings.results.iter().map(|(known, _)| known.as_str());
                let close = nearest(&code, known()).map(|close| format!("; did you mean `{close}`?"));
                let message = format!(
                    "the code `{code}` at {column} means nothing: the `results` of the battle have {}{}",
                    known().collect::<Vec<_>>().join(", "),
                    close.unwrap_or_default()
                );
                self.fault(codes::UNKNOWN_CODE, message);
                told.push(code);
            }
        }
    }

    /// Whether a part of a result can happen to any unit of the pack.
    fn can_happen(&mut self, code: &str, part: BattleResult) {
        let units = || self.content.units.values();
        let any = |can: &dyn Fn(&chartroom_format::schema::units::UnitType) -> bool| units().any(can);
        let why = match part {
            BattleResult::Lose(_, count) | BattleResult::EachLoses(_, count) if !(1..=MOST_STEPS).contains(&count) => {
                Some(format!("{count} steps cannot be lost: 1 to {MOST_STEPS}"))
            }
            BattleResult::Retreat(_, spaces) if !(1..=20).contains(&spaces) => {
                Some(format!("nobody retreats {spaces} spaces: 1 to 20"))
            }
            BattleResult::Retreat(..)
                if !any(&|unit| {
                    !unit.abilities.contains(&Ability::Immobile) && !unit.abilities.contains(&Ability::HoldsGround)
                }) =>
            {
                Some("no unit of the pack ever retreats".to_owned())
            }
            BattleResult::Advance(_) if !any(&|unit| unit.abilities.contains(&Ability::AdvanceAfterCombat)) => {
                Some("no unit of the pack has the ability `AdvanceAfterCombat`, so nobody advances".to_owned())
            }
            BattleResult::Exchange
                if !any(&|unit| unit.stats.defence_strength.is_some_and(|strength| strength.numerator > 0)) =>
            {
                Some("no unit of the pack has a printed `defence_strength` to exchange for".to_owned())
            }
            _ => None,
        };
        if let Some(why) = why {
            self.fault(codes::NOBODY_SUFFERS, format!("`{code}` cannot happen: {why}"));
        }
    }
}
