//! Routes over the sea: where they run now, what they carry, and what their side pays for what was sunk.

use super::{CargoRule, FleetRules, RouteRule, of_game};
use crate::condition::Scene;
use crate::event::{Event, FleetEvent};
use crate::ids::{Actor, RouteIx, SideIx, SpaceIx};
use crate::query::income::production_features;
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

use super::lanes::Lanes;

/// A route as it runs now.
#[derive(Clone, Debug)]
pub(crate) struct RouteNow {
    /// From its start to its end.
    pub path: Vec<SpaceIx>,
    /// What may still be sunk of it.
    pub points: i64,
}

/// Spaces gone on a path, halves rounded up.
pub(super) fn length(settings: &FleetRules, path: &[SpaceIx]) -> i64 {
    let half = |space: &SpaceIx| if settings.half.binary_search(space).is_ok() { 1 } else { 2 };
    (path.iter().skip(1).map(half).sum::<i64>() + 1) / 2
}

fn is_enemy(state: &State, side: SideIx, space: SpaceIx) -> bool {
    state.holder(space).is_some_and(|power| state.actors_at_war(Actor::Side(side), Actor::Power(power)))
}

/// What a route carries in all, before anything is sunk.
fn carried(rules: &Ruleset, state: &State, route: &RouteRule) -> i64 {
    match &route.carries {
        CargoRule::Production(of, most) => {
            let features = production_features(rules);
            let working = |space: &SpaceIx| -> i64 {
                features.iter().map(|feature| state.working(rules, *space, *feature)).sum()
            };
            let own = of.iter().filter(|space| state.is_friendly(**space, route.by));
            own.map(working).sum::<i64>().min(*most)
        }
        CargoRule::Lent(power) => state.money(Actor::Power(*power)).max(0),
        CargoRule::Supply(of) => {
            let mut fed: Vec<(SpaceIx, u8, u8)> = state
                .stacks
                .iter()
                .filter(|stack| state.side_of(stack.power) == Some(route.by) && of.binary_search(&stack.space).is_ok())
                .filter(|stack| {
                    stack.army != 0 || of_game(rules).is_some_and(|rule| rule.kind(rules, stack.unit).is_some())
                })
                .map(|stack| (stack.space, stack.army, if stack.army == 0 { stack.power.0 } else { 0 }))
                .collect();
            fed.sort_unstable();
            fed.dedup();
            fed.len() as i64
        }
    }
}

/// What may still be sunk of a route before its side pays.
fn left(rules: &Ruleset, state: &State, settings: &FleetRules, at: RouteIx) -> i64 {
    let Some(route) = settings.routes.get(at.index()) else { return 0 };
    let open = route.when.as_ref().is_none_or(|when| when.holds(rules, state, &Scene::of_side(Some(route.by))));
    if !open {
        return 0;
    }
    let lost = if matches!(route.carries, CargoRule::Lent(_)) { 0 } else { state.fleets.lost(at) };
    (carried(rules, state, route) - lost).max(0)
}

/// A route as it runs now; none where nothing is carried or no way leads over the sea.
pub(crate) fn now(rules: &Ruleset, state: &State, settings: &FleetRules, at: RouteIx) -> Option<RouteNow> {
    let route = settings.routes.get(at.index())?;
    let points = Some(left(rules, state, settings, at)).filter(|points| *points > 0)?;
    let ports = |spaces: &[SpaceIx]| -> Vec<SpaceIx> {
        let coast = |space: &&SpaceIx| reach::has_coast(rules, **space) && !is_enemy(state, route.by, **space);
        // Ports before other coasts.
        let in_port = |space: &&SpaceIx| {
            settings.harbours.iter().any(|harbour| state.feature(rules, **space, harbour.feature) > 0)
        };
        let found: Vec<SpaceIx> = spaces.iter().filter(coast).filter(in_port).copied().collect();
        if found.is_empty() { spaces.iter().filter(coast).copied().collect() } else { found }
    };
    let (starts, ends) = (ports(&route.from), ports(&route.to));
    // The fewest points of movement; of equal ways the one that starts first.
    let mut best: Option<(u32, Vec<SpaceIx>)> = None;
    for start in starts {
        let lanes = Lanes::from(rules, state, settings, route.by, start, None);
        if let Some((halves, end)) = lanes.nearest(ends.iter().copied())
            && best.as_ref().is_none_or(|(least, _)| halves < *least)
        {
            best = Some((halves, lanes.path(end)));
        }
    }
    best.map(|(_, path)| RouteNow { path, points })
}

/// The routes of the enemies of a side that carry something.
pub(crate) fn of_enemies(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    side: SideIx,
) -> Vec<(RouteIx, RouteNow)> {
    let hostile = settings.routes.iter().enumerate().filter(|(_, route)| state.sides_at_war(side, route.by));
    hostile
        .filter_map(|(at, _)| now(rules, state, settings, RouteIx::new(at)).map(|route| (RouteIx::new(at), route)))
        .collect()
}

/// A side pays for what its routes have lost: how much less it collects.
pub(crate) fn pay(run: &mut Run, side: SideIx) -> i64 {
    let Some(settings) = of_game(run.rules) else { return 0 };
    let mut routes = Vec::new();
    let mut points = 0;
    for (at, lost) in &run.state.fleets.sunk {
        let Some(route) = settings.routes.get(at.index()).filter(|route| route.by == side) else { continue };
        routes.push(*at);
        if !matches!(route.carries, CargoRule::Lent(_)) {
            points += i64::from(*lost);
        }
    }
    if !routes.is_empty() {
        run.emit(Event::Fleets(FleetEvent::RoutesPaid { side, routes, points }));
    }
    points
}

/// Places into which a side has no line over the sea, because all that its route there carried was sunk; in order.
pub(crate) fn cut(rules: &Ruleset, state: &State, side: SideIx) -> Vec<SpaceIx> {
    let mut found = Vec::new();
    let Some(settings) = of_game(rules).filter(|_| !state.fleets.sunk.is_empty()) else { return found };
    for (at, lost) in &state.fleets.sunk {
        let Some(route) = settings.routes.get(at.index()).filter(|route| route.by == side) else { continue };
        if let CargoRule::Supply(of) = &route.carries
            && i64::from(*lost) >= carried(rules, state, route)
        {
            found.extend_from_slice(of);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
