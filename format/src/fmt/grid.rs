//! Grids: neighbouring lines `key: [a, b, c],` in the rows of a table, with the same number of plain cells, stand in
//! columns, and a comment of column heads right above them moves along. Lists elsewhere stay as their author wrote them.

use std::fmt::Write;

/// One line of a grid.
struct RowLine<'a> {
    indent: &'a str,
    key: &'a str,
    cells: Vec<&'a str>,
    after: &'a str,
    /// Lines of comment right above it that belong to the grid.
    comments: usize,
}

/// Aligns every grid among the lines.
pub(super) fn align(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    // How far the opening line of the table's rows is indented, while inside them.
    let mut inside: Option<usize> = None;
    while at < lines.len() {
        let body = lines[at].trim_start();
        let indent = lines[at].len() - body.len();
        if inside.is_some_and(|rows| indent <= rows && !body.is_empty()) {
            inside = None;
        }
        if body == "rows: {" {
            inside = Some(indent);
        }
        let rows = if inside.is_some() { rows_from(&lines[at..]) } else { Vec::new() };
        if rows.len() < 2 {
            out.push(lines[at].clone());
            at += 1;
            continue;
        }
        let heads = out.last().and_then(|line| column_heads(line, rows[0].cells.len(), rows[0].indent));
        let (head, body) = lay_out(&rows, heads.as_deref());
        if let (Some(head), Some(last)) = (head, out.last_mut()) {
            *last = head;
        }
        for (row, line) in rows.iter().zip(body) {
            out.extend_from_slice(&lines[at..at + row.comments]);
            out.push(line);
            at += row.comments + 1;
        }
    }
    out
}

/// The rows of one grid at the start of the lines. A comment between them parts nothing, unless it heads the columns anew.
fn rows_from(lines: &[String]) -> Vec<RowLine<'_>> {
    let mut rows: Vec<RowLine<'_>> = Vec::new();
    let mut comments = 0;
    for line in lines {
        let fits = |row: &RowLine<'_>| {
            rows.first().is_none_or(|first| first.cells.len() == row.cells.len() && first.indent == row.indent)
        };
        match (read_row(line).filter(fits), rows.first()) {
            (Some(row), _) => rows.push(RowLine { comments: std::mem::take(&mut comments), ..row }),
            (None, Some(first))
                if line.trim_start().starts_with("//")
                    && column_heads(line, first.cells.len(), first.indent).is_none() =>
            {
                comments += 1;
            }
            _ => break,
        }
    }
    rows
}

fn read_row(line: &str) -> Option<RowLine<'_>> {
    let body = line.trim_start();
    let indent = &line[..line.len() - body.len()];
    let (key, rest) = split_key(body)?;
    let (cells, after) = split_cells(rest.trim_start().strip_prefix('[')?)?;
    (cells.len() >= 2 && (after.is_empty() || after.starts_with(','))).then_some(RowLine {
        indent,
        key,
        cells,
        after,
        comments: 0,
    })
}

/// `1:` or `"infantry":`, with the rest behind the colon.
fn split_key(body: &str) -> Option<(&str, &str)> {
    let end = if let Some(inner) = body.strip_prefix('"') { inner.find('"')? + 2 } else { body.find(':')? };
    let rest = body[end..].strip_prefix(':')?;
    (!body[..end].contains(['(', '[', '{', ' ']) || body.starts_with('"')).then_some((&body[..end], rest))
}

/// The plain cells up to the closing bracket, and what follows it. Nested values and comments are no plain cells.
fn split_cells(inside: &str) -> Option<(Vec<&str>, &str)> {
    let mut cells = Vec::new();
    let (mut start, mut in_text, mut escaped) = (0, false, false);
    for (at, letter) in inside.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if in_text => escaped = true,
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '{' | '[' | '/' => return None,
            ',' | ']' => {
                let cell = inside[start..at].trim();
                start = at + 1;
                // A comma right before the bracket leaves nothing behind it.
                if letter == ']' {
                    cells.extend((!cell.is_empty()).then_some(cell));
                    return Some((cells, &inside[start..]));
                }
                cells.push((!cell.is_empty()).then_some(cell)?);
            }
            _ => {}
        }
    }
    None
}

/// Lists and sentences are read from the left; numbers and codes stand at the right, digit under digit.
fn is_text(rows: &[RowLine<'_>], column: usize) -> bool {
    let mut cells = rows.iter().map(|row| row.cells[column]);
    cells.clone().all(|cell| cell.starts_with('"')) && cells.any(|cell| cell.contains([',', ' ']))
}

/// The words of a comment that heads a grid: one for each column.
fn column_heads(line: &str, columns: usize, indent: &str) -> Option<Vec<String>> {
    let words: Vec<String> = line.trim_start().strip_prefix("//")?.split_whitespace().map(str::to_owned).collect();
    (words.len() == columns && line.starts_with(indent)).then_some(words)
}

fn lay_out(rows: &[RowLine<'_>], heads: Option<&[String]>) -> (Option<String>, Vec<String>) {
    let width = |text: &str| text.chars().count();
    let key_width = rows.iter().map(|row| width(row.key)).max().unwrap_or(0) + 1;
    let columns = rows.first().map_or(0, |row| row.cells.len());
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().map(|row| width(row.cells[column])).max().unwrap_or(0);
            cells.max(heads.map_or(0, |heads| width(&heads[column])))
        })
        .collect();
    let texts: Vec<bool> = (0..columns).map(|column| is_text(rows, column)).collect();
    let body = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = (0..columns)
                .map(|column| {
                    let comma = if column + 1 == columns { "" } else { "," };
                    let (cell, width) = (format!("{}{comma}", row.cells[column]), widths[column] + comma.len());
                    if texts[column] { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
                })
                .collect();
            let key = format!("{}:", row.key);
            format!("{}{key:<key_width$} [{}]{}", row.indent, cells.join(" ").trim_end(), row.after)
        })
        .collect();
    let head = heads.map(|heads| {
        let mut line = format!("//{:key_width$}", "");
        for ((head, width), text) in heads.iter().zip(&widths).zip(&texts) {
            let _ = if *text { write!(line, "{head:<width$}  ") } else { write!(line, "{head:>width$}  ") };
        }
        format!("{}{}", rows[0].indent, line.trim_end())
    });
    (head, body)
}
