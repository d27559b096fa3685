//! S101 overstacked.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::procedure::{Procedure, StackLimit};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S101", "overstacked", "scenario", Error,
        what: "More points of land units are set up in a space than the rules allow there. Where modifiers change the limit by place, the engine judges instead (G101).",
        why: "The engine would refuse the position, or players would start with an army they may never have.",
        remedy: "Set some of them up elsewhere, or correct the number.",
        bad: r#"Rules(schema: 2, procedures: {"combat-move": (do: Move(stacking: Points(3)))})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Rules(schema: 2, procedures: {"combat-move": (do: Move(stacking: Points(5)))})
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], set_up: {"red": [At("0103", {"infantry": 4})]}, victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(limit) = limit(cx.content) else { return };
    for start in &cx.starts {
        let mut loads: BTreeMap<(&str, &str), (i64, crate::context::Spot)> = BTreeMap::new();
        for stack in cx.set_up(start) {
            let Some(space) = stack.space() else { continue };
            if matches!(cx.board.surface(space), Some(Surface::Sea | Surface::Box) | None) {
                continue;
            }
            let side = start.side_of.get(stack.power).copied().unwrap_or(stack.power);
            let weight: i64 = stack
                .units()
                .map(|(unit, count)| sixtieths(cx.content, unit.as_str()).saturating_mul(count))
                .fold(0, i64::saturating_add);
            loads.entry((space, side)).or_insert_with(|| (0, stack.space_spot())).0 += weight;
        }
        for ((space, _), (load, spot)) in loads {
            if load > limit * 60 {
                let message = format!("{} points stand in `{space}`, which holds {limit}", load / 60);
                found.push(cx.finding(CODE, &spot, message).label(format!("at most {limit}")));
            }
        }
    }
}

/// The widest limit on land units that any procedure sets; none if the rules know no such limit, or change it by place: then
/// the engine judges.
fn limit(content: &Content) -> Option<i64> {
    if content.modifiers.values().any(|modifier| modifier.quantity == Quantity::Stacking) {
        return None;
    }
    let limits = content.procedures.values().filter_map(|entry| match &entry.run {
        Procedure::Redeploy { stacking, .. } => Some(*stacking),
        Procedure::MoveByPoints { stacking, .. }
        | Procedure::MoveByRange { stacking, .. }
        | Procedure::Produce { stacking, .. } => *stacking,
        Procedure::Move { stacking, .. } | Procedure::Battle { stacking, .. } => {
            stacking.map(|(StackLimit::Units(most) | StackLimit::Points(most))| most)
        }
        _ => None,
    });
    limits.max()
}

/// What a unit counts, in sixtieths of a point, so that thirds stay exact.
fn sixtieths(content: &Content, unit: &str) -> i64 {
    let Some(unit) = content.units.get(unit) else { return 0 };
    if unit.domain != Domain::Land {
        return 0;
    }
    let weight = unit.stats.stacking.unwrap_or(Amount::ONE);
    weight.numerator.saturating_mul(60) / weight.denominator
}
