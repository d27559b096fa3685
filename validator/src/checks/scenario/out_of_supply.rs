//! S125 out-of-supply-at-start.

use std::collections::BTreeMap;

use chartroom_engine::ids::SideIx;
use chartroom_engine::procedures::{Procedure, SupplyRules};
use chartroom_engine::query::supply;
use chartroom_engine::{Ruleset, State};
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::procedure::Procedure as Written;
use chartroom_format::schema::units::Domain;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "S125", "out-of-supply-at-start", "scenario", Warning,
        what: "Land units start cut off: the engine finds no line of supply to them in the first position. Nothing is said where the pack gives settings of supply that the engine does not trace by yet, or where an option that is off brings supply in.",
        why: "They could not move, and some rules remove them before their player has a turn.",
        remedy: "Correct who holds the way to them, or the sources of supply. If the rulebook starts them cut off, accept the finding with that reason.",
        bad: r#"Rules(schema: 2, procedures: {"supply": (do: TraceSupply(full: ["factory"]))})
---
Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "supplies", do: "supply"), Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end")])
---
Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 8), wars: [(["east"], ["west"])], control: {"red": ["0804"]}, set_up: {"red": [At("0804", {"infantry": 1})]}, features: {"0804": {"factory": 0}}, victory: [(check: GameEnd, when: Otherwise)])"#,
        good: r#"Rules(schema: 2, procedures: {"supply": (do: TraceSupply(full: ["factory"]))})
---
Sequence(schema: 2, each_turn: [Stage(id: "power-turn", each: Slots, steps: [Phase(id: "supplies", do: "supply"), Phase(id: "income", do: "income"), Phase(id: "orders", do: "combat-move"), Phase(id: "combat", do: "combat"), Phase(id: "build", do: "build")]), Phase(id: "turn-end", do: "turn-end")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (scenario, compiled) in cx.compiled() {
        let Ok((rules, state)) = compiled else { continue };
        let Some(settings) = settings(cx, rules, state) else { continue };
        for (space, (units, power)) in cut_off(rules, state, settings) {
            let spot = cx.entry(EntryKind::Scenario, scenario).then("set_up").then(power).name();
            let message = format!("{units} of {power} start cut off in `{space}` of {scenario}");
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}

/// How the scenario traces supply; none if no phase of it does, or not by all that the pack says.
fn settings<'r>(cx: &Context<'_>, rules: &'r Ruleset, state: &State) -> Option<&'r SupplyRules> {
    let on = rules.phases.iter().filter(|phase| state.option_or_none(phase.option));
    on.filter_map(|phase| phase.run).find_map(|run| {
        let procedure = &rules.procedures[run.index()];
        match &procedure.run {
            Procedure::TraceSupply(settings) if is_traced_fully(cx, &procedure.id) => Some(settings),
            _ => None,
        }
    })
}

/// Whether the engine's lines of supply heed every setting of a procedure.
fn is_traced_fully(cx: &Context<'_>, procedure: &str) -> bool {
    let Some(entry) = cx.content.procedures.get(procedure) else { return false };
    match &entry.run {
        Written::TraceSupply { free_within, length, counted, mountains, zones_block, .. } => {
            free_within.is_empty() && length.is_none() && counted.is_none() && mountains.is_none() && !zones_block
        }
        _ => false,
    }
}

/// Land units of powers that take part, in spaces that no supply reaches, with one of their powers.
fn cut_off<'r>(rules: &'r Ruleset, state: &State, settings: &SupplyRules) -> BTreeMap<&'r str, (i64, &'r str)> {
    let mut found: BTreeMap<&str, (i64, &str)> = BTreeMap::new();
    for side in (0..rules.sides.len()).map(SideIx::new) {
        let map = supply::trace(rules, state, side, settings, None);
        for stack in state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)) {
            let (unit, power) = (rules.unit(stack.unit), rules.power(stack.power));
            if unit.domain == Domain::Land && power.plays && map.of(stack.space) == SupplyState::Unsupplied {
                let entry = found.entry(rules.space_name(stack.space)).or_insert((0, &power.id));
                entry.0 += i64::from(stack.count);
            }
        }
    }
    found
}
