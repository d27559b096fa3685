//! Where units can go: their movement points, what a step costs them, and what enemy zones of control do.

use chartroom_format::schema::move_points::{StepCost, ZoneHold};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::Ability;
use chartroom_format::schema::value::Amount;

use super::{AllowanceRule, MoveRules};
use crate::board::Link;
use crate::condition::Scene;
use crate::ids::{PowerIx, SpaceIx};
use crate::modifier;
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;
use crate::services::marks::Marks;
use crate::services::ways::{PARTS, Step, Ways, ground_cost, parts, search};
use crate::services::{sides, zones};
use crate::state::{Stack, State};

/// Movement points of the units of a stack where they stand now, in parts, with all that changes them.
pub fn allowance(rules: &Ruleset, state: &State, settings: &MoveRules, stack: &Stack) -> i64 {
    let marks = Marks::of(stack);
    let scene = Scene {
        power: Some(stack.power),
        side: state.side_of(stack.power),
        unit: Some(stack.unit),
        at: Some(stack.space),
        supply: Some(marks.supply()),
        damaged: stack.damaged > 0,
        marks,
        ..Scene::default()
    };
    let base = match settings.allowance {
        AllowanceRule::Own => own(rules, state, stack, &scene),
        AllowanceRule::Points(points) => Amount::whole(points),
        AllowanceRule::BySeason(table) => Amount::whole(by_season(rules, state, table)),
    };
    parts(modifier::modified(rules, state, &Quantity::Movement, base, &scene, &[stack])).max(0)
}

/// What is printed on a unit, or a variant says in its place; damaged units have the figure of their state if it has one.
fn own(rules: &Ruleset, state: &State, stack: &Stack, scene: &Scene) -> Amount {
    let profile = &rules.profiles[stack.unit.index()];
    let worn = usize::from(stack.damaged).checked_sub(1).and_then(|at| profile.kind.damaged.get(at));
    let mut variants = profile.variants.iter().filter(|(_, stats)| stats.movement.is_some());
    let held = variants.rfind(|(when, _)| when.holds(rules, state, scene)).and_then(|(_, stats)| stats.movement);
    held.or(worn.and_then(|stats| stats.movement)).or(profile.kind.stats.movement).unwrap_or(Amount::ZERO)
}

fn by_season(rules: &Ruleset, state: &State, table: crate::ids::TableIx) -> i64 {
    let season = rules.calendar(i64::from(state.turn)).0.and_then(|season| rules.seasons.get(season.index()));
    let found = season.and_then(|season| rules.table(table).of_word(season));
    found.and_then(crate::table::Value::number).unwrap_or(0)
}

/// The board as the units of a power find it.
pub struct Going<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    settings: &'a MoveRules,
    power: PowerIx,
    /// Enemy zones of control, where they matter.
    zones: SpaceSet,
    /// Spaces with units of others than friends.
    others: SpaceSet,
}

impl<'a> Going<'a> {
    pub fn new(rules: &'a Ruleset, state: &'a State, settings: &'a MoveRules, power: PowerIx) -> Self {
        let matter = settings.zones != chartroom_format::schema::move_points::EnemyZones::default();
        let zones = if matter { zones::of_enemies(rules, state, power) } else { SpaceSet::default() };
        let mut others = SpaceSet::new(rules.board.spaces.len());
        for stack in state.stacks.iter().filter(|stack| !sides::are_friends(state, power, stack.power)) {
            others.add(stack.space);
        }
        Self { rules, state, settings, power, zones, others }
    }

    /// Where a party that stands in one space can go together.
    pub fn ways(&self, party: &[Stack]) -> Ways {
        let points = party.iter().map(|stack| allowance(self.rules, self.state, self.settings, stack)).min();
        self.ways_with(party, points.unwrap_or(0))
    }

    /// The same with so many points.
    pub(super) fn ways_with(&self, party: &[Stack], points: i64) -> Ways {
        let from = party.first().map_or(SpaceIx(0), |stack| stack.space);
        let held = self.settings.zones.leave == ZoneHold::Stop && self.zones.has(from);
        search(&self.rules.board, from, points, |at, link, left| {
            let first = at == from;
            if first && held || !self.may_enter(party, link) {
                return Step::Closed;
            }
            let cost = self.cost(party, at, link);
            let (Some(cost), next) = (cost, self.zones.has(link.to)) else { return Step::Closed };
            let cost = if first && self.settings.one_space_always && cost > left { left } else { cost };
            if next && self.settings.zones.enter == ZoneHold::Stop { Step::Ends(cost) } else { Step::Goes(cost) }
        })
    }

    pub(super) fn reached(&self, party: &[Stack]) -> Vec<SpaceIx> {
        self.ways(party).reached().to_vec()
    }

    /// What a step costs a party: as much as it costs the slowest of its units. Nothing at all leads where zones bar the step.
    fn cost(&self, party: &[Stack], at: SpaceIx, link: &Link) -> Option<i64> {
        let zones = &self.settings.zones;
        let (leaves, enters) = (self.zones.has(at), self.zones.has(link.to));
        if leaves && enters && zones.bars_next {
            return None;
        }
        let ground = match self.settings.step {
            StepCost::Each(points) => points.saturating_mul(PARTS),
            StepCost::Terrain => {
                let domains = party.iter().map(|stack| self.rules.unit(stack.unit).domain);
                domains.map(|domain| ground_cost(&self.rules.board, link, domain)).max().unwrap_or(0)
            }
        };
        let held = |here: bool, hold: ZoneHold| match hold {
            ZoneHold::Cost(points) if here => points.saturating_mul(PARTS),
            _ => 0,
        };
        Some(ground.saturating_add(held(leaves, zones.leave)).saturating_add(held(enters, zones.enter)))
    }

    /// Whether all of a party may go over a link into the space behind it.
    pub(super) fn may_enter(&self, party: &[Stack], link: &Link) -> bool {
        let to = link.to;
        !self.others.has(to)
            && self.settings.enters.contains(&sides::ground(self.rules, self.state, self.power, to))
            && party.iter().all(|stack| {
                let info = self.rules.unit(stack.unit);
                let stays =
                    info.can(Ability::HomeOnly) && self.rules.power(stack.power).home.binary_search(&to).is_err();
                link.passes.has(info.domain) && !stays
            })
    }
}
