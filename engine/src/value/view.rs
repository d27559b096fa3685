//! Somebody who sees the whole position, and has a scene at hand.

use chartroom_format::schema::expression::Part;
use chartroom_format::schema::value::Amount;

use super::Value;
use crate::condition::{Condition, Scene};
use crate::ids::Actor;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::truth::{Doubt, Fault, Knowledge, Truth};

/// The position and what is at hand.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub rules: &'a Ruleset,
    pub state: &'a State,
    pub scene: &'a Scene,
}

/// Why a condition or value has no answer although the whole position is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    Place,
    Unit,
    Power,
    /// A table has no number there.
    Cell,
    Fault(Fault),
}

impl Missing {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Place => "no place is at hand",
            Self::Unit => "no unit is at hand",
            Self::Power => "nobody is at hand",
            Self::Cell => "the table has no number there",
            Self::Fault(Fault::DividesByZero) => "it divides by zero",
            Self::Fault(Fault::TooLarge) => "it is too large",
        }
    }
}

/// One reason is enough in play.
impl Doubt for Missing {
    fn and(self, _: Self) -> Self {
        self
    }
}

impl Knowledge<Condition> for View<'_> {
    type Doubt = Missing;

    fn fact(&self, condition: &Condition) -> Truth<Missing> {
        condition.fact(self)
    }

    fn figure(&self, value: &Value) -> Result<Amount, Missing> {
        match value {
            Value::Figure(figure) => figure.read(self),
            _ => Ok(Amount::ZERO),
        }
    }

    fn fault(&self, fault: Fault) -> Missing {
        Missing::Fault(fault)
    }
}

/// Whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Named(Actor),
    Part(Part),
}

impl View<'_> {
    /// The same with something else at hand.
    pub(crate) fn with<'s>(&'s self, scene: &'s Scene) -> View<'s> {
        View { scene, ..*self }
    }

    /// Whoever is at hand.
    fn this(&self) -> Result<Actor, Missing> {
        let power = self.scene.power.map(Actor::Power);
        power.or(self.scene.side.map(Actor::Side)).ok_or(Missing::Power)
    }

    /// Those who are meant.
    pub(super) fn actors(&self, who: Who) -> Result<Vec<Actor>, Missing> {
        Ok(match who {
            Who::Named(actor) => vec![actor],
            Who::Part(Part::This) => vec![self.this()?],
            Who::Part(Part::Holder) => {
                let at = self.scene.at.ok_or(Missing::Place)?;
                self.state.holder(at).map(Actor::Power).into_iter().collect()
            }
            Who::Part(Part::Enemies) => {
                let this = self.this()?;
                let fights = |power: &Actor| self.state.actors_at_war(this, *power);
                self.state.powers().map(Actor::Power).filter(fights).collect()
            }
        })
    }

    /// Those whom a list means; nobody in particular if it is empty.
    pub(super) fn everybody(&self, list: &[Who]) -> Result<Option<Vec<Actor>>, Missing> {
        if list.is_empty() {
            return Ok(None);
        }
        let mut found = Vec::with_capacity(list.len());
        for who in list {
            found.extend(self.actors(*who)?);
        }
        Ok(Some(found))
    }

    /// Whether one of them holds the place at hand.
    pub(crate) fn held_by(&self, list: &[Who]) -> Truth<Missing> {
        let Some(at) = self.scene.at else { return Truth::Unknown(Missing::Place) };
        match self.everybody(list) {
            Ok(actors) => actors.is_none_or(|actors| actors.iter().any(|who| self.state.is_held_by(at, *who))).into(),
            Err(missing) => Truth::Unknown(missing),
        }
    }
}
