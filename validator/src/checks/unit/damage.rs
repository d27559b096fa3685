//! U107 more-damage-than-hits.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::units::Ability;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U107", "more-damage-than-hits", "unit", Error,
        what: "A unit has numbers for more hits than it survives, or a number that makes no sense. A unit that depletes has one state more than its hits give.",
        why: "The numbers behind its last hit are never used; most often `hits` is mistyped.",
        remedy: "A unit with `hits: 2` has one entry in `damaged`.",
        bad: r#"Units(schema: 2, units: {"destroyer": (title: "Destroyer", domain: Sea, classes: ["ships"], stats: (attack: [5], defend: [5], movement: 3), damaged: [(attack: [3])])})"#,
        good: r#"Units(schema: 2, units: {"destroyer": (title: "Destroyer", domain: Sea, classes: ["ships"], stats: (attack: [5], defend: [5], movement: 3, hits: 2), damaged: [(attack: [3])])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, unit) in &cx.content.units {
        let spot = cx.entry(EntryKind::Unit, id.as_str());
        let hits = unit.stats.hits.unwrap_or(1);
        let most = unit.variants.iter().filter_map(|variant| variant.stats.hits).chain([hits]).max().unwrap_or(hits);
        // A unit that depletes has one more state than its hits give.
        let depletes = i64::from(unit.abilities.contains(&Ability::Depletes));
        if unit.damaged.len() as i64 > (most - 1).max(0) + depletes {
            let message =
                format!("{} survives {} hits but has numbers for {}", unit.title, most - 1, unit.damaged.len());
            found.push(cx.finding(CODE, &spot.then("damaged"), message));
        }
        let negative = [
            ("movement", unit.stats.movement),
            ("range", unit.stats.range),
            ("attack_strength", unit.stats.attack_strength),
            ("defence_strength", unit.stats.defence_strength),
        ];
        for (field, amount) in negative {
            if amount.is_some_and(|amount| amount.numerator < 0) {
                let message = format!("{} has a negative {field}", unit.title);
                let finding = cx.finding(CODE, &spot.then("stats").then(field), message);
                found.push(finding.help("write 0 or more, or leave the number out"));
            }
        }
        if hits < 1 {
            let message = format!("{} is lost before any hit", unit.title);
            let finding = cx.finding(CODE, &spot.then("stats").then("hits"), message);
            found.push(finding.help("write 1 or more: the hit that destroys it counts"));
        }
    }
}
