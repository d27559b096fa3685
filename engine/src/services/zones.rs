//! Zones of control: the spaces around units that have one, as far as their card says and as hexsides let it reach.

use crate::ids::{PowerIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Spaces in the zones of control of the enemies of a power.
pub fn of_enemies(rules: &Ruleset, state: &State, power: PowerIx) -> SpaceSet {
    of_those(rules, state, |stack| state.at_war(power, stack.power))
}

/// Spaces in the zones of control of some units.
pub(crate) fn of_those(rules: &Ruleset, state: &State, wanted: impl Fn(&Stack) -> bool) -> SpaceSet {
    let mut zones = SpaceSet::new(rules.board.spaces.len());
    let barred = rules.board.side_mask(|side| side.bars_control);
    for stack in state.stacks.iter().filter(|stack| wanted(stack)) {
        let info = rules.unit(stack.unit);
        let reach = info.zone.unwrap_or(0);
        let mut edge = vec![stack.space];
        for _ in 0..reach.clamp(0, 20) {
            let mut next: Vec<SpaceIx> = Vec::new();
            for space in edge {
                let links = rules.board.links_of(space).iter();
                let open = links.filter(|link| link.passes.has(info.domain) && link.sides & barred == 0);
                next.extend(open.map(|link| link.to).filter(|to| zones.add(*to)));
            }
            edge = next;
        }
    }
    zones
}
