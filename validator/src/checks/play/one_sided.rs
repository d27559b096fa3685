//! G105 one-sided-scenario.

use std::collections::BTreeMap;

use chartroom_engine::odds::Interval;
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "G105", "one-sided-scenario", "play", Note,
        what: "One side wins practically every game between equal bots: its share lies above three in four with 95 % confidence.",
        why: "The other side plays for nothing, or a number of the set-up or the victory is wrong.",
        remedy: "Look at the set-up and the victory; `chartroom simulate` plays more games. Bots are no people: accept the note if people find it even.",
        bad: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 2), wars: [(["east"], ["west"])], victory: [(winner: "east", check: GameEnd, when: Otherwise)])"#,
        good: r#"Scenario(schema: 2, id: "second", title: "Second", turns: (first: 1, last: 2), wars: [(["east"], ["west"])], victory: [(check: GameEnd, when: Otherwise)])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

/// A side that wins more often than this for sure wins practically always.
const ONE_SIDED: f64 = 0.75;

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for games in cx.games.iter().flat_map(|games| &games.scenarios) {
        // Only the better bot tries to win.
        let played: Vec<_> = games.played.iter().filter(|played| played.greedy).collect();
        let mut wins: BTreeMap<&str, usize> = BTreeMap::new();
        for winner in played.iter().filter_map(|played| played.winner.as_deref()) {
            *wins.entry(winner).or_default() += 1;
        }
        for (who, count) in wins {
            let share = Interval::wilson(count as f64, played.len() as f64);
            if share.low > ONE_SIDED {
                let spot = cx.id_of(EntryKind::Scenario, &games.scenario);
                let message = format!(
                    "{who} wins {count} of {} games of {}: {:.0} to {:.0} % with 95 % confidence",
                    played.len(),
                    games.scenario,
                    share.low * 100.0,
                    share.high * 100.0
                );
                found.push(cx.finding(CODE, &spot, message));
            }
        }
    }
}
