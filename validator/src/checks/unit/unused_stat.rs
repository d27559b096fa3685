//! U109 number-the-engine-cannot-use.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::{Ability, UnitType};
use chartroom_format::schema::value::Amount;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U109", "number-the-engine-cannot-use", "unit", Warning,
        what: "A unit has a number that nothing can use: to-hit values where no procedure rolls per unit, strengths where none adds them up, an attack of a unit that never attacks, movement of one that never moves.",
        why: "It looks tuned but changes nothing; most often the number stands in the wrong field.",
        remedy: "Move the number to the field that the combat procedure reads, or remove it or the ability.",
        bad: r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [2], defend: [4], movement: 1, attack_strength: 3))})"#,
        good: r#"Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land, classes: ["land"], stats: (attack: [2], defend: [4], movement: 1))})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (mut rolls, mut adds) = (false, false);
    for entry in cx.content.procedures.values() {
        rolls |= matches!(entry.run, Procedure::HitRollCombat { .. });
        adds |= matches!(
            entry.run,
            Procedure::Battle { .. }
                | Procedure::DifferentialCombat { .. }
                | Procedure::NavalMoveAndFight { .. }
                | Procedure::FirepowerAdvance { .. }
        );
    }
    // A pack without any combat is still being written.
    if !(rolls || adds) {
        return;
    }
    for (id, unit) in &cx.content.units {
        let spot = cx.entry(EntryKind::Unit, id.as_str()).then("stats");
        for (field, why) in faults(unit, rolls, adds) {
            found.push(cx.finding(
                CODE,
                &spot.then(field).name(),
                format!("{} of {} is never used: {why}", field, unit.title),
            ));
        }
    }
}

fn faults(unit: &UnitType, rolls: bool, adds: bool) -> Vec<(&'static str, &'static str)> {
    let stats = &unit.stats;
    let can = |ability: Ability| unit.abilities.contains(&ability);
    let some = |amount: Option<Amount>| amount.is_some_and(|amount| amount.numerator != 0);
    let dice = |dice: &Option<Vec<i64>>| dice.as_ref().is_some_and(|dice| dice.iter().any(|value| *value != 0));
    let mut found = Vec::new();
    for (field, given) in [("attack", stats.attack.is_some()), ("defend", stats.defend.is_some())] {
        if given && !rolls {
            found.push((field, "no procedure rolls a die for each unit"));
        }
    }
    let strengths = [("attack_strength", stats.attack_strength), ("defence_strength", stats.defence_strength)];
    for (field, given) in strengths {
        if given.is_some() && !adds {
            found.push((field, "no procedure adds strengths up"));
        }
    }
    // Interceptors defend by attacking.
    let never_attacks = can(Ability::DefendsOnly) && !can(Ability::Intercepts);
    if never_attacks && (dice(&stats.attack) || some(stats.attack_strength)) {
        found.push((if dice(&stats.attack) { "attack" } else { "attack_strength" }, "the unit never attacks"));
    }
    if can(Ability::Immobile) && some(stats.movement) {
        found.push(("movement", "the unit never moves"));
    }
    found
}
