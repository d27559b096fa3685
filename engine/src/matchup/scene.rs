//! Which modifiers apply to a battle or a price of which only units, powers and place are known, and perhaps a scenario. What cannot
//! be decided does not apply, and is told.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::schema::condition::{BattleKind, Condition, SupplyState, UnitFilter};
use chartroom_format::schema::expression::{Expression, UnitNumber, Value, Who};
use chartroom_format::schema::ids::{ActorId, OptionId};
use chartroom_format::schema::map::Space;
use chartroom_format::schema::rules::{Modifier, Quantity};
use chartroom_format::schema::units::{CombatRole, UnitType};
use chartroom_format::schema::value::Amount;

use super::doubt::{self, Doubt, Truth};
use super::position::Position;
use super::{Question, Row};
use crate::modifier::{self, Settled};
use crate::truth::{self, Fault, Knowledge};

/// How deep named values may stand in each other; compiling says where they stand deeper.
const DEEPEST: usize = 40;
/// How many of them one question looks up.
const MOST_LOOKED_UP: u32 = 20_000;

/// Something that may change the answer, and why it was not reckoned.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The modifier, or the unit with a variant.
    pub what: String,
    /// What it depends on, in words.
    pub why: Vec<String>,
    /// It depends on nothing but who fights where, which the question leaves open.
    pub unnamed: bool,
}

impl LeftOut {
    /// "finest-hour (the place, the defender)".
    pub fn words(&self) -> String {
        format!("{} ({})", self.what, self.why.join(", "))
    }

    pub(super) fn plain(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self { what: what.into(), why: vec![why.into()], unnamed: false }
    }
}

/// What was left out so far, each once.
#[derive(Default)]
pub(super) struct Ledger {
    left_out: RefCell<BTreeSet<LeftOut>>,
    /// Named values that were looked up: compiling refuses those that lead to each other without end, a question is not compiled.
    looked_up: Cell<u32>,
}

impl Ledger {
    pub(super) fn note(&self, left_out: LeftOut) {
        self.left_out.borrow_mut().insert(left_out);
    }

    /// Whether another named value may be looked up.
    fn look_up(&self) -> bool {
        self.looked_up.set(self.looked_up.get().saturating_add(1));
        self.looked_up.get() <= MOST_LOOKED_UP
    }

    /// Whether it holds; a doubt is written down.
    fn settle(&self, what: &str, truth: Truth) -> bool {
        match truth {
            Truth::Yes => true,
            Truth::No => false,
            Truth::Unknown(doubts) => {
                let unnamed = doubts.iter().all(|doubt| matches!(doubt, Doubt::Unnamed(_)));
                let why = doubts.iter().map(|doubt| doubt.words().to_owned()).collect();
                self.note(LeftOut { what: what.to_owned(), why, unnamed });
                false
            }
        }
    }

    pub(super) fn told(self) -> Vec<LeftOut> {
        self.left_out.into_inner().into_iter().collect()
    }
}

/// One side of the battle at hand, or a buyer.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) content: &'a Content,
    pub(super) position: Option<&'a Position<'a>>,
    pub(super) ledger: &'a Ledger,
    pub(super) role: Option<CombatRole>,
    pub(super) power: Option<&'a str>,
    pub(super) at: Option<&'a str>,
    pub(super) battle: Option<BattleKind>,
    pub(super) round: Option<i64>,
    /// The unit at hand.
    pub(super) unit: Option<(&'a str, &'a UnitType)>,
    /// The procedure that fights.
    pub(super) procedure: Option<&'a str>,
    /// The units that modifiers may concern.
    pub(super) rows: &'a [Row],
    /// Named values around the one at hand.
    pub(super) depth: usize,
}

impl<'a> Scene<'a> {
    pub(super) fn of(question: &'a Question<'a>, ledger: &'a Ledger, role: CombatRole, battle: BattleKind) -> Self {
        let attacks = role == CombatRole::Attacking;
        let (power, rows) =
            if attacks { (question.attacker, &question.attack) } else { (question.defender, &question.defend) };
        Self {
            role: Some(role),
            at: question.at,
            battle: Some(battle),
            rows,
            ..Self::buying(question.content, question.position, ledger, power)
        }
    }

    /// Somebody who buys.
    pub(super) fn buying(
        content: &'a Content,
        position: Option<&'a Position<'a>>,
        ledger: &'a Ledger,
        power: Option<&'a str>,
    ) -> Self {
        Self {
            content,
            position,
            ledger,
            role: None,
            power,
            at: None,
            battle: None,
            round: None,
            unit: None,
            procedure: None,
            rows: &[],
            depth: 0,
        }
    }

    pub(super) fn option(&self, option: Option<&OptionId>) -> bool {
        option.is_none_or(|option| match self.position {
            Some(position) => position.option(option),
            None => self.content.options.get(option).is_some_and(|option| option.on),
        })
    }

    /// What changes a quantity, by the names of the modifiers.
    pub(super) fn changes(&self, quantity: &Quantity) -> Vec<(&'a str, Settled)> {
        self.modifiers(quantity).into_iter().map(|(id, _, change)| (id, change)).collect()
    }

    /// Modifiers of a quantity whose condition holds, and by how much they change it; those with a partner are left to the caller.
    pub(super) fn modifiers(&self, quantity: &Quantity) -> Vec<(&'a str, &'a Modifier, Settled)> {
        let found = self.content.modifiers.iter().filter(|(_, modifier)| {
            modifier.quantity == *quantity && self.option(modifier.option.as_ref()) && self.concerns(modifier)
        });
        found
            .filter(|(id, modifier)| {
                let when = modifier.when.as_ref().map_or(Truth::Yes, |when| self.judge(when));
                let by = modifier.to.as_ref().map_or(Truth::Yes, |to| self.by(&to.by, true));
                self.ledger.settle(id.as_str(), Truth::all([when, by]))
            })
            .filter_map(|(id, modifier)| {
                let (how, by) = modifier::read(&modifier.change);
                match self.reckon(by) {
                    Ok(by) => Some((id.as_str(), modifier, Settled { how, by })),
                    Err(doubts) => {
                        self.ledger.settle(id.as_str(), Truth::Unknown(doubts));
                        None
                    }
                }
            })
            .collect()
    }

    /// Whether a modifier speaks of a unit of this side at all, and its partners are there.
    fn concerns(&self, modifier: &Modifier) -> bool {
        let content = self.content;
        let row = |row: &'a Row| content.units.get(row.unit.as_str()).map(|unit| (row.unit.as_str(), unit));
        let has = |filter: &UnitFilter| {
            let mut units = self.unit.into_iter().chain(self.rows.iter().filter_map(row));
            units.any(|(id, unit)| Self::takes(filter, id, unit))
        };
        modifier.to.as_ref().is_none_or(has)
            && (self.rows.is_empty() || modifier.pairs_with.as_ref().is_none_or(|pair| has(&pair.units)))
    }

    /// The same battle in a round.
    pub(super) fn in_round(&self, round: i64) -> Self {
        Self { round: Some(round), ..*self }
    }

    /// A variant of a unit.
    pub(super) fn varies(&self, id: &'a str, unit: &'a UnitType, when: &Condition) -> bool {
        let scene = Self { unit: Some((id, unit)), ..*self };
        scene.ledger.settle(id, scene.judge(when))
    }

    fn role_word(&self) -> &'static str {
        match self.role {
            Some(CombatRole::Attacking) => "the attacker",
            Some(CombatRole::Defending) => "the defender",
            None => "who buys",
        }
    }

    /// Whether the power at hand is one of these, or of their side.
    fn by(&self, actors: &[ActorId], empty: bool) -> Truth {
        if actors.is_empty() {
            return empty.into();
        }
        let Some(power) = self.power else {
            // Where the place is named so is who holds it: only the question does not say.
            let open = self.at.is_some() && self.role.is_some();
            return if open { doubt::open(self.role_word()) } else { doubt::unnamed(self.role_word()) };
        };
        actors.iter().any(|actor| self.belongs(power, actor.as_str())).into()
    }

    fn belongs(&self, power: &str, actor: &str) -> bool {
        let side = self.content.powers.get(power).and_then(|power| power.side.as_ref().or(power.leans.as_ref()));
        power == actor || side.is_some_and(|side| side.as_str() == actor)
    }

    /// Whether a filter takes a unit type, its owner apart.
    pub(super) fn takes(filter: &UnitFilter, id: &str, unit: &UnitType) -> bool {
        (filter.types.is_empty() || filter.types.iter().any(|other| other.as_str() == id))
            && (filter.classes.is_empty() || filter.classes.iter().any(|class| unit.classes.contains(class)))
            && (filter.domains.is_empty() || filter.domains.contains(&unit.domain))
    }

    /// Something about the place of the battle.
    fn place(&self, holds: impl Fn(&str, &Space) -> bool) -> Truth {
        match self.at {
            None => doubt::unnamed("the place"),
            Some(at) => self.content.spaces.get(at).is_some_and(|space| holds(at, space)).into(),
        }
    }

    /// Whether a condition holds, as far as it is known.
    pub(super) fn judge(&self, condition: &Condition) -> Truth {
        truth::judge(self, condition)
    }

    /// What a value comes to, as far as it is known.
    fn reckon(&self, value: &Value) -> Result<Amount, BTreeSet<Doubt>> {
        truth::reckon::<Condition, Self>(self, value)
    }

    /// A number that a unit type prints.
    fn stat(&self, number: UnitNumber) -> Result<Amount, BTreeSet<Doubt>> {
        let Some((_, unit)) = self.unit else {
            return Err(BTreeSet::from([Doubt::Open("which unit is meant".to_owned())]));
        };
        let stats = &unit.stats;
        let found = match number {
            UnitNumber::Attack => stats.attack_strength,
            UnitNumber::Defence => stats.defence_strength,
            UnitNumber::Movement => stats.movement,
            UnitNumber::Stacking => return Ok(stats.stacking.unwrap_or(Amount::ONE)),
            UnitNumber::Weight => stats.weight,
        };
        Ok(found.unwrap_or(Amount::ZERO))
    }

    /// What only the position knows.
    fn of_position(&self, value: &Value) -> Result<Amount, BTreeSet<Doubt>> {
        match self.position {
            Some(position) => position.reckon(value, self.power, self.at, self.round),
            None => Err(BTreeSet::from([Doubt::Open(figure_words(value))])),
        }
    }
}

impl Knowledge<Condition> for Scene<'_> {
    type Doubt = BTreeSet<Doubt>;

    fn fault(&self, fault: Fault) -> BTreeSet<Doubt> {
        let why = match fault {
            Fault::DividesByZero => "a value that divides by zero",
            Fault::TooLarge => "a value that is too large",
        };
        BTreeSet::from([Doubt::Open(why.to_owned())])
    }

    fn figure(&self, value: &Value) -> Result<Amount, BTreeSet<Doubt>> {
        let Value::Computed(expression) = value else { return self.of_position(value) };
        match (&**expression, self.at.and_then(|at| self.content.spaces.get(at)), self.round) {
            (Expression::Named(name), ..) => match self.content.values.get(name) {
                Some(named) if self.depth < DEEPEST && self.ledger.look_up() => {
                    Scene { depth: self.depth + 1, ..*self }.reckon(&named.is)
                }
                _ => Err(BTreeSet::from([Doubt::Open(format!("the value `{name}`"))])),
            },
            (Expression::Stat(number), ..) => self.stat(*number),
            (Expression::BattleRound, _, Some(round)) => Ok(Amount::whole(round)),
            (Expression::BattleRound, _, None) => Err(BTreeSet::from([Doubt::Open("the round".to_owned())])),
            (Expression::Feature(feature), Some(space), _) if self.position.is_none() => {
                Ok(Amount::whole(space.features.get(feature).copied().unwrap_or(0)))
            }
            (Expression::Feature(_), None, _) => Err(BTreeSet::from([Doubt::Unnamed("the place")])),
            _ => self.of_position(value),
        }
    }

    fn fact(&self, condition: &Condition) -> Truth {
        match condition {
            Condition::Role(role) => (self.role == Some(*role)).into(),
            Condition::Battle(battle) => (self.battle == Some(*battle)).into(),
            Condition::By(actors) => self.by(actors, false),
            Condition::Unit(filter) => match self.unit {
                Some((id, unit)) => Truth::all([Self::takes(filter, id, unit).into(), self.by(&filter.by, true)]),
                None => doubt::open("which unit is meant"),
            },
            Condition::OnTerrain(terrains) => self.place(|_, space| {
                let terrain = space.terrain.as_ref().or(self.content.default_terrain.as_ref());
                terrain.is_some_and(|terrain| terrains.contains(terrain))
            }),
            Condition::OnSurface(surfaces) => self.place(|_, space| surfaces.contains(&space.surface)),
            Condition::HasFeature(feature) => {
                self.place(|_, space| space.features.get(feature).copied().unwrap_or(0) > 0)
            }
            Condition::In(places) => self.place(|at, space| {
                places.iter().any(|place| {
                    let named = |region: &str| region == place.as_str();
                    let regions = space.country.iter().chain(&space.regions);
                    at == place.as_str()
                        || regions.into_iter().any(|region| named(region.as_str()))
                        || self.content.spaces_of(place.as_str()).iter().any(|member| member.as_str() == at)
                })
            }),
            Condition::Option(option) => self.option(Some(option)).into(),
            Condition::Round(rounds) => match self.round {
                Some(round) => rounds.contains(&round).into(),
                None => doubt::open("the round"),
            },
            Condition::Undefended => Truth::No,
            Condition::Supply(SupplyState::Full) => Truth::Yes,
            // Units of a question are in supply, as far as it says.
            Condition::Supply(_) => doubt::unnamed("lack of supply"),
            Condition::Damaged => doubt::open("whether units are damaged"),
            Condition::FromTerrain(_) | Condition::Across(_) | Condition::OnlyAcross(_) => {
                doubt::unnamed("where the attack comes from")
            }
            of_position => match self.position {
                Some(position) => position.judge(of_position, self.power, self.at, self.procedure),
                None => about(of_position),
            },
        }
    }
}

/// The figure of a position that a value asks for, in words.
fn figure_words(value: &Value) -> String {
    use Expression as E;
    let who = |who: &Who| match who {
        Who::Named(actor) => actor.to_string(),
        Who::Part(_) => "whoever is at hand".to_owned(),
    };
    let Value::Computed(expression) = value else { return value.to_string() };
    match &**expression {
        E::Turn => "the turn".to_owned(),
        E::Year => "the year".to_owned(),
        E::Seasons { .. } => "the season".to_owned(),
        E::Track { track, .. } => format!("the track `{track}`"),
        E::Money(of) => format!("the money of {}", who(of)),
        E::Income(of) => format!("the income of {}", who(of)),
        E::Points(of) => format!("the points of {}", who(of)),
        E::Production(_) => "who produces how much".to_owned(),
        E::Count(_) | E::Total { .. } => "what stands on the map".to_owned(),
        E::Cell(table, _) => format!("what is looked up in `{table}`"),
        E::Named(name) => format!("the value `{name}`"),
        _ => "the position".to_owned(),
    }
}

/// What a condition depends on that a question cannot say.
pub(super) fn about(condition: &Condition) -> Truth {
    use Condition as C;
    doubt::open(match condition {
        C::Turn { .. } => "the turn".to_owned(),
        C::Season(_) => "the season".to_owned(),
        C::Year(..) => "the year".to_owned(),
        C::Scenario(_) => "the scenario".to_owned(),
        C::Controls(who, _)
        | C::ControlsSome { who, .. }
        | C::ControlsNone(who, _)
        | C::ControlsFeatures { who, .. } => {
            format!("what {who} holds")
        }
        C::UnitsIn { who, .. } | C::UnitsOnGround { who, .. } => format!("where units of {who} stand"),
        C::AtWar(one, other) => format!("whether {one} is at war with {other}"),
        C::Relation(one, other, _) => format!("how {one} and {other} stand to each other"),
        C::Member(power, side) => format!("whether {power} belongs to {side}"),
        C::Surrendered(power) => format!("whether {power} has surrendered"),
        C::Neutral(power) => format!("whether {power} is neutral"),
        C::Happened(event) | C::TurnsSince { event, .. } => format!("whether and when `{event}` happened"),
        C::Track { track, .. } => format!("the track `{track}`"),
        C::HeldBy(_) => "who holds the place".to_owned(),
        C::AtLeast(..) | C::AtMost(..) | C::MoreThan(..) | C::LessThan(..) | C::Equal(..) => "a value".to_owned(),
        C::Exists(_) | C::Every(..) => "what stands on the map".to_owned(),
        C::During(_) => "the phase".to_owned(),
        // Decided by the question.
        C::Always
        | C::All(_)
        | C::Any(_)
        | C::Not(_)
        | C::Option(_)
        | C::By(_)
        | C::Unit(_)
        | C::Role(_)
        | C::In(_)
        | C::OnTerrain(_)
        | C::OnSurface(_)
        | C::HasFeature(_)
        | C::FromTerrain(_)
        | C::Across(_)
        | C::OnlyAcross(_)
        | C::Round(_)
        | C::Battle(_)
        | C::Supply(_)
        | C::Damaged
        | C::Marked(_)
        | C::Undefended => "the position".to_owned(),
    })
}
