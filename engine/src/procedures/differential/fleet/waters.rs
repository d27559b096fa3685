//! The sea as ships of one power find it: where they may go and how far it is, past enemies and through straits.

use std::collections::VecDeque;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::super::sea_rules::{self, Kind};
use super::super::zones;
use crate::action::Refusal;
use crate::board::{Link, Opening};
use crate::condition::Scene;
use crate::ids::{PowerIx, SpaceIx, UnitIx};
use crate::query::reach::{SpaceSet, is_open_passage};
use crate::ruleset::Ruleset;
use crate::state::{Stack, State};

/// No way leads there.
const NEVER: u8 = u8::MAX;

/// Whether surface fleets escort merchant ships: they lie with them.
pub fn is_escort(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let ship = matches!(sea_rules::kind(rules, stack), Some(Kind::Carrier | Kind::Surface));
    ship && has_merchants(rules, state, stack.power, stack.space)
}

/// Whether merchant ships of a power or its friends lie in a space.
pub fn has_merchants(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    let mut there = state.stacks_in(space).iter();
    there.any(|stack| rules.unit(stack.unit).can(Ability::Pipeline) && zones::is_friend(state, power, stack.power))
}

/// What keeps ships from going somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chart {
    domain: Domain,
    /// Spaces with enemies that ships do not pass.
    blocked: SpaceSet,
    /// By strait: whether it is shut to them.
    shut: Vec<bool>,
}

/// The sea for some types of ships that go together.
pub struct Waters<'a> {
    rules: &'a Ruleset,
    chart: Chart,
}

impl<'a> Waters<'a> {
    pub fn new(rules: &'a Ruleset, state: &State, power: PowerIx, units: &[UnitIx]) -> Self {
        let submarines = units.iter().all(|unit| rules.unit(*unit).domain == Domain::Submarine);
        let mut blocked = SpaceSet::new(rules.board.spaces.len());
        for stack in state.stacks.iter().filter(|stack| state.at_war(power, stack.power)) {
            let stops = match sea_rules::kind(rules, stack) {
                Some(Kind::LandBased) => true,
                Some(Kind::Carrier | Kind::Surface) => !submarines && !is_escort(rules, state, stack),
                Some(Kind::Submarine | Kind::Shipping) => false,
                None => !submarines && zones::is_land(rules, stack),
            };
            if stops {
                blocked.add(stack.space);
            }
        }
        let side = state.side_of(power).or(rules.power(power).leans);
        let open = |passage: &crate::board::PassageInfo| match &passage.opens {
            Opening::When(when) => units.iter().all(|unit| {
                when.holds(rules, state, &Scene { side, power: Some(power), unit: Some(*unit), ..Scene::default() })
            }),
            _ => side.is_some_and(|side| is_open_passage(rules, state, side, passage)),
        };
        let shut = rules.board.passages.iter().map(|passage| !open(passage)).collect();
        let domain = if submarines { Domain::Submarine } else { Domain::Sea };
        Self { rules, chart: Chart { domain, blocked, shut } }
    }

    /// The sea without anybody who bars a way.
    pub(super) fn open(rules: &'a Ruleset) -> Self {
        let blocked = SpaceSet::new(rules.board.spaces.len());
        Self { rules, chart: Chart { domain: Domain::Sea, blocked, shut: Vec::new() } }
    }

    /// The sea as a chart has it.
    pub(super) fn on(rules: &'a Ruleset, chart: Chart) -> Self {
        Self { rules, chart }
    }

    pub(super) fn into_chart(self) -> Chart {
        self.chart
    }

    /// Whether ships may take a way.
    pub fn lets_pass(&self, link: &Link) -> bool {
        link.passes.has(self.chart.domain)
            && !self.chart.blocked.has(link.to)
            && !link.passage.is_some_and(|at| self.chart.shut.get(usize::from(at)).copied().unwrap_or(false))
    }

    /// Why no way leads from a space to another, however far ships could go; none if one does.
    pub fn why_not(&self, from: SpaceIx, to: SpaceIx) -> Option<Refusal> {
        let board = &self.rules.board;
        if self.ways(from, NEVER, None, None).steps(to).is_some() {
            return None;
        }
        if self.chart.blocked.has(to) {
            return Some(Refusal::of(Ban::Pass, "enemies lie there whom these ships do not pass"));
        }
        let open = Self::on(self.rules, Chart { shut: Vec::new(), ..self.chart.clone() });
        let path = open.ways(from, NEVER, None, None).path(to);
        let mut at = from;
        for next in path {
            let strait = board.link(at, next).and_then(|link| link.passage).map(usize::from);
            if let Some(strait) = strait.filter(|strait| self.chart.shut.get(*strait).copied().unwrap_or(false)) {
                return Some(Refusal::new(
                    &board.passages[strait].source,
                    "a strait on the way is shut to these ships",
                ));
            }
            at = next;
        }
        let nobody = SpaceSet::new(board.spaces.len());
        let free = Self::on(self.rules, Chart { blocked: nobody, shut: Vec::new(), domain: self.chart.domain });
        Some(match free.ways(from, NEVER, None, None).steps(to) {
            Some(_) => Refusal::of(Ban::Pass, "enemies whom these ships do not pass bar every way there"),
            None => Refusal::of(Ban::NoWay, "no water leads there"),
        })
    }

    /// Ways from a space; those that leave one of the spaces in `shunned` are not taken, but for the first.
    pub fn ways(&self, from: SpaceIx, most: u8, within: Option<&SpaceSet>, shunned: Option<&SpaceSet>) -> Ways {
        let count = self.rules.board.spaces.len();
        let mut ways = Ways { steps: vec![NEVER; count], before: vec![from; count] };
        ways.steps[from.index()] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            let steps = ways.steps[at.index()];
            if steps >= most.min(NEVER - 1) || at != from && shunned.is_some_and(|shunned| shunned.has(at)) {
                continue;
            }
            for link in self.rules.board.links_of(at) {
                let inside = within.is_none_or(|within| within.has(link.to));
                if ways.steps[link.to.index()] == NEVER && inside && self.lets_pass(link) {
                    ways.steps[link.to.index()] = steps + 1;
                    ways.before[link.to.index()] = at;
                    queue.push_back(link.to);
                }
            }
        }
        ways
    }

    /// Spaces no farther from one of some ports.
    pub fn around(&self, ports: impl Iterator<Item = SpaceIx>, most: u8) -> SpaceSet {
        let steps = self.steps_to(ports, most);
        let mut near = SpaceSet::new(steps.len());
        for space in (0..steps.len()).filter(|at| steps[*at] <= most).map(SpaceIx::new) {
            near.add(space);
        }
        near
    }

    /// By space: steps to the nearest of some ports.
    pub fn steps_to(&self, ports: impl Iterator<Item = SpaceIx>, most: u8) -> Vec<u8> {
        let mut steps = vec![NEVER; self.rules.board.spaces.len()];
        let mut queue = VecDeque::new();
        for port in ports {
            steps[port.index()] = 0;
            queue.push_back(port);
        }
        while let Some(at) = queue.pop_front() {
            let next = steps[at.index()].saturating_add(1);
            if next > most.min(NEVER - 1) {
                break;
            }
            for link in self.rules.board.links_of(at) {
                if steps[link.to.index()] == NEVER && self.lets_pass(link) {
                    steps[link.to.index()] = next;
                    queue.push_back(link.to);
                }
            }
        }
        steps
    }
}

/// Where ships get from a space.
pub struct Ways {
    steps: Vec<u8>,
    before: Vec<SpaceIx>,
}

impl Ways {
    pub fn steps(&self, to: SpaceIx) -> Option<u8> {
        self.steps.get(to.index()).copied().filter(|steps| *steps != NEVER)
    }

    /// All spaces but the first, in order, with the steps.
    pub fn reached(&self) -> impl Iterator<Item = (SpaceIx, u8)> + '_ {
        let found = self.steps.iter().enumerate().filter(|(_, steps)| !matches!(**steps, 0 | NEVER));
        found.map(|(at, steps)| (SpaceIx::new(at), *steps))
    }

    /// The spaces on the way, the last one included, the first not.
    pub fn path(&self, to: SpaceIx) -> Vec<SpaceIx> {
        let mut path = Vec::new();
        let mut at = to;
        for _ in 0..self.steps(to).unwrap_or(0) {
            path.push(at);
            at = self.before[at.index()];
        }
        path.reverse();
        path
    }
}
