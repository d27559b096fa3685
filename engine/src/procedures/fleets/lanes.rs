//! Ways over the sea for ships: the shortest from a space, where some spaces count half.

use super::FleetRules;
use crate::ids::{SideIx, SpaceIx};
use crate::query::reach;
use crate::ruleset::Ruleset;
use crate::state::State;

/// All ways from one space, as far as they were looked for.
pub(super) struct Lanes {
    /// By space: half spaces gone, and the space before.
    found: Vec<Option<(u32, SpaceIx)>>,
}

impl Lanes {
    /// Ways of a side's ships from a space of at most so many spaces.
    pub(super) fn from(
        rules: &Ruleset,
        state: &State,
        settings: &FleetRules,
        side: SideIx,
        from: SpaceIx,
        most: Option<i64>,
    ) -> Self {
        Self::search(rules, &settings.half, from, most, |space, link| reach::sails(rules, state, side, space, link))
    }

    /// The same by whole spaces, as far as interceptions are counted.
    pub(super) fn whole(rules: &Ruleset, state: &State, side: SideIx, from: SpaceIx, most: i64) -> Self {
        Self::search(rules, &[], from, Some(most), |space, link| reach::sails(rules, state, side, space, link))
    }

    fn search(
        rules: &Ruleset,
        half: &[SpaceIx],
        from: SpaceIx,
        most: Option<i64>,
        may: impl Fn(SpaceIx, &crate::board::Link) -> bool,
    ) -> Self {
        let mut found = vec![None; rules.board.spaces.len()];
        let most = most.map_or(u32::MAX, |most| u32::try_from(most.max(0)).unwrap_or(u32::MAX).saturating_mul(2));
        // A step is one half space or two: three lists hold all that is open.
        let mut open = [vec![(from, from)], Vec::new(), Vec::new()];
        let mut gone = 0_u32;
        while open.iter().any(|list| !list.is_empty()) {
            for (space, before) in std::mem::take(&mut open[gone as usize % 3]) {
                if found[space.index()].is_some() {
                    continue;
                }
                found[space.index()] = Some((gone, before));
                for link in rules.board.links_of(space) {
                    let step = if half.binary_search(&link.to).is_ok() { 1 } else { 2 };
                    if gone + step <= most && found[link.to.index()].is_none() && may(space, link) {
                        open[(gone + step) as usize % 3].push((link.to, space));
                    }
                }
            }
            gone += 1;
        }
        Self { found }
    }

    /// Spaces gone to a space, halves rounded up.
    pub(super) fn spaces_to(&self, to: SpaceIx) -> Option<i64> {
        self.found.get(to.index()).copied().flatten().map(|(gone, _)| i64::from(gone.div_ceil(2)))
    }

    fn halves_to(&self, to: SpaceIx) -> Option<u32> {
        self.found.get(to.index()).copied().flatten().map(|(gone, _)| gone)
    }

    /// The nearest of some spaces; of equals the first.
    pub(super) fn nearest(&self, spaces: impl IntoIterator<Item = SpaceIx>) -> Option<(u32, SpaceIx)> {
        spaces.into_iter().filter_map(|space| Some((self.halves_to(space)?, space))).min()
    }

    /// The way to a space, both ends included.
    pub(super) fn path(&self, to: SpaceIx) -> Vec<SpaceIx> {
        let mut path = vec![to];
        let mut at = to;
        while let Some((gone, before)) = self.found.get(at.index()).copied().flatten() {
            if gone == 0 {
                break;
            }
            path.push(before);
            at = before;
        }
        path.reverse();
        path
    }

    /// All spaces found, in order.
    pub(super) fn spaces(&self) -> impl Iterator<Item = SpaceIx> + '_ {
        self.found.iter().enumerate().filter(|(_, found)| found.is_some()).map(|(at, _)| SpaceIx::new(at))
    }
}
