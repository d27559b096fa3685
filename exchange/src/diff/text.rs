//! A comparison as text for a terminal and as Markdown for a pull request.

use std::fmt::Write as _;

use super::{Change, Detail, Diff, Side, What};

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// So many differences of a topic; the rest is counted.
    pub of_topic: usize,
    /// So many letters of a value; the rest is left out.
    pub of_value: usize,
}

impl Length {
    /// What fits a screen or a comment.
    pub const SHORT: Self = Self { of_topic: 60, of_value: 80 };
    /// Everything.
    pub const ALL: Self = Self { of_topic: usize::MAX, of_value: usize::MAX };
}

/// The comparison for a terminal.
#[must_use]
pub fn plain(diff: &Diff, length: Length) -> String {
    let mut text = head(diff);
    for (topic, changes) in diff.topics() {
        let count: usize = changes.iter().map(Change::count).sum();
        let _ = writeln!(text, "\n{} ({count})", topic.title());
        let mut left = length.of_topic;
        for change in changes {
            if left == 0 {
                break;
            }
            let _ = writeln!(text, "  {}", headline(change));
            for (place, line) in lines(change, length).into_iter().enumerate() {
                if left == 0 && place > 0 {
                    break;
                }
                let _ = writeln!(text, "    {line}");
                left = left.saturating_sub(1);
            }
            if change.details.is_empty() {
                left = left.saturating_sub(1);
            }
        }
        if count > length.of_topic {
            let _ = writeln!(text, "  more of this kind; all of it with --all or --json");
        }
    }
    text
}

/// The comparison as Markdown: a heading by topic, a list with the values as code.
#[must_use]
pub fn markdown(diff: &Diff, length: Length) -> String {
    let mut text = format!("### {}\n", escaped(head(diff).trim_end()));
    for (topic, changes) in diff.topics() {
        let count: usize = changes.iter().map(Change::count).sum();
        let _ = writeln!(
            text,
            "\n<details{}><summary>{} ({count})</summary>\n",
            if count <= 20 { " open" } else { "" },
            topic.title()
        );
        let mut left = length.of_topic;
        for change in changes {
            if left == 0 {
                break;
            }
            let _ = writeln!(text, "- {}", escaped(&headline(change)));
            for line in lines(change, length).into_iter().take(left.max(1)) {
                let _ = writeln!(text, "  - {}", escaped(&line));
                left = left.saturating_sub(1);
            }
            if change.details.is_empty() {
                left = left.saturating_sub(1);
            }
        }
        if count > length.of_topic {
            text.push_str("- and more\n");
        }
        text.push_str("\n</details>\n");
    }
    text
}

fn head(diff: &Diff) -> String {
    let Diff { before, after, .. } = diff;
    let named = |side: &Side| format!("{} {}", side.title, side.version).trim().to_owned();
    let packs = if before == after {
        named(after)
    } else if before.title == after.title {
        format!("{} {} \u{2192} {}", after.title, before.version, after.version)
    } else {
        format!("{} \u{2192} {}", named(before), named(after))
    };
    match diff.count() {
        0 => format!("{packs}: no difference\n"),
        1 => format!("{packs}: 1 difference\n"),
        count => format!("{packs}: {count} differences\n"),
    }
}

fn headline(change: &Change) -> String {
    let name = match &change.title {
        Some(title) => format!("{title} ({} {})", change.kind, change.id),
        None if change.kind == change.id || change.kind == "map" => change.id.clone(),
        None => format!("{} {}", change.kind, change.id),
    };
    match &change.what {
        What::Added => format!("+ {name}"),
        What::Removed => format!("- {name}"),
        What::Renamed(old) => format!("{name}, which was {old}"),
        What::Changed => name,
    }
}

/// The differences inside an entry, a line each; many with the same values share one.
fn lines(change: &Change, length: Length) -> Vec<String> {
    let mut lines = Vec::new();
    for run in change.details.chunk_by(|one, next| {
        length != Length::ALL && !one.spaces.is_empty() && (&one.before, &one.after) == (&next.before, &next.after)
    }) {
        if run.len() < 3 {
            lines.extend(run.iter().map(|detail| line(&detail.what, detail, length)));
            continue;
        }
        let shown: Vec<&str> = run.iter().take(6).map(|detail| detail.what.as_str()).collect();
        let more = run.len() - shown.len();
        let what = if more > 0 { format!("{} and {more} more", shown.join(", ")) } else { shown.join(", ") };
        lines.push(line(&what, &run[0], length));
    }
    lines
}

fn line(what: &str, detail: &Detail, length: Length) -> String {
    let cut = |value: &String| {
        let short: String = value.chars().take(length.of_value).collect();
        if short.len() < value.len() { format!("{short}\u{2026}") } else { short }
    };
    let values = match (&detail.before, &detail.after) {
        (Some(before), Some(after)) => format!("{} \u{2192} {}", cut(before), cut(after)),
        (None, Some(after)) => format!("+ {}", cut(after)),
        (Some(before), None) => format!("- {}", cut(before)),
        (None, None) => "changed".to_owned(),
    };
    if what.is_empty() { values } else { format!("{what}: {values}") }
}

/// Markdown without accidents: what a pack says is no markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => out.extend(['\\', letter]),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    // A line that begins with "+" or "-" would be a list of its own.
    if out.starts_with(['+', '-']) { format!("\\{out}") } else { out }
}
