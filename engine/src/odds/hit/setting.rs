//! Both sides of a battle compiled, and the questions every round asks of them: who leaves, who has won.

use super::battle::{Battle, Side};
use super::kinds::Reaches;
use super::plan::{Layout, Plan};
use super::signature::Signatures;
use crate::odds::{Ending, OddsError};

/// Both sides compiled.
pub(super) struct Setting<'a> {
    pub(super) battle: &'a Battle,
    pub(super) attacker: Camp<'a>,
    pub(super) defender: Camp<'a>,
}

pub(super) struct Camp<'a> {
    pub(super) side: &'a Side,
    pub(super) plan: Plan,
    pub(super) reaches: Reaches,
    pub(super) signatures: Signatures,
}

/// What compiling found out before building anything large.
pub(super) struct Outline {
    reaches: [Reaches; 2],
    layouts: [Layout; 2],
}

impl Outline {
    pub(super) fn new(battle: &Battle) -> Result<Self, OddsError> {
        let by_attacker = Reaches::of(&battle.attacker, &battle.defender);
        let by_defender = Reaches::of(&battle.defender, &battle.attacker);
        let layout = |side: &Side, hits: &Reaches| {
            let reachable = hits.kinds.iter().fold(0, |all, kind| all | kind.mask);
            Layout::new(side, hits.buckets(side.units.len()), reachable)
        };
        Ok(Self {
            layouts: [layout(&battle.attacker, &by_defender)?, layout(&battle.defender, &by_attacker)?],
            reaches: [by_attacker, by_defender],
        })
    }

    pub(super) fn is_grid(&self) -> bool {
        self.layouts.iter().all(Layout::is_single)
    }

    /// A rough count of the elementary steps an exact answer takes.
    pub(super) fn steps(&self) -> u64 {
        let states = self.layouts.each_ref().map(Layout::states);
        let hits = self.layouts.each_ref().map(Layout::hits);
        let pairs = states[0].saturating_mul(states[1]);
        if self.is_grid() {
            // A pair of states spreads over about six standard deviations of hits on either side.
            let spread = |n: u64| (6.0 * (n as f64).sqrt()) as u64 + 1;
            return pairs.saturating_mul(spread(hits[0]) * spread(hits[1]));
        }
        let fan = |i: usize| (hits[i] + 1).saturating_pow(self.reaches[1 - i].kinds.len() as u32);
        pairs.saturating_mul(fan(0).min(states[0]).saturating_mul(fan(1).min(states[1]))).saturating_mul(4)
    }
}

impl<'a> Setting<'a> {
    pub(super) fn new(battle: &'a Battle, outline: Outline) -> Self {
        let [by_attacker, by_defender] = outline.reaches;
        let attacker = Plan::new(&battle.attacker, &outline.layouts[0], &by_defender.kinds);
        let defender = Plan::new(&battle.defender, &outline.layouts[1], &by_attacker.kinds);
        let signatures = [
            Signatures::new(&battle.attacker, &battle.defender, &defender),
            Signatures::new(&battle.defender, &battle.attacker, &attacker),
        ];
        let [for_attacker, for_defender] = signatures;
        Self {
            battle,
            attacker: Camp { side: &battle.attacker, plan: attacker, reaches: by_attacker, signatures: for_attacker },
            defender: Camp { side: &battle.defender, plan: defender, reaches: by_defender, signatures: for_defender },
        }
    }

    /// Is the battle over in this pair of states, before the next round?
    pub(super) fn ending(&self, rounds: u32, a: usize, d: usize) -> Option<Ending> {
        let own = self.attacker.plan.units_left[a];
        let enemy = self.defender.plan.units_left[d];
        match (own, enemy) {
            (0, 0) => return Some(Ending::BothDestroyed),
            (0, _) => return Some(Ending::AttackerDestroyed),
            (_, 0) => return Some(self.taken(a, Ending::DefenderDestroyed)),
            _ => {}
        }
        if rounds > 0 && self.battle.attacker.retreat.leaves(rounds, own, enemy) {
            return Some(Ending::AttackerRetreated);
        }
        let limit = self.battle.round_limit.map_or(u32::MAX, u32::from);
        (rounds >= limit).then_some(Ending::RoundsOver)
    }

    /// Does the defender leave now (after the attacker chose to stay)?
    pub(super) fn defender_leaves(&self, rounds: u32, a: usize, d: usize) -> bool {
        let own = self.defender.plan.units_left[d];
        let enemy = self.attacker.plan.units_left[a];
        self.battle.defender.retreat.leaves(rounds, own, enemy)
    }

    pub(super) fn taken(&self, a: usize, ending: Ending) -> Ending {
        let holders = self.attacker.plan.class_count(&self.battle.attacker, a, self.battle.hold);
        if holders > 0 { ending } else { Ending::NobodyToHold }
    }

    /// Can the rounds after the first be computed from the numbers of hits alone?
    pub(super) fn later_rounds_are_simple(&self, single: bool) -> bool {
        single
            && [&self.attacker, &self.defender]
                .iter()
                .all(|camp| camp.reaches.kinds.len() <= 1 && camp.signatures.count() == 1)
            && ![&self.battle.attacker, &self.battle.defender].iter().any(|side| strikes_every_round(side))
    }
}

fn strikes_every_round(side: &Side) -> bool {
    use super::battle::StrikeRounds::EveryRound;
    side.units
        .iter()
        .flat_map(|unit| &unit.health)
        .flat_map(|health| &health.shots)
        .any(|shot| shot.strike.rounds == EveryRound)
        || side.support.iter().any(|support| support.every_round && support.shot.strike.rounds == EveryRound)
}
