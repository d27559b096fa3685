//! Odds of a battle between units of a pack: the pack's numbers, prices, tables and modifiers become the plain inputs of
//! [`crate::odds`]. Which family of combat it is follows from the pack's procedures.

mod differential;
mod doubt;
mod firepower;
mod force;
pub(crate) mod fort;
mod hit;
mod losses;
mod plain;
mod position;
pub mod price;
pub(crate) mod profile;
mod scene;
mod table;

use chartroom_format::content::Content;
use chartroom_format::prices;
use chartroom_format::schema::Kind;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{CombatRole, Domain, UnitType};

use crate::modifier;
use crate::odds::{Budget, Method, Odds};
pub(crate) use differential::results;
pub use force::read_force;
pub use losses::Losses;
pub use plain::{Plain, plain};
pub use position::Position;
pub use scene::LeftOut;
use scene::{Ledger, Scene};
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
    /// The position for what depends on more than that; without one it is left out, and told.
    pub position: Option<&'a Position<'a>>,
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
    /// How the question was read.
    pub notes: Vec<String>,
    /// What may change the answer and was not reckoned.
    pub left_out: Vec<LeftOut>,
}

impl Answer {
    /// Whether the whole distribution was computed, and nothing that the question leaves undecided was left out.
    pub fn is_exact(&self) -> bool {
        self.odds.method == Method::Exact && self.undecided().next().is_none()
    }

    /// What was left out though the battle at hand may be subject to it.
    pub fn undecided(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.iter().filter(|left_out| !left_out.unnamed)
    }

    /// "exact", or "exact but for" what was left out, or how many battles were thrown.
    pub fn method_in_words(&self) -> String {
        let listed = |list: &mut dyn Iterator<Item = &LeftOut>| list.map(LeftOut::words).collect::<Vec<_>>().join("; ");
        let undecided = listed(&mut self.undecided());
        let method = match self.odds.method {
            Method::Exact => "exact".to_owned(),
            Method::Sampled { games, interval } => {
                let (low, high) = (interval.low * 100.0, interval.high * 100.0);
                format!("{games} games, {low:.2} to {high:.2} % with 95 % confidence")
            }
        };
        if undecided.is_empty() { method } else { format!("{method} but for: {undecided}") }
    }

    /// What may count once somebody or some place is named.
    pub fn unnamed_in_words(&self) -> Option<String> {
        let listed: Vec<String> = self.unnamed().map(LeftOut::words).collect();
        (!listed.is_empty())
            .then(|| format!("for nobody and nowhere in particular; not counted: {}", listed.join("; ")))
    }

    /// What counts only for powers, places and ways that the question does not name.
    pub fn unnamed(&self) -> impl Iterator<Item = &LeftOut> {
        self.left_out.iter().filter(|left_out| left_out.unnamed)
    }
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
    // Battles that are set up on the board know hexes that no file lists.
    if let Some(space) = question.at
        && !table::is_played(question.content)
        && !question.content.spaces.contains_key(space)
    {
        return Err(format!("the map has no space `{space}`"));
    }
    if question.attack.is_empty() {
        return Err("the attacker has no units".to_owned());
    }
    let procedures = || question.content.procedures.iter().map(|(id, entry)| (id.as_str(), &entry.run));
    let ledger = Ledger::default();
    let at_sea = |rows: &[Row]| {
        rows.iter().all(|row| matches!(domain(question.content, row), Some(Domain::Sea | Domain::Submarine)))
    };
    let naval = at_sea(&question.attack) && at_sea(&question.defend);
    if table::is_played(question.content) {
        return table::answer(question);
    }
    for (id, procedure) in procedures() {
        let asked = Asked { question, ledger: &ledger, procedure: id };
        let found = match procedure {
            Procedure::HitRollCombat { die, rounds, .. } => hit::answer(&asked, *die, *rounds),
            Procedure::NavalMoveAndFight { table, .. } if naval => differential::naval(&asked, table.as_str()),
            Procedure::DifferentialCombat { table, minimum, forts_first_on, .. } if !naval => {
                differential::land(&asked, table.as_str(), *minimum, forts_first_on)
            }
            Procedure::FirepowerAdvance { firepower, advance, group, classes: Some(classes), friendly, .. } => {
                let tables = firepower::Tables {
                    fire: firepower.as_str(),
                    advance: advance.as_str(),
                    friendly: friendly.as_ref(),
                    group: *group,
                };
                firepower::answer(&asked, &tables, classes)
            }
            _ => continue,
        };
        return found.map(|answer| Answer { left_out: ledger.told(), ..answer });
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

/// A question, the procedure that fights, and what could not be decided so far.
#[derive(Clone, Copy)]
struct Asked<'a> {
    question: &'a Question<'a>,
    ledger: &'a Ledger,
    procedure: &'a str,
}

impl<'a> Asked<'a> {
    fn scene(&self, role: CombatRole, battle: BattleKind) -> Scene<'a> {
        Scene { procedure: Some(self.procedure), ..Scene::of(self.question, self.ledger, role, battle) }
    }

    /// What modifiers add to a die or column.
    fn shift(&self, role: CombatRole, quantity: &Quantity, battle: BattleKind) -> i32 {
        let mut sum = 0_i64;
        for (id, modifier, change) in self.scene(role, battle).modifiers(quantity) {
            match change.added() {
                Some(add) if modifier.pairs_with.is_none() => sum = sum.saturating_add(add),
                _ => self.ledger.note(LeftOut::plain(id, "dice and columns take additions only")),
            }
        }
        // Beyond any table: the ends of an i32 mean the same.
        i32::try_from(sum).unwrap_or(if sum < 0 { i32::MIN / 2 } else { i32::MAX / 2 })
    }

    /// What a unit of one side costs its owner.
    fn cost(&self, unit: &str, power: Option<&str>) -> Result<u32, String> {
        let (cost, left_out) = cost(self.question.content, self.question.position, unit, power)?;
        left_out.into_iter().for_each(|left_out| self.ledger.note(left_out));
        Ok(cost)
    }
}

/// What a force costs a power that buys all of it.
pub fn price(question: &Question<'_>, force: &[Row], power: Option<&str>) -> Result<u64, String> {
    let each = |row: &Row| cost(question.content, question.position, &row.unit, power).map(|(cost, _)| cost);
    force.iter().map(|row| each(row).map(|cost| u64::from(row.count) * u64::from(cost))).sum()
}

/// What a unit costs a power, or whoever heads the first column; 1 where no price is known.
fn cost(
    content: &Content,
    position: Option<&Position<'_>>,
    unit: &str,
    power: Option<&str>,
) -> Result<(u32, Vec<LeftOut>), String> {
    let found = prices::of(content, unit);
    let own = found.iter().find(|price| power == Some(price.column.as_str()));
    let Some(printed) = own.into_iter().chain(&found).find_map(|price| price::amount(&price.cell)) else {
        return Ok((1, Vec::new()));
    };
    let (now, _, left_out) = price::changed(content, position, unit, power, Some(printed));
    let whole = modifier::whole_price(now.unwrap_or(printed));
    let cost = u32::try_from(whole).ok().filter(|cost| *cost <= MOST_COST);
    cost.map(|cost| (cost, left_out))
        .ok_or_else(|| format!("`{unit}` costs {whole}; odds reckon with prices from 0 to {MOST_COST}"))
}

/// The dearest unit that odds can be reckoned with.
const MOST_COST: u32 = 1_000_000;
