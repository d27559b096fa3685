//! Facts of a player turn of battles on a map of zones.

use super::words::Words;
use crate::ids::{PowerIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::Stack;
use crate::state::leaders::Leader;
use crate::state::operations::{BattleRecord, BattleStep, Bought, Dock, Group, Launched};

/// One thing that happened in such a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A player turn began: all units are free to move again.
    Began,
    /// Orders that units can now have; their number is the next one.
    GroupFormed {
        group: Group,
    },
    GroupChanged {
        army: u8,
        group: Group,
    },
    BattlesDeclared {
        battles: Vec<BattleRecord>,
    },
    BattleChanged {
        battle: BattleRecord,
    },
    Stepped {
        step: BattleStep,
        round: u8,
    },
    /// A round of a battle was fought: dice that hit, attacker and defender are told by the losses that follow.
    RoundFought {
        space: SpaceIx,
        round: u8,
    },
    OtherFireChosen {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
        other: bool,
    },
    /// Units of a type are given up before others this round.
    Offered {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
    },
    /// So many units of a type that hide in a battle are found.
    Found {
        space: SpaceIx,
        power: PowerIx,
        unit: crate::ids::UnitIx,
        count: u16,
    },
    /// A nation is to have a land if it is taken together.
    Claimed {
        space: SpaceIx,
        power: PowerIx,
    },
    /// A ship with decks was built.
    Launched {
        launched: Launched,
    },
    /// Land was taken this player turn.
    Taken {
        space: SpaceIx,
    },
    /// A factory was built or raised this player turn.
    Raised {
        space: SpaceIx,
    },
    BoughtAt {
        bought: Bought,
    },
    Lent {
        by: PowerIx,
        to: PowerIx,
        points: i64,
    },
    LendingBegan,
    BoundSet {
        power: PowerIx,
        to: i64,
    },
    /// Units of a stack have so many hits now.
    Damaged {
        stack: Stack,
        to: u8,
    },
    DocksSet {
        docks: Vec<Dock>,
    },
    LeadersSet {
        leaders: Vec<Leader>,
    },
    /// A leader died.
    LeaderLost {
        power: PowerIx,
        space: SpaceIx,
    },
}

impl Operation {
    pub(super) fn tell(&self, rules: &Ruleset) -> String {
        let words = Words(rules);
        match self {
            Self::Began => "a player turn began".to_owned(),
            Self::GroupFormed { group } => match group.target {
                Some(target) => format!("orders were given for {}", words.place(target)),
                None => format!("orders were given from {}", words.place(group.from)),
            },
            Self::GroupChanged { army, .. } => format!("the orders of group {army} were changed"),
            Self::BattlesDeclared { battles } => {
                let spaces: Vec<SpaceIx> = battles.iter().map(|battle| battle.space).collect();
                format!("battles are declared: {}", words.places(&spaces))
            }
            Self::BattleChanged { battle } if battle.is_over => {
                format!("the battle of {} is over", words.place(battle.space))
            }
            Self::BattleChanged { battle } => format!("the battle of {} goes on", words.place(battle.space)),
            Self::Stepped { step, round } => match step {
                BattleStep::None => "no battle goes on".to_owned(),
                BattleStep::AttackerDecides => format!("the attacker decides before round {round}"),
                BattleStep::DefenderDecides(side) => format!("{} decides before round {round}", words.side(*side)),
            },
            Self::RoundFought { space, round } => format!("round {round} of {} was fought", words.place(*space)),
            Self::OtherFireChosen { space, power, unit, other } => format!(
                "the {} of {} in {} fire {}",
                words.unit(*unit),
                words.power(*power),
                words.place(*space),
                if *other { "their other way" } else { "as usual" }
            ),
            Self::Offered { space, power, unit } => {
                format!("{} in {} gives up {} first", words.power(*power), words.place(*space), words.unit(*unit))
            }
            Self::Found { space, power, unit, count } => {
                format!("{} were found in {}", words.count(*power, *unit, *count), words.place(*space))
            }
            Self::Claimed { space, power } => format!("{} is to have {}", words.power(*power), words.place(*space)),
            Self::Launched { launched } => {
                format!(
                    "{} {} were launched in {}",
                    launched.count,
                    words.unit(launched.unit),
                    words.place(launched.zone)
                )
            }
            Self::Taken { space } => format!("{} was taken this turn", words.place(*space)),
            Self::Raised { space } => format!("a factory was built or raised in {}", words.place(*space)),
            Self::BoughtAt { bought } => format!(
                "{} has given {} units this turn",
                words.place(bought.site),
                u16::from(bought.recruits) + u16::from(bought.built)
            ),
            Self::Lent { by, to, points } => format!("{} lent {points} to {}", words.power(*by), words.power(*to)),
            Self::LendingBegan => "lending began".to_owned(),
            Self::BoundSet { power, to } => format!("{} has {to} of bound money", words.power(*power)),
            Self::Damaged { stack, to } => {
                format!("{} in {} have {to} hits", words.units(stack), words.place(stack.space))
            }
            Self::DocksSet { docks } => format!("{} damaged ships have a price of repair", docks.len()),
            Self::LeadersSet { leaders } => format!("{} leaders are in the field", leaders.len()),
            Self::LeaderLost { power, space } => {
                format!("a leader of {} died in {}", words.power(*power), words.place(*space))
            }
        }
    }
}
