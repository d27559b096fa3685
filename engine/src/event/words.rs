//! The names by which events speak of things: titles where the pack gives them, never ids.

use super::{GainReason, LossReason};
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::{Stack, campaign::Group};

/// A ruleset as a source of names.
#[derive(Clone, Copy)]
pub(super) struct Words<'r>(pub(super) &'r Ruleset);

/// The title, else the id.
fn titled<'t>(title: &'t str, id: &'t str) -> &'t str {
    if title.is_empty() { id } else { title }
}

impl<'r> Words<'r> {
    pub(super) fn place(self, space: SpaceIx) -> &'r str {
        self.0.board.space(space).name()
    }

    pub(super) fn places(self, spaces: &[SpaceIx]) -> String {
        let names: Vec<&str> = spaces.iter().map(|space| self.place(*space)).collect();
        if names.is_empty() { "nowhere".to_owned() } else { names.join(", ") }
    }

    pub(super) fn power(self, power: PowerIx) -> &'r str {
        let info = self.0.power(power);
        titled(&info.title, &info.id)
    }

    pub(super) fn side(self, side: SideIx) -> &'r str {
        self.0.sides.get(side.index()).map_or("nobody", String::as_str)
    }

    pub(super) fn actor(self, who: Actor) -> &'r str {
        match who {
            Actor::Power(power) => self.power(power),
            Actor::Side(side) => self.side(side),
        }
    }

    pub(super) fn unit(self, unit: UnitIx) -> &'r str {
        let info = self.0.unit(unit);
        titled(&info.title, &info.id)
    }

    pub(super) fn count(self, power: PowerIx, unit: UnitIx, count: u16) -> String {
        match &self.0.power(power).adjective {
            Some(adjective) => format!("{count} {adjective} {}", self.unit(unit)),
            None => format!("{count} {} of {}", self.unit(unit), self.power(power)),
        }
    }

    pub(super) fn units(self, stack: &Stack) -> String {
        self.count(stack.power, stack.unit, stack.count)
    }

    pub(super) fn group(self, group: &Group) -> String {
        self.count(group.power, group.unit, group.count)
    }

    pub(super) fn phase(self, at: u16) -> &'r str {
        let phase = self.0.phases.get(usize::from(at));
        phase.map_or("a phase", |phase| titled(&phase.title, self.0.phase_name(phase.name)))
    }

    pub(super) fn rule(self, event: crate::ids::EventIx) -> &'r str {
        let rule = self.0.rules.iter().find(|rule| rule.event == event).map(|rule| rule.title.as_str());
        let id = self.0.events.get(event.index()).map_or("", String::as_str);
        titled(rule.unwrap_or_default(), id)
    }
}

impl LossReason {
    /// Why, after "lost in X".
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Fire => "under fire",
            Self::NoRetreat => "with no way to retreat",
            Self::Unsupplied => "without supply",
            Self::Overstacked => "because too many stood there",
            Self::Overrun => "overrun",
            Self::Spent => "used up on the way",
            Self::GivenUp => "given up by their owner",
            Self::DropFailed => "dropped behind the lines in vain",
            Self::Sunk => "sunk with what carried them",
            Self::ShotDown => "shot down with what carried them",
            Self::NoLanding => "with no place to land",
            Self::OnTheWay => "on a long flight",
            Self::Rule => "by a rule",
        }
    }
}

impl GainReason {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Built => "built",
            Self::Reinforcement => "as a reinforcement",
            Self::Rule => "by a rule",
        }
    }
}
