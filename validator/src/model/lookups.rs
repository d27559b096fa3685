//! The lookups that procedures can make, as far as the content alone bounds them: which keys on which axis of which table.

use std::fmt;

use chartroom_engine::compile::bounds::Bounds;
use chartroom_format::content::Content;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::procedure::{Allowance, IncomeSource, Procedure};
use chartroom_format::schema::rules::{Change, Quantity};
use chartroom_format::schema::table::{Axis, NameKind};
use chartroom_format::schema::units::Domain;

/// Strengths add up without end: a differential of this size can come about in any game.
const FAR: i64 = 1000;

/// A key that can be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    Word(String),
    Number(i64),
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "{word}"),
            Self::Number(FAR) => write!(f, "any higher number"),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// What one procedure can ask of one axis of one table.
pub struct Lookup<'a> {
    /// The procedure.
    pub by: &'a str,
    pub table: &'a str,
    /// Which of the table's axes is meant.
    pub axis: fn(&Axis) -> bool,
    pub keys: Vec<Key>,
}

/// All lookups whose keys the content bounds.
pub fn of(content: &Content) -> Vec<Lookup<'_>> {
    let mut found = Vec::new();
    for (id, entry) in &content.procedures {
        let by = id.as_str();
        let mut add = |table: &'_ str, axis: fn(&Axis) -> bool, keys: Vec<Key>| {
            if let Some((table, _)) = content.tables.get_key_value(table) {
                found.push(Lookup { by, table: table.as_str(), axis, keys });
            }
        };
        match &entry.run {
            Procedure::MoveByPoints { allowance: Some(table), .. }
            | Procedure::Move { allowance: Allowance::BySeason(table), .. } => {
                add(table.as_str(), |axis| is_of(axis, NameKind::Season), words(content.seasons.keys()));
            }
            Procedure::NavalMoveAndFight { table, movement, .. } => {
                let ships =
                    content.units.iter().filter(|(_, unit)| matches!(unit.domain, Domain::Sea | Domain::Submarine));
                add(movement.as_str(), |axis| is_of(axis, NameKind::Unit), words(ships.map(|(id, _)| id)));
                add(table.as_str(), is_die, dice(content, &[BattleKind::Sea, BattleKind::Transit]));
            }
            Procedure::Produce { delays: Some(table), .. } => {
                let built =
                    content.units.iter().filter(|(_, unit)| !unit.build.as_ref().is_some_and(|build| build.never));
                add(table.as_str(), |axis| is_of(axis, NameKind::Unit), words(built.map(|(id, _)| id)));
            }
            Procedure::CollectIncome { from: IncomeSource::Multiples { multiples, .. }, .. } => {
                let turns = content.scenarios.values().flat_map(|scenario| [scenario.turns.first, scenario.turns.last]);
                add(multiples.as_str(), is_turn, turns.map(Key::Number).collect());
            }
            Procedure::Battle { table, kind, .. } => {
                add(table.as_str(), is_die, dice(content, &[kind.unwrap_or(BattleKind::Land)]));
            }
            Procedure::DifferentialCombat { table, minimum, .. } => {
                add(table.as_str(), is_number, vec![Key::Number(*minimum), Key::Number(FAR)]);
                let kinds = [BattleKind::Land, BattleKind::Amphibious, BattleKind::Overrun];
                add(table.as_str(), is_die, dice(content, &kinds));
            }
            Procedure::FirepowerAdvance { firepower, .. } => {
                add(firepower.as_str(), is_die, dice(content, &[BattleKind::Assault, BattleKind::DefensiveAssault]));
            }
            Procedure::Redeploy { sea_transport: Some(table), .. } => {
                add(table.as_str(), |axis| is_of(axis, NameKind::Side), words(content.sides.keys()));
            }
            Procedure::Research { tracks, table: Some(table), .. } => {
                add(table.as_str(), |axis| is_of(axis, NameKind::Tech), words(tracks));
            }
            _ => {}
        }
    }
    found
}

fn words<T: ToString>(names: impl IntoIterator<Item = T>) -> Vec<Key> {
    names.into_iter().map(|name| Key::Word(name.to_string())).collect()
}

/// The rolls that modifiers of these kinds of battle can make of a die beyond its faces: one step over each end.
fn dice(content: &Content, kinds: &[BattleKind]) -> Vec<Key> {
    let adds = content.modifiers.values().filter_map(|modifier| match (&modifier.quantity, &modifier.change) {
        (Quantity::Die(kind), Change::Add(amount)) if kinds.contains(kind) => Bounds::of(content, amount).ok(),
        _ => None,
    });
    let (mut lower, mut higher) = (false, false);
    for add in adds {
        lower |= add.low.numerator < 0;
        higher |= add.high.numerator > 0;
    }
    let low = lower.then_some(Key::Number(0));
    let high = higher.then_some(Key::Number(FAR));
    low.into_iter().chain(high).collect()
}

fn is_of(axis: &Axis, kind: NameKind) -> bool {
    matches!(axis, Axis::Words { of: Some(of), .. } if *of == kind)
}

const fn is_die(axis: &Axis) -> bool {
    matches!(axis, Axis::Die { .. })
}

const fn is_number(axis: &Axis) -> bool {
    matches!(axis, Axis::Number { .. } | Axis::Ranges { .. })
}

fn is_turn(axis: &Axis) -> bool {
    is_number(axis) && axis.name() == "turn"
}
