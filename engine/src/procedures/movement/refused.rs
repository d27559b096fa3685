//! Why a move is refused, and what would be allowed.

use chartroom_format::schema::move_points::{GroundOf, StackLimit, ZoneHold};
use chartroom_format::schema::refusal::Ban;

use super::{Going, MoveRules, allowance};
use crate::action::Refusal;
use crate::ids::SpaceIx;
use crate::query::stacking;
use crate::ruleset::Ruleset;
use crate::services::{sides, standing, ways, zones};
use crate::state::{Stack, State};

/// More than any way on a board costs.
const PLENTY: i64 = 1 << 40;

/// Why a party cannot go to a space it does not reach.
pub(super) fn why(
    rules: &Ruleset,
    state: &State,
    settings: &MoveRules,
    going: &Going<'_>,
    party: &[Stack],
    to: SpaceIx,
) -> Refusal {
    let (first, place) = (party[0], rules.space_name(to));
    if to == first.space {
        return Refusal::of(Ban::NoWay, format!("the units stand in {place} already"));
    }
    if sides::has_others(state, first.power, to) {
        return Refusal::of(Ban::NoWay, format!("other units stand in {place}: it is attacked, not entered"));
    }
    let ground = sides::ground(rules, state, first.power, to);
    if !settings.enters.contains(&ground) {
        let whose = match ground {
            GroundOf::Friends => "friends",
            GroundOf::Enemies => "the enemy",
            GroundOf::Neutrals => "neutrals",
        };
        return Refusal::of(
            Ban::NoWay,
            format!("{place} is ground of {whose}, which units do not enter in this phase"),
        );
    }
    let slowest = party.iter().min_by_key(|stack| allowance(rules, state, settings, stack)).unwrap_or(&first);
    let title = &rules.unit(slowest.unit).title;
    let points = allowance(rules, state, settings, slowest);
    let unbound = going.ways_with(party, PLENTY);
    if let Some(left) = unbound.left(to) {
        let cost = ways::told(PLENTY - left);
        return Refusal::of(
            Ban::Reach,
            format!("the way to {place} takes {cost}, and {title} has {}", ways::told(points)),
        );
    }
    if settings.zones.leave == ZoneHold::Stop && zones::of_enemies(rules, state, first.power).has(first.space) {
        let here = rules.space_name(first.space);
        return Refusal::of(Ban::NoWay, format!("{title} in {here} is held by an enemy zone of control"));
    }
    if settings.zones.enter == ZoneHold::Stop || settings.zones.bars_next {
        return Refusal::of(
            Ban::NoWay,
            format!("no way leads to {place} past the enemy and his zones of control, in which units stop"),
        );
    }
    Refusal::of(Ban::NoWay, format!("no way leads to {place} for {title}"))
}

/// Why a party has no room in a space; nothing if it has.
pub(super) fn crowded(
    rules: &Ruleset,
    state: &State,
    settings: &MoveRules,
    party: &[Stack],
    to: SpaceIx,
) -> Option<Refusal> {
    let first = party.first()?;
    let side = state.side_of(first.power)?;
    let limit = standing::limit(rules, state, side, to, settings.stacking)?;
    let there = stacking::load(rules, state, side, to);
    let more = stacking::load_of(rules, state, side, party);
    let place = rules.space_name(to);
    let what = if matches!(settings.stacking, Some(StackLimit::Points(_))) { "points" } else { "units" };
    (there + more > limit).then(|| {
        let most = standing::told(limit, settings.stacking);
        Refusal::of(Ban::Stacking, format!("{place} holds at most {most}: {there} {what} are there, {more} would come"))
    })
}
