//! Grids: neighbouring lines `key: [a, b, c],` with the same number of plain cells stand in columns, and a comment of
//! column heads right above them moves along.

use std::fmt::Write;

/// One line of a grid.
struct RowLine<'a> {
    indent: &'a str,
    key: &'a str,
    cells: Vec<&'a str>,
    after: &'a str,
}

/// Aligns every grid among the lines.
pub(super) fn align(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while at < lines.len() {
        let rows = rows_from(&lines[at..]);
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
        at += rows.len();
        out.extend(body);
    }
    out
}

/// The rows of one grid at the start of the lines.
fn rows_from(lines: &[String]) -> Vec<RowLine<'_>> {
    let mut rows: Vec<RowLine<'_>> = Vec::new();
    for line in lines {
        match read_row(line) {
            Some(row)
                if rows
                    .first()
                    .is_none_or(|first| first.cells.len() == row.cells.len() && first.indent == row.indent) =>
            {
                rows.push(row);
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
    let inside = rest.trim_start().strip_prefix('[')?;
    let end = inside.find(']')?;
    let (cells, after) = (&inside[..end], &inside[end + 1..]);
    // Nested values and strings with commas or brackets are no plain cells.
    if cells.contains(['(', '{', '[', '/']) || cells.matches('"').count() % 2 == 1 {
        return None;
    }
    let cells: Vec<&str> = split_cells(cells)?;
    (cells.len() >= 2 && (after.is_empty() || after.starts_with(','))).then_some(RowLine { indent, key, cells, after })
}

/// `1:` or `"infantry":`, with the rest behind the colon.
fn split_key(body: &str) -> Option<(&str, &str)> {
    let end = if let Some(inner) = body.strip_prefix('"') { inner.find('"')? + 2 } else { body.find(':')? };
    let rest = body[end..].strip_prefix(':')?;
    (!body[..end].contains(['(', '[', '{', ' ']) || body.starts_with('"')).then_some((&body[..end], rest))
}

fn split_cells(cells: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = cells.split(',').map(str::trim).collect();
    let parts = match parts.split_last() {
        Some((&"", front)) => front.to_vec(),
        _ => parts,
    };
    // A comma inside a string would have cut it in two.
    parts.iter().all(|part| !part.is_empty() && part.matches('"').count() % 2 == 0).then_some(parts)
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
    let body = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> =
                row.cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
            let key = format!("{}:", row.key);
            format!("{}{key:<key_width$} [{}]{}", row.indent, cells.join(", "), row.after)
        })
        .collect();
    let head = heads.map(|heads| {
        let first = key_width + 2 + widths.first().copied().unwrap_or(0);
        let mut line = format!("//{:>width$}", heads[0], width = first.saturating_sub(2));
        for (head, width) in heads.iter().zip(&widths).skip(1) {
            let _ = write!(line, "  {head:>width$}");
        }
        format!("{}{line}", rows[0].indent)
    });
    (head, body)
}
