//! A position of a game as a scenario: who holds what, what stands where, money, tracks and relations as they are at the turn at
//! hand. What a scenario cannot say, such as what was done already in this turn, is told to the user.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_engine::ids::{Actor, PowerIx, SideIx, SpaceIx};
use chartroom_engine::{Ruleset, State};
use chartroom_format::content::Content;
use chartroom_format::cst::{self, NodeKind};
use chartroom_format::edit::{Edit, apply};
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::condition::RelationKind;

use super::field::Field;
use crate::document::ops::Planned;
use crate::document::ops::scenario::ORDER;
use crate::document::ops::text::{quoted, remove, set_field};
use crate::document::{Document, FileChange};

/// Plans the file of a new scenario that starts from a position of a game of another one.
pub fn plan(document: &Document, field: &Field, state: &State, id: &str, title: &str) -> Planned {
    if document.content().scenarios.contains_key(id) {
        return Err(format!("there is a scenario {id} already"));
    }
    let base = &field.rules.scenario;
    let origin = document.content().origin(EntryKind::Scenario, base);
    let text = origin.and_then(|origin| document.shown_text(&origin.file));
    let text = text.ok_or_else(|| format!("the scenario {base} is not in the pack any more"))?;
    let written = write(text, document.content(), field, state, (id, title))?;
    Ok(vec![FileChange { file: format!("scenarios/{id}.ron"), edits: vec![Edit::insert(0, written)] }])
}

/// An id that no scenario has: the scenario's own with the turn.
pub fn free_id(document: &Document, scenario: &str, turn: i16) -> String {
    let scenarios = &document.content().scenarios;
    let base = format!("{scenario}-turn-{turn}");
    let numbered = (2..).map(|number| format!("{base}-{number}"));
    std::iter::once(base.clone()).chain(numbered).find(|id| !scenarios.contains_key(id.as_str())).unwrap_or(base)
}

fn write(
    text: &str,
    content: &Content,
    field: &Field,
    state: &State,
    (id, title): (&str, &str),
) -> Result<String, String> {
    let rules = &field.rules;
    let turn = i64::from(state.turn).clamp(rules.first_turn, rules.last_turn.max(rules.first_turn));
    let mut text = text.to_owned();
    let (season, year) = rules.calendar(turn);
    let has = |text: &str, name: &str| cst::parse(text).0.is_some_and(|root| root.field(name).is_some());
    let mut fields: Vec<(&str, Option<String>)> = vec![
        ("id", Some(quoted(id))),
        ("title", Some(quoted(title))),
        ("about", Some(quoted(&format!("From a game of {}, turn {}.", rules.title, state.turn)))),
        ("turns", Some(format!("(first: {turn}, last: {})", rules.last_turn.max(turn)))),
        ("source", None),
        ("totals", None),
        ("control", map(control(rules, state))),
        ("set_up", map(set_up(rules, state))),
        ("treasury", map(money(rules, state))),
        ("tracks", list(tracks(rules, state))),
        ("devastated", map(damage(rules, state))),
        ("features", map(features(rules, state))),
        ("pipeline", list(arrivals(rules, state))),
    ];
    if let Some(season) = season.and_then(|season| rules.seasons.get(season.index())) {
        fields.push(("season", Some(quoted(season))));
    }
    if has(&text, "year") {
        fields.push(("year", Some(year.to_string())));
    }
    if state.sides != field.start.sides {
        fields.push(("sides", map(sides(rules, state, content))));
        let neutral = |power: &PowerIx| state.side_of(*power).is_none();
        let names = state.powers().filter(neutral).map(|power| quoted(&rules.power(power).id)).collect();
        fields.push(("neutral", list(names)));
    }
    if state.relations != field.start.relations {
        let (wars, others) = relations(rules, state);
        fields.push(("wars", list(wars)));
        fields.push(("relations", list(others)));
    }
    for (name, value) in fields {
        text = set(&text, name, value.as_deref())?;
    }
    without_past_reinforcements(&text, turn)
}

/// Sets one field of the scenario, or takes it away.
fn set(text: &str, name: &str, value: Option<&str>) -> Result<String, String> {
    let (root, _) = cst::parse(text);
    let root = root.ok_or("the file of the scenario has faults in its syntax")?;
    match set_field(text, &root, name, value, ORDER) {
        Some(edit) => apply(text, &[edit]).map_err(|error| error.to_string()),
        None => Ok(text.to_owned()),
    }
}

fn map(entries: Vec<String>) -> Option<String> {
    let lines =
        |entries: Vec<String>| entries.into_iter().map(|entry| format!("        {entry},\n")).collect::<String>();
    (!entries.is_empty()).then(|| format!("{{\n{}    }}", lines(entries)))
}

fn list(items: Vec<String>) -> Option<String> {
    (!items.is_empty()).then(|| format!("[{}]", items.join(", ")))
}

/// What is held by another power than its country's.
fn control(rules: &Ruleset, state: &State) -> Vec<String> {
    let mut held: BTreeMap<PowerIx, Vec<String>> = BTreeMap::new();
    for (at, space) in rules.board.spaces.iter().enumerate() {
        if let Some(holder) = state.holder(SpaceIx::new(at)).filter(|holder| Some(*holder) != space.owner) {
            held.entry(holder).or_default().push(quoted(&space.id));
        }
    }
    let line = |(power, spaces): (PowerIx, Vec<String>)| {
        format!("{}: [{}]", quoted(&rules.power(power).id), spaces.join(", "))
    };
    held.into_iter().map(line).collect()
}

/// Units by where they stand, by army, and by whether they are damaged.
type Forces = BTreeMap<(SpaceIx, u8, bool), Vec<String>>;

fn set_up(rules: &Ruleset, state: &State) -> Vec<String> {
    // Units that belong to armies are named with theirs; elsewhere the number says something else.
    let in_armies = rules.army_class.is_some();
    let mut placed: BTreeMap<PowerIx, Forces> = BTreeMap::new();
    for stack in &state.stacks {
        let army = if in_armies { stack.army } else { 0 };
        let forces = placed.entry(stack.power).or_default().entry((stack.space, army, stack.damaged > 0)).or_default();
        forces.push(format!("{}: {}", quoted(&rules.unit(stack.unit).id), stack.count));
    }
    let line = |(power, places): (PowerIx, Forces)| {
        let mut text = format!("{}: [\n", quoted(&rules.power(power).id));
        for ((space, army, hurt), force) in places {
            let (space, force) = (quoted(rules.space_name(space)), added(force).join(", "));
            text += &match (army, hurt) {
                (_, true) => format!("            Damaged({space}, {{{force}}}),\n"),
                (0, false) => format!("            At({space}, {{{force}}}),\n"),
                (army, false) => format!("            Formation(\"{army}\", {space}, {{{force}}}),\n"),
            };
        }
        text + "        ]"
    };
    placed.into_iter().map(line).collect()
}

/// Lines of the same unit, which differ in marks only, as one.
fn added(force: Vec<String>) -> Vec<String> {
    let mut sums: Vec<(String, i64)> = Vec::new();
    for line in force {
        let Some((unit, count)) = line.rsplit_once(": ") else { continue };
        let count = count.parse().unwrap_or(0);
        match sums.iter_mut().find(|(known, _)| known == unit) {
            Some((_, sum)) => *sum += count,
            None => sums.push((unit.to_owned(), count)),
        }
    }
    sums.into_iter().map(|(unit, count)| format!("{unit}: {count}")).collect()
}

fn money(rules: &Ruleset, state: &State) -> Vec<String> {
    let powers = state.powers().map(Actor::Power);
    let sides = (0..rules.sides.len()).map(|at| Actor::Side(SideIx::new(at)));
    let purse =
        |actor: Actor| (state.money(actor) != 0).then(|| (rules.actor_name(actor).to_owned(), state.money(actor)));
    powers.chain(sides).filter_map(purse).map(|(who, money)| format!("{}: {money}", quoted(&who))).collect()
}

fn tracks(rules: &Ruleset, state: &State) -> Vec<String> {
    let line = |(track, who, at): &(chartroom_engine::ids::TrackIx, Option<Actor>, i32)| {
        let who = who.map(|who| format!("who: {}, ", quoted(rules.actor_name(who)))).unwrap_or_default();
        format!("(track: {}, {who}at: {at})", quoted(&rules.track(*track).id))
    };
    state.tracks.iter().map(line).collect()
}

fn damage(rules: &Ruleset, state: &State) -> Vec<String> {
    let line = |(space, points): &(SpaceIx, u8)| format!("{}: {points}", quoted(rules.space_name(*space)));
    state.damage.iter().map(line).collect()
}

fn features(rules: &Ruleset, state: &State) -> Vec<String> {
    let mut found: BTreeMap<SpaceIx, Vec<String>> = BTreeMap::new();
    for (space, feature, amount) in &state.features {
        if let Some(feature) = rules.features.get(feature.index()) {
            found.entry(*space).or_default().push(format!("{}: {amount}", quoted(&feature.id)));
        }
    }
    found
        .into_iter()
        .map(|(space, list)| format!("{}: {{{}}}", quoted(rules.space_name(space)), list.join(", ")))
        .collect()
}

fn arrivals(rules: &Ruleset, state: &State) -> Vec<String> {
    let line = |arrival: &chartroom_engine::state::Arrival| {
        format!(
            "(turn: {}, power: {}, units: {{{}: {}}}, at: [{}])",
            arrival.turn,
            quoted(&rules.power(arrival.power).id),
            quoted(&rules.unit(arrival.unit).id),
            arrival.count,
            quoted(rules.space_name(arrival.space))
        )
    };
    state.arrivals.iter().map(line).collect()
}

/// Powers on another side than the pack says.
fn sides(rules: &Ruleset, state: &State, content: &Content) -> Vec<String> {
    let other = |power: PowerIx| {
        let side = rules.sides.get(state.side_of(power)?.index())?;
        let id = &rules.power(power).id;
        let usual = content.powers.get(id.as_str()).and_then(|power| power.side.as_ref());
        (usual.map(chartroom_format::schema::ids::SideId::as_str) != Some(side)).then(|| (id.clone(), side.clone()))
    };
    state.powers().filter_map(other).map(|(power, side)| format!("{}: {}", quoted(&power), quoted(&side))).collect()
}

/// Wars, power by power, and whatever else is not peace.
fn relations(rules: &Ruleset, state: &State) -> (Vec<String>, Vec<String>) {
    let (mut wars, mut others) = (Vec::new(), Vec::new());
    let powers: Vec<PowerIx> = state.powers().collect();
    for (at, one) in powers.iter().enumerate() {
        let enemies: BTreeSet<String> = powers[at + 1..]
            .iter()
            .filter(|other| state.at_war(*one, **other))
            .map(|other| quoted(&rules.power(*other).id))
            .collect();
        let name = quoted(&rules.power(*one).id);
        if !enemies.is_empty() {
            wars.push(format!("([{name}], [{}])", enemies.into_iter().collect::<Vec<_>>().join(", ")));
        }
        for other in &powers[at + 1..] {
            let kind = state.relation(*one, *other);
            if !matches!(kind, RelationKind::War | RelationKind::Neutral) {
                others.push(format!("({name}, {}, {kind:?})", quoted(&rules.power(*other).id)));
            }
        }
    }
    (wars, others)
}

/// Reinforcements that have come already are no part of the new scenario.
fn without_past_reinforcements(text: &str, turn: i64) -> Result<String, String> {
    let mut text = text.to_owned();
    loop {
        let (root, _) = cst::parse(&text);
        let root = root.ok_or("the new scenario cannot be read")?;
        let Some(coming) = root.field("reinforcements") else { return Ok(text) };
        let NodeKind::List(items) = &coming.value.kind else { return Ok(text) };
        let turn_of =
            |item: &cst::Node| item.field("turn").and_then(|field| field.value.span.of(&text).parse::<i64>().ok());
        let Some(at) = items.iter().position(|item| turn_of(item).is_some_and(|of| of < turn)) else { return Ok(text) };
        let spans: Vec<_> = items.iter().map(|item| item.span).collect();
        let edit = if items.len() == 1 {
            set_field(&text, &root, "reinforcements", None, ORDER)
        } else {
            Some(remove(&text, &spans, at))
        };
        let Some(edit) = edit else { return Ok(text) };
        text = apply(&text, &[edit]).map_err(|error| error.to_string())?;
    }
}
