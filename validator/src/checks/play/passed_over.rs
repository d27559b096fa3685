//! G103 phase-the-engine-passes-over.

use std::collections::BTreeSet;

use chartroom_engine::bots::{self, Greedy};
use chartroom_engine::{Event, Options, compile};
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G103", "phase-the-engine-passes-over", "play", Hint,
        what: "While bots played, the engine passed over a phase because a rule of it is not built or cannot be used.",
        why: "Bots play another game than the rulebook there.",
        remedy: "Read the reason; nothing needs doing if players do that phase by hand.",
        bad: "",
        good: "";
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if !cx.plays {
        return;
    }
    let mut passed: BTreeSet<(String, String)> = BTreeSet::new();
    for id in cx.content.scenarios.keys() {
        let Ok((rules, start)) = compile(cx.content, id.as_str(), Options { seed: 1, ..Options::default() }) else {
            continue;
        };
        bots::play(&rules, &start, &mut Greedy::default(), Some(1), |_, events| {
            for event in events {
                if let Event::PhasePassedOver { phase, why } = event
                    && let Some(phase) = rules.phases.get(usize::from(*phase))
                {
                    passed.insert((rules.phase_name(phase.name).to_owned(), why.clone()));
                }
            }
        });
    }
    for (phase, why) in passed {
        let spot = cx.entry(EntryKind::Phase, &phase);
        found.push(cx.finding(CODE, &spot, format!("the engine passes over `{phase}`: {why}")));
    }
}
