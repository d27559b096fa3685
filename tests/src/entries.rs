//! Entries of a pack as plain words, so that a sheet of the transcription can state any of their fields: the value of a
//! fact, the dice of a unit, the condition of a rule, the steps of a stage.

use chartroom_format::content::Content;
use chartroom_format::schema::sequence::Step;
use serde_json::Value;

/// The words of one field of an entry: `fact:armies` and `per-side`, `unit:infantry` and `stats/attack`. Steps go down
/// with `/`; a fact's values need no first step. Names of fields and variants count as words, so a condition reads
/// `controls axis paris`. Capitals, brackets, and whether words are parted by blanks or commas do not matter.
pub fn words(content: &Content, entry: &str, field: &str) -> Result<String, String> {
    let whole = find(content, entry)?;
    let values = whole.get("values").filter(|_| entry.starts_with("fact:"));
    let found = values
        .and_then(|values| follow(values, field))
        .or_else(|| follow(&whole, field))
        .ok_or_else(|| format!("`{entry}` has no `{field}`"))?;
    let mut said = Vec::new();
    say(found, &mut said);
    Ok(plain(&said.join(" ")))
}

/// A cell or a value without capitals and punctuation.
pub fn plain(text: &str) -> String {
    let lower = text.to_lowercase().replace([',', ';', '(', ')'], " ");
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn follow<'a>(value: &'a Value, field: &str) -> Option<&'a Value> {
    field.split('/').filter(|step| !step.is_empty()).try_fold(value, |at, step| match at {
        Value::Array(list) => list.get(step.parse::<usize>().ok()?),
        _ => at.get(step),
    })
}

fn say(value: &Value, said: &mut Vec<String>) {
    match value {
        Value::Null => said.push("none".to_owned()),
        Value::Bool(yes) => said.push(if *yes { "yes" } else { "no" }.to_owned()),
        Value::Number(number) => said.push(number.to_string()),
        Value::String(text) => said.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|item| say(item, said)),
        Value::Object(fields) => fields.iter().for_each(|(name, field)| {
            said.push(name.clone());
            say(field, said);
        }),
    }
}

fn find(content: &Content, entry: &str) -> Result<Value, String> {
    macro_rules! entry_of {
        ($($kind:literal => $($field:ident).+),* $(,)?) => {
            match entry.split_once(':') {
                None if entry == "map" => serde_json::to_value(&content.map).ok(),
                None if entry == "order" => serde_json::to_value(&content.order).ok(),
                None if entry == "land-sharing" => serde_json::to_value(&content.land_sharing).ok(),
                None if entry == "turn" => Some(stage(&content.sequence)),
                Some(("sequence", id)) => content.other_sequences.get(id).map(|steps| stage(steps)),
                Some(("phase", id)) => phase(content, id),
                $(Some(($kind, id)) => content.$($field).+.get(id).and_then(|entry| serde_json::to_value(entry).ok()),)*
                _ => return Err(format!("`{entry}` is not an entry: write kind:id")),
            }
        };
    }
    let found = entry_of! {
        "fact" => facts, "unit" => units, "formation" => formations, "power" => powers, "alliance" => sides,
        "option" => options, "procedure" => procedures, "modifier" => modifiers, "rule" => rules,
        "objective" => objectives, "track" => tracks, "season" => seasons, "terrain" => terrains,
        "side" => side_types, "feature" => features, "link" => link_classes, "region" => regions,
        "space" => spaces, "passage" => passages, "scenario" => scenarios, "table" => tables, "class" => classes,
    };
    found.ok_or_else(|| format!("the pack has no `{entry}`"))
}

/// A phase or stage with `steps`: the ids of what it is made of, in order. `campaign/combat` is the one of that sequence.
fn phase(content: &Content, id: &str) -> Option<Value> {
    match id.split_once('/') {
        Some((sequence, id)) => within(content.other_sequences.get(sequence)?, id),
        None => within(&content.sequence, id),
    }
}

fn within(steps: &[Step], wanted: &str) -> Option<Value> {
    steps.iter().find_map(|step| match step {
        Step::Stage { id, steps, .. } if id.as_str() == wanted => Some(with_steps(step, steps)),
        Step::Stage { steps, .. } => within(steps, wanted),
        Step::Phase { id, .. } => (id.as_str() == wanted).then(|| with_steps(step, &[])),
    })
}

fn with_steps(step: &Step, steps: &[Step]) -> Value {
    let inner = serde_json::to_value(step).ok().and_then(|step| step.as_object()?.values().next().cloned());
    let mut whole = inner.unwrap_or_default();
    if let (Some(fields), Some(steps)) = (whole.as_object_mut(), stage(steps).get("steps")) {
        fields.insert("steps".to_owned(), steps.clone());
    }
    whole
}

fn stage(steps: &[Step]) -> Value {
    let ids = steps.iter().map(|step| match step {
        Step::Stage { id, .. } | Step::Phase { id, .. } => Value::String(id.to_string()),
    });
    Value::Object([("steps".to_owned(), Value::Array(ids.collect()))].into_iter().collect())
}
