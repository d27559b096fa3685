//! The settings of firepower and advance, and whether their tables hold what will be looked up.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::FeatureId;
use chartroom_format::schema::landing::OnlyOver;
use chartroom_format::schema::procedure::{Landings, OpenGround, Procedure as Written};

use super::Compiler;
use crate::codes;
use crate::ids::FeatureIx;
use crate::procedures::firepower::open_ground::OpenGroundRule;
use crate::procedures::firepower::quota::AttackLimitRule;
use crate::procedures::{
    AirCoverRule, BaseRule, FirepowerRules, LandingRules, OnlyOverRule, Procedure, TollRule, ViolationRules,
};
use crate::ruleset::Ruleset;
use crate::table::{Place, TableInfo, Value};

impl Compiler<'_> {
    pub(super) fn firepower(&mut self, rules: &Ruleset, written: &Written) -> Procedure {
        let Written::FirepowerAdvance {
            firepower,
            advance,
            classes,
            friendly,
            group,
            per_space,
            garrison,
            no_garrison,
            no_garrison_on,
            invasion_range,
            coastal_air,
            landings,
            violations,
            last_stands,
            attack_limits,
            open_ground,
        } = written
        else {
            return Procedure::NotBuilt("is no firepower combat");
        };
        let (Some(fire), Some(advance)) = (self.table(firepower.as_str()), self.table(advance.as_str())) else {
            return Procedure::NotBuilt("lacks its tables");
        };
        let Some(classes) = classes else {
            self.fault(codes::UNRESOLVED, "firepower combat must say which classes of units do what".to_owned());
            return Procedure::NotBuilt("lacks its classes");
        };
        let friendly = friendly.as_ref().map_or(Place::Off, |key| rules.table(advance).word(1, &key.0));
        let entry = self.entry.clone();
        self.at(EntryKind::Table, &rules.table(fire).id, &["rows"]);
        self.check_firepower(rules.table(fire), *group);
        self.at(EntryKind::Table, &rules.table(advance).id, &["rows"]);
        self.check_advance(rules.table(advance), *group, friendly);
        self.entry = entry;
        let (Some(assault), Some(defensive_assault), Some(advances), Some(holds)) = (
            self.class(classes.assault.as_str()),
            self.class(classes.defensive_assault.as_str()),
            self.class(classes.advance.as_str()),
            self.class(classes.holds.as_str()),
        ) else {
            return Procedure::NotBuilt("lacks its classes");
        };
        let landings = match (landings, invasion_range) {
            (Some(landings), Some(range)) => self.landings(landings, *range, coastal_air.unwrap_or(0)),
            _ => None,
        };
        Procedure::FirepowerAdvance(Box::new(FirepowerRules {
            firepower: fire,
            advance,
            group: *group,
            per_space: *per_space,
            garrison: *garrison,
            no_garrison: self.places(no_garrison),
            no_garrison_on: no_garrison_on.iter().filter_map(|terrain| self.terrain(terrain.as_str())).collect(),
            friendly,
            assault,
            defensive_assault,
            advances,
            holds,
            air: classes.air.as_ref().and_then(|class| self.class(class.as_str())),
            landings,
            attack_limits: attack_limits
                .iter()
                .filter_map(|limit| {
                    Some(AttackLimitRule {
                        by: self.side(limit.by.as_str())?,
                        from: self.places(&limit.from),
                        most: limit.most,
                        when: self.maybe_condition(limit.when.as_ref()),
                        source: limit.source.as_ref().map(ToString::to_string),
                    })
                })
                .collect(),
            open_ground: open_ground.as_ref().map(|written| self.open_ground(written)),
            violations: violations.as_ref().map(|written| ViolationRules {
                never: self.places(&written.never),
                sides: written
                    .sides
                    .iter()
                    .filter_map(|(one, other)| Some((self.side(one.as_str())?, self.side(other.as_str())?)))
                    .collect(),
            }),
            last_stands: last_stands.as_ref().map_or_else(Default::default, |written| {
                (self.feature_list(&written.at), self.places(&written.except))
            }),
        }))
    }

    fn open_ground(&mut self, written: &OpenGround) -> OpenGroundRule {
        let OpenGround { on, attacker_first, no_air_superiority, exhausts, except, exhausted_hold, source: _ } =
            written;
        OpenGroundRule {
            on: on.iter().filter_map(|terrain| self.terrain(terrain.as_str())).collect(),
            attacker_first: *attacker_first,
            no_air_superiority: *no_air_superiority,
            exhausts: exhausts
                .iter()
                .filter_map(|(unit, into)| Some((self.unit(unit.as_str())?, self.unit(into.as_str())?)))
                .collect(),
            except: self.places(except),
            exhausted_hold: exhausted_hold.unwrap_or(0),
        }
    }

    fn landings(&mut self, written: &Landings, range: i64, coastal_air: i64) -> Option<LandingRules> {
        Some(LandingRules {
            range,
            per_spent_point: written.per_spent_point,
            half: self.places(&written.half),
            coastal_air,
            force: self.class(written.force.as_str())?,
            assault: self.class(written.assault.as_str())?,
            advances: self.class(written.advance.as_str())?,
            ships: self.class(written.ships.as_str())?,
            from: self.feature_list(&written.from),
            escorted_from: self.feature_list(&written.escorted_from),
            ships_count: written.ships_count,
            berths: written.berths,
            bases: written
                .bases
                .iter()
                .map(|base| BaseRule {
                    at: self.places(&base.at),
                    against: self.places(&base.against),
                    through: self.places(&base.through),
                })
                .collect(),
            air_cover: written
                .air_cover
                .iter()
                .filter_map(|cover| {
                    let (at, against) = (self.feature(cover.at.as_str())?, self.side(cover.against.as_str())?);
                    Some(AirCoverRule { at, against, strength: cover.strength })
                })
                .collect(),
            bare_coasts: written.bare_coasts.as_ref().map(|coasts| {
                let with = coasts.with.iter().filter_map(|unit| self.unit(unit.as_str())).collect();
                (self.feature_list(&coasts.at), with)
            }),
            only_over: written.only_over.iter().filter_map(|only| self.only_over(only)).collect(),
            tolls: written
                .tolls
                .iter()
                .filter_map(|toll| {
                    Some(TollRule {
                        by: self.side(toll.by.as_str())?,
                        at: self.places(&toll.at),
                        each: toll.each,
                        when: self.maybe_condition(toll.when.as_ref()),
                    })
                })
                .collect(),
        })
    }

    /// Units that go over some seas only.
    fn only_over(&mut self, written: &OnlyOver) -> Option<OnlyOverRule> {
        let OnlyOver { unit, seas, source } = written;
        let seas = self.places(seas);
        let source = source.as_ref().map(ToString::to_string);
        Some(OnlyOverRule { unit: self.unit(unit.as_str())?, seas, source })
    }

    fn feature_list(&mut self, features: &[FeatureId]) -> Vec<FeatureIx> {
        features.iter().filter_map(|feature| self.feature(feature.as_str())).collect()
    }

    fn check_firepower(&mut self, table: &TableInfo, group: i64) {
        for die in 1..=6 {
            for strength in 1..=group {
                if table.cell(table.at(0, die), table.at(1, strength)).and_then(Value::number).is_none() {
                    let text = format!("the table `{}` has no losses for die {die} and strength {strength}", table.id);
                    self.fault(codes::TABLE_GAP, text);
                    return;
                }
            }
        }
    }

    fn check_advance(&mut self, table: &TableInfo, group: i64, friendly: Place) {
        for points in 0..=group {
            let row = table.at(0, points);
            let columns = (0..=group).map(|defence| table.at(1, defence)).chain([friendly]);
            if columns.into_iter().any(|column| table.cell(row, column).is_none()) {
                let text = format!(
                    "the table `{}` has no cell for {points} points and friendly land or some defence up to {group}",
                    table.id
                );
                self.fault(codes::TABLE_GAP, text);
                return;
            }
        }
    }
}
