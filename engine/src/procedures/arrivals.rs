//! Reinforcements where units move by steps: they come where the scenario says, and wait off the map while every such place is full or
//! other units stand in it.

use crate::event::{Event, GainReason};
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::query::stacking;
use crate::run::Run;
use crate::services::sides;
use crate::state::{Arrival, Stack};

/// Brings units onto the first of some places that are open; the rest wait for the first of all.
pub(crate) fn bring(run: &mut Run, power: PowerIx, unit: UnitIx, count: i64, places: &[SpaceIx]) {
    let mut left = count.clamp(0, 60_000);
    for space in places {
        left -= place(run, power, unit, left, *space);
    }
    let Some(first) = places.first().filter(|_| left > 0) else { return };
    let arrival = Arrival { turn: run.state.turn, space: *first, power, unit, count: left as u16 };
    run.emit(Event::Ordered { arrival });
    let (title, place) = (&run.rules.unit(unit).title, run.rules.space_name(*first));
    run.emit(Event::Told { text: format!("{left} {title} wait for room in {place}") });
}

/// Those who wait come as soon as there is room.
pub(crate) fn late(run: &mut Run) {
    for arrival in run.state.arrivals.clone() {
        let came = place(run, arrival.power, arrival.unit, i64::from(arrival.count), arrival.space);
        if came > 0 {
            run.emit(Event::Cancelled { arrival });
            let rest = i64::from(arrival.count) - came;
            if rest > 0 {
                run.emit(Event::Ordered { arrival: Arrival { count: rest as u16, ..arrival } });
            }
        }
    }
}

/// Units come into a space as far as it has room; says how many.
fn place(run: &mut Run, power: PowerIx, unit: UnitIx, count: i64, space: SpaceIx) -> i64 {
    if sides::has_others(&run.state, power, space) {
        return 0;
    }
    let room = stacking::room(run.rules, &run.state, power, unit, space).min(count);
    if room > 0 {
        let stack = Stack { space, army: 0, power, unit, damaged: 0, count: room as u16 };
        run.emit(Event::Placed { stack, why: GainReason::Reinforcement });
    }
    room.max(0)
}
