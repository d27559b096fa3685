//! Looking for ships under way: in each space of their path the best of the searchers rolls once; whom he spots may be met from
//! there on.

use super::{FleetRules, fleet_of, fleets};
use crate::event::{Event, FleetEvent};
use crate::ids::{SideIx, SpaceIx};
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;
use crate::state::fleets::{Fleet, Voyage};
use crate::state::rng::{Decision, Purpose};
use crate::table::{TableInfo, Value};
use chartroom_format::schema::units::Domain;

/// Rows of the spotting table.
const ARMY: &str = "army-based-air";
const CARRIER: &str = "carrier-air";
const SURFACE: &str = "surface-fleet";
const SUBMARINE: &str = "submarine-fleet";
/// The farthest anybody looks, and the most that earlier sightings help.
const FARTHEST: u32 = 5;
const MOST_EARLIER: i64 = 2;
const DIE: i64 = 6;

/// Each side that might go out looks first; who finds nothing stays where he is.
pub(super) fn look(run: &mut Run, settings: &FleetRules) {
    let Some((option, table, modifiers)) = settings.search else { return };
    let Some(voyage) = run.state.fleets.voyage.clone().filter(|_| run.state.option(option)) else { return };
    let mut sides: Vec<SideIx> =
        voyage.hunters.iter().filter_map(|(hunter, _)| run.state.side_of(hunter.power)).collect();
    sides.sort_unstable();
    sides.dedup();
    for side in sides {
        let mut found: Option<SpaceIx> = None;
        for at in &voyage.path {
            let Some(need) = spotter(run.rules, &run.state, settings, run.rules.table(table), side, *at) else {
                continue;
            };
            let added = added(run.rules, &run.state, settings, run.rules.table(modifiers), (side, *at), &voyage, 0);
            if run.roll(Decision::of(Purpose::Search).at(*at).by(side), DIE) + added <= need {
                found = Some(*at);
                break;
            }
        }
        run.emit(Event::Fleets(FleetEvent::Searched { side, found }));
    }
}

fn value(table: &TableInfo, row: &str, range: u32) -> Option<i64> {
    table.cell(table.word(0, row), table.at(1, i64::from(range))).and_then(Value::top)
}

/// The highest roll by which somebody of a side spots ships in a space; none if nobody looks there.
fn spotter(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    table: &TableInfo,
    side: SideIx,
    at: SpaceIx,
) -> Option<i64> {
    let near = reach::spread(rules, at, Domain::Air).take_while(|(_, away)| *away <= FARTHEST);
    near.filter_map(|(from, away)| {
        let own = state.stacks_in(from).iter().filter(|stack| state.side_of(stack.power) == Some(side));
        let friendly = reach::has_coast(rules, from) && state.is_friendly(from, side);
        own.filter_map(|stack| match fleet_of(rules, settings, stack) {
            Some(fleet) if super::in_harbour(rules, state, settings, fleet) => {
                if fleet.submarine {
                    None
                } else {
                    value(table, ARMY, away)
                }
            }
            Some(Fleet { submarine: true, .. }) => value(table, SUBMARINE, away),
            Some(_) if rules.unit(stack.unit).is(settings.carriers.map(|(class, _)| class)) => {
                value(table, CARRIER, away)
            }
            Some(_) => value(table, SURFACE, away),
            None if friendly && stack.army != 0 => value(table, ARMY, away),
            None => None,
        })
        .max()
    })
    .max()
}

/// What circumstances add to the roll.
fn added(
    rules: &Ruleset,
    state: &State,
    settings: &FleetRules,
    table: &TableInfo,
    (side, at): (SideIx, SpaceIx),
    voyage: &Voyage,
    earlier: i64,
) -> i64 {
    let add = |row: &str| table.of_word(row).and_then(Value::number).unwrap_or(0);
    let mut sum = 0;
    if rules.board.has_land(at) {
        sum += add("coastal-or-island-hex");
        if state.is_friendly(at, side) {
            sum += add("friendly-coastal-or-island-hex");
        }
    }
    if voyage.ships.iter().map(|(_, count)| *count).sum::<u16>() >= 5 {
        sum += add("target-5-or-more-points");
    }
    if voyage.fleet.submarine {
        sum += add("target-is-submarine");
    }
    let others = fleets(rules, state, settings, |power| state.side_of(power) == state.side_of(voyage.fleet.power));
    let company = others.iter().filter(|fleet| fleet.space == at && **fleet != voyage.fleet).count();
    sum + add("additional-friendly-fleet") * company as i64 + add("previous-spotting") * earlier.min(MOST_EARLIER)
}
