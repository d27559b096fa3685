//! Running worked examples. Those about tables, units, spaces and facts need only the content; the others are the engine's.

use std::collections::BTreeMap;

use chartroom_engine::Playable;
use chartroom_format::content::Content;
use chartroom_format::lookup::Looked;
use chartroom_format::prices;
use chartroom_format::schema::example::{Example, ExampleKind};
use chartroom_format::schema::ids::ExampleId;
use chartroom_format::schema::value::Data;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

/// How an example came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "status", content = "reason")]
pub enum Outcome {
    Pass,
    Fail(String),
    /// Its procedure is not built yet.
    Open(String),
}

/// Runs all examples of a pack, on all cores.
pub fn run_all<'a>(content: &'a Content, scenarios: &Playable<'_>) -> BTreeMap<&'a str, Outcome> {
    let examples: Vec<(&ExampleId, &Example)> = content.examples.iter().collect();
    examples.into_par_iter().map(|(id, example)| (id.as_str(), run(scenarios, id, example))).collect()
}

/// Runs one example.
pub fn run(content: &Playable<'_>, id: &ExampleId, example: &Example) -> Outcome {
    let result = match &example.runs {
        ExampleKind::Table(table) => table_example(content, table.as_str(), example),
        ExampleKind::Unit => unit_example(content, example),
        ExampleKind::Space => space_example(content, example),
        ExampleKind::Fact => fact_example(content, example),
        ExampleKind::Procedure(name) => match chartroom_engine::examples::run(content, example) {
            Some(result) => result,
            None => return Outcome::Open(format!("needs the procedure `{name}`")),
        },
    };
    match result {
        Ok(()) => Outcome::Pass,
        Err(reason) => Outcome::Fail(format!("`{id}`: {reason}")),
    }
}

fn table_example(content: &Content, table: &str, example: &Example) -> Result<(), String> {
    let table = content.tables.get(table).ok_or_else(|| format!("there is no table `{table}`"))?;
    let keys: Vec<String> = table
        .axes
        .iter()
        .map(|axis| {
            example.given.get(axis.name()).map(plain).ok_or_else(|| format!("`given` lacks the axis `{}`", axis.name()))
        })
        .collect::<Result<_, _>>()?;
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    let found = match table.look_up(&keys).map_err(|error| error.to_string())? {
        Looked::Cell(cell) => cell.to_string(),
        Looked::Nothing => "-".to_owned(),
    };
    let wanted = example.expect.get("value").map(plain).ok_or("`expect` lacks `value`")?;
    same("value", &wanted, &found)
}

fn unit_example(content: &Content, example: &Example) -> Result<(), String> {
    let unit = text_of(example, "unit")?;
    let unit_type = content.units.get(unit).ok_or_else(|| format!("there is no unit `{unit}`"))?;
    let stats = to_value(&unit_type.stats);
    let power = example.given.get("power").and_then(Data::as_text);
    let found_prices = prices::of(content, unit);
    for (key, wanted) in &example.expect {
        let wanted = to_value(wanted);
        let found = match (key.as_str(), power) {
            ("cost", Some(power)) => {
                found_prices.iter().find(|price| price.column == power).map_or(Value::Null, prices::Price::value)
            }
            ("cost", None) if wanted.is_object() => {
                Value::Object(found_prices.iter().map(|price| (price.column.clone(), price.value())).collect())
            }
            ("cost", None) => found_prices.first().map_or(Value::Null, prices::Price::value),
            ("defense" | "defence", _) => stats.get("defend").cloned().unwrap_or(Value::Null),
            ("move", _) => stats.get("movement").cloned().unwrap_or(Value::Null),
            ("hits", _) => Value::from(unit_type.stats.hits.unwrap_or(1)),
            ("classes" | "abilities" | "damaged" | "carries" | "targets" | "domain" | "build" | "formation", _) => {
                to_value(unit_type).get(key).cloned().unwrap_or(Value::Null)
            }
            _ => stats.get(key).cloned().unwrap_or(Value::Null),
        };
        same_value(key, &wanted, &found)?;
    }
    Ok(())
}

fn space_example(content: &Content, example: &Example) -> Result<(), String> {
    let id = text_of(example, "space")?;
    let space = content.spaces.get(id).ok_or_else(|| format!("there is no space `{id}`"))?;
    let fields = to_value(space);
    for (key, wanted) in &example.expect {
        let wanted = to_value(wanted);
        let found = match key.as_str() {
            "name" | "country" | "terrain" | "surface" | "value" | "regions" => {
                fields.get(key).cloned().unwrap_or(Value::Null)
            }
            feature => Value::from(space.features.get(feature).copied().unwrap_or(0)),
        };
        same_value(key, &wanted, &found)?;
    }
    Ok(())
}

fn fact_example(content: &Content, example: &Example) -> Result<(), String> {
    let (id, key) = (text_of(example, "fact")?, text_of(example, "value")?);
    let fact = content.facts.get(id).ok_or_else(|| format!("there is no fact `{id}`"))?;
    let found = fact.values.get(key).ok_or_else(|| format!("the fact `{id}` has no value `{key}`"))?;
    let wanted = example.expect.get("value").ok_or("`expect` lacks `value`")?;
    same_value("value", &to_value(wanted), &to_value(found))
}

fn same(what: &str, wanted: &str, found: &str) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{what} should be {wanted} but is {found}")) }
}

/// Compares as values: the order of fields does not matter.
fn same_value(what: &str, wanted: &Value, found: &Value) -> Result<(), String> {
    if wanted == found { Ok(()) } else { Err(format!("{what} should be {wanted} but is {found}")) }
}

fn text_of<'a>(example: &'a Example, key: &str) -> Result<&'a str, String> {
    example.given.get(key).and_then(Data::as_text).ok_or_else(|| format!("`given` lacks `{key}`"))
}

fn plain(data: &Data) -> String {
    match data {
        Data::Text(text) => text.clone(),
        Data::Nothing => "-".to_owned(),
        other => to_value(other).to_string(),
    }
}

fn to_value(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
