//! Empty hexes without garrison that an assault takes: the attacker puts his marker there without going in. What an army does that enters
//! a hex lives with the advance.

use chartroom_format::schema::units::Domain;

use super::harbour;
use crate::event::Event;
use crate::ids::{PowerIx, SpaceIx};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// Whether nobody holds a hex, not even a garrison of its own: ships in its port hold nothing.
pub(super) fn is_open(rules: &Ruleset, state: &State, settings: &FirepowerRules, space: SpaceIx) -> bool {
    let ashore = |unit| !matches!(rules.unit(unit).domain, Domain::Sea | Domain::Submarine);
    settings.is_bare(rules, space)
        && !state.is_marked(space)
        && !state.stacks_in(space).iter().any(|stack| ashore(stack.unit))
}

/// The hex goes to a power by its fire alone. Its industry is lost as with any hex taken in combat; as nobody advanced, the marker feeds
/// no line of supply.
pub(super) fn occupy(run: &mut Run, space: SpaceIx, by: Option<PowerIx>) {
    let working = run.production_in(space) - run.state.damage(space);
    if working > 0 {
        run.emit(Event::Devastated { space, points: working });
    }
    run.capture(space, by);
    run.emit(Event::GarrisonPosted { space });
    harbour::expel(run, space);
}
