//! Which modifiers apply to a battle of which only units, powers and place are known. What depends on time, politics or events
//! is unknown and does not apply.

use chartroom_format::content::Content;
use chartroom_format::schema::condition::{BattleKind, Condition, UnitFilter};
use chartroom_format::schema::rules::{Modifier, Quantity};
use chartroom_format::schema::units::{CombatRole, UnitType};

use super::Question;

/// One side of the battle at hand.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) content: &'a Content,
    pub(super) role: CombatRole,
    pub(super) power: Option<&'a str>,
    pub(super) at: Option<&'a str>,
    pub(super) battle: BattleKind,
}

impl<'a> Scene<'a> {
    pub(super) fn of(question: &Question<'a>, role: CombatRole, battle: BattleKind) -> Self {
        let power = if role == CombatRole::Attacking { question.attacker } else { question.defender };
        Self { content: question.content, role, power, at: question.at, battle }
    }

    /// Modifiers of a quantity whose condition holds; those with a partner are left to the caller.
    pub(super) fn modifiers(&self, quantity: &Quantity) -> Vec<&'a Modifier> {
        let on = |option: &Option<_>| {
            option.as_ref().is_none_or(|option| self.content.options.get(option).is_some_and(|option| option.on))
        };
        self.content
            .modifiers
            .values()
            .filter(|modifier| modifier.quantity == *quantity && on(&modifier.option))
            .filter(|modifier| modifier.to.as_ref().is_none_or(|to| self.is_by(&to.by)))
            .filter(|modifier| modifier.when.as_ref().is_none_or(|when| self.holds(when) == Some(true)))
            .collect()
    }

    fn is_by(&self, actors: &[chartroom_format::schema::ids::ActorId]) -> bool {
        actors.is_empty()
            || self.power.is_some_and(|power| actors.iter().any(|actor| self.belongs(power, actor.as_str())))
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

    /// Whether a condition holds, as far as it is known.
    pub(super) fn holds(&self, condition: &Condition) -> Option<bool> {
        let space = || self.at.and_then(|at| self.content.spaces.get(at));
        match condition {
            Condition::Always => Some(true),
            Condition::All(all) => {
                let known: Vec<Option<bool>> = all.iter().map(|one| self.holds(one)).collect();
                if known.contains(&Some(false)) {
                    Some(false)
                } else if known.contains(&None) {
                    None
                } else {
                    Some(true)
                }
            }
            Condition::Any(any) => {
                let known: Vec<Option<bool>> = any.iter().map(|one| self.holds(one)).collect();
                if known.contains(&Some(true)) {
                    Some(true)
                } else if known.contains(&None) {
                    None
                } else {
                    Some(false)
                }
            }
            Condition::Not(not) => self.holds(not).map(|holds| !holds),
            Condition::Role(role) => Some(*role == self.role),
            Condition::Battle(battle) => Some(*battle == self.battle),
            Condition::By(actors) => Some(self.is_by(actors)),
            Condition::OnTerrain(terrains) => {
                let terrain =
                    space().and_then(|space| space.terrain.as_ref()).or(self.content.default_terrain.as_ref());
                Some(self.at.is_some() && terrain.is_some_and(|terrain| terrains.contains(terrain)))
            }
            Condition::OnSurface(surfaces) => Some(space().is_some_and(|space| surfaces.contains(&space.surface))),
            Condition::HasFeature(feature) => {
                Some(space().is_some_and(|space| space.features.get(feature).copied().unwrap_or(0) > 0))
            }
            Condition::In(places) => Some(space().is_some_and(|space| {
                places.iter().any(|place| {
                    self.at == Some(place.as_str())
                        || space.country.iter().chain(&space.regions).any(|region| region.as_str() == place.as_str())
                })
            })),
            Condition::Option(option) => Some(self.content.options.get(option).is_some_and(|option| option.on)),
            _ => None,
        }
    }
}
