//! What ships may do, as it is listed for players who pick from a list: they are sent on their errands. They may go elsewhere too.

use chartroom_format::schema::units::Ability;

use super::super::ground::Traced;
use super::super::sea_rules::{self, Kind};
use super::super::{decides_for, naval};
use super::errands::Errands;
use super::roster;
use super::sailing::{able, followers, left};
use crate::action::Command;
use crate::ids::{PowerIx, SideIx, SpaceIx};
use crate::ruleset::Ruleset;
use crate::state::campaign::Group;
use crate::state::{Stack, State};

/// Ways of ships that may sail, and of those who may follow a beaten enemy.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = Vec::new();
    let own = state.stacks.iter().filter(|stack| decides_for(rules, state, side, stack.power));
    // Ships of a kind that lie together have the same goals.
    let mut known: Option<(Alike, Vec<SpaceIx>)> = None;
    for stack in own {
        let fleet = state.campaign.sea.fleet(stack.army);
        let (Some(left), Ok(free)) = (left(rules, state, stack), able(rules, state, side, stack)) else { continue };
        // Powers outside the war have their reasons to leave merchant ships alone; what they may do all the same is not listed.
        let pipeline = state.side_of(stack.power).is_none() && rules.unit(stack.unit).can(Ability::Pipeline);
        if left == 0 || pipeline || fleet.left.is_some() && roster::ships(state, stack.army).len() > 1 {
            continue;
        }
        let alike = Alike::new(rules, stack, left);
        if known.as_ref().is_none_or(|(other, _)| *other != alike) {
            known = Some((alike, traced.goals(rules, &Errands::new(rules, state, stack, left))));
        }
        let Stack { space: from, power, unit, count, .. } = *stack;
        for to in known.iter().flat_map(|(_, goals)| goals) {
            if fleet.left.is_some() {
                found.push(Command::Depart { fleet: stack.army, to: *to });
                continue;
            }
            found.push(Command::Sail { from, power, unit, count: free, to: *to });
            if free > 1 {
                found.push(Command::Sail { from, power, unit, count: 1, to: *to });
            }
        }
        if let Some(to) = fleet.struck
            && followers(rules, state, side, Group { space: from, power, unit, count }, to).is_some()
        {
            found.push(Command::Follow { from, power, unit, count, to });
        }
    }
    found
}

/// What makes ships have the same goals.
#[derive(PartialEq, Eq)]
struct Alike {
    space: SpaceIx,
    power: PowerIx,
    kind: Option<Kind>,
    armed: bool,
    left: u8,
}

impl Alike {
    fn new(rules: &Ruleset, stack: &Stack, left: u8) -> Self {
        // Carriers and other surface fleets differ in their reach at the end only, and goals are judged by the shorter one.
        let kind = sea_rules::kind(rules, stack);
        let kind = if kind == Some(Kind::Carrier) { Some(Kind::Surface) } else { kind };
        Self { space: stack.space, power: stack.power, kind, armed: naval::attack_strength(rules, stack) > 0, left }
    }
}
