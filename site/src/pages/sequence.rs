//! The sequence of play as a tree of stages and phases.

use std::collections::BTreeSet;
use std::fmt::Write;

use askama::Template;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::sequence::Step;

use super::{Files, Page};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, plain};

struct Turn {
    id: String,
    title: String,
    steps: String,
}

struct Season {
    id: String,
    words: String,
}

#[derive(Template)]
#[template(path = "sequence.html")]
struct Sequence {
    page: Page,
    turns: Vec<Turn>,
    seasons: Vec<Season>,
}

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    if content.sequence.is_empty() {
        return Ok(Vec::new());
    }
    // Sequences share phases; the first place of each is where links lead.
    let mut seen = BTreeSet::new();
    let usual = Turn { id: String::new(), title: String::new(), steps: steps(book, &content.sequence, &mut seen) };
    let mut turns = vec![usual];
    turns.extend(content.other_sequences.iter().map(|(id, list)| Turn {
        id: format!("sequence-{id}"),
        title: format!("Another sequence: {}", plain(id.as_str())),
        steps: steps(book, list, &mut seen),
    }));
    let seasons = content.seasons.iter().map(|(id, season)| {
        let rule = book.source(season.source.as_ref());
        let rule = if rule.is_empty() { rule } else { format!(" [{rule}]") };
        Season { id: id.to_string(), words: format!("{}{rule}", escaped(&season.title)) }
    });
    let page = Sequence { page: book.page("Sequence of play", "sequence.html"), turns, seasons: seasons.collect() };
    Ok(vec![book.file("sequence.html", &page)?])
}

fn steps<'c>(book: &Book<'_>, list: &'c [Step], seen: &mut BTreeSet<&'c str>) -> String {
    let mut out = "<ol class=\"steps\">\n".to_owned();
    for step in list {
        match step {
            Step::Stage { id, title, repeat, until, each, when, source, steps: inner } => {
                let mut more = Vec::new();
                more.extend(each.as_ref().map(|each| format!("for {}", book.words(each))));
                more.extend(repeat.map(|repeat| format!("{repeat} times")));
                more.extend(until.as_ref().map(|until| format!("until {}", book.words(until))));
                more.extend(when.as_ref().map(|when| format!("when {}", book.words(when))));
                head(&mut out, book, (id.as_str(), title, seen.insert(id.as_str())), source.as_ref(), &more);
                out.push_str(&steps(book, inner, seen));
            }
            Step::Phase { id, title, by, together, run, done_by, when, option, source, note } => {
                let mut more = Vec::new();
                more.extend(by.as_ref().map(|by| format!("by {}", book.actor(by.as_str()))));
                more.extend(together.then(|| "all at the same time".to_owned()));
                more.extend(run.as_ref().map(|run| format!("runs {}", book.link(EntryKind::Procedure, run.as_str()))));
                more.extend(done_by.as_ref().map(|done_by| format!("done by {}", book.words(done_by))));
                if run.is_none() && done_by.is_none() {
                    more.push("played by hand".to_owned());
                }
                more.extend(when.as_ref().map(|when| format!("when {}", book.words(when))));
                more.extend(
                    option.as_ref().map(|option| format!("with {}", book.link(EntryKind::Option, option.as_str()))),
                );
                head(&mut out, book, (id.as_str(), title, seen.insert(id.as_str())), source.as_ref(), &more);
                if !note.is_empty() {
                    let _ = write!(out, "<br>{}", escaped(note));
                }
            }
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
    out
}

fn head(
    out: &mut String,
    book: &Book<'_>,
    (id, title, is_first): (&str, &String, bool),
    source: Option<&chartroom_format::schema::ids::RuleRef>,
    more: &[String],
) {
    let title = if title.is_empty() { plain(id) } else { title.clone() };
    let place = if is_first { format!(" id=\"{id}\"") } else { String::new() };
    let _ = write!(out, "<li{place}><b>{}</b> <code>{id}</code>", escaped(&title));
    if !more.is_empty() {
        let _ = write!(out, " {}", more.join(", "));
    }
    let rule = book.source(source);
    if !rule.is_empty() {
        let _ = write!(out, " [{rule}]");
    }
}
