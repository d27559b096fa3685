//! Q105 phase-not-played.

use std::collections::BTreeSet;

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::sequence::Step;

use crate::checks::Check;
use crate::context::Context;
use crate::model::phases;

chartroom_format::codes! {
    CODE = "Q105", "phase-not-played", "sequence", Warning,
        what: "A phase runs a procedure that the pack itself writes as `NotPlayed`: it is printed in the rulebook, and play passes over it.",
        why: "Bots and players play another game than the rulebook there; balance figures leave it out.",
        remedy: "Write the procedure that plays it once the program has it. Until then the warning stands for the gap.",
        bad: r#"Rules(schema: 2, procedures: {"income": (do: CollectIncome(from: Values)), "combat-move": (do: MoveByRange(purpose: Combat)), "combat": (do: HitRollCombat(die: 6)), "build": (do: NotPlayed("building is done by hand")), "turn-end": (do: EndTurn)})"#,
        good: r#"Rules(schema: 2, procedures: {"income": (do: CollectIncome(from: Values)), "combat-move": (do: MoveByRange(purpose: Combat)), "combat": (do: HitRollCombat(die: 6)), "build": (do: Produce(costs: "unit-cost", by: Power, factories: {"factory": 3})), "turn-end": (do: EndTurn)})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut named = BTreeSet::new();
    phases::visit(cx.content, &mut |step| {
        if let Step::Phase { run: Some(name), .. } = step
            && let Some(Procedure::NotPlayed(why)) = cx.content.procedures.get(name).map(|entry| &entry.run)
            && named.insert(name.to_string())
        {
            let spot = cx.entry(EntryKind::Procedure, name.as_str());
            found.push(cx.finding(CODE, &spot, format!("`{name}` is not played: {why}")));
        }
    });
}
