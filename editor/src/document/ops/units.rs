//! Unit sheets: the numbers of a unit type.

use chartroom_format::cst::PathStep;
use chartroom_format::schema::Kind;

use super::text::{insert_after, quoted, set_field};
use super::{Planned, parse};
use crate::document::{Document, FileChange};

/// The numbers of a unit in the order files write them.
pub const STATS: &[&str] = &[
    "attack",
    "defend",
    "attack_strength",
    "defence_strength",
    "movement",
    "range",
    "hits",
    "stacking",
    "weight",
    "zone",
];

/// Numbers that are lists of to-hit values.
pub fn is_dice(stat: &str) -> bool {
    matches!(stat, "attack" | "defend")
}

/// Numbers that may be fractions.
fn is_amount(stat: &str) -> bool {
    !is_dice(stat) && !matches!(stat, "hits" | "zone")
}

/// How a number is written in the file; the error says what was expected.
fn literal(stat: &str, text: &str) -> Result<Option<String>, String> {
    let text = text.trim();
    if text.is_empty() || text == "-" {
        return Ok(None);
    }
    if is_dice(stat) {
        let dice: Result<Vec<i64>, _> = text.split(['/', ',']).map(|die| die.trim().parse::<i64>()).collect();
        let dice = dice.map_err(|_| format!("`{text}` is not a list of to-hit values such as 8/6"))?;
        let list: Vec<String> = dice.iter().map(ToString::to_string).collect();
        return Ok(Some(format!("[{}]", list.join(", "))));
    }
    if text.parse::<i64>().is_ok() {
        return Ok(Some(text.to_owned()));
    }
    if is_amount(stat) && chartroom_format::schema::value::Amount::parse(text).is_some() {
        return Ok(Some(quoted(text)));
    }
    Err(format!("`{text}` is not a number"))
}

/// Sets a number of a unit; an empty text removes it.
pub fn set_stat(document: &Document, unit: &str, stat: &str, new: &str) -> Planned {
    let value = literal(stat, new)?;
    for (file, held) in document.files().iter().filter(|(_, file)| file.kind == Some(Kind::Units)) {
        let root = parse(document, file)?;
        let path: [PathStep; 2] = ["units".into(), unit.into()];
        let Some(found) = root.find(&path, &held.text) else { continue };
        let edit = match found.node.field("stats") {
            Some(stats) => set_field(&held.text, &stats.value, stat, value.as_deref(), STATS),
            None => value.and_then(|value| {
                let behind = found.node.field("classes").or_else(|| found.node.field("domain"))?;
                Some(insert_after(&held.text, behind.value.span, &format!("stats: ({stat}: {value})")))
            }),
        };
        return Ok(edit.map(|edit| FileChange { file: file.clone(), edits: vec![edit] }).into_iter().collect());
    }
    Err(format!("the unit {unit} belongs to the pack below; copy it into this pack to change it"))
}
