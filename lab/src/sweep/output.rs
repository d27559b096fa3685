//! A sweep for other programs: CSV with one line for each rule set, JSON lines with one for each game.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::report::Report;
use crate::job::{Job, Question};
use crate::play::Record;

/// One line for each rule set.
pub fn csv(report: &Report) -> String {
    let mut headers: Vec<String> = report.axes.iter().map(|axis| axis.path.clone()).collect();
    headers.push("games".to_owned());
    let sides = report
        .points
        .first()
        .map_or_else(Vec::new, |point| point.shares.iter().map(|share| share.side.clone()).collect::<Vec<_>>());
    headers.extend(sides.iter().flat_map(|side| ["share", "low", "high"].map(|what| format!("{side} {what}"))));
    headers.extend(["last turn", "last turn low", "last turn high"].map(str::to_owned));
    let mut out = String::new();
    let _ = writeln!(out, "{}", headers.iter().map(|header| quoted(header)).collect::<Vec<_>>().join(","));
    for point in &report.points {
        let mut cells: Vec<String> = point.values.iter().map(ToString::to_string).collect();
        cells.push(point.games.to_string());
        cells.extend(
            point
                .shares
                .iter()
                .flat_map(|share| [share.share, share.low, share.high].map(|share| format!("{share:.6}"))),
        );
        cells.extend([point.last_turn, point.last_turn_low, point.last_turn_high].map(|turn| format!("{turn:.4}")));
        let _ = writeln!(out, "{}", cells.join(","));
    }
    out
}

/// Whatever a spreadsheet could take for a formula or a separator, in quotes.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// One line for each game, with the values it was played with.
pub fn jsonl(job: &Job, records: &[Record]) -> Result<String, String> {
    let Question::Sweep { axes, .. } = &job.question else {
        return Err("these games were not played for a sweep".to_owned());
    };
    let mut out = String::new();
    for record in records {
        let mut line = Map::new();
        let set = job.arms.get(record.arm).map_or(&[] as &[String], |arm| &arm.set);
        for axis in axes {
            let value = set.iter().rev().find_map(|set| set.strip_prefix(&format!("{}=", axis.path)));
            line.insert(axis.path.clone(), value.and_then(|value| value.parse::<i64>().ok()).into());
        }
        line.insert("seed".to_owned(), job.seed_of(record.number).into());
        let Value::Object(fields) = serde_json::to_value(record).map_err(|error| error.to_string())? else { continue };
        line.extend(fields);
        let _ = writeln!(out, "{}", Value::Object(line));
    }
    Ok(out)
}
