//! The map: spaces, what lies on hexsides, links beyond geometry, borders of zones.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::schema::map::{AddedLink, DeniedLink};
use chartroom_format::schema::map_shapes::Shapes;
use serde::Serialize;

use super::{Change, Detail, Topic, What, value};

/// Hexsides whose features differ.
pub(super) fn hexsides(before: &Content, after: &Content) -> Option<Change> {
    let mut details = Vec::new();
    let said = |kinds: Option<&Vec<_>>| kinds.map(|kinds| value::words(&value::json(kinds)));
    let reason = |reasons: Option<&String>| reasons.cloned();
    let mut add = |side: &str, before: Option<String>, after: Option<String>, more: &str| {
        let mut detail = Detail::new(format!("{side}{more}"), before, after);
        detail.spaces = side.split('/').map(str::to_owned).collect();
        details.push(detail);
    };
    for side in union(before.hexsides.keys(), after.hexsides.keys()) {
        let (was, is) = (before.hexsides.get(side), after.hexsides.get(side));
        if was != is {
            add(side, said(was), said(is), "");
        }
    }
    for side in union(before.stated_sides.keys(), after.stated_sides.keys()) {
        let (was, is) = (before.stated_sides.get(side), after.stated_sides.get(side));
        if was != is {
            add(side, reason(was), reason(is), " stated");
        }
    }
    (!details.is_empty()).then(|| Change::new(Topic::Hexsides, "map", "hexsides", What::Changed).with(details))
}

/// The names on either side, those of the later first.
pub(super) fn union<'a, T: PartialEq + Ord + 'a>(
    before: impl Iterator<Item = &'a T>,
    after: impl Iterator<Item = &'a T>,
) -> Vec<&'a T> {
    let mut all: Vec<&T> = after.collect();
    let known: std::collections::BTreeSet<&T> = all.iter().copied().collect();
    all.extend(before.filter(|name| !known.contains(name)));
    all
}

/// Links that were added to what geometry gives, and links that are denied.
pub(super) fn links(before: &Content, after: &Content) -> Vec<Change> {
    let added = |link: &AddedLink| {
        let arrow = if link.one_way { "->" } else { "-" };
        (format!("{}{arrow}{} by {}", link.from, link.to, link.class), link.from.to_string(), link.to.to_string())
    };
    let denied =
        |link: &DeniedLink| (format!("{}-{} denied", link.from, link.to), link.from.to_string(), link.to.to_string());
    let mut changes = by_name(&before.added_links, &after.added_links, added);
    changes.extend(by_name(&before.denied_links, &after.denied_links, denied));
    changes
}

/// Things without an id, by the name they are given here.
fn by_name<T: PartialEq + Serialize>(
    before: &[T],
    after: &[T],
    name: impl Fn(&T) -> (String, String, String),
) -> Vec<Change> {
    if before == after {
        return Vec::new();
    }
    let old: BTreeMap<String, &T> = before.iter().map(|item| (name(item).0, item)).collect();
    let new: BTreeMap<String, &T> = after.iter().map(|item| (name(item).0, item)).collect();
    let change = |item: &T, what: What, details: Vec<Detail>| {
        let (id, from, to) = name(item);
        let mut change = Change::new(Topic::Links, "link", id, what).with(details);
        change.spaces = vec![from, to];
        change
    };
    let mut changes = Vec::new();
    for (id, item) in &new {
        match old.get(id) {
            None => changes.push(change(item, What::Added, Vec::new())),
            Some(was) if was != item => {
                changes.push(change(item, What::Changed, value::fields(was, item, &[])));
            }
            Some(_) => {}
        }
    }
    changes.extend(
        old.iter().filter(|(id, _)| !new.contains_key(*id)).map(|(_, item)| change(item, What::Removed, Vec::new())),
    );
    changes
}

/// Lines by the two zones they part.
type Lines<'a> = BTreeMap<(String, String), Vec<&'a [(i32, i32)]>>;

fn gather(shapes: Option<&Shapes>) -> Lines<'_> {
    let mut pairs = Lines::new();
    for border in shapes.into_iter().flat_map(|shapes| &shapes.borders) {
        let name = |side: &Option<_>| side.as_ref().map_or_else(String::new, ToString::to_string);
        let (left, right) = (name(&border.left), name(&border.right));
        let pair = if left <= right { (left, right) } else { (right, left) };
        pairs.entry(pair).or_default().push(&border.points);
    }
    pairs
}

/// Borders of zones that run another way, by the zones on their sides.
pub(super) fn borders(before: Option<&Shapes>, after: Option<&Shapes>) -> Option<Change> {
    if before == after {
        return None;
    }
    let (old, new) = (gather(before), gather(after));
    let said = |lines: Option<&Vec<&[(i32, i32)]>>| {
        lines.map(|lines| format!("{} points", lines.iter().map(|points| points.len()).sum::<usize>()))
    };
    let mut details = Vec::new();
    for pair in union(old.keys(), new.keys()) {
        let (was, is) = (old.get(pair), new.get(pair));
        if was == is {
            continue;
        }
        let zones: Vec<String> = [&pair.0, &pair.1].into_iter().filter(|zone| !zone.is_empty()).cloned().collect();
        let what = if zones.len() == 1 { format!("{} and the edge", zones[0]) } else { zones.join(" and ") };
        let (was, is) = (said(was), said(is));
        let is = if was.is_some() && was == is { is.map(|is| format!("{is} elsewhere")) } else { is };
        details.push(Detail { what, before: was, after: is, spaces: zones });
    }
    let frame = |shapes: Option<&Shapes>| shapes.map(|shapes| Shapes { borders: Vec::new(), ..shapes.clone() });
    details.extend(value::fields(&frame(before), &frame(after), &["borders"]));
    (!details.is_empty()).then(|| Change::new(Topic::Borders, "map", "borders", What::Changed).with(details))
}
