//! Supply in games of zones: a line over friendly land to a friendly source, or to a port and on through seas without enemies to a land
//! that holds one. Nothing about what a lack of it does: modifiers and bans ask for it.

use chartroom_format::schema::condition::SupplyState;
use chartroom_format::schema::units::Domain;

use super::reach::is_open;
use super::zones;
use crate::ids::{FeatureIx, OptionIx, PowerIx, SideIx, SpaceIx};
use crate::procedures::range::hit_rules;
use crate::procedures::{Procedure, recruit};
use crate::ruleset::Ruleset;
use crate::state::State;

/// What feeds units, and the option with which anybody asks.
#[derive(Clone, Debug)]
pub struct ZoneSupply {
    pub sources: Vec<FeatureIx>,
    pub option: Option<OptionIx>,
}

/// What the game's own phase of supply says, if battles are fought by hit rolls.
pub(crate) fn of_game(rules: &Ruleset) -> Option<ZoneSupply> {
    hit_rules(rules)?;
    rules.phases.iter().find_map(|phase| match &rules.procedures[phase.run?.index()].run {
        Procedure::TraceSupply(settings) => Some(ZoneSupply { sources: settings.full.clone(), option: phase.option }),
        _ => None,
    })
}

/// The supply of a power's units that stand in a place; nothing where the game does not ask.
pub(crate) fn of(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx) -> Option<SupplyState> {
    let settings = rules.zone_supply.as_ref().filter(|settings| state.option_or_none(settings.option))?;
    let side = state.side_of(power)?;
    let fed = is_fed(rules, state, settings, side, from);
    Some(if fed { SupplyState::Full } else { SupplyState::Unsupplied })
}

fn is_fed(rules: &Ruleset, state: &State, settings: &ZoneSupply, side: SideIx, from: SpaceIx) -> bool {
    let feeds = |space: SpaceIx| {
        state.is_friendly(space, side) && settings.sources.iter().any(|source| state.feature(rules, space, *source) > 0)
    };
    let by_land =
        flood(rules, vec![from], Domain::Land, |space| rules.board.has_land(space) && state.is_friendly(space, side));
    if by_land.iter().any(|space| feeds(*space)) {
        return true;
    }
    let harbours = recruit::settings(rules).map_or(&[][..], |building| &building.harbours);
    let is_port = |space: &SpaceIx| harbours.iter().any(|port| zones::works(rules, state, *space, *port));
    let ports: Vec<SpaceIx> = by_land.into_iter().filter(is_port).collect();
    let is_clear = |space: SpaceIx| {
        zones::is_sea(rules, space)
            && !state.stacks_in(space).iter().any(|stack| {
                zones::is_ship(rules, stack.unit) && state.side_of(stack.power).is_some_and(|other| other != side)
            })
    };
    // Who is still at sea has the sea itself.
    let afloat = Some(from).filter(|zone| is_clear(*zone));
    let shores =
        ports.iter().flat_map(|port| zones::coast(rules, *port)).filter(|zone| is_clear(*zone)).chain(afloat).collect();
    let seas = flood_sea(rules, state, side, shores, is_clear);
    seas.into_iter().any(|zone| zones::coast(rules, zone).any(feeds))
}

/// All spaces that units of a domain come to from some, those included.
fn flood(rules: &Ruleset, from: Vec<SpaceIx>, domain: Domain, open: impl Fn(SpaceIx) -> bool) -> Vec<SpaceIx> {
    let mut found = from;
    let mut at = 0;
    while let Some(space) = found.get(at).copied() {
        at += 1;
        for link in rules.board.links_of(space).iter().filter(|link| link.passes.has(domain)) {
            if !found.contains(&link.to) && open(link.to) {
                found.push(link.to);
            }
        }
    }
    found
}

/// The same at sea, through straits that are open to a side.
fn flood_sea(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    from: Vec<SpaceIx>,
    clear: impl Fn(SpaceIx) -> bool,
) -> Vec<SpaceIx> {
    let mut found = from;
    let mut at = 0;
    while let Some(zone) = found.get(at).copied() {
        at += 1;
        for link in rules.board.links_of(zone).iter().filter(|link| link.passes.has(Domain::Sea)) {
            if !found.contains(&link.to) && clear(link.to) && is_open(rules, state, side, link) {
                found.push(link.to);
            }
        }
    }
    found
}
