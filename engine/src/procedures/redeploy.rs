//! Redeployment: strength points go any distance through connected friendly spaces, by sea within the limits of each sea.

mod ferry;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::{Next, RedeployRules};
use crate::action::{Action, Refusal};
use crate::event::{Event, LossReason};
use crate::ids::{SideIx, SpaceIx, UnitIx};
use crate::query::reach::{self, SpaceSet};
use crate::query::seas::{self, Crossing, Passage, Shipper};
use crate::query::{armies, stacking};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    if run.state.stacks.iter().any(|stack| run.state.side_of(stack.power) == Some(side)) {
        Next::Waits
    } else {
        Next::Over
    }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &RedeployRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => {
            remove_excess(run, side);
            Ok(Next::Over)
        }
        Action::Redeploy { from, army, power, unit, count, to, into } => {
            let stack =
                held_stack(run.rules, &run.state, side, Stack { space: from, army, power, unit, damaged: 0, count })?;
            may_leave(run.rules, &run.state, settings, stack.space)?;
            let way = way(run.rules, &run.state, side, settings, stack, to)?;
            if from != to && stacking::room(run.rules, &run.state, power, unit, to) < i64::from(count) {
                return Err(Refusal::of(Ban::Stacking, "more points than the space may hold"));
            }
            let army = joined_army(run, side, stack, to, into)?;
            if let Way::Sea(passage) = &way {
                for sea in &passage.accounts {
                    run.emit(Event::Shipped { sea: *sea, points: count });
                }
            }
            run.emit(Event::Moved { stack, to, army });
            if let Way::Air(ferry) = way {
                ferry::fly(run, settings, ferry, Stack { space: to, army, ..stack });
            }
            Ok(Next::Waits)
        }
        Action::Convert { space, army, power, unit, count } => {
            let stack = held_stack(run.rules, &run.state, side, Stack { space, army, power, unit, damaged: 0, count })?;
            let Some(into) = run.rules.unit(unit).upgrades_to else {
                return Err(Refusal::of(Ban::NeverChanges, "points of this type never change"));
            };
            run.emit(Event::Converted { stack, into });
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the movement phase")),
    }
}

/// The army the points join: the one named, or the one in the place, or a new one.
fn joined_army(run: &Run, side: SideIx, stack: Stack, to: SpaceIx, into: Option<u8>) -> Result<u8, Refusal> {
    if !armies::belongs(run.rules, stack.unit) {
        return Ok(0);
    }
    let whole =
        run.state.army(side, stack.army).map(|other| u32::from(other.count)).sum::<u32>() == u32::from(stack.count);
    match into {
        Some(0) => armies::free_number(run.rules, &run.state, side),
        Some(number) if run.state.army_space(side, number) == Some(to) => Some(number),
        Some(_) => return Err(Refusal::of(Ban::Armies, "that army is not there")),
        None => armies::in_space(&run.state, side, to)
            .filter(|number| stack.space != to || *number != stack.army)
            .or_else(|| if whole { Some(stack.army) } else { armies::free_number(run.rules, &run.state, side) }),
    }
    .ok_or_else(|| Refusal::of(Ban::Armies, "the side may have no more armies"))
}

/// The stack that an action speaks of, if it is there and may move.
fn held_stack(rules: &Ruleset, state: &State, side: SideIx, wanted: Stack) -> Result<Stack, Refusal> {
    let there = state.stacks_in(wanted.space).iter().find(|stack| {
        (stack.army, stack.power, stack.unit, stack.damaged) == (wanted.army, wanted.power, wanted.unit, wanted.damaged)
    });
    let Some(there) = there.filter(|stack| stack.count >= wanted.count && wanted.count > 0) else {
        return Err(Refusal::of(Ban::NotThere, "these points are not there"));
    };
    if state.side_of(there.power) != Some(side) {
        return Err(Refusal::of(Ban::NotYours, "these points belong to somebody else"));
    }
    let info = rules.unit(there.unit);
    // Bombers and the like go with the armies though they belong to none.
    if info.can(Ability::Immobile)
        || !matches!(info.domain, Domain::Land | Domain::Air)
        || !armies::belongs(rules, there.unit) && info.can(Ability::HomeOnly)
    {
        return Err(Refusal::of(Ban::Immobile, "points of this type do not redeploy"));
    }
    Ok(wanted)
}

fn may_leave(rules: &Ruleset, state: &State, settings: &RedeployRules, space: SpaceIx) -> Result<(), Refusal> {
    if state.is_cut_off(space) {
        return Err(Refusal::of(Ban::CutOff, "armies that are cut off may not move"));
    }
    for frozen in &settings.frozen {
        if i64::from(state.turn) < frozen.until_turn && frozen.spaces.binary_search(&space).is_ok() {
            let rule = frozen.source.as_deref().unwrap_or("");
            return Err(Refusal::new(rule, format!("nothing leaves {} yet", rules.space_name(space))));
        }
    }
    Ok(())
}

/// How points get somewhere.
enum Way {
    Land,
    /// By a ferry of the settings.
    Air(usize),
    Sea(Passage),
}

/// The way of points to a space: by land, else through the air where a ferry flies, else over the seas.
fn way(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    stack: Stack,
    to: SpaceIx,
) -> Result<Way, Refusal> {
    let (from, points) = (stack.space, i64::from(stack.count));
    if !rules.board.spaces.get(to.index()).is_some_and(|_| state.is_friendly(to, side) && rules.board.has_land(to)) {
        return Err(Refusal::of(Ban::NoWay, "points move only into friendly land"));
    }
    if reach::by_land(rules, state, side, from).has(to) {
        return Ok(Way::Land);
    }
    if let Some(ferry) = ferry::find(state, side, settings, stack, to) {
        return Ok(Way::Air(ferry));
    }
    if !settings.by_sea {
        return Err(Refusal::of(Ban::NoWay, "no way through friendly spaces leads there"));
    }
    let crossings = seas::crossings(rules, state, Shipper::of(rules, side, stack.power), from);
    match seas::passage(rules, state, side, &crossings, from, to) {
        Some(passage) if passage.points >= points => Ok(Way::Sea(passage)),
        Some(_) => Err(Refusal::of(Ban::SeaLimit, "the seas on the way carry no more points this turn")),
        None => Err(Refusal::of(Ban::NoWay, "no way through friendly spaces and open seas leads there")),
    }
}

/// Too many points in a space when movement ends: the owner removes some, cheapest types last listed first.
fn remove_excess(run: &mut Run, side: SideIx) {
    let spaces: Vec<SpaceIx> = run.state.armies(side).into_iter().map(|(_, space)| space).collect();
    for space in spaces {
        let Some(limit) = stacking::limit(run.rules, &run.state, side, space) else { continue };
        while stacking::load(run.rules, &run.state, side, space) > limit {
            let counted = |stack: &&Stack| {
                run.state.side_of(stack.power) == Some(side) && run.rules.unit(stack.unit).stacking.numerator > 0
            };
            let Some(stack) = run.state.stacks_in(space).iter().find(counted).copied() else { break };
            run.emit(Event::Removed { stack: Stack { count: 1, ..stack }, why: LossReason::Overstacked });
        }
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    let mut ways = Ways::new(rules, state, side, settings);
    for stack in movable(rules, state, side, settings) {
        for (to, most) in ways.from(stack) {
            actions.push(order(stack, to, 1));
            if most > 1 {
                actions.push(order(stack, to, most));
            }
        }
    }
    actions
}

/// The action that `legal` would list at a place, without listing the others; the last one if there are fewer.
pub(super) fn pick(
    rules: &Ruleset,
    state: &State,
    side: SideIx,
    settings: &RedeployRules,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Action {
    let mut ways = Ways::new(rules, state, side, settings);
    let lists: Vec<(Stack, Rooms)> =
        movable(rules, state, side, settings).into_iter().map(|stack| (stack, ways.list(stack))).collect();
    let count = |stack: Stack, list: &[(SpaceIx, i64)]| -> usize {
        list.iter().map(|(to, room)| listed(stack, *to, *room).map_or(0, |most| if most > 1 { 2 } else { 1 })).sum()
    };
    let counts: Vec<usize> = lists.iter().map(|(stack, list)| count(*stack, list)).collect();
    let mut at = choose(1 + counts.iter().sum::<usize>());
    if at == 0 {
        return Action::Done;
    }
    at -= 1;
    for ((stack, list), count) in lists.iter().zip(counts) {
        if at >= count {
            at -= count;
            continue;
        }
        for (to, room) in list.iter() {
            let Some(most) = listed(*stack, *to, *room) else { continue };
            match (at, most) {
                (0, _) => return order(*stack, *to, 1),
                (1, 2..) => return order(*stack, *to, most),
                (_, 2..) => at -= 2,
                _ => at -= 1,
            }
        }
    }
    Action::Done
}

/// How many points of a stack can go to a space with so much room; none if it stands there.
fn listed(stack: Stack, to: SpaceIx, room: i64) -> Option<u16> {
    (to != stack.space && room > 0).then(|| room.min(i64::from(stack.count)) as u16)
}

fn order(stack: Stack, to: SpaceIx, count: u16) -> Action {
    Action::Redeploy {
        from: stack.space,
        army: stack.army,
        power: stack.power,
        unit: stack.unit,
        count,
        to,
        into: None,
    }
}

/// Spaces and the room in them.
type Rooms = std::rc::Rc<[(SpaceIx, i64)]>;

/// Where stacks can go, worked out once for all that hang together.
struct Ways<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    side: SideIx,
    settings: &'a RedeployRules,
    may_found: bool,
    lands: Vec<Land>,
}

type RoomKey = (Amount, Option<SpaceIx>, Option<UnitIx>);

/// Land that hangs together.
struct Land {
    who: Shipper,
    spaces: SpaceSet,
    crossings: Vec<Crossing>,
    /// Room by what a point counts for stacking; by sea also by where it starts, through the air also by the unit.
    rooms: Vec<(RoomKey, Rooms)>,
}

impl<'a> Ways<'a> {
    fn new(rules: &'a Ruleset, state: &'a State, side: SideIx, settings: &'a RedeployRules) -> Self {
        let may_found = armies::free_number(rules, state, side).is_some();
        Self { rules, state, side, settings, may_found, lands: Vec::new() }
    }

    /// Spaces a stack can go to, and how many of it at most.
    fn from(&mut self, stack: Stack) -> Vec<(SpaceIx, u16)> {
        let list = self.list(stack);
        list.iter().filter_map(|(to, room)| listed(stack, *to, *room).map(|most| (*to, most))).collect()
    }

    /// Spaces that can be reached from where a stack stands, with the room there.
    fn list(&mut self, stack: Stack) -> Rooms {
        let land = self.land(stack.space, Shipper::of(self.rules, self.side, stack.power));
        let flies = self.settings.ferries.iter().any(|ferry| ferry.units.contains(&stack.unit));
        let from = (self.settings.by_sea || flies).then_some(stack.space);
        let key = (self.rules.unit(stack.unit).stacking, from, flies.then_some(stack.unit));
        if let Some((_, rooms)) = self.lands[land].rooms.iter().find(|(known, _)| *known == key) {
            return rooms.clone();
        }
        let Land { spaces, crossings, .. } = &self.lands[land];
        let mut list: Vec<(SpaceIx, i64)> = spaces.iter().map(|to| (to, self.room(stack, to))).collect();
        let mut seen = spaces.clone();
        if flies {
            for to in ferry::ends(self.state, self.side, self.settings, stack) {
                if self.rules.board.has_land(to) && seen.add(to) {
                    list.push((to, self.room(stack, to)));
                }
            }
        }
        for to in crossings.iter().flat_map(|crossing| crossing.reach.iter()) {
            if seen.add(to) {
                let passage = seas::passage(self.rules, self.state, self.side, crossings, stack.space, to);
                list.extend(passage.map(|passage| (to, self.room(stack, to).min(passage.points))));
            }
        }
        list.retain(|(_, room)| *room > 0);
        let rooms: Rooms = list.into();
        self.lands[land].rooms.push((key, rooms.clone()));
        rooms
    }

    /// The land a space belongs to.
    fn land(&mut self, space: SpaceIx, who: Shipper) -> usize {
        if let Some(known) = self.lands.iter().position(|land| land.who == who && land.spaces.has(space)) {
            return known;
        }
        let spaces = reach::by_land(self.rules, self.state, self.side, space);
        let crossings =
            if self.settings.by_sea { seas::crossings(self.rules, self.state, who, space) } else { Vec::new() };
        self.lands.push(Land { who, spaces, crossings, rooms: Vec::new() });
        self.lands.len() - 1
    }

    /// Room for points of a stack, if there is an army to join or to found.
    fn room(&self, stack: Stack, to: SpaceIx) -> i64 {
        if self.may_found || armies::in_space(self.state, self.side, to).is_some() {
            stacking::room(self.rules, self.state, stack.power, stack.unit, to)
        } else {
            0
        }
    }
}

/// The stacks a side may redeploy.
pub(crate) fn movable(rules: &Ruleset, state: &State, side: SideIx, settings: &RedeployRules) -> Vec<Stack> {
    let stacks = state.stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side));
    stacks
        .filter(|stack| held_stack(rules, state, side, **stack).is_ok())
        .filter(|stack| may_leave(rules, state, settings, stack.space).is_ok())
        .copied()
        .collect()
}
