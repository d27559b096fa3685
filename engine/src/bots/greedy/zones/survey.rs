//! What a nation sees before it moves: what land is worth, which places the enemy can strike, and how far everything lies from
//! what is worth taking, by land and by sea together.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use chartroom_format::schema::units::Domain;

use super::force::{Force, forecast_of};
use crate::bots::Style;
use crate::bots::greedy::goals::Goals;
use crate::game::Game;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::range::hit_rules;
use crate::procedures::recruit;
use crate::query::range;
use crate::query::reach::{SpaceSet, is_open};
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// Nowhere.
pub(super) const NEVER: i64 = i64::MAX / 4;
/// Effort of a step over land, of going aboard, and of a step at sea.
const MARCH: i64 = 24;
const ABOARD: i64 = 30;
const SAIL: i64 = 8;
/// The share, in hundredths, of those who could come that is reckoned with: they cannot be everywhere, and most stay at home.
const LIKELY: i64 = 15;
/// What a price is where none is known.
const PRICE: i64 = 5;

/// What is seen.
pub(super) struct Survey {
    pub(super) powers: Vec<PowerIx>,
    pub(super) lead: PowerIx,
    pub(super) side: SideIx,
    pub(super) die: i64,
    pub(super) style: Style,
    /// By unit: what the nation pays for it.
    pub(super) prices: Vec<i64>,
    /// By space: what it is worth to have, ten to a piece of money.
    pub(super) worth: Vec<i64>,
    /// By space: who could strike there in the enemy's next turn.
    pub(super) threat: Vec<Force>,
    /// By space: the effort from there to the nearest thing worth taking.
    pub(super) effort: Vec<i64>,
    /// Land from which the way there begins with a ship.
    pub(super) by_sea: SpaceSet,
}

impl Survey {
    pub(super) fn new(game: &Game<'_>, goals: &Goals, style: Style) -> Option<Self> {
        let (rules, state) = (game.rules, &game.state);
        let powers = zones::powers_of(rules, state);
        let lead = powers.first().copied()?;
        let side = state.side_of(lead).or_else(|| game.to_act())?;
        let price = |unit| recruit::price(rules, state, lead, unit);
        let known: Vec<Option<i64>> = (0..rules.units.len()).map(|unit| price(UnitIx::new(unit))).collect();
        let prices = known.into_iter().map(|price| price.unwrap_or(PRICE)).collect();
        let die = hit_rules(rules).map_or(6, |settings| settings.die);
        let kinds = recruit::settings(rules).map(recruit::RecruitRules::kinds).unwrap_or_default();
        let worth = (0..rules.board.spaces.len())
            .map(SpaceIx::new)
            .map(|space| {
                if !rules.board.has_land(space) {
                    return 0;
                }
                let factory = zones::factory(rules, state, space, &kinds).is_some();
                rules.board.space(space).value.max(0) * 10 + goals.of(space) + i64::from(factory) * 30 + 2
            })
            .collect();
        let count = rules.board.spaces.len();
        let mut survey = Self {
            powers,
            lead,
            side,
            die,
            style,
            prices,
            worth,
            threat: vec![Force::default(); count],
            effort: vec![NEVER; count],
            by_sea: SpaceSet::new(count),
        };
        survey.see_threats(rules, state);
        survey.see_ways(rules, state);
        Some(survey)
    }

    pub(super) fn force(&self, rules: &Ruleset, stacks: impl Iterator<Item = Stack>) -> Force {
        let mut force = Force::default();
        for stack in stacks {
            force.add(rules, &self.prices, stack.unit, i64::from(stack.count));
        }
        force
    }

    /// Units of friends that would defend a place.
    pub(super) fn defenders(&self, rules: &Ruleset, state: &State, space: SpaceIx) -> Force {
        let at_sea = zones::is_sea(rules, space);
        let here = state.stacks_in(space).iter().filter(|stack| {
            state.side_of(stack.power) == Some(self.side) && (!at_sea || rules.unit(stack.unit).domain != Domain::Land)
        });
        self.force(rules, here.copied())
    }

    /// Enemies in a place that would fight.
    pub(super) fn enemies(&self, rules: &Ruleset, state: &State, space: SpaceIx) -> Force {
        let at_sea = zones::is_sea(rules, space);
        let here = zones::enemies(state, self.lead, space);
        let here = here.filter(|stack| !at_sea || rules.unit(stack.unit).domain != Domain::Land);
        self.force(rules, here.copied())
    }

    /// Chances in a hundred that the enemy takes a place from a force next turn.
    pub(super) fn danger(&self, space: SpaceIx, force: &Force) -> i64 {
        let threat = &self.threat[space.index()];
        if threat.is_empty() { 0 } else { forecast_of(threat, LIKELY, force, self.die).wins }
    }

    pub(super) fn effort(&self, space: SpaceIx) -> i64 {
        self.effort[space.index()]
    }

    fn see_threats(&mut self, rules: &Ruleset, state: &State) {
        let count = rules.board.spaces.len();
        let mut ships: Vec<Stack> = Vec::new();
        for stack in state.stacks.iter().filter(|stack| state.at_war(self.lead, stack.power)) {
            let info = rules.unit(stack.unit);
            let range = zones::movement(rules, state, stack);
            let number = i64::from(stack.count);
            match info.domain {
                Domain::Land if !zones::is_sea(rules, stack.space) => {
                    for space in near(
                        rules,
                        stack.space,
                        range,
                        |to| {
                            rules.board.has_land(to)
                                && !state.holder(to).is_some_and(|holder| self.is_ours(state, holder))
                        },
                        Domain::Land,
                    ) {
                        self.threat[space.index()].add(rules, &self.prices, stack.unit, number);
                    }
                }
                Domain::Air => {
                    let map = range::flight_map(rules, &[stack.space], range.div_ceil(2));
                    for space in (0..count).filter(|at| map[*at] != range::FAR) {
                        self.threat[space].add(rules, &self.prices, stack.unit, number);
                    }
                }
                Domain::Sea | Domain::Submarine => {
                    if zones::is_armed(rules, stack.unit) {
                        let zones = near(rules, stack.space, range, |to| zones::is_sea(rules, to), info.domain);
                        for space in zones.into_iter().filter(|to| zones::is_sea(rules, *to)) {
                            self.threat[space.index()].add(rules, &self.prices, stack.unit, number);
                        }
                    }
                    if !rules.profiles[stack.unit.index()].kind.carries.is_empty() {
                        ships.push(*stack);
                    }
                }
                _ => {}
            }
        }
        for ship in ships {
            self.see_landings(rules, state, ship);
        }
    }

    /// What a transport of the enemy could bring ashore next turn.
    fn see_landings(&mut self, rules: &Ruleset, state: &State, ship: Stack) {
        let own = |stack: &&Stack| {
            stack.power == ship.power
                && rules.unit(stack.unit).domain == Domain::Land
                && zones::capacity(rules, ship.unit, stack.unit) > 0
        };
        let coast = zones::coast(rules, ship.space);
        let spaces = std::iter::once(ship.space).chain(coast);
        let mut cargo: Vec<Stack> =
            spaces.flat_map(|space| state.stacks_in(space).iter().filter(own).copied()).collect();
        cargo.sort_by_key(|stack| Reverse(self.prices[stack.unit.index()]));
        let range = zones::movement(rules, state, &ship);
        let domain = rules.unit(ship.unit).domain;
        let zones_near = near(rules, ship.space, range, |to| zones::is_sea(rules, to), domain);
        let mut shores: Vec<SpaceIx> =
            zones_near.into_iter().chain([ship.space]).flat_map(|zone| zones::coast(rules, zone)).collect();
        shores.sort_unstable();
        shores.dedup();
        let mut left = i64::from(ship.count);
        for stack in cargo {
            let fits = zones::capacity(rules, ship.unit, stack.unit) / zones::weight(rules, stack.unit).max(1);
            if left <= 0 || fits <= 0 {
                continue;
            }
            let number = (left * fits).min(i64::from(stack.count));
            left -= (number + fits - 1) / fits;
            for shore in &shores {
                self.threat[shore.index()].add(rules, &self.prices, stack.unit, number);
            }
        }
    }

    fn is_ours(&self, state: &State, power: PowerIx) -> bool {
        state.side_of(power) == Some(self.side)
    }

    /// The effort from everywhere to what is worth taking or must be saved, over friendly land and open sea.
    fn see_ways(&mut self, rules: &Ruleset, state: &State) {
        let count = rules.board.spaces.len();
        let mut heap: BinaryHeap<Reverse<(i64, SpaceIx)>> = BinaryHeap::new();
        for space in (0..count).map(SpaceIx::new).filter(|space| rules.board.has_land(*space)) {
            let start = if zones::is_enemy_land(rules, state, self.lead, space) {
                let defence = self.enemies(rules, state, space).price();
                let pull = (self.worth[space.index()] / 5 - defence / 2).clamp(-90, 60);
                60 - Style::of(self.style.aggression, pull)
            } else if state.holder(space).is_some_and(|holder| self.is_ours(state, holder)) {
                let own = self.defenders(rules, state, space);
                if self.threat[space.index()].is_empty() || self.danger(space, &own) < 50 {
                    continue;
                }
                110 - (self.worth[space.index()] / 5).min(70)
            } else {
                continue;
            };
            self.effort[space.index()] = start;
            heap.push(Reverse((start, space)));
        }
        while let Some(Reverse((effort, space))) = heap.pop() {
            if effort > self.effort[space.index()] {
                continue;
            }
            let here_at_sea = zones::is_sea(rules, space);
            for link in rules.board.links_of(space) {
                // The way is walked backwards: from `link.to` to `space`.
                let to_sea = zones::is_sea(rules, link.to);
                let friendly = state.holder(link.to).is_some_and(|holder| self.is_ours(state, holder));
                let step = match (to_sea, here_at_sea) {
                    (true, true) if link.passes.has(Domain::Sea) && is_open(rules, state, self.side, link) => SAIL,
                    (true, false) => SAIL,
                    (false, true) if friendly => ABOARD,
                    (false, false) if friendly && link.passes.has(Domain::Land) => MARCH,
                    _ => continue,
                };
                let total = effort + step;
                if total < self.effort[link.to.index()] {
                    self.effort[link.to.index()] = total;
                    if here_at_sea && !to_sea {
                        self.by_sea.add(link.to);
                    } else {
                        self.by_sea.remove(link.to);
                    }
                    heap.push(Reverse((total, link.to)));
                }
            }
        }
    }
}

/// Spaces within a number of steps, through those that `through` lets pass.
fn near(rules: &Ruleset, from: SpaceIx, range: u8, through: impl Fn(SpaceIx) -> bool, domain: Domain) -> Vec<SpaceIx> {
    let mut seen = SpaceSet::new(rules.board.spaces.len());
    seen.add(from);
    let mut found = vec![from];
    let mut queue = VecDeque::from([(from, 0_u8)]);
    while let Some((space, steps)) = queue.pop_front() {
        if steps >= range {
            continue;
        }
        for link in rules.board.links_of(space).iter().filter(|link| link.passes.has(domain)) {
            if seen.add(link.to) {
                found.push(link.to);
                if through(link.to) {
                    queue.push_back((link.to, steps + 1));
                }
            }
        }
    }
    found
}
