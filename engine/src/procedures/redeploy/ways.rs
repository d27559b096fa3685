//! Where stacks can redeploy to, worked out once for all that hang together: counted and picked as sets of spaces, because hundreds of
//! spaces are open to nearly every stack and most of them are never asked for one by one.

use std::rc::Rc;

use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use super::ferry;
use crate::action::Action;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::RedeployRules;
use crate::query::chart::{Carried, Chart};
use crate::query::reach::{SpaceSet, bits};
use crate::query::seas::Shipper;
use crate::query::{armies, stacking};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// How many points of a stack can go to a space with so much room; none if it stands there.
fn listed(stack: Stack, to: SpaceIx, room: i64) -> Option<u16> {
    (to != stack.space && room > 0).then(|| room.min(i64::from(stack.count)) as u16)
}

pub(super) fn order(stack: Stack, to: SpaceIx, count: u16) -> Action {
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

/// Where stacks of one sort can go.
struct Rooms {
    /// Spaces that are reached by land with room for one only, and for more.
    one: SpaceSet,
    more: SpaceSet,
    /// Spaces that are reached by air or over the sea, and the room in them, nowhere none.
    far: Vec<(SpaceIx, i64)>,
    /// Spaces with room for one only, and for more, by whatever way.
    for_one: usize,
    for_more: usize,
}

/// What decides how much room a stack finds: its land, what its type is and counts, the special limits on where it starts, and for
/// what can fly by a ferry also the place and the type.
type Sort = (usize, Amount, Domain, u64, Option<(SpaceIx, UnitIx)>);

/// Where stacks can go, worked out once for all that hang together.
pub(super) struct Ways<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    side: SideIx,
    may_found: bool,
    chart: &'a mut Chart,
    settings: &'a RedeployRules,
    /// What the seas carry now, by who ships.
    carried: Vec<Carried<'a>>,
    rooms: Vec<(Sort, Rc<Rooms>)>,
    /// Where the stack asked for last can go, if it cannot fly: its neighbours in the list mostly stand in the same space.
    last: Option<(SpaceIx, PowerIx, Amount, Domain, Rc<Rooms>)>,
    /// Spaces with an army of the side.
    armies: SpaceSet,
    /// What the units count in each space that has some, in order.
    loads: Vec<(SpaceIx, i64)>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(
        rules: &'a Ruleset,
        state: &'a State,
        side: SideIx,
        settings: &'a RedeployRules,
        chart: &'a mut Chart,
    ) -> Self {
        let may_found = armies::free_number(rules, state, side).is_some();
        chart.renew(rules, state, side);
        let count = rules.board.spaces.len();
        let mut armies = SpaceSet::new(count);
        let mut loads = Vec::new();
        for stacks in state.stacks.chunk_by(|one, other| one.space == other.space) {
            let mut own = stacks.iter().filter(|stack| state.side_of(stack.power) == Some(side)).peekable();
            let Some(space) = own.peek().map(|stack| stack.space) else { continue };
            loads.push((space, stacking::load_of(rules, state, side, stacks)));
            if own.any(|stack| stack.army != 0) {
                armies.add(space);
            }
        }
        Self {
            rules,
            state,
            side,
            may_found,
            chart,
            settings,
            carried: Vec::new(),
            rooms: Vec::new(),
            last: None,
            armies,
            loads,
        }
    }

    /// Spaces a stack can go to, and how many of it at most.
    pub(super) fn from(&mut self, stack: Stack) -> Vec<(SpaceIx, u16)> {
        let rooms = self.list(stack);
        let mut list = Vec::with_capacity(rooms.for_one + rooms.for_more);
        for (word, (one, more)) in rooms.one.words().iter().zip(rooms.more.words()).enumerate() {
            for to in bits(word, one | more) {
                let room = self.room(stack, to);
                list.extend(listed(stack, to, room).map(|most| (to, most)));
            }
        }
        list.extend(rooms.far.iter().filter_map(|(to, room)| listed(stack, *to, *room).map(|most| (*to, most))));
        list
    }

    /// The order of a stack at a place of its list: those for one point and for all that can go, space by space.
    pub(super) fn nth(&mut self, stack: Stack, mut at: usize) -> Option<Action> {
        let rooms = self.list(stack);
        let several = if stack.count > 1 { 2 } else { 1 };
        let (own_word, own_bit) = (stack.space.index() / 64, 1 << (stack.space.index() % 64));
        for (word, (one, more)) in rooms.one.words().iter().zip(rooms.more.words()).enumerate() {
            let elsewhere: u64 = if word == own_word { !own_bit } else { !0 };
            let (one, more) = (one & elsewhere, more & elsewhere);
            let orders = one.count_ones() as usize + more.count_ones() as usize * several;
            if at >= orders {
                at -= orders;
                continue;
            }
            for to in bits(word, one | more) {
                let orders = if more >> (to.index() % 64) & 1 == 1 { several } else { 1 };
                if at >= orders {
                    at -= orders;
                    continue;
                }
                let most = listed(stack, to, self.room(stack, to))?;
                return Some(order(stack, to, if at == 0 { 1 } else { most }));
            }
        }
        for (to, room) in &rooms.far {
            let Some(most) = listed(stack, *to, *room) else { continue };
            match (at, most) {
                (0, _) => return Some(order(stack, *to, 1)),
                (1, 2..) => return Some(order(stack, *to, most)),
                (_, 2..) => at -= 2,
                _ => at -= 1,
            }
        }
        None
    }

    /// How many orders a stack has: to each space one for a point and one for all that can go, none to where it stands.
    pub(super) fn orders(&mut self, stack: Stack) -> usize {
        let rooms = self.list(stack);
        let ways = |most: u16| if most > 1 { 2 } else { 1 };
        let all = rooms.for_one + rooms.for_more * ways(stack.count);
        let here = match (rooms.one.has(stack.space), rooms.more.has(stack.space)) {
            (_, true) => ways(stack.count),
            (true, false) => 1,
            (false, false) => 0,
        };
        all - here
    }

    /// Spaces that can be reached from where a stack stands, with the room there.
    fn list(&mut self, stack: Stack) -> Rc<Rooms> {
        let info = self.rules.unit(stack.unit);
        let flies = self.settings.ferries.iter().any(|ferry| ferry.units.contains(&stack.unit));
        if let Some((space, power, counts, domain, rooms)) = self.last.as_ref().filter(|_| !flies)
            && (*space, *power) == (stack.space, stack.power)
            && (*counts, *domain) == (info.stacking, info.domain)
        {
            return Rc::clone(rooms);
        }
        let rooms = self.list_sort(stack, flies);
        if !flies {
            self.last = Some((stack.space, stack.power, info.stacking, info.domain, Rc::clone(&rooms)));
        }
        rooms
    }

    /// The same for a stack that is not like the one before.
    fn list_sort(&mut self, stack: Stack, flies: bool) -> Rc<Rooms> {
        let (rules, state, side) = (self.rules, self.state, self.side);
        let carried = self.carried_for(Shipper::of(rules, side, stack.power));
        let Carried { who, open, .. } = &self.carried[carried];
        let (number, land) = self.chart.land(rules, state, *who, open, stack.space);
        let info = rules.unit(stack.unit);
        let touched = self.carried[carried].touched(stack.space);
        let sort = (number, info.stacking, info.domain, touched, flies.then_some((stack.space, stack.unit)));
        if let Some((_, rooms)) = self.rooms.iter().find(|(known, _)| *known == sort) {
            return Rc::clone(rooms);
        }
        let none = || SpaceSet::new(rules.board.spaces.len());
        let [mut one, mut more] =
            if self.may_found { self.chart.bare(rules, state, side, &land.has, stack.unit) } else { [none(), none()] };
        // What differs from bare land: the few spaces where units stand.
        for at in 0..self.loads.len() {
            let to = self.loads[at].0;
            if !land.has.has(to) {
                continue;
            }
            one.remove(to);
            more.remove(to);
            match self.room(stack, to) {
                1 => drop(one.add(to)),
                2.. => drop(more.add(to)),
                _ => {}
            }
        }
        let (mut for_one, mut for_more) = (one.count(), more.count());
        let mut far: Vec<(SpaceIx, i64)> = Vec::new();
        // By air before by sea, each space once.
        let mut flown: Vec<SpaceIx> = Vec::new();
        if flies {
            for to in ferry::ends(state, side, self.settings, stack) {
                if rules.board.has_land(to) && !land.has.has(to) && !flown.contains(&to) {
                    flown.push(to);
                    far.push((to, self.room(stack, to)));
                }
            }
        }
        for shore in &land.over_sea {
            for to in shore.spaces.iter().filter(|to| !flown.contains(to)) {
                if let Some(points) = self.carried[carried].points(shore.seas, touched, *to) {
                    far.push((*to, self.room(stack, *to).min(points)));
                }
            }
        }
        far.retain(|(_, room)| *room > 0);
        for_one += far.iter().filter(|(_, room)| *room == 1).count();
        for_more += far.iter().filter(|(_, room)| *room > 1).count();
        let rooms = Rc::new(Rooms { one, more, far, for_one, for_more });
        self.rooms.push((sort, Rc::clone(&rooms)));
        rooms
    }

    /// The place of what the seas carry for somebody.
    fn carried_for(&mut self, who: Shipper) -> usize {
        self.carried.iter().position(|carried| carried.who == who).unwrap_or_else(|| {
            self.carried.push(Carried::new(self.rules, self.state, who, self.settings.by_sea));
            self.carried.len() - 1
        })
    }

    /// Room for points of a stack, if there is an army to join or to found.
    fn room(&mut self, stack: Stack, to: SpaceIx) -> i64 {
        if !self.may_found && !self.armies.has(to) {
            return 0;
        }
        let (rules, state, side) = (self.rules, self.state, self.side);
        let (chart, loads) = (&mut *self.chart, &self.loads);
        stacking::room_with(rules, stack.unit, to, || {
            let load = || loads.binary_search_by_key(&to, |(space, _)| *space).map_or(0, |at| loads[at].1);
            chart.limit(rules, state, side, to).map_or(i64::MAX, |limit| (limit - load()).max(0))
        })
    }
}
