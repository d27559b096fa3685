//! What a player may ask for, and why it may be refused.

mod command;
mod fleet_order;
mod maneuver;

use std::fmt;

pub use command::Command;
pub use fleet_order::FleetOrder;
pub use maneuver::Maneuver;

use chartroom_format::schema::refusal::Ban;
use serde::{Deserialize, Serialize};

use crate::ids::{EventIx, PowerIx, SpaceIx, TrackIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::State;

/// One thing a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// Nothing more in this step or phase.
    Done,
    /// Points go from one army to a place and the army there; `into` names another army of that place, 0 a new one.
    Redeploy {
        from: SpaceIx,
        army: u8,
        power: PowerIx,
        unit: UnitIx,
        count: u16,
        to: SpaceIx,
        into: Option<u8>,
    },
    /// Points become the type their unit says, as amphibious points become infantry.
    Convert {
        space: SpaceIx,
        army: u8,
        power: PowerIx,
        unit: UnitIx,
        count: u16,
    },
    /// An army that leaves a place without garrison leaves a marker there; it is put down while the army is still there.
    LeaveMarker {
        space: SpaceIx,
    },
    /// A player takes one of his markers off the board.
    TakeMarker {
        space: SpaceIx,
    },
    /// An army names the hex it attacks.
    Announce {
        army: u8,
        target: SpaceIx,
    },
    /// The defenders of a hex fire their defensive assault.
    Fire {
        space: SpaceIx,
    },
    /// They keep it for later.
    HoldFire {
        space: SpaceIx,
    },
    /// An army keeps its assault for later: those that fire with it from its hex fire without it.
    Reserve {
        army: u8,
    },
    /// The armies in `from` that attack `target` fire at it.
    Assault {
        from: SpaceIx,
        target: SpaceIx,
    },
    /// An army tries to advance into the hex it announced.
    Advance {
        army: u8,
    },
    /// An army tries to advance with so many points that drop ahead of it.
    Paradrop {
        army: u8,
        points: u8,
    },
    /// An army that has advanced attacks another hex.
    Exploit {
        army: u8,
        target: SpaceIx,
    },
    /// One point of a loss.
    Lose {
        army: u8,
        space: SpaceIx,
        power: PowerIx,
        unit: UnitIx,
    },
    /// A displaced army goes there.
    Retreat {
        army: u8,
        to: SpaceIx,
    },
    Build {
        unit: UnitIx,
        space: SpaceIx,
        count: u16,
    },
    Repair {
        space: SpaceIx,
        points: u16,
    },
    /// All units of an immobile type in a place are given up, so that others may stand elsewhere.
    Dismantle {
        space: SpaceIx,
        unit: UnitIx,
    },
    /// Production points go to an ally.
    Lend {
        points: u16,
    },
    /// Points go into the research of an item, named by the track of its level.
    Invest {
        item: TrackIx,
        points: u8,
    },
    /// The die is rolled for the research of an item.
    Conclude {
        item: TrackIx,
    },
    /// A power tries to gain a technology, named by its track.
    Try {
        power: PowerIx,
        item: TrackIx,
    },
    /// Partisans rise in a space.
    Incite {
        space: SpaceIx,
    },
    /// The bombers of a place fly to industry of the enemy.
    Bomb {
        from: SpaceIx,
        target: SpaceIx,
    },
    /// They fly to the capital of the enemy, against the morale of its nation.
    BombMorale {
        from: SpaceIx,
        target: SpaceIx,
    },
    /// Missiles of a place are fired at what lies near it.
    Launch {
        from: SpaceIx,
        target: SpaceIx,
        points: u16,
        aim: Aim,
    },
    /// A bomb that bombers or missiles of a place carry goes off.
    DropBomb {
        from: SpaceIx,
        target: SpaceIx,
    },
    /// Production points buy the side's nation some morale.
    Propaganda,
    /// One way of a decision that a rule asks for, by its place in the list.
    Choose {
        option: u8,
    },
    /// A rule that happens when its owner wants it.
    Invoke {
        rule: EventIx,
    },
    /// An army lands from the sea: how many of its landing points it spends on the way, and how many ships go with it.
    Invade {
        army: u8,
        target: SpaceIx,
        spent: u8,
        ships: u8,
    },
    /// Ships go by themselves to fire at the target of an invasion.
    Sortie {
        from: SpaceIx,
        target: SpaceIx,
        ships: u8,
    },
    /// Ships of the enemy go out against the invasion at hand.
    Intercept {
        space: SpaceIx,
    },
    /// In games whose units move by range and fight in rounds.
    Order(crate::order::Order),
    /// To fleets where the war at sea is fought space by space.
    Fleet(FleetOrder),
    /// In a game of strength points.
    Campaign(Command),
    /// Where units move step by step and fight by a combat results table.
    Maneuver(Maneuver),
}

/// What missiles are fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aim {
    Industry,
    Morale,
    Armies,
}

/// Why an action is refused: the rule that forbids it, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of refusal, by which the pack knows its rule.
    pub ban: Option<Ban>,
    /// A rule of the rulebook where one is known, else empty.
    pub rule: String,
    pub reason: String,
}

impl Refusal {
    /// A refusal with a rule of its own.
    pub(crate) fn new(rule: &str, reason: impl Into<String>) -> Self {
        Self { ban: None, rule: rule.to_owned(), reason: reason.into() }
    }

    /// A refusal whose rule the pack cites.
    pub(crate) fn of(ban: Ban, reason: impl Into<String>) -> Self {
        Self { ban: Some(ban), rule: String::new(), reason: reason.into() }
    }

    /// A refusal by a setting that may name its own rule; else the pack cites one.
    pub(crate) fn by(rule: Option<&str>, ban: Ban, reason: impl Into<String>) -> Self {
        match rule {
            Some(rule) => Self::new(rule, reason),
            None => Self::of(ban, reason),
        }
    }

    /// The refusal with the rule behind it: the one that the procedure of the phase at hand cites for the reason, or that of the pack,
    /// or the rule of the procedure itself.
    pub(crate) fn cited(mut self, rules: &Ruleset, state: &State) -> Self {
        if let (Some(ban), true) = (self.ban, self.rule.is_empty()) {
            let run = rules.phases.get(usize::from(state.phase)).and_then(|phase| phase.run);
            let procedure = run.and_then(|at| rules.procedures.get(at.index()));
            let of = |list: &[(Ban, String)]| list.iter().rfind(|(of, _)| *of == ban).map(|(_, rule)| rule.clone());
            self.rule = procedure
                .and_then(|procedure| of(&procedure.cites))
                .or_else(|| of(&rules.citations))
                .or_else(|| procedure.and_then(|procedure| procedure.source.clone()))
                .unwrap_or_default();
        }
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rule.is_empty() { f.write_str(&self.reason) } else { write!(f, "{} ({})", self.reason, self.rule) }
    }
}

impl std::error::Error for Refusal {}
