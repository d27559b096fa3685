//! U102 dominated-unit.

use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::prices;
use chartroom_format::schema::units::{Stats, UnitType};
use chartroom_format::schema::value::Amount;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "U102", "dominated-unit", "unit", Note,
        what: "A unit costs as much as another or more for everybody and is nowhere better.",
        why: "Nobody would ever build it; most often one of its numbers is mistyped.",
        remedy: "Check its numbers and its price. If it is meant so, accept the note with a reason.",
        bad: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [1], defend: [4], movement: 1))})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#,
        good: r#"Units(schema: 2, units: {"guards": (title: "Guards", domain: Land, classes: ["land"], stats: (attack: [3], defend: [4], movement: 1))})
---
Table(schema: 2, id: "unit-cost", title: "Unit costs", axes: [Words(name: "unit", of: Unit), Words(name: "power", of: Power, keys: ["red", "blue"])], cells: Money, rows: {"infantry": [3, 3], "armor": [6, 5], "destroyer": [8, 8], "guards": [5, 5]})"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (id, unit) in &cx.content.units {
        let better = cx
            .content
            .units
            .iter()
            .find(|(other, by)| *other != id && beats(cx.content, other.as_str(), by, id.as_str(), unit));
        if let Some((other, by)) = better {
            let spot = cx.entry(EntryKind::Unit, id.as_str());
            let message = format!("{} costs no less than {} and is nowhere better", unit.title, by.title);
            found.push(cx.finding(CODE, &spot, message).note(format!("compared with `{other}`")));
        }
    }
}

/// Whether one unit is at least as good and as cheap everywhere, and better or cheaper somewhere. Units that can do
/// something of their own are never compared.
fn beats(content: &Content, one: &str, good: &UnitType, other: &str, bad: &UnitType) -> bool {
    let plain = |unit: &UnitType| {
        unit.variants.is_empty()
            && unit.carries.is_empty()
            && unit.supports.is_empty()
            && unit.targets.is_empty()
            && unit.first_strike.is_none()
            && unit.upgrades_to.is_none()
            && unit.build.is_none()
            && unit.option.is_none()
    };
    if !(plain(good) && plain(bad))
        || good.domain != bad.domain
        || good.classes != bad.classes
        || good.abilities != bad.abilities
    {
        return false;
    }
    let (Some(strong), Some(weak)) = (numbers(&good.stats), numbers(&bad.stats)) else { return false };
    let (cheap, dear) = (price(content, one), price(content, other));
    if cheap.len() != dear.len() || cheap.is_empty() {
        return false;
    }
    let never_worse = strong.iter().zip(&weak).all(|(a, b)| a >= b) && cheap.iter().zip(&dear).all(|(a, b)| a <= b);
    never_worse && strong != weak
}

/// The numbers that count, larger is better; none if the unit has no combat value at all.
fn numbers(stats: &Stats) -> Option<Vec<i64>> {
    let sum = |dice: &Option<Vec<i64>>| {
        dice.as_ref().map_or(0, |dice| dice.iter().fold(0_i64, |sum, die| sum.saturating_add(*die)))
    };
    let amount =
        |amount: Option<Amount>| amount.map_or(0, |amount| amount.numerator.saturating_mul(60) / amount.denominator);
    let list = vec![
        sum(&stats.attack),
        sum(&stats.defend),
        amount(stats.attack_strength),
        amount(stats.defence_strength),
        amount(stats.movement),
        amount(stats.range),
        stats.hits.unwrap_or(1),
    ];
    list[..4].iter().any(|value| *value > 0).then_some(list)
}

fn price(content: &Content, unit: &str) -> Vec<i64> {
    prices::of(content, unit).iter().filter_map(|price| price.cell.as_number()).collect()
}
