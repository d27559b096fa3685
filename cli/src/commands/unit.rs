//! `chartroom unit PACK UNIT`: a unit's numbers, abilities and price.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::prices::{self, Price};
use chartroom_format::schema::Kind;
use chartroom_format::schema::ids::UnitId;
use chartroom_format::schema::units::{Stats, UnitType};
use serde_json::{Map, Value, json};

use crate::{find, output};

pub(crate) fn run(pack: &str, unit: &str, power: Option<&str>, json: bool) -> Result<ExitCode, String> {
    let loaded = find::load_part(pack, &[Kind::Units, Kind::Powers, Kind::Table, Kind::Rules])?;
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
    let found: Vec<Price> = prices::of(content, unit)
        .into_iter()
        .filter(|price| power.is_none_or(|power| price.column == power || !is_power(content, &price.column)))
        .collect();
    if json {
        output::print_json(&view(unit, unit_type, &found, power))?;
    } else {
        output::print(&text(unit, unit_type, &found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn is_power(content: &Content, column: &str) -> bool {
    content.powers.contains_key(column)
}

fn view(id: &str, unit: &UnitType, prices: &[Price], power: Option<&str>) -> Value {
    let costs: Map<String, Value> = prices.iter().map(|price| (price.column.clone(), price.value())).collect();
    let single = match (prices, power) {
        ([only], _) => only.value(),
        (many, Some(power)) => many.iter().find(|price| price.column == power).map_or(Value::Null, Price::value),
        _ => Value::Null,
    };
    json!({
        "id": id, "title": unit.title, "domain": unit.domain, "classes": unit.classes, "source": unit.source,
        "attack": unit.stats.attack, "defense": unit.stats.defend, "move": unit.stats.movement, "hits": unit.stats.hits.unwrap_or(1),
        "stats": unit.stats, "damaged": unit.damaged, "abilities": unit.abilities, "targets": unit.targets, "carries": unit.carries,
        "cost": single, "costs": costs, "cost_table": prices.first().map(|price| price.table.clone()),
        "reconstructed": unit.reconstructed, "note": unit.note,
    })
}

fn text(id: &str, unit: &UnitType, prices: &[Price]) -> String {
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
    for price in prices {
        let _ = writeln!(out, "  cost {}: {}  ({})", price.column, price.cell, price.table);
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
