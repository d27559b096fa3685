//! Putting to sea: who may, how far, and whether he will be home in time.

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::super::ground::Traced;
use super::super::sea_rules::{self, Kind};
use super::super::{decides_for, limits, lines, naval, zones};
use super::errands::Errands;
use super::roster::{self, enlist, tell};
use super::waters::{Waters, Ways};
use super::{attack, harbour, is_last, is_of, lending, settings};
use crate::action::{Command, Refusal};
use crate::event::SeaEvent;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::Group;
use crate::state::sea::Passage;
use crate::state::{Stack, State};

/// Spaces that ships may go in a phase.
pub fn allowance(rules: &Ruleset, state: &State, stack: &Stack) -> Option<u8> {
    let settings = settings(rules)?;
    let snorts =
        rules.unit(stack.unit).domain == Domain::Submarine && state.campaign.sea.snorting.contains(&stack.power);
    let slow = settings.snort.as_ref().filter(|_| snorts).map(|snort| snort.movement);
    slow.or_else(|| settings.movement.get(stack.unit.index()).copied().flatten()).map(|steps| steps.clamp(0, 254) as u8)
}

/// Spaces that ships may still go.
pub fn left(rules: &Ruleset, state: &State, stack: &Stack) -> Option<u8> {
    state.campaign.sea.fleet(stack.army).left.or_else(|| allowance(rules, state, stack))
}

/// How many ships of a stack stay where they are because a rule says so, and which.
fn moored<'r>(rules: &'r Ruleset, state: &State, stack: &Stack) -> Option<(&'r str, u16)> {
    let own = settings(rules)?.moored.iter().filter(|rule| rule.power == stack.power);
    let bound = own.filter(|rule| {
        is_of(rules, stack.unit, &rule.classes) && limits::holds(rules, state, rule.power, rule.when.as_ref())
    });
    let most = bound.map(|rule| {
        let count = rule.set_up.as_ref().map_or(u16::MAX, |groups| {
            let here = |group: &&Group| group.space == stack.space && group.unit == stack.unit;
            groups.iter().filter(here).map(|group| group.count).sum()
        });
        (rule.source.as_str(), count)
    });
    most.max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 0)
}

/// Ships of a stack that a side may send somewhere now, or why none.
fn able(rules: &Ruleset, state: &State, side: SideIx, stack: &Stack) -> Result<u16, Refusal> {
    if !decides_for(rules, state, side, stack.power) {
        return Err(Refusal::of(Ban::NotYours, "the ships belong to nobody of this side"));
    }
    if allowance(rules, state, stack).is_none() {
        return Err(Refusal::of(Ban::Immobile, "such units do not put to sea"));
    }
    let late = settings(rules).is_some_and(|settings| settings.last_phase.contains(&stack.unit));
    if late && !is_last(rules, state) {
        return Err(Refusal::of(Ban::NotDue, "such ships move in the last naval phase of their side only"));
    }
    let Some((source, bound)) = moored(rules, state, stack) else { return Ok(stack.count) };
    let there = zones::count(state, stack.space, stack.power, stack.unit);
    match there.saturating_sub(bound).min(stack.count) {
        0 => Err(Refusal { ban: Some(Ban::Moored), ..Refusal::new(source, "these ships do not put to sea now") }),
        free => Ok(free),
    }
}

/// How far from a friendly port submarines among some types may be.
pub(super) fn submarine_reach(rules: &Ruleset, units: &[UnitIx]) -> Option<u8> {
    let boats = units.iter().any(|unit| rules.unit(*unit).domain == Domain::Submarine);
    settings(rules)?.submarine_reach.filter(|_| boats).map(|reach| reach.clamp(0, 254) as u8)
}

/// Where submarines may be: near enough to a friendly port.
fn near_port(rules: &Ruleset, state: &State, power: PowerIx, units: &[UnitIx]) -> Option<SpaceSet> {
    let reach = submarine_reach(rules, units)?;
    Some(boats(rules, state, power).around(friendly_ports(rules, state, power), reach))
}

fn friendly_ports<'s>(rules: &Ruleset, state: &'s State, power: PowerIx) -> impl Iterator<Item = SpaceIx> + 's {
    lines::ports(rules, state).into_iter().filter(move |port| zones::is_friendly(state, power, *port))
}

/// The sea as submarines of a power find it.
fn boats<'r>(rules: &'r Ruleset, state: &State, power: PowerIx) -> Waters<'r> {
    let types = (0..rules.units.len()).map(UnitIx::new);
    let boats: Vec<UnitIx> = types.filter(|unit| rules.unit(*unit).domain == Domain::Submarine).collect();
    Waters::new(rules, state, power, &boats)
}

/// By space: steps over the sea to the nearest friendly port, whoever lies on the way.
pub(super) fn port_steps(rules: &Ruleset, state: &State, power: PowerIx, most: u8) -> Vec<u8> {
    boats(rules, state, power).steps_to(friendly_ports(rules, state, power), most)
}

fn types(ships: &[Stack]) -> Vec<UnitIx> {
    let mut types: Vec<UnitIx> = ships.iter().map(|stack| stack.unit).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// Where ships that lie together can go, and what must be near when they get there.
pub(super) struct Prospect<'a> {
    pub(super) waters: Waters<'a>,
    near: Option<SpaceSet>,
    pub(super) ways: Ways,
    /// Steps to a port that feeds them, if they must be in one when the phase ends and can be.
    home: Option<Vec<u8>>,
    left: u8,
}

impl<'a> Prospect<'a> {
    pub(super) fn new(rules: &'a Ruleset, state: &State, ships: &[Stack], left: u8) -> Option<Self> {
        let first = ships.first()?;
        let units = types(ships);
        let waters = Waters::new(rules, state, first.power, &units);
        let near = near_port(rules, state, first.power, &units);
        let ways = waters.ways(first.space, left, near.as_ref(), None);
        let bound = ships.iter().any(|stack| harbour::must_be_home(rules, state, stack));
        let home = bound.then(|| waters.steps_to(harbour::homes(rules, state, first).into_iter(), u8::MAX - 1));
        // Whoever cannot get home anyway may as well go somewhere else.
        let home = home.filter(|home| home[first.space.index()] <= left);
        Some(Self { waters, near, ways, home, left })
    }

    /// Whether ships that go there can be home when the phase ends.
    pub(super) fn gets_home(&self, rules: &Ruleset, state: &State, ships: &[Stack], to: SpaceIx) -> bool {
        let Some((home, steps)) = self.home.as_ref().zip(self.ways.steps(to)) else { return true };
        home[to.index()] <= self.left.saturating_sub(steps)
            || ships.iter().all(|stack| harbour::is_home(rules, state, &Stack { space: to, ..*stack }))
    }

    /// The way there that leaves none of these spaces on the way if there is one, else the shortest.
    pub(super) fn path(&self, from: SpaceIx, to: SpaceIx, shunned: &SpaceSet) -> Vec<SpaceIx> {
        let careful = self.waters.ways(from, self.left, self.near.as_ref(), Some(shunned));
        let careful = Some(careful.path(to)).filter(|path| !path.is_empty());
        careful.unwrap_or_else(|| self.ways.path(to))
    }
}

fn check(rules: &Ruleset, state: &State, ships: &[Stack], left: u8, to: SpaceIx) -> Result<(), Refusal> {
    let Some(prospect) = Prospect::new(rules, state, ships, left) else {
        return Err(Refusal::of(Ban::NotThere, "there are no such ships"));
    };
    if prospect.ways.steps(to).is_none_or(|steps| steps == 0) {
        let far = prospect.near.as_ref().is_some_and(|near| !near.has(to));
        let from = ships.first().map_or(to, |stack| stack.space);
        let why = prospect.waters.why_not(from, to);
        return Err(why.unwrap_or_else(|| {
            if far {
                Refusal::of(Ban::PortReach, "no friendly port is near enough for these ships")
            } else {
                Refusal::of(Ban::Reach, "the way there is longer than their movement")
            }
        }));
    }
    if !prospect.gets_home(rules, state, ships, to) {
        return Err(Refusal::of(Ban::WayHome, "they could not be in a port when they must"));
    }
    for stack in ships {
        let group = Group { space: stack.space, power: stack.power, unit: stack.unit, count: stack.count };
        if !lending::keeps(rules, state, group, Some(to)) {
            return Err(Refusal::of(Ban::KeepsPipelines, "a power outside the war keeps its pipelines up"));
        }
    }
    Ok(())
}

/// Ships that have not moved sail to a space.
pub(super) fn sail(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let number = fresh(run, side, group)?;
    depart(run, side, number, to)
}

/// Ships that have not moved in this phase become a fleet.
fn fresh(run: &mut Run, side: SideIx, group: Group) -> Result<u8, Refusal> {
    let Group { space, power, unit, count } = group;
    let stacks = run.state.stacks_in(space).iter();
    let idle = |stack: &&Stack| {
        (stack.power, stack.unit) == (power, unit) && run.state.campaign.sea.fleet(stack.army).left.is_none()
    };
    // Ships of which something is remembered, as that nothing feeds them, go last.
    let mut found: Vec<Stack> = stacks.filter(idle).copied().collect();
    found.sort_by_key(|stack| (stack.army, stack.damaged));
    let Some(ships) = roster::portion(found.into_iter(), count) else {
        return Err(Refusal::of(Ban::HasMoved, "so many ships that have not moved are not there"));
    };
    put_to_sea(run, side, &ships, 0)
}

/// Ships become part of a fleet that is about to sail, or a new one.
fn put_to_sea(run: &mut Run, side: SideIx, ships: &[Stack], into: u8) -> Result<u8, Refusal> {
    let mut room: Vec<(UnitIx, u16)> = Vec::new();
    for stack in ships {
        if !room.iter().any(|(unit, _)| *unit == stack.unit) {
            let there = zones::count(&run.state, stack.space, stack.power, stack.unit);
            room.push((stack.unit, able(run.rules, &run.state, side, &Stack { count: there, ..*stack })?));
        }
    }
    let wanted: u16 = ships.iter().map(|stack| stack.count).sum();
    if room.iter().map(|(_, free)| *free).sum::<u16>() < wanted {
        return Err(Refusal::of(Ban::Moored, "so many of these ships do not put to sea now"));
    }
    let reach = ships.iter().filter_map(|stack| left(run.rules, &run.state, stack)).min().unwrap_or(0);
    if into == 0 {
        return enlist(run, ships, |fleet| fleet.left = Some(reach));
    }
    let together = reach.min(run.state.campaign.sea.fleet(into).left.unwrap_or(reach));
    roster::join(run, ships, into);
    roster::note(run, into, |fleet| fleet.left = Some(together));
    Ok(into)
}

/// Whether ships are struck alike wherever they pass: surface fleets with each other, others with their own kind only.
fn sail_together(rules: &Ruleset, one: &Stack, other: &Stack) -> bool {
    let surface = |stack: &Stack| matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::Surface));
    one.unit == other.unit || surface(one) && surface(other)
}

/// Ships join a fleet that lies with them.
pub(super) fn muster(run: &mut Run, side: SideIx, fleet: u8, group: Group, into: u8) -> Result<(), Refusal> {
    let Group { space, power, unit, count } = group;
    let ships = roster::some(&run.state, space, fleet, power, unit, count)?;
    let there = roster::ships(&run.state, into);
    let alike = |stack: &Stack| {
        let together = ships.iter().all(|ship| sail_together(run.rules, ship, stack));
        stack.space == space && stack.power == power && together
    };
    let (one, other) = (run.state.campaign.sea.fleet(fleet), run.state.campaign.sea.fleet(into));
    if into != 0 && (there.is_empty() || !there.iter().all(alike) || fleet == into || one.fed != other.fed) {
        return Err(Refusal::of(Ban::Armies, "there is no such fleet with them that they could join"));
    }
    put_to_sea(run, side, &ships, into).map(|_| ())
}

/// A whole fleet sails.
pub(super) fn depart(run: &mut Run, side: SideIx, number: u8, to: SpaceIx) -> Result<(), Refusal> {
    let ships = roster::ships(&run.state, number);
    let fleet = run.state.campaign.sea.fleet(number);
    let (Some(first), Some(left)) = (ships.first().copied(), fleet.left) else {
        return Err(Refusal::of(Ban::NotThere, "there is no such fleet that can sail"));
    };
    for stack in &ships {
        able(run.rules, &run.state, side, stack)?;
    }
    check(run.rules, &run.state, &ships, left, to)?;
    let passage = Passage { fleet: number, power: first.power, to, asked: false };
    tell(run, SeaEvent::Sailed { passage: Some(passage) });
    Ok(())
}

/// Surface fleets that may stay at sea go into a space that their attack has cleared, at no cost.
pub(super) fn follow(run: &mut Run, side: SideIx, group: Group, to: SpaceIx) -> Result<(), Refusal> {
    let Some(ships) = followers(run.rules, &run.state, side, group, to) else {
        return Err(Refusal::of(Ban::Follow, "only fleets that may stay at sea and attacked there go after the enemy"));
    };
    let reach = ships.iter().filter_map(|stack| left(run.rules, &run.state, stack)).min().unwrap_or(0);
    let number = enlist(run, &ships, |fleet| fleet.left = Some(reach.saturating_add(1)))?;
    depart(run, side, number, to)
}

fn followers(rules: &Ruleset, state: &State, side: SideIx, group: Group, to: SpaceIx) -> Option<Vec<Stack>> {
    let Group { space, power, unit, count } = group;
    let settings = settings(rules)?;
    let beside = rules.board.link(space, to).is_some_and(|link| link.passes.has(Domain::Sea));
    let struck = |stack: &&Stack| {
        (stack.power, stack.unit) == (power, unit)
            && matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::Surface))
            && state.campaign.sea.fleet(stack.army).struck == Some(to)
    };
    let allowed = beside
        && settings.at_sea.contains(&power)
        && decides_for(rules, state, side, power)
        && !state.stacks_in(to).iter().any(|other| state.at_war(power, other.power) && attack::is_prey(rules, other));
    let mut found = state.stacks_in(space).iter().filter(struck);
    // They go as one fleet, so they must have been one.
    let ships =
        found.find(|stack| stack.count >= count).filter(|_| allowed).map(|stack| vec![Stack { count, ..*stack }])?;
    let reach = left(rules, state, &ships[0])?;
    check(rules, state, &ships, reach.saturating_add(1), to).is_ok().then_some(ships)
}

/// The next ship that must be home when the phase ends, and can be, sets out; false if there is none.
pub(super) fn send_home(run: &mut Run, side: SideIx) -> bool {
    for stack in harbour::strays(run.rules, &run.state, side) {
        let Some(left) = left(run.rules, &run.state, &stack) else { continue };
        let Some(prospect) = Prospect::new(run.rules, &run.state, &[stack], left) else { continue };
        let homes = harbour::homes(run.rules, &run.state, &stack).into_iter();
        let nearest = homes.filter_map(|port| prospect.ways.steps(port).map(|steps| (steps, port))).min();
        let Some((_, to)) = nearest.filter(|(steps, _)| *steps > 0) else { continue };
        let Ok(number) = enlist(run, &[stack], |fleet| fleet.left = Some(left)) else { continue };
        let passage = Passage { fleet: number, power: stack.power, to, asked: false };
        tell(run, SeaEvent::Sailed { passage: Some(passage) });
        return true;
    }
    false
}

/// Where ships have something to do.
pub(super) fn commands(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut found = Vec::new();
    let own = state.stacks.iter().filter(|stack| decides_for(rules, state, side, stack.power));
    // Ships of a kind that lie together have the same goals.
    let mut known: Option<(Alike, Vec<SpaceIx>)> = None;
    for stack in own {
        let fleet = state.campaign.sea.fleet(stack.army);
        let (Some(left), Ok(free)) = (left(rules, state, stack), able(rules, state, side, stack)) else { continue };
        // Powers outside the war have their reasons to leave merchant ships alone; what they may do all the same is not listed.
        let pipeline = state.side_of(stack.power).is_none() && rules.unit(stack.unit).can(Ability::Pipeline);
        if left == 0 || pipeline || fleet.left.is_some() && roster::ships(state, stack.army).len() > 1 {
            continue;
        }
        let alike = Alike::new(rules, stack, left);
        if known.as_ref().is_none_or(|(other, _)| *other != alike) {
            known = Some((alike, traced.goals(rules, &Errands::new(rules, state, stack, left))));
        }
        let Stack { space: from, power, unit, count, .. } = *stack;
        for to in known.iter().flat_map(|(_, goals)| goals) {
            if fleet.left.is_some() {
                found.push(Command::Depart { fleet: stack.army, to: *to });
                continue;
            }
            found.push(Command::Sail { from, power, unit, count: free, to: *to });
            if free > 1 {
                found.push(Command::Sail { from, power, unit, count: 1, to: *to });
            }
        }
        if let Some(to) = fleet.struck
            && followers(rules, state, side, Group { space: from, power, unit, count }, to).is_some()
        {
            found.push(Command::Follow { from, power, unit, count, to });
        }
    }
    found
}

/// What makes ships have the same goals.
#[derive(PartialEq, Eq)]
struct Alike {
    space: SpaceIx,
    power: PowerIx,
    kind: Option<Kind>,
    armed: bool,
    left: u8,
}

impl Alike {
    fn new(rules: &Ruleset, stack: &Stack, left: u8) -> Self {
        // Carriers and other surface fleets differ in their reach at the end only, and goals are judged by the shorter one.
        let kind = sea_rules::kind(rules, stack);
        let kind = if kind == Some(Kind::Carrier) { Some(Kind::Surface) } else { kind };
        Self { space: stack.space, power: stack.power, kind, armed: naval::attack_strength(rules, stack) > 0, left }
    }
}
