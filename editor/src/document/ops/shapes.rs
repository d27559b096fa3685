//! Borders of zones in the text: one border is one line, and only lines whose border changes are touched.

use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map_shapes::Border;
use chartroom_format::source::Span;

use super::text::{insert_after, items, quoted, remove_all};
use super::{Planned, parse};
use crate::document::{Document, FileChange};
use crate::outline::BorderChange;

/// Writes changes of the list of borders.
pub fn plan(document: &Document, changes: &[BorderChange]) -> Planned {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let file = document.files().iter().find(|(_, file)| file.kind == Some(Kind::Shapes)).map(|(name, _)| name.clone());
    let file = file.ok_or("the outlines belong to the pack below; copy them into this pack to change them")?;
    let root = parse(document, &file)?;
    let text = document.text(&file).unwrap_or_default();
    let list = &root.field("borders").ok_or_else(|| format!("{file} has no borders"))?.value;
    let NodeKind::List(_) = &list.kind else { return Err("`borders` is not a list".to_owned()) };
    let spans = items(list);
    let (mut gone, mut new, mut edits) = (Vec::new(), Vec::new(), Vec::new());
    let mut kept = vec![true; spans.len()];
    for change in changes {
        match change {
            BorderChange::Replace(at, border) => edits.push(Edit::replace(span(&spans, *at)?, written(border))),
            BorderChange::Remove(at) => {
                span(&spans, *at)?;
                kept[*at] = false;
                gone.push(*at);
            }
            BorderChange::Add(border) => new.push(written(border)),
        }
    }
    gone.sort_unstable();
    // A new border takes the line of one that goes, as long as there are any.
    let replaced = gone.len().min(new.len());
    for (at, text) in gone.drain(..replaced).zip(new.drain(..replaced)) {
        kept[at] = true;
        edits.push(Edit::replace(spans[at], text));
    }
    edits.extend(remove_all(text, &spans, &gone));
    if !new.is_empty() {
        let behind = kept.iter().rposition(|kept| *kept).ok_or("no border would be left")?;
        let indent = super::text::indent_of(text, spans[behind].start);
        edits.push(insert_after(text, spans[behind], &new.join(&format!(",\n{indent}"))));
    }
    Ok(vec![FileChange { file, edits }])
}

fn span(spans: &[Span], at: usize) -> Result<Span, String> {
    spans.get(at).copied().ok_or_else(|| "the outlines have changed meanwhile".to_owned())
}

fn written(border: &Border) -> String {
    let side = |name: &str, zone: &Option<chartroom_format::schema::ids::SpaceId>| {
        zone.as_ref().map(|zone| format!("{name}: {}, ", quoted(zone.as_str()))).unwrap_or_default()
    };
    let points: Vec<String> = border.points.iter().map(|(x, y)| format!("({x}, {y})")).collect();
    format!("({}{}points: [{}])", side("left", &border.left), side("right", &border.right), points.join(", "))
}
