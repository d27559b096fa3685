//! L102 condition-always-true.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::condition::Condition;

use crate::checks::Check;
use crate::context::Context;
use crate::model::conditions;
use crate::model::logic::Known;

chartroom_format::codes! {
    CODE = "L102", "condition-always-true", "rule", Warning,
        what: "A condition always holds.",
        why: "It says nothing; most often a number or a `Not` is missing.",
        remedy: "Remove the condition, or correct it.",
        bad: r#"Rules(schema: 2, rules: {"any": (on: TurnStart, when: Any([Neutral("red"), Not(Neutral("red"))]), then: [Money("red", 1)])})"#,
        good: r#"Rules(schema: 2, rules: {"any": (on: TurnStart, when: Any([Neutral("red"), Neutral("blue")]), then: [Money("red", 1)])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known = Known { content: cx.content, board: &cx.board, turns: conditions::turns(cx.content), start: None };
    for (spot, condition) in conditions::of(cx) {
        // `Always` is how an author says so on purpose.
        if *condition != Condition::Always && known.judge(condition) == Some(true) {
            found.push(cx.finding(CODE, &spot, "this always holds"));
        }
    }
}
