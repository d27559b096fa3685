//! Base, ours and theirs, value by value. Structs and maps are merged by name, rows and tuples by place, other lists by what is
//! equal in them.

use chartroom_format::cst::{Node, NodeKind, PathStep};

use super::Clash;
use super::items::{Item, Parts, bare, parts};
use crate::diff::common;

/// A value in its text.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    node: &'a Node,
}

impl<'a> Piece<'a> {
    fn source(self) -> &'a str {
        self.node.span.of(self.text)
    }

    fn says_the_same(self, other: Self) -> bool {
        self.source() == other.source() || bare(self.source()) == bare(other.source())
    }
}

/// A text as ours and as theirs would have it; the same where they agree, or where markers show both.
#[derive(Clone, Debug, Default)]
struct Both {
    ours: String,
    theirs: String,
}

impl Both {
    fn agreed(text: impl Into<String>) -> Self {
        let ours = text.into();
        Self { theirs: ours.clone(), ours }
    }

    fn push(&mut self, text: &str) {
        self.ours.push_str(text);
        self.theirs.push_str(text);
    }

    fn is_agreed(&self) -> bool {
        self.ours == self.theirs
    }
}

/// Merges whole texts; what stands before and behind the value is merged as comments are.
pub(super) fn documents(
    base: Option<(&str, &Node)>,
    ours: (&str, &Node),
    theirs: (&str, &Node),
) -> (String, Vec<Clash>) {
    let piece = |(text, node)| Piece { text, node };
    let before = |(text, node): (&'_ str, &Node)| text[..node.span.start].to_owned();
    let behind = |(text, node): (&'_ str, &Node)| text[node.span.end..].to_owned();
    let mut merger = Merger { clashes: Vec::new(), path: Vec::new() };
    let value = merger.value(base.map(piece), piece(ours), piece(theirs));
    let head = comments(base.map(before).as_deref(), &before(ours), &before(theirs));
    let foot = comments(base.map(behind).as_deref(), &behind(ours), &behind(theirs));
    let text = if value.is_agreed() {
        format!("{head}{}{foot}", value.ours)
    } else {
        format!("{head}{}{foot}", marked("", &value.ours, &value.theirs))
    };
    (text, merger.clashes)
}

/// Both versions between markers as git writes them, to stand on lines of their own.
fn marked(indent: &str, ours: &str, theirs: &str) -> String {
    let side = |text: &str| if text.is_empty() { String::new() } else { format!("{indent}{text}\n") };
    format!("<<<<<<< ours\n{}=======\n{}>>>>>>> theirs", side(ours), side(theirs))
}

/// Blanks and comments: whoever changed them is right; where both did, ours stand before theirs.
fn comments(base: Option<&str>, ours: &str, theirs: &str) -> String {
    let same = |one: &str, other: &str| bare(one) == bare(other);
    if same(ours, theirs) || base.is_some_and(|base| same(theirs, base)) {
        return ours.to_owned();
    }
    if base.is_some_and(|base| same(ours, base)) {
        return theirs.to_owned();
    }
    let known: Vec<&str> = ours.lines().map(str::trim).collect();
    let of_base: Vec<&str> = base.unwrap_or_default().lines().map(str::trim).collect();
    let is_new = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && line != "," && !known.contains(&line) && !of_base.contains(&line)
    };
    let new: Vec<&str> = theirs.lines().filter(is_new).collect();
    match ours.rfind('\n') {
        Some(end) if !new.is_empty() => format!("{}\n{}{}", &ours[..end], new.join("\n"), &ours[end..]),
        _ => ours.to_owned(),
    }
}

struct Merger {
    clashes: Vec<Clash>,
    path: Vec<PathStep>,
}

impl Merger {
    fn value(&mut self, base: Option<Piece<'_>>, ours: Piece<'_>, theirs: Piece<'_>) -> Both {
        if ours.says_the_same(theirs) || base.is_some_and(|base| theirs.says_the_same(base)) {
            return Both::agreed(ours.source());
        }
        if base.is_some_and(|base| ours.says_the_same(base)) {
            return Both::agreed(theirs.source());
        }
        self.inside(base, ours, theirs).unwrap_or_else(|| {
            let said = |piece: Piece<'_>| Some(piece.source().to_owned());
            self.clash(base.and_then(said), said(ours), said(theirs));
            Both { ours: ours.source().to_owned(), theirs: theirs.source().to_owned() }
        })
    }

    fn clash(&mut self, base: Option<String>, ours: Option<String>, theirs: Option<String>) {
        self.clashes.push(Clash { path: self.path.clone(), base, ours, theirs });
    }

    /// Merges what is between the brackets; none if there is nothing to merge by.
    fn inside(&mut self, base: Option<Piece<'_>>, ours: Piece<'_>, theirs: Piece<'_>) -> Option<Both> {
        if !alike(ours.node, theirs.node) || base.is_some_and(|base| !alike(base.node, ours.node)) {
            return None;
        }
        let by_name = matches!(ours.node.kind, NodeKind::Map(_) | NodeKind::Struct(..));
        let (mine, other) = (parts(ours.text, ours.node)?, parts(theirs.text, theirs.node)?);
        let old = match base {
            Some(base) => Some((base.text, parts(base.text, base.node)?)),
            None => None,
        };
        let sides = Sides {
            ours: (ours.text, &mine),
            theirs: (theirs.text, &other),
            base: old.as_ref().map(|(text, parts)| (*text, parts)),
        };
        let items = if by_name {
            self.by_name(&sides)
        } else if sides.same_length() {
            self.by_place(&sides, 0, 0, 0, mine.items.len())
        } else if matches!(ours.node.kind, NodeKind::List(_)) && old.is_some() {
            self.by_content(&sides)?
        } else {
            return None;
        };
        Some(assembled(&sides, items))
    }

    fn by_name(&mut self, sides: &Sides<'_>) -> Vec<Merged> {
        let (base, ours, theirs) = (sides.base_items(), &sides.ours.1.items, &sides.theirs.1.items);
        let named = |items: &'_ [Item<'_>], key: &Option<String>| items.iter().position(|item| item.key == *key);
        let mut out: Vec<(Option<String>, Merged)> = Vec::new();
        for (at, item) in ours.iter().enumerate() {
            let key = item.key.clone();
            let (was, other) = (named(base, &key), named(theirs, &key));
            self.path.push(PathStep::Key(key.clone().unwrap_or_default()));
            match (was, other) {
                (_, Some(other)) => out.push((key, self.item(sides, was, at, other))),
                (None, None) => out.push((key, sides.ours_item(at))),
                (Some(was), None) => {
                    if !sides.base_piece(was).says_the_same(sides.ours_piece(at)) {
                        self.clash(
                            Some(sides.base_piece(was).source().to_owned()),
                            Some(sides.ours_piece(at).source().to_owned()),
                            None,
                        );
                        out.push((key, sides.ours_item(at).only_ours()));
                    }
                }
            }
            self.path.pop();
        }
        for (at, item) in theirs.iter().enumerate() {
            if named(ours, &item.key).is_some() {
                continue;
            }
            let new = match named(base, &item.key) {
                None => sides.theirs_item(at),
                Some(was) if sides.base_piece(was).says_the_same(sides.theirs_piece(at)) => continue,
                Some(was) => {
                    self.path.push(PathStep::Key(item.key.clone().unwrap_or_default()));
                    self.clash(
                        Some(sides.base_piece(was).source().to_owned()),
                        None,
                        Some(sides.theirs_piece(at).source().to_owned()),
                    );
                    self.path.pop();
                    sides.theirs_item(at).only_theirs()
                }
            };
            // Behind the item it follows in their version, or as the first.
            let before =
                theirs[..at].iter().rev().find_map(|before| out.iter().position(|(key, _)| *key == before.key));
            out.insert(before.map_or(0, |before| before + 1), (item.key.clone(), new));
        }
        out.into_iter().map(|(_, item)| item).collect()
    }

    /// Items of the same number on all sides, each with its counterparts.
    fn by_place(&mut self, sides: &Sides<'_>, base: usize, ours: usize, theirs: usize, count: usize) -> Vec<Merged> {
        (0..count)
            .map(|place| {
                self.path.push(PathStep::Index(ours + place));
                let was = sides.base.is_some().then_some(base + place);
                let item = self.item(sides, was, ours + place, theirs + place);
                self.path.pop();
                item
            })
            .collect()
    }

    /// A list whose length changed: stretches between items that all three have. None if both changed one stretch differently.
    fn by_content(&mut self, sides: &Sides<'_>) -> Option<Vec<Merged>> {
        let said = |text: &str, items: &[Item<'_>]| -> Vec<String> {
            items.iter().map(|item| bare(item.value.span.of(text))).collect()
        };
        let (base_text, base) = sides.base?;
        let old = said(base_text, &base.items);
        let (mine, other) = (said(sides.ours.0, &sides.ours.1.items), said(sides.theirs.0, &sides.theirs.1.items));
        let kept_by_us = common(&old, &mine);
        let kept_by_them = common(&old, &other);
        let mut anchors: Vec<(usize, usize, usize)> = Vec::new();
        for &(at, ours) in &kept_by_us {
            if let Ok(found) = kept_by_them.binary_search_by_key(&at, |&(at, _)| at) {
                anchors.push((at, ours, kept_by_them[found].1));
            }
        }
        let mut out = Vec::new();
        let mut done = (0, 0, 0);
        for anchor @ (at, ours, theirs) in anchors.into_iter().chain([(old.len(), mine.len(), other.len())]) {
            let (was, is, new) = (&old[done.0..at], &mine[done.1..ours], &other[done.2..theirs]);
            if is == new || was == new {
                out.extend((done.1..ours).map(|at| sides.ours_item(at)));
            } else if was == is {
                out.extend((done.2..theirs).map(|at| sides.theirs_item(at)));
            } else if was.is_empty() {
                // Both added: ours, then what ours lacks.
                out.extend((done.1..ours).map(|at| sides.ours_item(at)));
                let lacking = (done.2..theirs).filter(|&at| !is.contains(&other[at]));
                out.extend(lacking.map(|at| sides.theirs_item(at)));
            } else if was.len() == is.len() && was.len() == new.len() {
                out.extend(self.by_place(sides, done.0, done.1, done.2, was.len()));
            } else {
                return None;
            }
            if anchor.0 < old.len() {
                out.push(sides.ours_item(ours));
            }
            done = (at + 1, ours + 1, theirs + 1);
        }
        Some(out)
    }

    fn item(&mut self, sides: &Sides<'_>, base: Option<usize>, ours: usize, theirs: usize) -> Merged {
        let value = self.value(base.map(|at| sides.base_piece(at)), sides.ours_piece(ours), sides.theirs_piece(theirs));
        let (mine, other) = (&sides.ours.1.items[ours], &sides.theirs.1.items[theirs]);
        let was = base.and_then(|at| sides.base_items().get(at));
        let mut body = Both::agreed(mine.label);
        body.ours.push_str(&value.ours);
        body.theirs.push_str(&value.theirs);
        Merged {
            lead: comments(was.map(|was| was.lead), mine.lead, other.lead),
            body,
            tail: comments(was.map(|was| was.tail), mine.tail, other.tail),
        }
    }
}

/// Whether two values can be merged inside.
fn alike(one: &Node, other: &Node) -> bool {
    let same_name = one.name().map(|name| &name.text) == other.name().map(|name| &name.text);
    match (&one.kind, &other.kind) {
        (NodeKind::List(_), NodeKind::List(_)) | (NodeKind::Map(_), NodeKind::Map(_)) => true,
        (NodeKind::Struct(..), NodeKind::Struct(..)) | (NodeKind::Tuple(..), NodeKind::Tuple(..)) => same_name,
        _ => false,
    }
}

/// The three versions of one bracket.
struct Sides<'a> {
    base: Option<(&'a str, &'a Parts<'a>)>,
    ours: (&'a str, &'a Parts<'a>),
    theirs: (&'a str, &'a Parts<'a>),
}

impl<'a> Sides<'a> {
    fn base_items(&self) -> &'a [Item<'a>] {
        self.base.map_or(&[], |(_, parts)| &parts.items)
    }

    fn same_length(&self) -> bool {
        let ours = self.ours.1.items.len();
        ours == self.theirs.1.items.len() && self.base.is_none_or(|(_, parts)| parts.items.len() == ours)
    }

    fn base_piece(&self, at: usize) -> Piece<'a> {
        let (text, parts) = self.base.unwrap_or(self.ours);
        Piece { text, node: parts.items[at].value }
    }

    fn ours_piece(&self, at: usize) -> Piece<'a> {
        Piece { text: self.ours.0, node: self.ours.1.items[at].value }
    }

    fn theirs_piece(&self, at: usize) -> Piece<'a> {
        Piece { text: self.theirs.0, node: self.theirs.1.items[at].value }
    }

    fn ours_item(&self, at: usize) -> Merged {
        Merged::as_it_is(self.ours.0, &self.ours.1.items[at])
    }

    fn theirs_item(&self, at: usize) -> Merged {
        Merged::as_it_is(self.theirs.0, &self.theirs.1.items[at])
    }
}

/// An item of the result.
struct Merged {
    lead: String,
    /// Label and value; empty on a side that has removed it.
    body: Both,
    tail: String,
}

impl Merged {
    fn as_it_is(text: &str, item: &Item<'_>) -> Self {
        let body = format!("{}{}", item.label, item.value.span.of(text));
        Self { lead: item.lead.to_owned(), body: Both::agreed(body), tail: item.tail.to_owned() }
    }

    fn only_ours(mut self) -> Self {
        self.body.theirs.clear();
        self
    }

    fn only_theirs(mut self) -> Self {
        self.body.ours.clear();
        self
    }
}

/// The bracket with its items. An item in conflict that has its own lines gets markers here; another one is left to what it
/// stands in.
fn assembled(sides: &Sides<'_>, items: Vec<Merged>) -> Both {
    let (ours, theirs) = (sides.ours.1, sides.theirs.1);
    let frame = if ours.items.is_empty() { theirs } else { ours };
    let base = sides.base.map(|(_, parts)| parts);
    let mut out = Both::agreed(comments(base.map(|base| base.open), frame.open, theirs.open));
    let close = comments(base.map(|base| base.close), frame.close, theirs.close);
    let count = items.len();
    let mut needs_line = false;
    for (place, item) in items.into_iter().enumerate() {
        let is_last = place + 1 == count;
        let tail = if is_last { item.tail } else { with_comma(item.tail) };
        let (before, indent) = match item.lead.rfind('\n') {
            Some(line) => (&item.lead[..=line], &item.lead[line + 1..]),
            None => ("", ""),
        };
        if needs_line && !item.lead.contains('\n') {
            out.push("\n");
        }
        needs_line = false;
        if item.body.is_agreed() {
            out.push(&item.lead);
            out.push(&item.body.ours);
            out.push(&tail);
        } else if item.lead.contains('\n') {
            let whole = |body: &str| if body.is_empty() { String::new() } else { format!("{body}{tail}") };
            out.push(before);
            out.push(&marked(indent, &whole(&item.body.ours), &whole(&item.body.theirs)));
            needs_line = true;
        } else {
            for (text, body) in [(&mut out.ours, &item.body.ours), (&mut out.theirs, &item.body.theirs)] {
                if !body.is_empty() {
                    text.push_str(&item.lead);
                    text.push_str(body);
                    text.push_str(&tail);
                }
            }
        }
    }
    if needs_line && !close.trim_start_matches([' ', '\r']).starts_with('\n') {
        out.push("\n");
    }
    out.push(&close);
    out
}

/// An item that another one follows needs a comma.
fn with_comma(tail: String) -> String {
    if tail.trim_start().starts_with(',') { tail } else { format!(",{tail}") }
}
