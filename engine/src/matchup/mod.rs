//! Odds of a battle between units of a pack: the pack's numbers, prices, tables and modifiers become the plain inputs of
//! [`crate::odds`]. Which family of combat it is follows from the pack's procedures.

mod differential;
mod firepower;
mod force;
pub(crate) mod fort;
mod hit;
mod losses;
pub(crate) mod profile;
mod scene;
mod table;

use chartroom_format::content::Content;
use chartroom_format::prices;
use chartroom_format::schema::Kind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::{Domain, UnitType};
use chartroom_format::schema::value::Cell;

use crate::odds::{Budget, Odds};
pub(crate) use differential::results;
pub use force::read_force;
pub use losses::Losses;
pub use table::is_played;

/// Units of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub unit: String,
    pub count: u16,
}

/// A battle to be computed.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    pub content: &'a Content,
    pub attack: Vec<Row>,
    pub defend: Vec<Row>,
    pub attacker: Option<&'a str>,
    pub defender: Option<&'a str>,
    /// The space fought over, for its terrain.
    pub at: Option<&'a str>,
    /// Which of his units the attacker gives up first, and which the defender.
    pub losses: (Losses, Losses),
    pub budget: Budget,
}

/// The odds, with the names behind the unit numbers.
#[derive(Clone, Debug)]
pub struct Answer {
    pub family: &'static str,
    pub odds: Odds,
    pub names: Vec<String>,
    /// What the combat results table says and how likely that is, where the pack has such a table.
    pub results: Vec<(String, f64)>,
    /// What was left out of account.
    pub notes: Vec<String>,
}

/// The kinds of file that the odds of a battle come from: the map only when the battle has a place on it.
pub const fn kinds_needed(at_a_place: bool) -> &'static [Kind] {
    const PLACELESS: &[Kind] =
        &[Kind::Pack, Kind::Terrain, Kind::Powers, Kind::Units, Kind::Table, Kind::Options, Kind::Rules];
    const AT_A_PLACE: &[Kind] = &[
        Kind::Pack,
        Kind::Terrain,
        Kind::Powers,
        Kind::Units,
        Kind::Table,
        Kind::Options,
        Kind::Rules,
        Kind::Map,
        Kind::Spaces,
    ];
    if at_a_place { AT_A_PLACE } else { PLACELESS }
}

/// Computes a battle. The error says what is wrong with the question.
pub fn answer(question: &Question<'_>) -> Result<Answer, String> {
    for (power, role) in [(question.attacker, "attacker"), (question.defender, "defender")] {
        if let Some(power) = power
            && !question.content.powers.contains_key(power)
        {
            return Err(format!("the pack has no power `{power}` to be the {role}"));
        }
    }
    if let Some(space) = question.at
        && !question.content.spaces.contains_key(space)
    {
        return Err(format!("the map has no space `{space}`"));
    }
    if question.attack.is_empty() {
        return Err("the attacker has no units".to_owned());
    }
    let procedures = || question.content.procedures.values().map(|entry| &entry.run);
    let at_sea = |rows: &[Row]| {
        rows.iter().all(|row| matches!(domain(question.content, row), Some(Domain::Sea | Domain::Submarine)))
    };
    let naval = at_sea(&question.attack) && at_sea(&question.defend);
    if table::is_played(question.content) {
        return table::answer(question);
    }
    for procedure in procedures() {
        match procedure {
            Procedure::HitRollCombat { die, rounds, .. } => return hit::answer(question, *die, *rounds),
            Procedure::NavalMoveAndFight { table, .. } if naval => {
                return differential::naval(question, table.as_str());
            }
            Procedure::DifferentialCombat { table, minimum, forts_first_on, .. } if !naval => {
                return differential::land(question, table.as_str(), *minimum, forts_first_on);
            }
            Procedure::FirepowerAdvance { firepower, advance, group, classes: Some(classes), friendly, .. } => {
                let tables = firepower::Tables {
                    fire: firepower.as_str(),
                    advance: advance.as_str(),
                    friendly: friendly.as_ref(),
                    group: *group,
                };
                return firepower::answer(question, &tables, classes);
            }
            _ => {}
        }
    }
    Err("the pack has no combat procedure whose odds can be computed".to_owned())
}

fn domain(content: &Content, row: &Row) -> Option<Domain> {
    content.units.get(row.unit.as_str()).map(|unit| unit.domain)
}

/// All unit types of both sides; the place in this list is the number the odds speak of.
fn names(question: &Question<'_>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in question.attack.iter().chain(&question.defend) {
        if !names.contains(&row.unit) {
            names.push(row.unit.clone());
        }
    }
    names
}

fn key(names: &[String], unit: &str) -> u16 {
    names.iter().position(|name| name == unit).unwrap_or(0) as u16
}

fn unit_type<'c>(content: &'c Content, unit: &str) -> Result<&'c UnitType, String> {
    content.units.get(unit).ok_or_else(|| format!("the pack has no unit `{unit}`"))
}

/// What a force costs a power that buys all of it.
pub fn price(content: &Content, force: &[Row], power: Option<&str>) -> u64 {
    force.iter().map(|row| u64::from(row.count) * u64::from(cost(content, &row.unit, power))).sum()
}

/// What a unit costs a power, rounded up; 1 where no price is known.
fn cost(content: &Content, unit: &str, power: Option<&str>) -> u32 {
    let found = prices::of(content, unit);
    let own = power.and_then(|power| found.iter().find(|price| price.column == power));
    let numbers = own.into_iter().chain(&found).filter_map(|price| match &price.cell {
        Cell::Number(number) => Some(*number),
        Cell::Text(_) => price.cell.as_amount().map(|amount| -(-amount.numerator).div_euclid(amount.denominator)),
    });
    numbers.into_iter().next().unwrap_or(1).clamp(0, 100_000) as u32
}
