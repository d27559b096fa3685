//! Reading forces as people type them: "10 infantry, 5 armor".

use chartroom_format::content::Content;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::UnitId;

use super::Row;

/// Reads a force. Names may be ids or titles, in the singular or with an s.
pub fn read_force(content: &Content, text: &str) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    for part in text.split([',', ';', '+']).map(str::trim).filter(|part| !part.is_empty()) {
        let (count, name) = match part.split_once(char::is_whitespace) {
            Some((number, name)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let count =
                    number.trim_end_matches('x').parse().map_err(|_| format!("`{number}` is not a number of units"))?;
                (count, name.trim())
            }
            _ => (1, part),
        };
        let unit = find(content, name).ok_or_else(|| {
            let close = nearest(name, content.units.keys().map(UnitId::as_str));
            match close {
                Some(close) => format!("the pack has no unit `{name}`; did you mean `{close}`?"),
                None => format!("the pack has no unit `{name}`"),
            }
        })?;
        match rows.iter_mut().find(|row| row.unit == unit) {
            Some(row) => row.count = row.count.saturating_add(count),
            None => rows.push(Row { unit, count }),
        }
    }
    rows.retain(|row| row.count > 0);
    Ok(rows)
}

fn find(content: &Content, name: &str) -> Option<String> {
    let id = name.to_lowercase().replace([' ', '_'], "-");
    let candidates = [id.clone(), id.strip_suffix('s').unwrap_or(&id).to_owned()];
    candidates.iter().find(|id| content.units.contains_key(id.as_str())).cloned().or_else(|| {
        let titled = content.units.iter().find(|(_, unit)| unit.title.eq_ignore_ascii_case(name));
        titled.map(|(id, _)| id.to_string())
    })
}
