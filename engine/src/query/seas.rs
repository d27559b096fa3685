//! What a side may ship through which sea, and where that leads.

use super::reach::SpaceSet;
use super::voyages::{Covered, Lanes, Voyages};
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

/// Seas among which a way is looked for, and how many of them it may use.
const MOST_SEAS: usize = 8;
const SEAS_AT_ONCE: u32 = 3;

/// The seas that carry something for a side, and how much.
pub(super) fn open(rules: &Ruleset, state: &State, who: Shipper) -> Vec<(usize, i64)> {
    let count = rules.seas.as_ref().map_or(0, |seas| seas.names.len());
    let all = (0..count).map(|sea| (sea, capacity(rules, state, who, sea)));
    all.filter(|(_, points)| *points > 0).take(MOST_SEAS).collect()
}

/// Calls `look` with each choice of a few open seas, one bit each, and the spaces that land and these seas reach from a space:
/// the fewest seas first, until it has seen enough and says false.
pub(super) fn each_choice(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    from: SpaceIx,
    (open, lanes): (&[usize], &Lanes),
    mut look: impl FnMut(u32, &SpaceSet) -> bool,
) {
    if open.is_empty() {
        return;
    }
    let voyages = Voyages::new(rules, state, side, lanes);
    let mut choices: Vec<u32> = (1..1_u32 << open.len()).filter(|choice| choice.count_ones() <= SEAS_AT_ONCE).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let mut covered: Vec<Option<Covered>> = vec![None; 1 << open.len()];
    covered[0] = Some(voyages.ashore(from));
    for choice in choices {
        // All that fewer seas reach, and what the last of them adds.
        let last = choice.ilog2();
        let Some(fewer) = &covered[(choice & !(1 << last)) as usize] else { continue };
        let chosen = open.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        let seas = chosen.fold(0, |bits, (_, sea)| bits | 1 << sea);
        let here = voyages.further(fewer, seas, last as usize);
        if !look(seas, &here.on_land) {
            return;
        }
        covered[choice as usize] = Some(here);
    }
}

/// The limits of special places that hold for a side now: the sea, the places, and what is left.
pub(super) fn special_limits<'r>(rules: &'r Ruleset, state: &State, side: SideIx) -> Vec<(usize, &'r [SpaceIx], i64)> {
    let Some(seas) = &rules.seas else { return Vec::new() };
    let of_places =
        seas.changes.iter().enumerate().filter_map(|(at, change)| Some((at, change, change.places.as_ref()?)));
    of_places
        .filter(|(_, change, _)| holds(rules, state, side, change))
        .map(|(at, change, places)| {
            let (limit, account) = (of_side(&change.limits, side), seas.names.len() + at);
            (change.sea, places.as_slice(), left(rules, state, seas, side, change.sea, limit, account))
        })
        .collect()
}

/// The passage from a space to another with the fewest seas, if there is one.
pub fn passage(rules: &Ruleset, state: &State, who: Shipper, from: SpaceIx, to: SpaceIx) -> Option<Passage> {
    let side = who.side;
    let info = rules.seas.as_ref()?;
    let open = open(rules, state, who);
    let names: Vec<usize> = open.iter().map(|(sea, _)| *sea).collect();
    if names.is_empty() {
        return None;
    }
    let mut found = None;
    let lanes = Lanes::new(rules, state, side, &names);
    each_choice(rules, state, side, from, (&names, &lanes), |seas, reach| {
        found = reach.has(to).then_some(seas);
        found.is_none()
    });
    let seas = found?;
    let used = |sea: usize| seas >> sea & 1 == 1;
    let mut points = open.iter().filter(|(sea, _)| used(*sea)).map(|(_, points)| *points).min().unwrap_or(0);
    let mut accounts: Vec<u8> = (0..info.names.len()).filter(|sea| used(*sea)).map(|sea| sea as u8).collect();
    for (at, change) in info.changes.iter().enumerate() {
        let Some(places) = &change.places else { continue };
        let touches = places.binary_search(&from).is_ok() || places.binary_search(&to).is_ok();
        if touches && used(change.sea) && holds(rules, state, side, change) {
            let account = info.names.len() + at;
            let limit = of_side(&change.limits, side);
            points = points.min(left(rules, state, info, side, change.sea, limit, account));
            accounts.push(account as u8);
        }
    }
    (points > 0).then_some(Passage { accounts, points })
}
