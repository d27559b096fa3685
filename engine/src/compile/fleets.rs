//! The settings of the naval stage.

use chartroom_format::schema::campaign::NavalStage;
use chartroom_format::schema::ids::{ClassId, RuleRef};

use super::Compiler;
use crate::ids::{ClassIx, UnitIx};
use crate::procedures::differential::fleet::{LoanRule, MooredRule, ShelterRule, SnortRule, StageRules, TrappedRule};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::state::campaign::Group;
use crate::table::Value;

fn cited(source: Option<&RuleRef>) -> String {
    source.map(ToString::to_string).unwrap_or_default()
}

impl Compiler<'_> {
    pub(super) fn naval_stage(&mut self, rules: &Ruleset, stage: &NavalStage, movement: &str) -> Option<StageRules> {
        let table = self.table(movement)?;
        let table = rules.table(table);
        let steps = |row: &str| table.of_word(row).and_then(Value::number);
        Some(StageRules {
            movement: rules.units.iter().map(|unit| steps(&unit.id)).collect(),
            at_sea: stage.at_sea.iter().filter_map(|power| self.power(power.as_str())).collect(),
            last_phase: stage.last_phase.iter().filter_map(|unit| self.unit(unit.as_str())).collect(),
            submarine_reach: stage.submarine_reach,
            transfer: stage.transfer,
            declines: stage.declines.as_ref().and_then(|side| self.side(side.as_str())),
            snort: stage.snort.as_ref().and_then(|snort| {
                Some(SnortRule {
                    power: self.power(snort.power.as_str())?,
                    from_turn: snort.from_turn,
                    movement: steps(&snort.movement.0)?,
                    defence: snort.defence,
                    source: cited(snort.source.as_ref()),
                })
            }),
            sheltered: stage
                .sheltered
                .iter()
                .map(|rule| ShelterRule {
                    spaces: self.places(&rule.places),
                    classes: self.classes_of(&rule.classes),
                    from: self.actors(&rule.from),
                    when: self.maybe_condition(rule.when.as_ref()),
                    source: cited(rule.source.as_ref()),
                })
                .collect(),
            moored: stage
                .moored
                .iter()
                .filter_map(|rule| {
                    Some(MooredRule {
                        power: self.power(rule.power.as_str())?,
                        classes: self.classes_of(&rule.classes),
                        set_up: rule.set_up.then(Vec::new),
                        when: self.maybe_condition(rule.when.as_ref()),
                        source: cited(rule.source.as_ref()),
                    })
                })
                .collect(),
            trapped: stage
                .trapped
                .iter()
                .filter_map(|rule| {
                    Some(TrappedRule {
                        power: self.power(rule.power.as_str())?,
                        when: self.maybe_condition(rule.when.as_ref()),
                        source: cited(rule.source.as_ref()),
                    })
                })
                .collect(),
            loans: stage
                .loans
                .iter()
                .filter_map(|rule| {
                    Some(LoanRule {
                        from: self.power(rule.from.as_str())?,
                        to: rule.to.iter().filter_map(|power| self.power(power.as_str())).collect(),
                        units: rule.units.iter().filter_map(|unit| self.unit(unit.as_str())).collect::<Vec<UnitIx>>(),
                        source: cited(rule.source.as_ref()),
                    })
                })
                .collect(),
        })
    }

    fn classes_of(&mut self, names: &[ClassId]) -> Vec<ClassIx> {
        names.iter().filter_map(|class| self.class(class.as_str())).collect()
    }
}

/// Ships that lie where the scenario sets them up are known only when it is.
pub(super) fn moor(rules: &mut Ruleset, state: &State) {
    let Some(stage) = &mut rules.campaign.fleets else { return };
    for rule in &mut stage.moored {
        if let Some(groups) = &mut rule.set_up {
            let own = state.stacks.iter().filter(|stack| stack.power == rule.power);
            groups.extend(own.map(|stack| Group {
                space: stack.space,
                power: stack.power,
                unit: stack.unit,
                count: stack.count,
            }));
        }
    }
}
