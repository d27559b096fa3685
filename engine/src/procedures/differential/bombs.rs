//! Bombs that end a place for good: where they lie, who carries them, and what is left when they fall.

use chartroom_format::schema::units::Ability;

use super::zones;
use crate::event::{Event, LossReason};
use crate::ids::{SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Mission};
use crate::state::{Stack, State};

/// The type of such bombs, if the game has them.
fn kind(rules: &Ruleset) -> Option<UnitIx> {
    rules.campaign.raid.as_ref().and_then(|raid| raid.bombs.as_ref()).map(|rule| rule.unit)
}

/// Whether a stack is of bombs: at sea they travel like units of the land.
pub(super) fn is_bomb(rules: &Ruleset, stack: &Stack) -> bool {
    kind(rules) == Some(stack.unit)
}

/// Bombs that have lain with a group of aircraft since its phase began and are not on their way.
pub(super) fn at(rules: &Ruleset, state: &State, group: Group) -> u16 {
    let Some(unit) = kind(rules) else { return 0 };
    let here = |other: &Group| (other.space, other.power) == (group.space, group.power);
    let missions = state.campaign.missions.iter().filter(|mission| here(&mission.group));
    let aboard: u16 = missions.map(|mission| mission.bombs).sum();
    let came = state.campaign.flown.iter().filter(|other| here(other) && other.unit == unit);
    let came: u16 = came.map(|other| other.count).sum();
    zones::count(state, group.space, group.power, unit).saturating_sub(aboard).saturating_sub(came)
}

/// So many bombs aboard a group of bombers: one fleet carries any number.
pub(super) fn aboard(rules: &Ruleset, group: Group, count: u16) -> Option<Group> {
    let unit = kind(rules).filter(|_| rules.unit(group.unit).can(Ability::StrategicBombing))?;
    Some(Group { unit, count, ..group })
}

/// Bombs that were carried are gone; if one bomber lives, one of them ends the place for good.
pub(super) fn spend(run: &mut Run, armed: &[Mission], target: SpaceIx, explodes: bool) {
    let Some(rule) = run.rules.campaign.raid.as_ref().and_then(|raid| raid.bombs.as_ref()) else { return };
    for Mission { group, bombs, .. } in armed {
        let Group { space, power, .. } = *group;
        let stack = Stack { space, army: 0, power, unit: rule.unit, damaged: 0, count: *bombs };
        run.emit(Event::Removed { stack, why: LossReason::Rule });
    }
    if explodes {
        for feature in &rule.ends {
            if run.state.feature(run.rules, target, *feature) > 0 {
                run.emit(Event::FeatureSet { space: target, feature: *feature, amount: 0 });
            }
        }
        run.emit(Event::FeatureSet { space: target, feature: rule.leaves, amount: 1 });
    }
}
