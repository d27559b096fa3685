//! Lines of supply from centres through communications areas, a little way beyond them, and along merchant ships.

use super::ground::{Ground, Traced};
use super::{entry, zones};
use crate::event::{CampaignEvent, LossReason};
use crate::ids::{FeatureIx, PowerIx, SideIx, SpaceIx};
use crate::query::reach::SpaceSet;
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Landing;
use crate::state::{Stack, State};

/// Where lines of one kind reach.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Over land all the way.
    pub land: SpaceSet,
    /// Over land from a port at the end of a chain of ships: the space and the port.
    pub by_sea: Vec<(SpaceIx, SpaceIx)>,
    /// Those ports, with what the chain carries.
    pub ports: Vec<(SpaceIx, i64)>,
}

/// Supply of one power.
#[derive(Clone, Debug)]
pub struct Lines {
    pub power: PowerIx,
    pub attack: Reach,
    pub defence: Reach,
}

pub fn is_port(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    rules.campaign.lines.port.is_some_and(|port| state.feature(rules, space, port) > 0)
}

/// All ports in order.
pub fn ports(rules: &Ruleset, state: &State) -> Vec<SpaceIx> {
    rules.campaign.lines.port.map_or_else(Vec::new, |port| places_with(rules, state, &[port]))
}

/// Centres of the power and its friends.
fn sources(rules: &Ruleset, state: &State, power: PowerIx, features: &[FeatureIx]) -> Vec<SpaceIx> {
    let found = places_with(rules, state, features).into_iter();
    found
        .filter(|space| zones::is_friendly(state, power, *space))
        .filter(|space| zones::enemies_in(rules, state, power, *space).next().is_none())
        .filter(|space| features.iter().any(|feature| state.feature(rules, *space, *feature) > 0))
        .collect()
}

/// Lines of a power: attack supply from one kind of centre, defence supply from either.
pub fn lines(rules: &Ruleset, state: &State, power: PowerIx) -> Lines {
    lines_with(rules, state, power, &mut Traced::default())
}

/// The same for somebody who remembers.
pub(super) fn lines_with(rules: &Ruleset, state: &State, power: PowerIx, traced: &mut Traced) -> Lines {
    let settings = &rules.campaign.lines;
    let mut ground = Ground::new(rules, state, power, sources(rules, state, power, &settings.full));
    let attack = traced.reach(rules, &ground);
    let both: Vec<FeatureIx> = settings.full.iter().chain(&settings.defence).copied().collect();
    ground.sources = sources(rules, state, power, &both);
    let defence = traced.reach(rules, &ground);
    Lines { power, attack, defence }
}

/// Lines of defence supply alone, which nearly always tell that everybody is fed.
fn lines_of_defence(rules: &Ruleset, state: &State, power: PowerIx, traced: &mut Traced) -> Lines {
    let settings = &rules.campaign.lines;
    let both: Vec<FeatureIx> = settings.full.iter().chain(&settings.defence).copied().collect();
    let defence = from_with(rules, state, power, sources(rules, state, power, &both), traced);
    Lines { power, attack: Reach::default(), defence }
}

/// Where attack supply of a power reaches: nowhere for those who live at home alone.
pub(super) fn attack(rules: &Ruleset, state: &State, power: PowerIx, traced: &mut Traced) -> Reach {
    if is_homebound(rules, power) {
        return Reach::default();
    }
    from_with(rules, state, power, sources(rules, state, power, &rules.campaign.lines.full), traced)
}

/// Where lines from these spaces reach for a power.
pub fn from(rules: &Ruleset, state: &State, power: PowerIx, sources: &[SpaceIx]) -> Reach {
    from_with(rules, state, power, sources.to_vec(), &mut Traced::default())
}

/// The same for somebody who remembers.
pub(super) fn from_with(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    sources: Vec<SpaceIx>,
    traced: &mut Traced,
) -> Reach {
    traced.reach(rules, &Ground::new(rules, state, power, sources))
}

impl Reach {
    pub fn has(&self, space: SpaceIx) -> bool {
        self.land.has(space) || self.port_of(space).is_some()
    }

    /// What ships carry to a space; none if no chain of ships serves it.
    pub fn carried_to(&self, space: SpaceIx) -> Option<i64> {
        let port = self.port_of(space)?;
        self.ports.iter().find(|(at, _)| *at == port).map(|(_, capacity)| *capacity)
    }

    fn port_of(&self, space: SpaceIx) -> Option<SpaceIx> {
        self.by_sea.binary_search_by_key(&space, |(at, _)| *at).ok().map(|at| self.by_sea[at].1)
    }

    /// How many units of a stack are served: a chain of ships serves as many points as it carries, in the order of the board.
    pub fn served(&self, rules: &Ruleset, state: &State, power: PowerIx, stack: &Stack) -> u16 {
        if self.land.has(stack.space) {
            return stack.count;
        }
        let Some(port) = self.port_of(stack.space) else { return 0 };
        let capacity = self.ports.iter().find(|(at, _)| *at == port).map_or(0, |(_, capacity)| *capacity);
        let before: i64 = state
            .stacks
            .iter()
            .take_while(|other| *other < stack)
            .filter(|other| zones::is_friend(state, power, other.power) && zones::is_mobile(rules, other))
            .filter(|other| self.port_of(other.space) == Some(port))
            .map(|other| i64::from(other.count))
            .sum();
        (capacity - before).clamp(0, i64::from(stack.count)) as u16
    }
}

impl Lines {
    /// Units of a stack in attack supply.
    pub fn full(&self, rules: &Ruleset, state: &State, stack: &Stack) -> u16 {
        if is_homebound(rules, self.power) { 0 } else { self.attack.served(rules, state, self.power, stack) }
    }

    /// Units of a stack in supply of any kind. Works are always; powers without a centre live at home without one.
    pub fn any(&self, rules: &Ruleset, state: &State, stack: &Stack) -> u16 {
        let fed = |landing: &Landing| landing.turn == state.turn && landing.group.power == self.power;
        if !zones::is_mobile(rules, stack) || self.lives_at_home(rules, stack.space) {
            return stack.count;
        }
        if is_homebound(rules, self.power) {
            return 0;
        }
        let landed: u16 = state
            .campaign
            .landings
            .iter()
            .filter(|landing| fed(landing) && landing.group.space == stack.space && landing.group.unit == stack.unit)
            .map(|landing| landing.group.count)
            .sum();
        let served = self.defence.served(rules, state, self.power, stack).max(self.full(rules, state, stack));
        served.saturating_add(landed).min(stack.count)
    }

    fn lives_at_home(&self, rules: &Ruleset, space: SpaceIx) -> bool {
        let centreless = rules.campaign.lines.centreless.get(self.power.index()).copied().unwrap_or(false);
        centreless && rules.power(self.power).home.binary_search(&space).is_ok()
    }
}

/// Whether units of a power live in their home alone, which has no centre.
pub fn is_homebound(rules: &Ruleset, power: PowerIx) -> bool {
    rules.campaign.lines.homebound.get(power.index()).copied().unwrap_or(false)
}

/// A side begins its land turn: its units that have a line again are no longer counted among those without one, so that a line cut
/// later gives them their time anew.
pub(crate) fn review(run: &mut Run, side: SideIx) {
    let rules = run.rules;
    let mut traced: Vec<Lines> = Vec::new();
    let mut marks = run.state.campaign.cut_off.clone();
    marks.retain(|(space, power)| {
        if run.state.side_of(*power) != Some(side) {
            return true;
        }
        if !traced.iter().any(|lines| lines.power == *power) {
            traced.push(lines_with(rules, &run.state, *power, &mut run.memory.traced));
        }
        let own = |stack: &&Stack| stack.power == *power && zones::is_mobile(rules, stack);
        let mut stacks = run.state.stacks_in(*space).iter().filter(own);
        let lines = traced.iter().find(|lines| lines.power == *power);
        stacks.any(|stack| lines.is_some_and(|lines| lines.any(rules, &run.state, stack) < stack.count))
    });
    if marks != run.state.campaign.cut_off {
        run.note(CampaignEvent::CutOff { list: marks });
    }
}

/// A side's combat phase is over: its enemies without supply are marked; those marked before are lost.
pub(crate) fn judge(run: &mut Run, side: SideIx) {
    let rules = run.rules;
    if rules.campaign.lines.lost_after.is_none() {
        return;
    }
    let powers: Vec<PowerIx> = run
        .state
        .powers()
        .filter(|power| run.state.side_of(*power).is_some_and(|other| other != side))
        .filter(|power| run.state.stacks.iter().any(|stack| stack.power == *power))
        .collect();
    let mut marks: Vec<(SpaceIx, PowerIx)> =
        run.state.campaign.cut_off.iter().copied().filter(|(_, power)| !powers.contains(power)).collect();
    let mut lost: Vec<Stack> = Vec::new();
    for power in powers {
        let own = run.state.stacks.iter().filter(|stack| stack.power == power && zones::is_mobile(rules, stack));
        let lines = lines_of_defence(rules, &run.state, power, &mut run.memory.traced);
        let hungry = |stack: &&Stack| lines.any(rules, &run.state, stack) < stack.count;
        let hungry: Vec<&Stack> = own.filter(hungry).collect();
        if hungry.is_empty() {
            continue;
        }
        let lines = lines_with(rules, &run.state, power, &mut run.memory.traced);
        for stack in hungry {
            let without = stack.count - lines.any(rules, &run.state, stack).min(stack.count);
            if without == 0 {
                continue;
            }
            if run.state.campaign.is_cut_off(stack.space, power) {
                lost.push(Stack { count: without, ..*stack });
            } else {
                marks.push((stack.space, power));
            }
        }
    }
    marks.sort_unstable();
    marks.dedup();
    entry::destroy_all(run, lost, LossReason::Unsupplied);
    if marks != run.state.campaign.cut_off {
        run.note(CampaignEvent::CutOff { list: marks });
    }
}
