//! `chartroom unit PACK UNIT`: a unit's numbers, abilities and price.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_engine::matchup::price::{self, Quote};
use chartroom_engine::matchup::{LeftOut, Position};
use chartroom_format::names::nearest;
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids::UnitId;
use chartroom_format::schema::units::{Stats, UnitType};
use serde_json::{Map, Value, json};

use crate::{find, output};

pub(crate) fn run(
    pack: &str,
    unit: &str,
    power: Option<&str>,
    scenario: Option<&str>,
    json: bool,
) -> Result<ExitCode, String> {
    const PLAIN: &[Kind] = &[Kind::Units, Kind::Powers, Kind::Table, Kind::Rules, Kind::Options];
    let loaded = find::load_part(pack, if scenario.is_some() { Kind::ALL } else { PLAIN })?;
    let content = &loaded.content;
    let Some(unit_type) = content.units.get(unit) else {
        let hint = match nearest(unit, content.units.keys().map(UnitId::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("it has {}", content.units.keys().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        };
        return Err(format!("the pack has no unit `{unit}`; {hint}"));
    };
    if let Some(power) = power.filter(|power| !content.powers.contains_key(*power)) {
        let close = nearest(power, content.powers.keys().map(chartroom_format::schema::ids::PowerId::as_str));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        return Err(format!("the pack has no power `{power}`{hint}"));
    }
    let position = scenario.map(|scenario| Position::at_start(content, scenario)).transpose()?;
    let found = price::quotes(content, position.as_ref(), unit, power);
    if json {
        output::print_json(&view(unit, unit_type, &found, power))?;
    } else {
        output::print(&text(unit, unit_type, &found))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What a unit costs now, as a number where it is whole.
fn now(quote: &Quote) -> Value {
    match quote.now {
        Some(_) if quote.changed_by.is_empty() => quote.printed.value(),
        Some(amount) => amount.as_whole().map_or_else(|| Value::from(amount.to_string()), Value::from),
        None => quote.printed.value(),
    }
}

/// What else may change the price.
fn left_out(prices: &[Quote]) -> Vec<&LeftOut> {
    let mut all: Vec<&LeftOut> = prices.iter().flat_map(|quote| &quote.left_out).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn view(id: &str, unit: &UnitType, prices: &[Quote], power: Option<&str>) -> Value {
    let by_column = |value: fn(&Quote) -> Value| -> Map<String, Value> {
        prices.iter().map(|quote| (quote.printed.column.clone(), value(quote))).collect()
    };
    let single = match (prices, power) {
        ([only], _) => now(only),
        (many, Some(power)) => many.iter().find(|quote| quote.printed.column == power).map_or(Value::Null, now),
        _ => Value::Null,
    };
    let changed: Map<String, Value> = prices
        .iter()
        .filter(|quote| !quote.changed_by.is_empty())
        .map(|quote| (quote.printed.column.clone(), Value::from(quote.changed_by.clone())))
        .collect();
    let may_change: Vec<Value> =
        left_out(prices).into_iter().map(|left_out| json!({ "what": left_out.what, "why": left_out.why })).collect();
    json!({
        "id": id, "title": unit.title, "domain": unit.domain, "classes": unit.classes, "source": unit.source,
        "attack": unit.stats.attack, "defense": unit.stats.defend, "move": unit.stats.movement, "hits": unit.stats.hits.unwrap_or(1),
        "stats": unit.stats, "damaged": unit.damaged, "abilities": unit.abilities, "targets": unit.targets, "carries": unit.carries,
        "cost": single, "costs": by_column(now), "printed_costs": by_column(|quote| quote.printed.value()),
        "cost_changed_by": changed, "cost_may_change": may_change,
        "cost_table": prices.first().map(|quote| quote.printed.table.clone()),
        "reconstructed": unit.reconstructed, "note": unit.note,
    })
}

fn text(id: &str, unit: &UnitType, prices: &[Quote]) -> String {
    let mut out = format!("{id}: {} ({:?})", unit.title, unit.domain);
    if let Some(source) = &unit.source {
        let _ = write!(out, "  [{source}]");
    }
    out.push('\n');
    stats_text(&mut out, "", &unit.stats);
    for (index, damaged) in unit.damaged.iter().enumerate() {
        stats_text(&mut out, &format!("after hit {}: ", index + 1), damaged);
    }
    if !unit.abilities.is_empty() {
        let _ = writeln!(
            out,
            "  abilities: {}",
            unit.abilities.iter().map(|ability| format!("{ability:?}")).collect::<Vec<_>>().join(", ")
        );
    }
    for quote in prices {
        let printed = &quote.printed;
        let _ = match quote.now {
            Some(now) if !quote.changed_by.is_empty() => writeln!(
                out,
                "  cost {}: {now}  ({} prints {}; changed by {})",
                printed.column,
                printed.table,
                printed.cell,
                quote.changed_by.join(", ")
            ),
            _ => writeln!(out, "  cost {}: {}  ({})", printed.column, printed.cell, printed.table),
        };
    }
    for left_out in left_out(prices) {
        let _ = writeln!(out, "  the cost may change by {}", left_out.words());
    }
    for (what, why) in &unit.reconstructed {
        let _ = writeln!(out, "  reconstructed {what}: {why}");
    }
    if !unit.note.is_empty() {
        let _ = writeln!(out, "  {}", unit.note);
    }
    out
}

fn stats_text(out: &mut String, before: &str, stats: &Stats) {
    let dice = |dice: &Option<Vec<i64>>| {
        dice.as_ref().map(|dice| dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("/"))
    };
    let parts: Vec<String> = [
        ("attack", dice(&stats.attack)),
        ("defence", dice(&stats.defend)),
        ("attack strength", stats.attack_strength.map(|amount| amount.to_string())),
        ("defence strength", stats.defence_strength.map(|amount| amount.to_string())),
        ("move", stats.movement.map(|amount| amount.to_string())),
        ("range", stats.range.map(|amount| amount.to_string())),
        ("hits", stats.hits.map(|hits| hits.to_string())),
    ]
    .into_iter()
    .filter_map(|(name, value)| value.map(|value| format!("{name} {value}")))
    .collect();
    if !parts.is_empty() {
        let _ = writeln!(out, "  {before}{}", parts.join(", "));
    }
}
