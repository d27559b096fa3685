//! `chartroom table PACK TABLE [KEY..]`: a whole table, one row, or one cell.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::lookup::Looked;
use chartroom_format::names::nearest;
use chartroom_format::schema::Kind;
use chartroom_format::schema::table::Table;
use chartroom_format::schema::value::{Cell, Key};
use serde_json::{Map, Value, json};

use crate::{find, output};

pub(crate) fn run(pack: &str, table: &str, keys: &[String], json: bool, csv: bool) -> Result<ExitCode, String> {
    let loaded = find::load_part(pack, &[Kind::Table])?;
    let tables = &loaded.content.tables;
    let table = tables.get(table).ok_or_else(|| {
        let hint = match nearest(table, tables.keys().map(chartroom_format::schema::ids::TableId::as_str)) {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("it has {}", tables.keys().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        };
        format!("the pack has no table `{table}`; {hint}")
    })?;
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    if keys.len() == table.axes.len() {
        print_cell(table, &keys, json)?;
    } else if keys.is_empty() || keys.len() < table.axes.len() {
        let rows = rows(table, keys.first().copied())?;
        if json {
            output::print_json(&whole(table, &rows))?;
        } else if csv {
            output::print(&lines(table, &rows, ","))?;
        } else {
            output::print(&format!("{}\n{}", heading(table), aligned(&lines(table, &rows, "\t"))))?;
        }
    } else {
        return Err(format!("the table `{}` takes at most {} keys", table.id, table.axes.len()));
    }
    Ok(ExitCode::SUCCESS)
}

fn print_cell(table: &Table, keys: &[&str], json: bool) -> Result<(), String> {
    let cell = table.look_up(keys).map_err(|error| error.to_string())?;
    if json {
        let value = match cell {
            Looked::Cell(cell) => cell_json(cell),
            Looked::Nothing => Value::Null,
        };
        output::print_json(&json!({ "table": table.id.as_str(), "keys": keys, "value": value, "source": table.source }))
    } else {
        let text = match cell {
            Looked::Cell(cell) => cell.to_string(),
            Looked::Nothing => "-".to_owned(),
        };
        output::print(&format!("{text}\n"))
    }
}

type RowView<'a> = (&'a Key, &'a [Cell]);

fn rows<'a>(table: &'a Table, only: Option<&str>) -> Result<Vec<RowView<'a>>, String> {
    let all = table.rows.iter().map(|(key, row)| (key, row.0.as_slice()));
    let rows: Vec<RowView<'a>> = all.filter(|(key, _)| only.is_none_or(|only| key.as_str() == only)).collect();
    if rows.is_empty() {
        return Err(format!("the table `{}` has no row `{}`", table.id, only.unwrap_or_default()));
    }
    Ok(rows)
}

fn columns(table: &Table) -> Vec<String> {
    if table.axes.len() > 1 {
        table.keys(1).iter().map(ToString::to_string).collect()
    } else {
        vec!["value".to_owned()]
    }
}

fn whole(table: &Table, rows: &[RowView<'_>]) -> Value {
    let columns = columns(table);
    let body: Map<String, Value> = rows
        .iter()
        .map(|(key, cells)| {
            let value = if table.axes.len() > 1 {
                Value::Object(columns.iter().cloned().zip(cells.iter().map(cell_json)).collect())
            } else {
                cells.first().map_or(Value::Null, cell_json)
            };
            (key.to_string(), value)
        })
        .collect();
    let axes: Vec<Value> = table
        .axes
        .iter()
        .enumerate()
        .map(|(index, axis)| json!({ "name": axis.name(), "keys": table.keys(index).iter().map(ToString::to_string).collect::<Vec<_>>() }))
        .collect();
    json!({
        "id": table.id.as_str(), "title": table.title, "source": table.source, "note": table.note,
        "axes": axes, "rows": body, "marks": table.marks,
    })
}

fn cell_json(cell: &Cell) -> Value {
    match cell {
        Cell::Number(number) => Value::from(*number),
        Cell::Text(text) if text == "-" => Value::Null,
        Cell::Text(text) => Value::from(text.as_str()),
    }
}

fn heading(table: &Table) -> String {
    let source = table.source.as_ref().map_or_else(String::new, |source| format!("  [{source}]"));
    let note = if table.note.is_empty() { String::new() } else { format!("\n{}", table.note) };
    format!("{}: {}{source}{note}\n", table.id, table.title)
}

/// The grid as lines of separated cells; cells that hold the separator or quotes are quoted.
fn lines(table: &Table, rows: &[RowView<'_>], separator: &str) -> String {
    let quoted = |text: String| {
        if text.contains(separator) || text.contains('"') || text.contains('\n') {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text
        }
    };
    let corner = table.axes.first().map_or("", |axis| axis.name());
    let mut out = String::new();
    let mut head = vec![corner.to_owned()];
    head.extend(columns(table));
    let _ = writeln!(out, "{}", head.into_iter().map(quoted).collect::<Vec<_>>().join(separator));
    for (key, cells) in rows {
        let mut line = vec![key.to_string()];
        line.extend(cells.iter().map(ToString::to_string));
        let _ = writeln!(out, "{}", line.into_iter().map(quoted).collect::<Vec<_>>().join(separator));
    }
    out
}

/// Tab-separated lines with the columns lined up.
fn aligned(lines: &str) -> String {
    let grid: Vec<Vec<&str>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    let width = |column: usize| {
        grid.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..grid.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut out = String::new();
    for line in &grid {
        let cells: Vec<String> = line
            .iter()
            .enumerate()
            .map(|(column, cell)| {
                if column == 0 {
                    format!("{cell:<width$}", width = widths[0])
                } else {
                    format!("{cell:>width$}", width = widths[column])
                }
            })
            .collect();
        let _ = writeln!(out, "{}", cells.join("  ").trim_end());
    }
    out
}
