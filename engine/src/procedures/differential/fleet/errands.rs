//! Where ships have something to do: ports, merchant ships to escort, the nearest space to each enemy from where he can be attacked.
//! All that the answer depends on stands in one question, so that whoever asks again and again need not search the sea again.

use chartroom_format::schema::units::Domain;

use super::super::sea_rules::{self, Kind};
use super::super::{lines, naval, zones};
use super::waters::{Chart, Waters};
use super::{harbour, sailing};
use crate::ids::SpaceIx;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// What ships that lie together may want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Errands {
    from: SpaceIx,
    left: u8,
    chart: Chart,
    /// Friendly ports, for submarines and how far from them they may be.
    near: Option<(Vec<SpaceIx>, u8)>,
    /// Ports to be reached before the phase ends, if they must be in one.
    homes: Option<Vec<SpaceIx>>,
    /// Ports, and ships of friends.
    calls: Vec<SpaceIx>,
    /// Where they may stay when the phase ends though it is no port.
    stays: Vec<SpaceIx>,
    /// Enemies, and whether they can be struck from afar.
    prey: Vec<(SpaceIx, bool)>,
}

impl Errands {
    pub(super) fn new(rules: &Ruleset, state: &State, stack: &Stack, left: u8) -> Self {
        let chart = Waters::new(rules, state, stack.power, &[stack.unit]).into_chart();
        let kind = sea_rules::kind(rules, stack);
        let armed = naval::attack_strength(rules, stack) > 0;
        let friendly = || -> Vec<SpaceIx> {
            let ports = lines::ports(rules, state).into_iter();
            ports.filter(|port| zones::is_friendly(state, stack.power, *port)).collect()
        };
        let mut calls: Vec<SpaceIx> = state.campaign.sea.harbours_of(stack.power).collect();
        if kind == Some(Kind::Shipping) {
            calls.extend(friendly());
        }
        let mut convoys = Vec::new();
        let mut prey: Vec<(SpaceIx, bool)> = Vec::new();
        for other in &state.stacks {
            match sea_rules::kind(rules, other) {
                Some(Kind::Shipping) if zones::is_friend(state, stack.power, other.power) => convoys.push(other.space),
                Some(kind) if armed && kind != Kind::Submarine && state.at_war(stack.power, other.power) => {
                    prey.push((other.space, kind == Kind::Shipping));
                }
                _ => {}
            }
        }
        convoys.dedup();
        prey.dedup();
        let stays = convoys.iter().filter(|to| harbour::is_home(rules, state, &Stack { space: **to, ..*stack }));
        let stays = stays.copied().collect();
        calls.extend(convoys);
        calls.sort_unstable();
        calls.dedup();
        let reach = sailing::submarine_reach(rules, &[stack.unit]);
        let homes = harbour::must_be_home(rules, state, stack).then(|| harbour::homes(rules, state, stack));
        Self { from: stack.space, left, chart, near: reach.map(|reach| (friendly(), reach)), homes, calls, stays, prey }
    }

    /// The spaces, in order.
    pub(in super::super) fn goals(&self, rules: &Ruleset) -> Vec<SpaceIx> {
        let waters = Waters::on(rules, self.chart.clone());
        let near = self.near.as_ref().map(|(ports, reach)| waters.around(ports.iter().copied(), *reach));
        let ways = waters.ways(self.from, self.left, near.as_ref(), None);
        let mut goals = self.calls.clone();
        for (at, convoy) in &self.prey {
            let links = rules.board.links_of(*at).iter();
            let beside = links.filter(|link| link.passes.has(Domain::Sea)).map(|link| link.to);
            let around = rules.campaign.pipeline.near(*at);
            let around =
                around.filter(|(_, steps)| *convoy && *steps <= sea_rules::CONVOY_RANGE).map(|(space, _)| space);
            let posts = beside.chain(around);
            let nearest = posts.filter_map(|post| ways.steps(post).map(|steps| (steps, post))).min();
            goals.extend(nearest.map(|(_, post)| post));
        }
        goals.sort_unstable();
        goals.dedup();
        let home = self.homes.as_ref().map(|homes| waters.steps_to(homes.iter().copied(), u8::MAX - 1));
        // Whoever cannot get home anyway may as well go somewhere else.
        let home = home.filter(|home| home[self.from.index()] <= self.left);
        goals.retain(|to| {
            let Some(steps) = ways.steps(*to).filter(|steps| *steps > 0) else { return false };
            let back = home.as_ref().is_none_or(|home| home[to.index()] <= self.left.saturating_sub(steps));
            back || self.stays.contains(to)
        });
        goals
    }
}
