//! What a side may ship through which sea, and where that leads.

use std::collections::VecDeque;

use chartroom_format::schema::units::Domain;

use super::reach::{SpaceSet, sails};
use crate::condition::Scene;
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx};
use crate::ruleset::{Ruleset, SeaChangeInfo, SeaLimit, Seas};
use crate::state::State;

/// Whether a change of a sea's limit holds for a side now.
fn holds(rules: &Ruleset, state: &State, side: SideIx, change: &SeaChangeInfo) -> bool {
    let about = change.by.is_empty()
        || change.by.iter().any(|who| match who {
            Actor::Side(of) => *of == side,
            Actor::Power(of) => state.side_of(*of) == Some(side),
        });
    about && change.when.as_ref().is_none_or(|when| when.holds(rules, state, &Scene::of_side(Some(side))))
}

/// Who ships: a side, or a power of it that the table of the seas gives limits of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipper {
    pub side: SideIx,
    own: Option<usize>,
}

impl Shipper {
    /// All of a side that has no limits of its own.
    pub const fn side(side: SideIx) -> Self {
        Self { side, own: None }
    }

    pub fn of(rules: &Ruleset, side: SideIx, power: PowerIx) -> Self {
        let own = rules.seas.as_ref().and_then(|seas| seas.own.iter().position(|(of, _)| *of == power));
        Self { side, own }
    }
}

fn of_side(limits: &[SeaLimit], side: SideIx) -> SeaLimit {
    limits.get(side.index()).copied().unwrap_or(SeaLimit::None)
}

/// The limit of a sea as it stands now.
pub fn limit(rules: &Ruleset, state: &State, seas: &Seas, who: Shipper, sea: usize) -> SeaLimit {
    let side = who.side;
    if let Some((_, limits)) = who.own.and_then(|own| seas.own.get(own)) {
        return limits.get(sea).copied().unwrap_or(SeaLimit::None);
    }
    let change = seas
        .changes
        .iter()
        .rfind(|change| change.sea == sea && change.places.is_none() && holds(rules, state, side, change));
    match change {
        Some(change) => of_side(&change.limits, side),
        None => seas.limits.get(side.index()).and_then(|limits| limits.get(sea)).copied().unwrap_or(SeaLimit::None),
    }
}

/// The seas through which a side's supply may run, one bit each.
pub fn friendly(rules: &Ruleset, state: &State, side: SideIx) -> u32 {
    let Some(seas) = &rules.seas else { return 0 };
    let open = |sea: usize| match limit(rules, state, seas, Shipper::side(side), sea) {
        SeaLimit::None | SeaLimit::Points(0) => false,
        SeaLimit::Fleet => ships(rules, state, seas, side, sea) > 0,
        SeaLimit::Supply | SeaLimit::Points(_) | SeaLimit::Unlimited => true,
    };
    (0..seas.names.len()).filter(|sea| open(*sea)).fold(0, |bits, sea| bits | 1 << sea)
}

/// Ships of a side that are based on a sea.
fn ships(rules: &Ruleset, state: &State, seas: &Seas, side: SideIx, sea: usize) -> i64 {
    state
        .stacks
        .iter()
        .filter(|stack| state.side_of(stack.power) == Some(side) && rules.unit(stack.unit).is(seas.fleets))
        .filter(|stack| seas.of[stack.space.index()] & (1 << sea) != 0)
        .map(|stack| i64::from(stack.count))
        .sum()
}

/// What a limit leaves after what was shipped on its account.
fn left(rules: &Ruleset, state: &State, seas: &Seas, side: SideIx, sea: usize, limit: SeaLimit, account: usize) -> i64 {
    let all = match limit {
        SeaLimit::None | SeaLimit::Supply => return 0,
        SeaLimit::Unlimited => return i64::from(u16::MAX),
        SeaLimit::Points(points) => points,
        SeaLimit::Fleet => ships(rules, state, seas, side, sea),
    };
    (all - i64::from(state.shipped.get(account).copied().unwrap_or(0))).max(0)
}

/// What a side may still ship through a sea this turn.
pub fn capacity(rules: &Ruleset, state: &State, who: Shipper, sea: usize) -> i64 {
    let Some(seas) = &rules.seas else { return 0 };
    left(rules, state, seas, who.side, sea, limit(rules, state, seas, who, sea), sea)
}

/// A way over the seas: which, and how many points it still takes. Accounts are seas and the limits of special places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    pub accounts: Vec<u8>,
    pub points: i64,
}

/// Spaces that land and some seas together reach.
#[derive(Clone, Debug)]
pub struct Crossing {
    seas: u32,
    points: i64,
    pub reach: SpaceSet,
}

/// Where points can go from a space with the fewest seas, fewest first.
pub fn crossings(rules: &Ruleset, state: &State, who: Shipper, from: SpaceIx) -> Vec<Crossing> {
    let side = who.side;
    let Some(seas) = &rules.seas else { return Vec::new() };
    let open: Vec<(usize, i64)> = (0..seas.names.len())
        .map(|sea| (sea, capacity(rules, state, who, sea)))
        .filter(|(_, points)| *points > 0)
        .collect();
    let mut choices: Vec<u32> = (1..1_u32 << open.len().min(8)).filter(|choice| choice.count_ones() <= 3).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let mut found: Vec<Crossing> = Vec::new();
    for choice in choices {
        let chosen = || open.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1).map(|(_, sea)| *sea);
        let seas = chosen().fold(0, |bits, (sea, _)| bits | 1 << sea);
        let points = chosen().map(|(_, points)| points).min().unwrap_or(0);
        let reach = mixed(rules, state, side, from, seas);
        // More seas that lead nowhere else are no way of their own.
        if !found.iter().any(|other| other.seas & seas == other.seas && other.reach == reach) {
            found.push(Crossing { seas, points, reach });
        }
    }
    found
}

/// The passage to a space, if one of the crossings leads there.
pub fn passage(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    crossings: &[Crossing],
    from: SpaceIx,
    to: SpaceIx,
) -> Option<Passage> {
    let seas = rules.seas.as_ref()?;
    let crossing = crossings.iter().find(|crossing| crossing.reach.has(to))?;
    let mut passage = Passage { accounts: Vec::new(), points: crossing.points };
    passage.accounts.extend((0..seas.names.len()).filter(|sea| crossing.seas >> sea & 1 == 1).map(|sea| sea as u8));
    for (at, change) in seas.changes.iter().enumerate() {
        let Some(places) = &change.places else { continue };
        let touches = places.binary_search(&from).is_ok() || places.binary_search(&to).is_ok();
        if touches && crossing.seas >> change.sea & 1 == 1 && holds(rules, state, side, change) {
            let account = seas.names.len() + at;
            let limit = of_side(&change.limits, side);
            passage.points = passage.points.min(left(rules, state, seas, side, change.sea, limit, account));
            passage.accounts.push(account as u8);
        }
    }
    (passage.points > 0).then_some(passage)
}

/// Friendly land that own land and these seas reach from a space.
fn mixed(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, seas: u32) -> SpaceSet {
    let count = rules.board.spaces.len();
    let (mut on_land, mut at_sea) = (SpaceSet::new(count), SpaceSet::new(count));
    let mut queue: VecDeque<(SpaceIx, bool)> = VecDeque::from([(from, false)]);
    on_land.add(from);
    let touches = |space: SpaceIx| {
        rules.seas.as_ref().is_some_and(|info| info.of.get(space.index()).is_some_and(|bits| bits & seas != 0))
    };
    while let Some((space, sailing)) = queue.pop_front() {
        for link in rules.board.links_of(space) {
            let friendly = state.is_friendly(link.to, side) && rules.board.has_land(link.to);
            if !sailing && link.passes.has(Domain::Land) && friendly && on_land.add(link.to) {
                queue.push_back((link.to, false));
            }
            let puts_out = sailing || touches(space) && super::reach::has_coast(rules, space);
            if puts_out && touches(link.to) && sails(rules, state, side, space, link) && at_sea.add(link.to) {
                queue.push_back((link.to, true));
                if friendly && on_land.add(link.to) {
                    queue.push_back((link.to, false));
                }
            }
        }
    }
    on_land
}
