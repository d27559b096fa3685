//! One battle before and after the change: two forces fight by the pack as it is saved and by the pack as it stands, both
//! with the engine's exact odds, in a thread of its own. Which tables decide battles follows from the pack's procedures.

use std::sync::mpsc::{Receiver, channel};

use chartroom_engine::matchup::{self, Answer, Question, Row};
use chartroom_engine::odds::tuning::{Change, compare};
use chartroom_engine::odds::{Budget, Method};
use chartroom_format::content::Content;
use chartroom_format::prices;
use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::Domain;

use super::odds::is_price_list;
use super::tables::Sheet;
use crate::document::{Document, refresh};

/// How hard the engine tries to be exact before it throws dice.
const BUDGET: Budget = Budget { steps: 2_000_000_000, games: 20_000, seed: 1 };

/// Who fights whom, as the designer typed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forces {
    /// "10 infantry, 5 armor".
    pub attack: String,
    pub defend: String,
    /// Powers, for their prices and modifiers; nobody in particular if nothing.
    pub attacker: Option<String>,
    pub defender: Option<String>,
    /// The space fought over, for its terrain; none if empty.
    pub at: String,
}

/// Where battles that a sheet decides are fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    Land,
    Sea,
}

/// One number of the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleLine {
    pub name: String,
    pub percent: bool,
    pub change: Change,
}

/// The comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleView {
    /// The family of combat, and whether the numbers are exact.
    pub about: String,
    pub lines: Vec<BattleLine>,
    pub notes: Vec<String>,
}

/// The ground on which the numbers of a sheet decide battles; nothing if they do not.
pub fn ground(document: &Document, sheet: &Sheet) -> Option<Ground> {
    let content = document.content();
    let fights = |run: &Procedure| {
        matches!(
            run,
            Procedure::HitRollCombat { .. }
                | Procedure::DifferentialCombat { .. }
                | Procedure::FirepowerAdvance { .. }
                | Procedure::NavalMoveAndFight { .. }
        )
    };
    let id = match sheet {
        Sheet::Units => return content.procedures.values().any(|entry| fights(&entry.run)).then_some(Ground::Land),
        Sheet::Table(id) => id.as_str(),
    };
    let decided = content.procedures.values().find_map(|entry| match &entry.run {
        Procedure::DifferentialCombat { table, .. } if table.as_str() == id => Some(Ground::Land),
        Procedure::NavalMoveAndFight { table, .. } if table.as_str() == id => Some(Ground::Sea),
        Procedure::FirepowerAdvance { firepower, advance, .. }
            if firepower.as_str() == id || advance.as_str() == id =>
        {
            Some(Ground::Land)
        }
        _ => None,
    });
    let priced = || {
        let table = content.tables.get(id).filter(|table| is_price_list(document, table))?;
        content.procedures.values().any(|entry| fights(&entry.run)).then_some(table)
    };
    decided.or_else(|| priced().map(|_| Ground::Land))
}

/// The part of a pack that decides battles, cheap to copy: without its map but for one space.
fn without_map(content: &Content, at: &str) -> Content {
    Content {
        layers: content.layers.clone(),
        spaces: content.spaces.get_key_value(at).map(|(id, space)| (id.clone(), space.clone())).into_iter().collect(),
        default_terrain: content.default_terrain.clone(),
        terrains: content.terrains.clone(),
        features: content.features.clone(),
        sides: content.sides.clone(),
        powers: content.powers.clone(),
        classes: content.classes.clone(),
        units: content.units.clone(),
        formations: content.formations.clone(),
        tables: content.tables.clone(),
        options: content.options.clone(),
        procedures: content.procedures.clone(),
        modifiers: content.modifiers.clone(),
        ..Content::default()
    }
}

/// The same part as the saved files give it.
fn as_saved(document: &Document, now: &Content) -> Content {
    let mut before = now.clone();
    for (name, file) in document.files() {
        let Some(saved) = document.saved_text(name).filter(|saved| **saved != *file.text) else { continue };
        if matches!(file.kind, Some(chartroom_format::schema::Kind::Spaces)) {
            continue;
        }
        let place = refresh::Place { file: name, before: None, gone: &[] };
        refresh::file(&mut before, file.kind, saved, &place);
    }
    before
}

/// The odds of a battle, and what the forces in it cost: attack, then defence.
struct Priced {
    answer: Answer,
    prices: [f64; 2],
}

fn answer(content: &Content, forces: &Forces) -> Result<Priced, String> {
    let at = forces.at.trim();
    let question = Question {
        content,
        attack: matchup::read_force(content, &forces.attack)?,
        defend: matchup::read_force(content, &forces.defend)?,
        attacker: forces.attacker.as_deref(),
        defender: forces.defender.as_deref(),
        at: (!at.is_empty()).then_some(at),
        position: None,
        losses: Default::default(),
        budget: BUDGET,
    };
    let price = |force: &[Row], power| matchup::price(&question, force, power).map(|price| price as f64);
    let prices = [price(&question.attack, question.attacker)?, price(&question.defend, question.defender)?];
    Ok(Priced { answer: matchup::answer(&question)?, prices })
}

/// Both battles side by side.
pub fn compared(before: &Content, now: &Content, forces: &Forces) -> Result<BattleView, String> {
    let Priced { answer: now, prices: cost_now } = answer(now, forces)?;
    // A unit that is new has no battle before; then nothing has changed yet.
    let (was, cost_was) =
        answer(before, forces).map_or_else(|_| (now.clone(), cost_now), |before| (before.answer, before.prices));
    let cost = |side: usize| Change { before: cost_was[side], after: cost_now[side] };
    let between = compare(&was.odds, &now.odds);
    let line = |name: &str, percent: bool, change: Change| BattleLine { name: name.to_owned(), percent, change };
    let mut lines = vec![
        line("attacker wins", true, between.win),
        line("nobody wins", true, between.draw),
        line("defender wins", true, between.lose),
        line("the attack costs", false, cost(0)),
        line("the defence costs", false, cost(1)),
        line("rounds", false, between.rounds),
        line("attacker's losses, in money", false, between.attacker_value_lost),
        line("defender's losses, in money", false, between.defender_value_lost),
    ];
    for (side, lost) in [("attacker", &between.attacker_lost), ("defender", &between.defender_lost)] {
        for (unit, change) in lost {
            let name = now.names.get(usize::from(*unit)).map_or("", String::as_str);
            lines.push(line(&format!("{side} loses {name}"), false, *change));
        }
    }
    let method = match (was.odds.method, now.odds.method) {
        (Method::Exact, Method::Exact) => now.method_in_words(),
        _ => format!("{} battles thrown: too large to be exact", BUDGET.games),
    };
    let notes = now.notes.iter().cloned().chain(now.unnamed_in_words()).collect();
    Ok(BattleView { about: format!("{}, {method}", now.family), lines, notes })
}

/// Forces that give a battle worth looking at: neither side is sure to win.
pub fn proposed(content: &Content, ground: Ground) -> Option<Forces> {
    let fits = |domain: Domain| match ground {
        Ground::Land => domain == Domain::Land,
        Ground::Sea => domain == Domain::Sea,
    };
    let price = |id: &str| prices::of(content, id).first().and_then(|price| price.cell.as_number()).unwrap_or(i64::MAX);
    let mut units: Vec<&str> =
        content.units.iter().filter(|(_, unit)| fits(unit.domain)).map(|(id, _)| id.as_str()).collect();
    // What every game has comes before what an optional rule brings.
    units.sort_by_key(|id| (content.units[*id].option.is_some(), price(id)));
    units.truncate(8);
    let powers: Vec<Option<String>> = rivals(content);
    let mut second_best = None;
    for defender in &units {
        for attacker in &units {
            for count in [3_u16, 4, 5, 6, 8, 10, 14, 20, 30] {
                let forces = Forces {
                    attack: format!("{count} {attacker}"),
                    defend: format!("3 {defender}"),
                    attacker: powers[0].clone(),
                    defender: powers[1].clone(),
                    at: String::new(),
                };
                let Ok(found) = answer(content, &forces) else { continue };
                if (0.1..=0.9).contains(&found.answer.odds.win) {
                    return Some(forces);
                }
                second_best.get_or_insert(forces);
            }
        }
    }
    second_best
}

/// The first power, and the first of another side.
fn rivals(content: &Content) -> Vec<Option<String>> {
    let mut powers = content.powers.iter().filter(|(_, power)| !power.minor);
    let first = powers.next();
    let other = powers.find(|(_, power)| first.is_some_and(|(_, first)| first.side != power.side));
    let name = |power: Option<(&PowerId, &_)>| {
        power.map(|(id, _): (&PowerId, &chartroom_format::schema::powers::Power)| id.0.clone())
    };
    vec![name(first), name(other)]
}

/// The battle beside the grid: what is asked, what is being computed, what came of it.
#[derive(Default)]
pub struct BattleDesk {
    pub forces: Forces,
    pub shown: Option<Result<BattleView, String>>,
    /// What the latest answer, or the one on its way, is about.
    asked: Option<Asked>,
    under_way: Option<Receiver<(Forces, Result<BattleView, String>)>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Asked {
    revision: u64,
    ground: Ground,
    forces: Forces,
}

impl BattleDesk {
    pub fn is_running(&self) -> bool {
        self.under_way.is_some()
    }

    /// Asks anew if the pack, the sheet or the forces changed, one battle at a time; takes what is ready. `wake` is called
    /// when an answer is there.
    pub fn watch(&mut self, document: &Document, ground: Ground, wake: impl FnOnce() + Send + 'static) {
        if let Some(under_way) = &self.under_way {
            let Ok((forces, answer)) = under_way.try_recv() else { return };
            self.under_way = None;
            if let Some(asked) = &mut self.asked
                && asked.forces == self.forces
            {
                // What was proposed stands in the fields now.
                self.forces.clone_from(&forces);
                asked.forces = forces;
                self.shown = Some(answer);
            }
        }
        if self.asked.as_ref().is_some_and(|asked| asked.ground != ground) {
            // A table of the sea does not ask about infantry.
            *self = Self::default();
        }
        let wanted = Asked { revision: document.revision(), ground, forces: self.forces.clone() };
        if self.asked.as_ref() == Some(&wanted) {
            return;
        }
        let now = without_map(document.content(), wanted.forces.at.trim());
        let before = as_saved(document, &now);
        let (to, from) = channel();
        let forces = wanted.forces.clone();
        std::thread::spawn(move || {
            let asked = if forces.attack.trim().is_empty() && forces.defend.trim().is_empty() {
                proposed(&now, ground)
            } else {
                Some(forces.clone())
            };
            let answer = match &asked {
                Some(forces) => compared(&before, &now, forces),
                None => Err("name two forces, such as \"10 infantry, 5 armor\"".to_owned()),
            };
            if to.send((asked.unwrap_or(forces), answer)).is_ok() {
                wake();
            }
        });
        self.under_way = Some(from);
        self.asked = Some(wanted);
    }
}

/// Whether a row of a force can be read at all, for the colour of its field.
pub fn is_readable(content: &Content, force: &str) -> bool {
    matchup::read_force(content, force).is_ok_and(|rows: Vec<Row>| !rows.is_empty())
}
