//! Purchases: what the plan needs. Land units where they are near the fighting or somebody is in danger, ships where the way
//! there begins at a port, escorts against the enemy's ships, aircraft for a share, factories nearer to the front.

use chartroom_format::schema::units::{CombatRole, Domain};

use super::force::Force;
use super::landing::carries_troops;
use super::survey::{NEVER, Survey};
use crate::action::Action;
use crate::bots::Style;
use crate::game::Game;
use crate::ids::{Actor, PowerIx, SpaceIx, UnitIx};
use crate::order::Order;
use crate::procedures::recruit;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::state::Stack;

/// What was seen when the purchase began, and what was bought since.
pub(super) struct Needs {
    survey: Survey,
    /// Troops that wait for ships, and what ships carry, by weight.
    waiting: i64,
    room: i64,
    /// Fighting value of own ships, and of the enemy's that could meet them.
    fleet: i64,
    foes: i64,
    /// Money spent by domain: land, air, sea.
    spent: [i64; 3],
    /// By place where something may be bought: who stands there, and what was bought since, so that the next one fits them.
    at: Vec<Force>,
    /// The danger such a place was in when the purchase began.
    danger: Vec<i64>,
}

/// How little distance counts close to the fighting.
const NEAR: i64 = 8;
/// How little the danger of a place counts.
const SAVED: i64 = 250;
/// The share of the money that goes into aircraft, in hundredths.
const AIRCRAFT: i64 = 22;
/// From this danger on a place is as good as lost.
const LOST: i64 = 50;
/// Bought at a time.
const LOT: u16 = 3;

impl Needs {
    pub(super) fn new(game: &Game<'_>, survey: Survey) -> Self {
        let (rules, state) = (game.rules, &game.state);
        let mut needs = Self {
            waiting: 0,
            room: 0,
            fleet: 0,
            foes: 0,
            spent: [0; 3],
            at: vec![Force::default(); rules.board.spaces.len()],
            danger: vec![0; rules.board.spaces.len()],
            survey,
        };
        let survey = &needs.survey;
        let own = |space: SpaceIx| state.holder(space).is_some_and(|holder| survey.powers.contains(&holder));
        for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
            if own(space) || zones::is_sea(rules, space) && zones::coast(rules, space).any(own) {
                needs.at[space.index()] = survey.defenders(rules, state, space);
                needs.danger[space.index()] = survey.danger(space, &needs.at[space.index()]);
            }
        }
        let naval = |unit: UnitIx| {
            [CombatRole::Attacking, CombatRole::Defending]
                .into_iter()
                .map(|role| zones::dice(rules, unit, role).iter().sum::<i64>())
                .sum::<i64>()
        };
        for stack in state.stacks.iter().filter(|stack| survey.powers.contains(&stack.power)) {
            let count = i64::from(stack.count);
            if zones::is_ship(rules, stack.unit) {
                if carries_troops(rules, stack) {
                    let best = (0..rules.units.len()).map(UnitIx::new).filter(|unit| zones::takes_land(rules, *unit));
                    needs.room += count * best.map(|unit| zones::capacity(rules, stack.unit, unit)).max().unwrap_or(0);
                } else {
                    needs.fleet += naval(stack.unit) * count;
                }
            } else if zones::takes_land(rules, stack.unit) {
                let afloat = zones::is_sea(rules, stack.space);
                let to_sail = survey.by_sea.has(stack.space);
                if afloat || to_sail {
                    needs.waiting += zones::weight(rules, stack.unit) * count;
                }
            }
        }
        for stack in state.stacks.iter().filter(|stack| state.at_war(survey.lead, stack.power)) {
            if zones::is_ship(rules, stack.unit) && zones::is_armed(rules, stack.unit) {
                needs.foes += naval(stack.unit) * i64::from(stack.count);
            }
        }
        needs
    }

    /// The next purchase.
    pub(super) fn choose(&mut self, game: &Game<'_>, say: impl FnMut(String)) -> Action {
        let rules = game.rules;
        let best = game
            .legal()
            .into_iter()
            .filter_map(|action| self.score(game, &action).map(|score| (score, action)))
            .filter(|(score, _)| *score > 0)
            .max_by_key(|(score, _)| *score);
        let Some((_, action)) = best else { return Action::Done };
        let lot = |unit| if self.room_needed(rules, unit) { 1 } else { LOT };
        match action {
            Action::Order(Order::Buy { unit, count, site, to }) => {
                let count = count.min(lot(unit));
                self.note(game, unit, i64::from(count), site, say);
                Action::Order(Order::Buy { unit, count, site, to })
            }
            Action::Order(Order::Purchase { power, unit, count }) => {
                let count = count.min(lot(unit));
                if let Some((_, site)) = self.best_site(game, power, unit) {
                    self.note(game, unit, i64::from(count), site, say);
                }
                Action::Order(Order::Purchase { power, unit, count })
            }
            other => other,
        }
    }

    /// Where a unit that is placed later would be worth most, and how much.
    fn best_site(&self, game: &Game<'_>, power: PowerIx, unit: UnitIx) -> Option<(i64, SpaceIx)> {
        let settings = recruit::settings(game.rules)?;
        let sites = recruit::place::sites(game.rules, &game.state, settings, power, unit).into_iter();
        let worth = sites.filter_map(|(site, to)| Some((self.worth(game, unit, site, to)?, site)));
        worth.max_by_key(|(worth, site)| (*worth, std::cmp::Reverse(*site)))
    }

    fn room_needed(&self, rules: &Ruleset, unit: UnitIx) -> bool {
        zones::is_ship(rules, unit)
    }

    fn note(&mut self, game: &Game<'_>, unit: UnitIx, count: i64, site: SpaceIx, mut say: impl FnMut(String)) {
        let rules = game.rules;
        let price = self.survey.prices[unit.index()] * count;
        let stack = Stack { space: site, army: 0, power: self.survey.lead, unit, damaged: 0, count: 1 };
        match rules.unit(unit).domain {
            Domain::Air => self.spent[1] += price,
            Domain::Sea | Domain::Submarine => {
                self.spent[2] += price;
                if carries_troops(rules, &stack) {
                    let best = (0..rules.units.len()).map(UnitIx::new).filter(|unit| zones::takes_land(rules, *unit));
                    self.room += count * best.map(|cargo| zones::capacity(rules, unit, cargo)).max().unwrap_or(0);
                } else {
                    let sum = |role| zones::dice(rules, unit, role).iter().sum::<i64>();
                    self.fleet += (sum(CombatRole::Attacking) + sum(CombatRole::Defending)) * count;
                }
            }
            _ => {
                self.spent[0] += price;
                if self.survey.by_sea.has(site) {
                    self.waiting += zones::weight(rules, unit) * count;
                }
            }
        }
        self.at[site.index()].add(rules, &self.survey.prices, unit, count);
        say(format!("buys {count} {} for {}", rules.unit(unit).title, rules.board.space(site).name()));
    }

    fn score(&self, game: &Game<'_>, action: &Action) -> Option<i64> {
        let Action::Order(order) = action else { return None };
        match *order {
            Order::Buy { unit, site, to, .. } => self.worth(game, unit, site, to),
            Order::Purchase { power, unit, .. } => self.best_site(game, power, unit).map(|(worth, _)| worth),
            // What is damaged builds less; but not for the enemy.
            Order::Mend { space, .. } => (self.danger[space.index()] < LOST).then_some(700_000),
            Order::Overhaul { .. } => Some(750_000),
            // A ship in dock is cheaper than a new one.
            Order::Survey { .. } => Some(900_000),
            Order::Refit { .. } => Some(800_000),
            Order::Found { space, feature } => {
                let is_factory = recruit::settings(game.rules)?.kinds().contains(&feature);
                self.factory(game, space).filter(|_| is_factory)
            }
            Order::Board { .. } => None,
            _ => None,
        }
    }

    /// A factory pays where it is much nearer to the fighting than those that stand.
    fn factory(&self, game: &Game<'_>, space: SpaceIx) -> Option<i64> {
        let (rules, state) = (game.rules, &game.state);
        let settings = recruit::settings(rules)?;
        let kinds = settings.kinds();
        let holder = state.holder(space)?;
        if zones::factory(rules, state, space, &kinds).is_some() {
            return None;
        }
        let effort = self.survey.effort(space);
        let standing = (0..rules.board.spaces.len())
            .map(SpaceIx::new)
            .filter(|other| {
                state.holder(*other) == Some(holder) && zones::factory(rules, state, *other, &kinds).is_some()
            })
            .map(|other| self.survey.effort(other))
            .min()
            .unwrap_or(NEVER);
        let safe = self.danger[space.index()] < 20;
        let rich = state.money(Actor::Power(holder)) >= 60;
        let gain = standing.min(1000) - effort.min(1000);
        let own = rules.board.space(space).value >= 3 && !zones::is_occupied(rules, holder, space);
        let gain = Style::of(self.survey.style.economy, gain);
        (safe && rich && own && gain >= 60).then_some(500_000)
    }

    /// What a unit at a site is worth for its price.
    fn worth(&self, game: &Game<'_>, unit: UnitIx, site: SpaceIx, to: SpaceIx) -> Option<i64> {
        let (rules, state) = (game.rules, &game.state);
        let survey = &self.survey;
        let holder = state.holder(site)?;
        let price = recruit::price(rules, state, holder, unit)?.max(1);
        let sum = |role| zones::dice(rules, unit, role).iter().sum::<i64>();
        let (attack, defence) = (sum(CombatRole::Attacking), sum(CombatRole::Defending));
        let hits = rules.profiles[unit.index()].kind.stats.hits.unwrap_or(1).max(1);
        let effort = survey.effort(site);
        let by_sea = survey.by_sea.has(site);
        let nearness = 20_000 / (NEAR + effort.clamp(0, 1200));
        let all = self.spent.iter().sum::<i64>().max(1);
        let stack = Stack { space: to, army: 0, power: holder, unit, damaged: 0, count: 1 };
        match rules.unit(unit).domain {
            Domain::Land | Domain::Fixed => {
                let danger = self.danger[site.index()];
                let gain = self.marginal(&self.at[site.index()], attack, defence, hits, danger) / price;
                let fits = if by_sea && self.waiting > self.room { 3 } else { 10 };
                let worth = survey.worth[site.index()];
                let save = if danger > 30 && worth >= 100 { worth.min(400) * danger / SAVED } else { 0 };
                (attack + defence > 0).then_some(gain * (nearness * fits / 10 + save))
            }
            Domain::Air => {
                let share = self.spent[1] * 100 / all;
                let most = Style::of(survey.style.air, AIRCRAFT);
                let gain = self.marginal(&self.at[site.index()], attack, defence, hits, 0) * 3 / 2 / price;
                (share < most && attack > 0 && effort < NEVER).then_some(gain * (nearness + 30))
            }
            Domain::Sea | Domain::Submarine => {
                if !by_sea && self.room == 0 && self.fleet == 0 {
                    return None;
                }
                let danger = self.danger[to.index()];
                if danger > 70 {
                    return None;
                }
                let naval = survey.style.naval;
                if carries_troops(rules, &stack) {
                    let wanted = by_sea && self.waiting > self.room;
                    return wanted.then_some(Style::of(naval, nearness + 40) * 2000 / price);
                }
                // A fleet as strong as what could meet it, but not more than a share of the money.
                let share = self.spent[2] * 100 / all;
                let short =
                    by_sea && self.room > 0 && self.fleet < Style::of(naval, self.foes) && share < Style::of(naval, 40);
                let gain = (attack * 2 + defence * 3) * hits * 50 / price;
                short.then_some(gain * (nearness + 40) / 2)
            }
        }
    }

    /// How much a force gains by one more unit: dice are worth as much as there are hits behind them.
    fn marginal(&self, force: &Force, attack: i64, defence: i64, hits: i64, danger: i64) -> i64 {
        let all = force.hits().max(3);
        let (strikes, holds) = (force.dice(CombatRole::Attacking).max(4), force.dice(CombatRole::Defending).max(4));
        let bold = Style::of(self.survey.style.aggression, 100 - danger / 2);
        let by_attack = attack * 100 + hits * 100 * strikes / all;
        let by_defence = defence * 100 + hits * 100 * holds / all;
        (by_attack * bold + by_defence * (60 + danger)) / 100
    }
}
