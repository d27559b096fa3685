//! Supply of bombers: lines to centres at home. Without any they are lost in their next combat phase; with a supply center only
//! they live and change their base but do not bomb.

use super::ground::{Ground, Traced};
use super::{entry, lines, zones};
use crate::event::{CampaignEvent, LossReason};
use crate::ids::{FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::AirBase;
use crate::state::{Stack, State};

/// Where lines from a power's home reach: for bombing, and for living.
pub struct AirSupply {
    pub full: lines::Reach,
    pub any: lines::Reach,
}

pub fn of(rules: &Ruleset, state: &State, power: PowerIx) -> AirSupply {
    of_with(rules, state, power, &mut Traced::default())
}

/// The same for somebody who remembers.
pub(super) fn of_with(rules: &Ruleset, state: &State, power: PowerIx, traced: &mut Traced) -> AirSupply {
    let settings = &rules.campaign.lines;
    let home = |features: &[FeatureIx]| -> Vec<SpaceIx> {
        let found = places_with(rules, state, features).into_iter();
        let own = |space: &SpaceIx| rules.power(power).home.binary_search(space).is_ok();
        let stands = |space: &SpaceIx| features.iter().any(|feature| state.feature(rules, *space, *feature) > 0);
        found.filter(|space| own(space) && stands(space) && zones::is_friendly(state, power, *space)).collect()
    };
    let both: Vec<FeatureIx> = settings.full.iter().chain(&settings.defence).copied().collect();
    let mut ground = Ground::new(rules, state, power, home(&settings.full));
    let full = traced.reach(rules, &ground);
    ground.sources = home(&both);
    AirSupply { full, any: traced.reach(rules, &ground) }
}

/// The bombers of a side begin their phase: what feeds them now does so until their combat phase is over.
pub(super) fn settle(run: &mut Run, side: SideIx, is_bomber: impl Fn(&Ruleset, &Stack) -> bool) {
    let own = |stack: &&Stack| run.state.side_of(stack.power) == Some(side) && is_bomber(run.rules, stack);
    let mut supply: Vec<(PowerIx, AirSupply)> = Vec::new();
    let mut bases: Vec<AirBase> = Vec::new();
    for Stack { space, power, .. } in run.state.stacks.iter().filter(own).copied() {
        if !supply.iter().any(|(known, _)| *known == power) {
            supply.push((power, of_with(run.rules, &run.state, power, &mut run.memory.traced)));
        }
        let lines = supply.iter().find(|(known, _)| *known == power).map(|(_, lines)| lines);
        let (fed, full) = lines.map_or((false, false), |lines| (lines.any.has(space), lines.full.has(space)));
        bases.push(AirBase { space, power, fed, full });
    }
    bases.sort_unstable();
    bases.dedup();
    if bases != run.state.campaign.air_bases {
        run.note(CampaignEvent::AirSupplyJudged { bases });
    }
}

/// Whether bombers may bomb from where they stand.
pub(super) fn may_bomb(rules: &Ruleset, state: &State, stack: &Stack, traced: &mut Traced) -> bool {
    let judged = state.campaign.air_base(stack.space, stack.power);
    judged.map_or_else(|| of_with(rules, state, stack.power, traced).full.has(stack.space), |base| base.full)
}

/// The bombers of a side end their combat phase: those without supply now and in the phase before are lost.
pub(super) fn judge(run: &mut Run, side: SideIx, is_bomber: impl Fn(&Ruleset, &Stack) -> bool) {
    let own = |stack: &&Stack| run.state.side_of(stack.power) == Some(side) && is_bomber(run.rules, stack);
    let bombers: Vec<Stack> = run.state.stacks.iter().filter(own).copied().collect();
    let others = run.state.campaign.grounded.iter().filter(|(_, power)| run.state.side_of(*power) != Some(side));
    let mut marks: Vec<(SpaceIx, PowerIx)> = others.copied().collect();
    let mut supply: Vec<(PowerIx, AirSupply)> = Vec::new();
    let mut lost = Vec::new();
    for stack in bombers {
        let judged = run.state.campaign.air_base(stack.space, stack.power);
        if judged.is_none() && !supply.iter().any(|(power, _)| *power == stack.power) {
            supply.push((stack.power, of_with(run.rules, &run.state, stack.power, &mut run.memory.traced)));
        }
        let reached = supply.iter().any(|(power, lines)| *power == stack.power && lines.any.has(stack.space));
        if judged.map_or(reached, |base| base.fed) {
            continue;
        }
        if run.state.campaign.grounded.contains(&(stack.space, stack.power)) {
            lost.push(stack);
        } else {
            marks.push((stack.space, stack.power));
        }
    }
    marks.sort_unstable();
    marks.dedup();
    entry::destroy_all(run, lost, LossReason::Unsupplied);
    if marks != run.state.campaign.grounded {
        run.note(CampaignEvent::Grounded { list: marks });
    }
}
