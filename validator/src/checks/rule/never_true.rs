//! L101 condition-never-true.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::condition::Condition;

use crate::checks::Check;
use crate::context::Context;
use crate::model::conditions;
use crate::model::logic::Known;

chartroom_format::codes! {
    CODE = "L101", "condition-never-true", "rule", Error,
        what: "A condition can never hold: it contradicts itself, or asks for a turn, number or place that cannot be. `Not(Always)` is how an author switches something off and is accepted.",
        why: "The rule, modifier, objective or phase behind it never applies.",
        remedy: "Correct the condition.",
        bad: r#"Rules(schema: 2, rules: {"late": (on: TurnStart, when: Turn(from: 5, to: 3), then: [Money("red", 1)])})"#,
        good: r#"Rules(schema: 2, rules: {"late": (on: TurnStart, when: Turn(from: 3, to: 5), then: [Money("red", 1)])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let known = Known { content: cx.content, board: &cx.board, turns: conditions::turns(cx.content), start: None };
    for (spot, condition) in conditions::with_parts(cx) {
        // `Not(Always)` is how an author switches a rule off on purpose.
        let off = matches!(condition, Condition::Not(inner) if **inner == Condition::Always);
        if !off && known.judge(condition) == Some(false) {
            found.push(cx.finding(CODE, &spot, "this can never hold"));
        }
    }
}
