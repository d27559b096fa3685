//! L108 rules-that-contradict.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::effect::Effect;
use chartroom_format::schema::expression::Value;
use chartroom_format::schema::rules::{Change, Modifier, Rule};

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "L108", "rules-that-contradict", "rule", Error,
        what: "Two rules with the same trigger and condition, or two modifiers of the same thing, say opposite things.",
        why: "Which of them holds would depend on their order in the files.",
        remedy: "Remove one of them, or give one a condition that the other does not have.",
        bad: r#"Rules(schema: 2, rules: {"up": (on: TurnStart, then: [Control("red", ["0302"])]), "down": (on: TurnStart, then: [Control("blue", ["0302"])])})"#,
        good: r#"Rules(schema: 2, rules: {"up": (on: TurnStart, then: [Control("red", ["0302"])]), "down": (on: TurnEnd, then: [Control("blue", ["0302"])])})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let rules: Vec<(&str, &Rule)> = cx.content.rules.iter().map(|(id, rule)| (id.as_str(), rule)).collect();
    for (place, (id, rule)) in rules.iter().enumerate() {
        for (other, before) in rules[..place].iter().filter(|(_, before)| happen_together(before, rule)) {
            if let Some(what) = rule.then.iter().find_map(|one| before.then.iter().find_map(|two| opposite(one, two))) {
                let message =
                    format!("the rules `{other}` and `{id}` happen together but say opposite things about {what}");
                found.push(cx.finding(CODE, &cx.entry(EntryKind::Rule, id), message));
            }
        }
    }
    let modifiers: Vec<(&str, &Modifier)> = cx.content.modifiers.iter().map(|(id, it)| (id.as_str(), it)).collect();
    for (place, (id, modifier)) in modifiers.iter().enumerate() {
        for (other, _) in modifiers[..place].iter().filter(|(_, before)| cannot_both_hold(before, modifier)) {
            let message = format!("the modifiers `{other}` and `{id}` set the same thing to different values");
            found.push(cx.finding(CODE, &cx.entry(EntryKind::Modifier, id), message));
        }
    }
}

fn happen_together(one: &Rule, other: &Rule) -> bool {
    one.on == other.on && one.when == other.when && one.option == other.option && one.scenarios == other.scenarios
}

/// What two effects disagree about.
fn opposite(one: &Effect, other: &Effect) -> Option<String> {
    match (one, other) {
        (Effect::Control(a, here), Effect::Control(b, there)) if a != b => {
            here.iter().find(|place| there.contains(place)).map(|place| format!("who holds `{place}`"))
        }
        (Effect::Join(power, a), Effect::Join(same, b)) if power == same && a != b => {
            Some(format!("the side of {power}"))
        }
        (Effect::Join(power, _), Effect::BecomeNeutral(same))
        | (Effect::BecomeNeutral(same), Effect::Join(power, _))
            if power == same =>
        {
            Some(format!("the side of {power}"))
        }
        (Effect::SetRelation(a, b, kind), Effect::SetRelation(c, d, other))
            if (a == c && b == d || a == d && b == c) && kind != other =>
        {
            Some(format!("{a} and {b}"))
        }
        (Effect::SetTrack { track, who, to }, Effect::SetTrack { track: same, who: whose, to: other })
            if track == same && who == whose && to != other =>
        {
            Some(format!("the track `{track}`"))
        }
        (Effect::SetFeature(space, feature, amount), Effect::SetFeature(there, same, other))
            if space == there && feature == same && amount != other =>
        {
            Some(format!("`{feature}` in `{space}`"))
        }
        (Effect::Switch(option, on), Effect::Switch(same, other)) if option == same && on != other => {
            Some(format!("the option `{option}`"))
        }
        (Effect::Win { side, .. }, Effect::Win { side: other, .. }) if side != other => Some("who wins".to_owned()),
        _ => None,
    }
}

/// Two values that never change.
fn known(one: &Value, other: &Value) -> Option<(i64, i64)> {
    one.whole().zip(other.whole())
}

fn cannot_both_hold(one: &Modifier, other: &Modifier) -> bool {
    let same = one.quantity == other.quantity
        && one.to == other.to
        && one.when == other.when
        && one.option == other.option
        && one.pairs_with == other.pairs_with;
    same && match (&one.change, &other.change) {
        (Change::Set(a), Change::Set(b)) => known(a, b).is_some_and(|(a, b)| a != b),
        (Change::AtLeast(low), Change::AtMost(high)) | (Change::AtMost(high), Change::AtLeast(low)) => {
            known(low, high).is_some_and(|(low, high)| low > high)
        }
        _ => false,
    }
}
