//! The mutations: what is changed, and whether that breaks something the pack states elsewhere.

use chartroom_format::content::Content;
use chartroom_format::cst::{self, NodeKind};
use chartroom_format::edit::Edit;
use chartroom_format::load::{Loaded, SourceFile};
use chartroom_format::schema::Kind;
use chartroom_format::source::Span;

use crate::places::{self, Place, with_comma};

/// One kind of mutation.
pub(crate) struct MutationKind {
    pub(crate) name: &'static str,
    /// Whether it breaks a rule or total that the pack states, by construction.
    pub(crate) breaks: bool,
    find: fn(&SourceFile, &Content, &[Place<'_>], &mut Vec<(String, Vec<Edit>)>),
}

/// One mutation.
pub(crate) struct Mutation {
    pub(crate) kind: usize,
    pub(crate) file: String,
    pub(crate) what: String,
    pub(crate) edits: Vec<Edit>,
}

pub(crate) const KINDS: &[MutationKind] = &[
    MutationKind { name: "price times ten", breaks: true, find: price },
    MutationKind { name: "row of a table dropped", breaks: true, find: drop_row },
    MutationKind { name: "cell of a table dropped", breaks: true, find: drop_cell },
    MutationKind { name: "rising or falling result turned round", breaks: true, find: monotonic },
    MutationKind { name: "name misspelt", breaks: true, find: misspell },
    MutationKind { name: "rule id misspelt", breaks: true, find: rule_id },
    MutationKind { name: "count raised over the stack limit", breaks: true, find: overstack },
    MutationKind { name: "ship set up on land, army at sea", breaks: true, find: wrong_surface },
    MutationKind { name: "port put inland", breaks: true, find: inland_port },
    MutationKind { name: "printed total changed", breaks: true, find: total },
    MutationKind { name: "phase dropped", breaks: true, find: drop_phase },
    MutationKind { name: "expected result of an example changed", breaks: true, find: example },
    MutationKind { name: "turn range turned round", breaks: true, find: turns },
    MutationKind { name: "hexside put elsewhere", breaks: true, find: hexside },
    MutationKind { name: "number of a unit times ten", breaks: true, find: stat },
    MutationKind { name: "owner of a space changed", breaks: false, find: owner },
    MutationKind { name: "two spaces swapped", breaks: false, find: swap },
    MutationKind { name: "link or hexside removed", breaks: false, find: unlink },
    MutationKind { name: "cell of a table off by one", breaks: false, find: off_by_one },
    MutationKind { name: "count of units off by one", breaks: false, find: count },
];

/// Picks mutations of every kind that the pack offers, evenly and always the same.
pub(crate) fn choose(loaded: &Loaded, wanted: usize) -> Vec<Mutation> {
    let own = loaded.content.pack().map(|pack| pack.id.clone());
    let mut offered: Vec<Vec<Mutation>> = KINDS.iter().map(|_| Vec::new()).collect();
    for file in loaded.files.iter().filter(|file| Some(&file.pack) == own.as_ref()) {
        let Some(root) = cst::parse(&file.text).0 else { continue };
        let places = places::all(&root, &file.text);
        for (kind, mutation) in KINDS.iter().enumerate() {
            let mut found = Vec::new();
            (mutation.find)(file, &loaded.content, &places, &mut found);
            offered[kind].extend(found.into_iter().map(|(what, edits)| Mutation {
                kind,
                file: file.path.clone(),
                what,
                edits,
            }));
        }
    }
    // Kinds that offer little give all they have; the others share what is left.
    let mut order: Vec<usize> = (0..KINDS.len()).collect();
    order.sort_by_key(|kind| offered[*kind].len());
    let (mut left, mut chosen) = (wanted, Vec::new());
    for (done, kind) in order.iter().enumerate() {
        let share = left.div_ceil(KINDS.len() - done);
        let list = std::mem::take(&mut offered[*kind]);
        let step = (list.len() / share.max(1)).max(1);
        let picked: Vec<Mutation> = list.into_iter().step_by(step).take(share).collect();
        left -= picked.len();
        chosen.extend(picked);
    }
    chosen.sort_by(|a, b| (a.kind, &a.file, &a.what).cmp(&(b.kind, &b.file, &b.what)));
    chosen
}

type Found = Vec<(String, Vec<Edit>)>;

fn number(place: &Place<'_>, text: &str) -> Option<i64> {
    matches!(place.node.kind, NodeKind::Number).then(|| place.node.span.of(text).parse().ok()).flatten()
}

fn replace(place: &Place<'_>, text: impl Into<String>) -> Vec<Edit> {
    vec![Edit::replace(place.node.span, text)]
}

fn said(place: &Place<'_>) -> String {
    place.way.join("/")
}

/// Prices by power: other powers pay about the same, so a price out of line is a mistake.
fn price(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::table::{Axis, CellKind, NameKind};
    let table = content.tables.values().find(|table| {
        content
            .origin(chartroom_format::entries::EntryKind::Table, table.id.as_str())
            .is_some_and(|origin| origin.file == file.path)
    });
    let Some(table) = table.filter(|table| {
        table.cells == CellKind::Money
            && matches!(table.axes.get(1), Some(Axis::Words { of: Some(NameKind::Power), .. }))
    }) else {
        return;
    };
    for place in places.iter().filter(|place| place.within("rows") && place.index.is_some()) {
        if let Some(value) = number(place, &file.text).filter(|value| *value > 0) {
            let row = place.way.iter().rev().nth(1).cloned().unwrap_or_default();
            let marked = table.marks.keys().any(|mark| mark.starts_with(&row));
            let single = table
                .rows
                .get(&chartroom_format::schema::value::Key::from(row.as_str()))
                .is_some_and(|row| row.0.iter().filter(|cell| cell.as_number().is_some()).count() < 2);
            if !marked && !single {
                found.push((said(place), replace(place, (value * 10).to_string())));
            }
        }
    }
}

fn is_table(file: &SourceFile) -> bool {
    file.kind == Some(Kind::Table)
}

fn drop_row(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::table::Axis;
    let declares = content.tables.values().any(|table| {
        content
            .origin(chartroom_format::entries::EntryKind::Table, table.id.as_str())
            .is_some_and(|origin| origin.file == file.path)
            && match table.axes.first() {
                Some(Axis::Die { .. } | Axis::Number { .. }) => true,
                Some(Axis::Words { keys, .. }) => !keys.is_empty(),
                // The outer ranges may go: nothing says how far the axis must reach.
                Some(Axis::Ranges { .. }) | None => false,
            }
    });
    if !is_table(file) || !declares {
        return;
    }
    for place in places.iter().filter(|place| place.ends(&["rows", "*"]) && place.way.len() == 3) {
        if let Some(name) = place.name {
            let span = with_comma(&file.text, Span::new(name.start, place.node.span.end));
            found.push((said(place), vec![Edit::delete(span)]));
        }
    }
}

fn drop_cell(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    if !is_table(file) {
        return;
    }
    for place in places.iter().filter(|place| place.ends(&["rows", "*", "[]"])) {
        found.push((
            format!("{} {:?}", said(place), place.index),
            vec![Edit::delete(with_comma(&file.text, place.node.span))],
        ));
    }
}

/// In a table that says it rises or falls, a cell is thrown far beyond the others.
fn monotonic(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    let declared = |name: &str| places.iter().any(|place| place.ends(&[name]) && place.way.len() == 2);
    if !is_table(file) || !(declared("rising") || declared("falling")) {
        return;
    }
    let numbers: Vec<i64> =
        places.iter().filter(|place| place.within("rows")).filter_map(|place| number(place, &file.text)).collect();
    let (Some(low), Some(high)) = (numbers.iter().min(), numbers.iter().max()) else { return };
    for place in places.iter().filter(|place| place.within("rows")) {
        let Some(value) = number(place, &file.text) else { continue };
        // Upwards at the small end and downwards at the large one: both go against the grain.
        let new = if value * 2 <= low + high { high + 3 } else { low - 3 };
        let first = place.index == Some(0);
        if !first {
            found.push((said(place), replace(place, new.to_string())));
        }
    }
}

/// Strings that name something: ids in places that the schema knows as references.
fn misspell(file: &SourceFile, content: &Content, _: &[Place<'_>], found: &mut Found) {
    let known = |id: &str| chartroom_format::entries::EntryKind::ALL.iter().any(|kind| content.has(*kind, id));
    for (at, _) in file.text.match_indices('"') {
        let Some(end) = file.text[at + 1..].find('"').map(|length| at + 1 + length) else { continue };
        let word = &file.text[at + 1..end];
        let is_value =
            file.text[..at].trim_end().ends_with(['[', '(', ',']) || file.text[..at].trim_end().ends_with(": ");
        let follows = file.text[end + 1..].trim_start();
        let named_field = ["country: ", "terrain: ", "power: ", "side: ", "class: ", "do: ", "track: ", "who: "]
            .iter()
            .any(|field| file.text[..at].ends_with(field));
        if word.len() > 3
            && known(word)
            && !follows.starts_with(':')
            && (named_field || is_value)
            && !matches!(file.kind, Some(Kind::Pack | Kind::Coverage | Kind::Examples | Kind::Recipe | Kind::Shapes))
        {
            found.push((word.to_owned(), vec![Edit::replace(Span::new(at + 1, end), format!("{word}xq"))]));
        }
    }
}

fn rule_id(_: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    for place in places.iter().filter(|place| place.way.last().is_some_and(|name| name == "source")) {
        if let NodeKind::Text(text) = &place.node.kind {
            found.push((text.clone(), replace(place, format!("\"{text}.zz9\""))));
        }
    }
}

/// Units of a placement that names its space.
fn placed<'p, 'n>(file: &SourceFile, places: &'p [Place<'n>]) -> Vec<&'p Place<'n>> {
    if file.kind != Some(Kind::Scenario) {
        return Vec::new();
    }
    places
        .iter()
        .filter(|place| {
            place.within("set_up")
                && (place.ends(&["At", "*"]) || place.ends(&["Formation", "*"]))
                && matches!(place.node.kind, NodeKind::Number)
        })
        .collect()
}

fn overstack(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::procedure::Procedure;
    use chartroom_format::schema::units::Domain;
    let limited = content.procedures.values().any(|entry| {
        matches!(
            &entry.run,
            Procedure::Redeploy { .. }
                | Procedure::MoveByPoints { stacking: Some(_), .. }
                | Procedure::MoveByRange { stacking: Some(_), .. }
        )
    });
    for place in placed(file, places) {
        let unit = place.way.last().and_then(|unit| content.units.get(unit.as_str()));
        if limited && unit.is_some_and(|unit| unit.domain == Domain::Land) {
            found.push((said(place), replace(place, "90")));
        }
    }
}

/// The space of a placement is changed for one where its units cannot be.
fn wrong_surface(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::map::Surface;
    use chartroom_format::schema::units::Domain;
    let of = |surface: Surface| {
        content.spaces.iter().find(|(_, space)| space.surface == surface).map(|(id, _)| id.to_string())
    };
    for place in placed(file, places) {
        let Some(unit) = place.way.last().and_then(|unit| content.units.get(unit.as_str())) else { continue };
        let to = match unit.domain {
            Domain::Land => of(Surface::Sea),
            Domain::Sea | Domain::Submarine => of(Surface::Land),
            Domain::Air | Domain::Fixed => None,
        };
        // The space stands before the force that holds this unit.
        let space = places.iter().rev().filter(|other| other.node.span.end <= place.node.span.start).find(|other| {
            matches!(&other.node.kind, NodeKind::Text(id) if content.spaces.contains_key(id.as_str()))
                && other.index.is_some()
        });
        if let (Some(to), Some(space)) = (to, space) {
            found.push((format!("{} to {to}", said(place)), replace(space, format!("\"{to}\""))));
        }
    }
}

fn inland_port(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::map::Surface;
    use chartroom_format::schema::terrain::FeatureRole;
    let port =
        content.features.iter().find(|(_, kind)| matches!(kind.role, FeatureRole::Port | FeatureRole::NavalBase));
    let Some((port, kind)) = port.filter(|_| file.kind == Some(Kind::Spaces)) else { return };
    if kind.on.contains(&Surface::Land) {
        return;
    }
    for place in places.iter().filter(|place| place.ends(&["spaces", "*"]) && place.way.len() == 3) {
        let Some(space) = place.way.last().and_then(|id| content.spaces.get(id.as_str())) else { continue };
        let text = place.node.span.of(&file.text);
        if space.surface == Surface::Land && space.features.is_empty() && text.ends_with(')') {
            let at = place.node.span.end - 1;
            let comma = if text[..text.len() - 1].trim_end().ends_with(',') { "" } else { ", " };
            found.push((said(place), vec![Edit::insert(at, format!("{comma}features: {{\"{port}\": 1}}"))]));
        }
    }
}

fn total(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    for place in
        places.iter().filter(|place| place.within("totals") && place.way.last().is_some_and(|name| name == "is"))
    {
        let around = places.iter().find(|other| {
            other.ends(&["totals", "[]"])
                && other.node.span.start <= place.node.span.start
                && place.node.span.end <= other.node.span.end
        });
        let excused = around.is_some_and(|around| around.node.span.of(&file.text).contains("contradicted"));
        if let Some(value) = number(place, &file.text).filter(|_| !excused) {
            for change in [-2, -1, 1, 7] {
                found.push((format!("{} {change}", said(place)), replace(place, (value + change).to_string())));
            }
        }
    }
}

/// A phase goes; its procedure is then run by nobody, if no other phase runs it.
fn drop_phase(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    if file.kind != Some(Kind::Sequence) {
        return;
    }
    for place in
        places.iter().filter(|place| matches!(&place.node.kind, NodeKind::Struct(Some(tag), _) if tag.text == "Phase"))
    {
        let text = place.node.span.of(&file.text);
        let run = text.split("do: ").nth(1).and_then(|rest| rest.split('"').nth(1));
        let alone = run.is_some_and(|run| file.text.matches(&format!("do: \"{run}\"")).count() == 1);
        if alone {
            found.push((run.unwrap_or("").to_owned(), vec![Edit::delete(with_comma(&file.text, place.node.span))]));
        }
    }
}

fn example(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::example::ExampleKind;
    if file.kind != Some(Kind::Examples) {
        return;
    }
    for place in places.iter().filter(|place| place.ends(&["expect", "*"])) {
        let runs = place.way.iter().find_map(|name| content.examples.get(name.as_str())).map(|example| &example.runs);
        let runnable = runs.is_some_and(|runs| !matches!(runs, ExampleKind::Procedure(_)));
        if let Some(value) = number(place, &file.text).filter(|_| runnable) {
            found.push((said(place), replace(place, (value + 1).to_string())));
        }
    }
}

fn turns(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    for place in places.iter().filter(|place| place.ends(&["Turn", "from"]) || place.ends(&["turns", "first"])) {
        found.push((said(place), replace(place, "999")));
    }
    if file.kind == Some(Kind::Scenario) {
        for place in places.iter().filter(|place| place.ends(&["reinforcements", "[]", "turn"])) {
            found.push((said(place), replace(place, "999")));
        }
    }
}

fn hexside(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    if file.kind != Some(Kind::Links) {
        return;
    }
    let sides: Vec<&Place<'_>> =
        places.iter().filter(|place| place.ends(&["sides", "*"]) && place.way.len() == 3).collect();
    for (index, place) in sides.iter().enumerate() {
        let other = sides[(index + sides.len() / 2) % sides.len()];
        let (Some(key), Some(here), Some(there)) = (place.name, place.way.last(), other.way.last()) else { continue };
        if let (Some((from, _)), Some((_, to))) = (here.split_once('/'), there.split_once('/')) {
            found.push((here.clone(), vec![Edit::replace(key, format!("\"{from}/{to}\""))]));
        }
    }
}

/// To-hit values beyond the die; strengths of games without dice have no bound that the pack states.
fn stat(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    use chartroom_format::schema::procedure::Procedure;
    let die = content.procedures.values().find_map(|entry| match &entry.run {
        Procedure::HitRollCombat { die, .. } => Some(*die),
        _ => None,
    });
    let Some(die) = die.filter(|_| file.kind == Some(Kind::Units)) else { return };
    for place in places.iter().filter(|place| place.ends(&["attack", "[]"]) || place.ends(&["defend", "[]"])) {
        if let Some(value) = number(place, &file.text).filter(|value| value * 10 > die && !place.within("supports")) {
            found.push((said(place), replace(place, (value * 10).to_string())));
        }
    }
}

fn owner(file: &SourceFile, content: &Content, places: &[Place<'_>], found: &mut Found) {
    if file.kind != Some(Kind::Spaces) {
        return;
    }
    let countries: Vec<&str> =
        content.regions.iter().filter(|(_, region)| region.power.is_some()).map(|(id, _)| id.as_str()).collect();
    for (index, place) in
        places.iter().filter(|place| place.way.last().is_some_and(|name| name == "country")).enumerate()
    {
        if let (NodeKind::Text(now), false) = (&place.node.kind, countries.is_empty()) {
            let to = countries[index % countries.len()];
            if to != now {
                found.push((format!("{} to {to}", said(place)), replace(place, format!("\"{to}\""))));
            }
        }
    }
}

fn swap(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    if file.kind != Some(Kind::Spaces) {
        return;
    }
    let spaces: Vec<&Place<'_>> =
        places.iter().filter(|place| place.ends(&["spaces", "*"]) && place.way.len() == 3).collect();
    for (index, place) in spaces.iter().enumerate() {
        let other = spaces[(index + spaces.len() / 3 + 1) % spaces.len()];
        if let (Some(a), Some(b)) = (place.name, other.name)
            && a != b
        {
            let (first, second) = (a.of(&file.text).to_owned(), b.of(&file.text).to_owned());
            found.push((format!("{first} and {second}"), vec![Edit::replace(a, second), Edit::replace(b, first)]));
        }
    }
}

fn unlink(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    if file.kind != Some(Kind::Links) {
        return;
    }
    for place in places.iter().filter(|place| place.way.len() == 3) {
        let start = place.name.map_or(place.node.span.start, |name| name.start);
        if place.ends(&["sides", "*"]) || place.ends(&["added", "[]"]) {
            let span = with_comma(&file.text, Span::new(start, place.node.span.end));
            found.push((format!("{} {}", said(place), start), vec![Edit::delete(span)]));
        }
    }
}

fn off_by_one(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    for place in places.iter().filter(|place| is_table(file) && place.within("rows")) {
        if let Some(value) = number(place, &file.text) {
            found.push((format!("{} {:?}", said(place), place.index), replace(place, (value + 1).to_string())));
        }
    }
}

fn count(file: &SourceFile, _: &Content, places: &[Place<'_>], found: &mut Found) {
    for place in placed(file, places) {
        if let Some(value) = number(place, &file.text) {
            found.push((said(place), replace(place, (value + 1).to_string())));
        }
    }
}
