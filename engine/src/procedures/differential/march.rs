//! Movement over land by points: terrain, hexsides and the season cost, enemy zones of control stop, weak enemies are run over.

use chartroom_format::schema::refusal::Ban;
use std::collections::BinaryHeap;

use chartroom_format::schema::units::Domain;

use super::limits::Confines;
use super::{ConfinedRule, MarchRules, entry, landing, limits, overrun, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Closing, Event, LossReason};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::Next;
use crate::query::reach::SpaceSet;
use crate::query::stacking::{self, Rooms};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Group, Marched};
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    run.note(CampaignEvent::Closed { what: Closing::LandTurn, side: Some(side) });
    Next::Waits
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    match command {
        None => {
            expel_strays(run, side);
            return Ok(Next::Over);
        }
        Some(Command::March { from, power, unit, count, to }) => {
            march(run, side, Group { space: *from, power: *power, unit: *unit, count: *count }, *to)?;
        }
        Some(Command::Overrun { from, to }) => overrun::overrun(run, side, *from, *to)?,
        Some(Command::Assault { from, power, unit, count, to }) => {
            landing::assault(run, side, Group { space: *from, power: *power, unit: *unit, count: *count }, *to)?;
        }
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the movement phase")),
    }
    Ok(Next::Waits)
}

/// Movement points that the first movement of the turn prints for units that start in a space, whatever they are.
pub fn allowance(rules: &Ruleset, turn: i64, from: SpaceIx) -> i64 {
    let settings = rules.campaign.marches.first().map_or(&rules.campaign.no_march, |(_, settings)| settings);
    printed(rules, settings, turn, from).unwrap_or(0)
}

/// Movement points of a unit that starts in a space now: what the phase prints, else its own, with all that changes them.
pub fn points(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, from: SpaceIx) -> i64 {
    let printed = printed(rules, rules.march(state), i64::from(state.turn), from);
    crate::query::movement::points(rules, state, power, unit, from, printed)
}

fn printed(rules: &Ruleset, settings: &MarchRules, turn: i64, from: SpaceIx) -> Option<i64> {
    if !settings.weather_area.has(from) {
        return settings.elsewhere;
    }
    let season = rules.calendar(turn).0.and_then(|season| rules.seasons.get(season.index()));
    let table = settings.allowance.map(|table| rules.table(table));
    let found =
        table.zip(season).and_then(|(table, season)| table.of_word(season)).and_then(crate::table::Value::number);
    found.or(settings.elsewhere)
}

/// Units of a group that have not moved yet and may.
pub fn fresh(rules: &Ruleset, state: &State, stack: &Stack) -> u16 {
    if !zones::is_mobile(rules, stack) {
        return 0;
    }
    let (space, power, unit) = (stack.space, stack.power, stack.unit);
    let landed: u16 = state
        .campaign
        .landings
        .iter()
        .filter(|landing| (landing.group.space, landing.group.power, landing.group.unit) == (space, power, unit))
        .map(|landing| landing.group.count)
        .sum();
    let all = zones::count(state, space, power, unit);
    all.saturating_sub(state.campaign.marched_count(space, power, unit)).saturating_sub(landed)
}

/// Ways over land from a space: movement points left on arrival, and the step before.
pub struct Ways {
    left: Vec<i16>,
    before: Vec<SpaceIx>,
    reached: SpaceSet,
    from: SpaceIx,
}

const UNREACHED: i16 = -1;

impl Ways {
    pub fn left(&self, to: SpaceIx) -> Option<u8> {
        self.left.get(to.index()).copied().filter(|left| *left != UNREACHED).map(|left| left as u8)
    }

    /// The spaces entered on the way, the last one included.
    pub fn path(&self, to: SpaceIx) -> Vec<SpaceIx> {
        let mut path = vec![to];
        let mut at = to;
        while self.before[at.index()] != self.from && path.len() < self.left.len() {
            at = self.before[at.index()];
            path.push(at);
        }
        path.reverse();
        path
    }

    pub fn reached(&self) -> impl Iterator<Item = SpaceIx> + '_ {
        self.reached.iter().filter(|space| *space != self.from)
    }
}

/// The board as the units of a power find it; `over` is a space whose weak defenders they run over on the way.
pub struct Going<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    power: PowerIx,
    over: Option<SpaceIx>,
    zones: SpaceSet,
    /// Spaces with land units of others than friends.
    foes: SpaceSet,
    /// What a power outside the war may not leave.
    bounds: Option<Vec<&'a ConfinedRule>>,
}

impl<'a> Going<'a> {
    pub fn new(rules: &'a Ruleset, state: &'a State, power: PowerIx, over: Option<SpaceIx>) -> Self {
        let mut foes = SpaceSet::new(rules.board.spaces.len());
        for stack in &state.stacks {
            if !zones::is_friend(state, power, stack.power) && zones::is_land(rules, stack) {
                foes.add(stack.space);
            }
        }
        let bounds = limits::roams(rules, state, power);
        Self { rules, state, power, over, zones: zones::enemy_zones(rules, state, power, over), foes, bounds }
    }

    /// Where units of a kind can march from a space.
    pub fn ways(&self, from: SpaceIx, unit: UnitIx) -> Ways {
        self.ways_with(from, points(self.rules, self.state, self.power, unit, from), true)
    }

    /// The same with so many points; those who set out may always go one space.
    fn ways_with(&self, from: SpaceIx, points: i64, sets_out: bool) -> Ways {
        let rules = self.rules;
        let settings = rules.march(self.state);
        let count = rules.board.spaces.len();
        let host = limits::leaves(rules, self.state, self.power, from);
        let mut ways =
            Ways { left: vec![UNREACHED; count], before: vec![from; count], reached: SpaceSet::new(count), from };
        let mut queue: BinaryHeap<(i16, std::cmp::Reverse<SpaceIx>)> = BinaryHeap::new();
        ways.left[from.index()] = points as i16;
        queue.push((points as i16, std::cmp::Reverse(from)));
        while let Some((left, std::cmp::Reverse(at))) = queue.pop() {
            if left < ways.left[at.index()] || at != from && self.stops(at, host) {
                continue;
            }
            for link in rules.board.links_of(at) {
                let from_zone_to_zone = self.zones.has(at) && self.zones.has(link.to);
                if !link.passes.has(Domain::Land) || from_zone_to_zone {
                    continue;
                }
                let first = at == from && sets_out && settings.one_space_always;
                let rest = match left - step_cost(rules, link) {
                    rest if rest >= 0 => rest,
                    _ if first => 0,
                    _ => continue,
                };
                if rest > ways.left[link.to.index()] && self.may_enter(link.to, host) {
                    ways.left[link.to.index()] = rest;
                    ways.before[link.to.index()] = at;
                    ways.reached.add(link.to);
                    queue.push((rest, std::cmp::Reverse(link.to)));
                }
            }
        }
        // Those who leave neutral ground cross it, and stay nowhere on it.
        if let Some(host) = host {
            let crossed = (0..count).map(SpaceIx::new).filter(|space| self.state.holder(*space) == Some(host));
            for space in crossed.filter(|space| *space != from) {
                ways.left[space.index()] = UNREACHED;
                ways.reached.remove(space);
            }
        }
        ways
    }

    /// Units go no farther from a space in an enemy zone, nor from land they have just brought into the war.
    fn stops(&self, at: SpaceIx, host: Option<PowerIx>) -> bool {
        let foreign = self.state.holder(at).is_none_or(|holder| {
            !zones::is_friend(self.state, self.power, holder) && !self.state.at_war(self.power, holder)
        });
        self.rules.march(self.state).zones_stop && self.zones.has(at) && Some(at) != self.over
            || foreign
                && !(host.is_some() && self.state.holder(at) == host)
                && !limits::is_open(self.rules, self.state, self.power, at)
    }

    fn may_enter(&self, to: SpaceIx, host: Option<PowerIx>) -> bool {
        if !self.rules.board.has_land(to) || self.foes.has(to) && Some(to) != self.over {
            return false;
        }
        if let Some(bounds) = &self.bounds {
            return bounds.iter().any(|rule| rule.spaces.binary_search(&to).is_ok());
        }
        match self.state.holder(to) {
            Some(holder) if zones::is_friend(self.state, self.power, holder) || Some(holder) == host => true,
            Some(holder) if self.state.at_war(self.power, holder) => {
                !entry::turns_away(self.rules, self.state, self.power, to)
            }
            _ => {
                limits::is_open(self.rules, self.state, self.power, to)
                    || entry::provokes(self.rules, self.state, self.power, to)
            }
        }
    }
}

/// Where units of a power can march from a space with what the phase at hand prints for everybody.
pub fn ways(rules: &Ruleset, state: &State, power: PowerIx, from: SpaceIx, over: Option<SpaceIx>) -> Ways {
    let points = printed(rules, rules.march(state), i64::from(state.turn), from).unwrap_or(0);
    Going::new(rules, state, power, over).ways_with(from, points, true)
}

/// Where groups in one space can march together: as far as the slowest of them.
pub(super) fn ways_together(
    rules: &Ruleset,
    state: &State,
    lead: PowerIx,
    force: &[Group],
    over: Option<SpaceIx>,
) -> Ways {
    let each = force.iter().map(|group| points(rules, state, group.power, group.unit, group.space));
    let from = force.first().map_or(SpaceIx::new(0), |group| group.space);
    Going::new(rules, state, lead, over).ways_with(from, each.min().unwrap_or(0), true)
}

/// Where units of a kind can march from a space.
pub fn ways_of(rules: &Ruleset, state: &State, stack: &Stack, over: Option<SpaceIx>) -> Ways {
    Going::new(rules, state, stack.power, over).ways(stack.space, stack.unit)
}

/// Movement points to go over a link.
pub fn step_cost(rules: &Ruleset, link: &crate::board::Link) -> i16 {
    let sides: i64 = (0..rules.board.side_types.len())
        .filter(|index| link.sides & (1 << index) != 0)
        .map(|index| rules.board.side_types[index].land_cost)
        .sum();
    (rules.board.terrain(link.to).land_cost + sides).clamp(0, 100) as i16
}

/// Units that set out, with the points they have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover {
    pub group: Group,
    pub points: i64,
    /// Where they set out in this phase.
    pub origin: SpaceIx,
    /// What they did before, if they go on after running enemies over.
    pub before: Option<Marched>,
}

/// Units that may set out: those that have not moved, and those that ran enemies over and have points left.
pub(super) fn mover(rules: &Ruleset, state: &State, group: Group) -> Option<Mover> {
    let Group { space, power, unit, count } = group;
    let stack = Stack { space, army: 0, power, unit, damaged: 0, count };
    if fresh(rules, state, &stack) >= count {
        let points = points(rules, state, power, unit, space);
        return Some(Mover { group, points, origin: space, before: None });
    }
    let mut going = state.campaign.marched_in(space, power, unit);
    let before = going.find(|marched| marched.overran.is_some() && marched.left > 0 && marched.group.count >= count)?;
    Some(Mover { group, points: i64::from(before.left), origin: before.overran?, before: Some(*before) })
}

fn march(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    if !limits::moves(run.rules, &run.state, side, group.power) {
        return Err(Refusal::of(Ban::NotYours, "the units belong to nobody of this side who may move"));
    }
    let Some(mover) = mover(run.rules, &run.state, group) else {
        return Err(Refusal::of(Ban::HasMoved, "so many units that have not moved are not there"));
    };
    advance(run, &[mover], to)
}

/// Units of one space go to another, over weak enemies if some stand there.
pub(super) fn advance(run: &mut Run, force: &[Mover], to: SpaceIx) -> Result<(), Refusal> {
    let Some(lead) = force.first() else { return Ok(()) };
    let Group { space: from, power, unit, .. } = lead.group;
    for mover in force {
        if let Some(rule) = limits::confined(run.rules, &run.state, mover.group.power, to) {
            return Err(Refusal::new(&rule, "units of this power may not end their movement there"));
        }
        if let Some(rule) = limits::leaves_garrison(run.rules, &run.state, mover.group, to) {
            return Err(Refusal::new(&rule, "so many units must stay where they are"));
        }
    }
    let hostile = zones::enemies_in(run.rules, &run.state, power, to).next().is_some();
    let going = Going::new(run.rules, &run.state, power, hostile.then_some(to));
    let points = force.iter().map(|mover| mover.points).min().unwrap_or(0);
    let held = lead.before.is_some() && going.zones.has(from);
    let ways = going.ways_with(from, points, lead.before.is_none());
    let left = ways.left(to).filter(|_| from != to && !held);
    if hostile {
        let groups: Vec<Group> = force.iter().map(|mover| mover.group).collect();
        let path = left.map_or_else(Vec::new, |_| ways.path(to));
        let last = path.len().checked_sub(2).map(|at| path[at]);
        let beside = last.unwrap_or_else(|| overrun::beside(run.rules, from, to));
        if !overrun::wins(run.rules, &run.state, &groups, beside, to) {
            return Err(Refusal::of(Ban::Overrun, "the defenders are too strong to be run over"));
        }
    }
    let count: i64 = force.iter().map(|mover| i64::from(mover.group.count)).sum();
    if stacking::room(run.rules, &run.state, power, unit, to) < count {
        return Err(Refusal::of(Ban::Stacking, "the space holds no more points"));
    }
    let Some(left) = left else {
        return Err(Refusal::of(Ban::Reach, "movement points, terrain or enemy zones do not let the units get there"));
    };
    let leaves = limits::leaves(run.rules, &run.state, power, from);
    for space in ways.path(to) {
        if leaves.is_some() && run.state.holder(space) == leaves {
            continue;
        }
        let friendly = zones::is_friendly(&run.state, power, space);
        if !friendly {
            entry::enter(run, power, space)?;
        }
        if space == to && hostile {
            let victims: Vec<Stack> = zones::enemies_in(run.rules, &run.state, power, to).copied().collect();
            entry::destroy_all(run, victims, LossReason::Overrun);
        }
        entry::occupy(run, space, power);
    }
    for mover in force {
        relocate(run, mover.group, to);
        let overran = (hostile || mover.before.is_some()).then_some(mover.origin);
        let now = Marched { group: Group { space: to, ..mover.group }, left, rail: 0, sailed: false, overran };
        run.note(CampaignEvent::MarchEnded { from, before: mover.before, now });
    }
    Ok(())
}

/// Units change their place; a mark of being cut off goes with them.
pub(super) fn relocate(run: &mut Run, group: Group, to: SpaceIx) {
    let mut left = group.count;
    let stacks: Vec<Stack> = run
        .state
        .stacks_in(group.space)
        .iter()
        .filter(|stack| stack.power == group.power && stack.unit == group.unit)
        .copied()
        .collect();
    for stack in stacks {
        let count = left.min(stack.count);
        if count > 0 {
            run.emit(Event::Moved { stack: Stack { count, ..stack }, to, army: stack.army });
            left -= count;
        }
    }
    if run.state.campaign.is_cut_off(group.space, group.power) && !run.state.campaign.is_cut_off(to, group.power) {
        let mut list = run.state.campaign.cut_off.clone();
        list.push((to, group.power));
        list.sort_unstable();
        run.note(CampaignEvent::CutOff { list });
    }
}

/// Units that may not be where they are when movement ends are lost.
fn expel_strays(run: &mut Run, side: SideIx) {
    let strays: Vec<Stack> = run
        .state
        .stacks
        .iter()
        .filter(|stack| run.state.side_of(stack.power) == Some(side) && zones::is_land(run.rules, stack))
        .filter(|stack| limits::confined(run.rules, &run.state, stack.power, stack.space).is_some())
        .copied()
        .collect();
    entry::destroy_all(run, strays, LossReason::Rule);
    crowded(run, side);
}

/// What retreats have crowded beyond the limit must have moved apart by now.
fn crowded(run: &mut Run, side: SideIx) {
    for space in zones::occupied(run.rules, &run.state, side) {
        let Some(limit) = stacking::limit(run.rules, &run.state, side, space) else { continue };
        while stacking::load(run.rules, &run.state, side, space) > limit {
            let last = run
                .state
                .stacks_in(space)
                .iter()
                .rev()
                .find(|stack| run.state.side_of(stack.power) == Some(side) && zones::is_mobile(run.rules, stack));
            let Some(stack) = last.copied() else { break };
            run.destroy(Stack { count: 1, ..stack }, LossReason::Overstacked);
        }
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Command> {
    let mut found = Vec::new();
    let mut rooms = Rooms::new(rules, state, side);
    let mut ground: Vec<(PowerIx, Going<'_>, Confines<'_>)> = Vec::new();
    // Stacks of a power in a space follow each other, and with as many points go the same ways.
    let mut latest: Option<(PowerIx, i64, Ways)> = None;
    for (stack, count) in movable(rules, state, side) {
        let (from, power, unit) = (stack.space, stack.power, stack.unit);
        if !ground.iter().any(|(known, ..)| *known == power) {
            ground.push((power, Going::new(rules, state, power, None), Confines::of(rules, state, power)));
        }
        let Some((_, going, confines)) = ground.iter().find(|(known, ..)| *known == power) else { continue };
        let points = points(rules, state, power, unit, from);
        let ways = match latest.take() {
            Some((of, known, ways)) if (of, known, ways.from) == (power, points, from) => ways,
            _ => going.ways_with(from, points, true),
        };
        for to in ways.reached() {
            let room = rooms.room(power, unit, to).clamp(0, i64::from(count)) as u16;
            if room == 0 || confines.bars(to).is_some() {
                continue;
            }
            for count in [room, 1].into_iter().take(if room > 1 { 2 } else { 1 }) {
                let group = Group { space: from, power, unit, count };
                if limits::leaves_garrison(rules, state, group, to).is_none() {
                    found.push(Command::March { from, power, unit, count, to });
                }
            }
        }
        found.extend(overrun::commands(rules, state, side, &stack, count));
        found.extend(landing::commands(rules, state, &stack, count));
        latest = Some((power, points, ways));
    }
    for marched in state.campaign.marched.iter().filter(|marched| marched.overran.is_some() && marched.left > 0) {
        let Group { space: from, power, unit, count } = marched.group;
        if state.side_of(power) != Some(side) {
            continue;
        }
        let going = Going::new(rules, state, power, None);
        if going.zones.has(from) {
            continue;
        }
        let confines = Confines::of(rules, state, power);
        let ways = going.ways_with(from, i64::from(marched.left), false);
        let open = |to: &SpaceIx| rooms.room(power, unit, *to) >= i64::from(count) && confines.bars(*to).is_none();
        found.extend(ways.reached().filter(open).map(|to| Command::March { from, power, unit, count, to }));
    }
    found
}

/// Groups of a side that may still march, with how many of them.
pub fn movable(rules: &Ruleset, state: &State, side: SideIx) -> Vec<(Stack, u16)> {
    let own = state.stacks.iter().filter(|stack| limits::moves(rules, state, side, stack.power));
    own.map(|stack| (*stack, fresh(rules, state, stack).min(stack.count))).filter(|(_, count)| *count > 0).collect()
}

/// Whether units of a type are points that march.
pub fn marches(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.unit(unit).domain == Domain::Land
}
