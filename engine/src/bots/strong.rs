//! The player who looks ahead: before a phase in which plans are made it lets commanders of several styles plan it, plays each plan
//! on for a turn against the quick commander, on several lucks, and follows the one that left its side best. It may look at so many
//! positions for one phase, never for so many seconds: the same game on every machine.

use super::greedy::Goals;
use super::{Bot, Greedy, Style};
use crate::action::Action;
use crate::game::Game;
use crate::ids::{Actor, SideIx, SpaceIx};
use crate::query::income;
use crate::ruleset::Ruleset;
use crate::state::State;

/// Positions for one phase unless the player says otherwise.
const BUDGET: u32 = 6000;
/// Lucks on which every plan is tried.
const LUCKS: u64 = 2;
/// A plan must be so much better than the usual one, in hundredths of what the side has, to be followed: luck alone differs too.
const BETTER: i64 = 1;
/// What a game won is worth.
const WON: i64 = 1_000_000_000;

/// The player who looks ahead.
#[derive(Clone, Debug)]
pub struct Strong {
    style: Option<Style>,
    budget: u32,
    commander: Greedy,
    phase: Option<(i16, u16)>,
    goals: Option<Goals>,
    reasons: Option<Vec<String>>,
}

/// How a plan came out on all lucks together.
struct Trial {
    value: i64,
    used: u32,
}

impl Strong {
    pub fn new(style: Option<Style>, budget: Option<u32>, explains: bool) -> Self {
        Self {
            style,
            budget: budget.unwrap_or(BUDGET),
            commander: Greedy::new(style, explains),
            phase: None,
            goals: None,
            reasons: explains.then(Vec::new),
        }
    }

    /// Styles to try, the usual one first.
    fn styles(&self) -> Vec<(&'static str, Option<Style>)> {
        let mut styles = vec![("usual", self.style)];
        styles.extend(Style::names().filter_map(|name| Style::built_in(name).map(|style| (name, Some(style)))));
        styles.dedup_by_key(|(_, style)| style.unwrap_or_default());
        styles
    }

    /// Chooses the commander for the phase at hand.
    fn deliberate(&mut self, game: &Game<'_>, side: SideIx) {
        let goals = self.goals.get_or_insert_with(|| Goals::new(game.rules, &game.state)).clone();
        let mut left = self.budget;
        let mut best: Option<(i64, &'static str, Greedy)> = None;
        let mut usual = 0;
        for (name, style) in self.styles() {
            let commander = self.commander.with_style(style);
            let Some(trial) = try_out(game, side, &commander, &goals, left) else { break };
            left -= trial.used;
            if best.is_none() {
                usual = trial.value;
            }
            let margin = if best.is_none() { 0 } else { usual.abs() * BETTER / 100 };
            if best.as_ref().is_none_or(|(most, ..)| trial.value > (*most).max(usual + margin)) {
                best = Some((trial.value, name, commander));
            }
        }
        let Some((value, name, commander)) = best else { return };
        if let Some(reasons) = &mut self.reasons {
            let used = self.budget - left;
            reasons.push(format!("the {name} plan leaves {value} against {usual} after {used} positions"));
        }
        self.commander = commander;
    }
}

impl Bot for Strong {
    fn choose(&mut self, game: &Game<'_>) -> Action {
        let phase = Some((game.state.turn, game.state.phase));
        if phase != self.phase {
            self.phase = phase;
            if let Some(side) = game.to_act().filter(|_| super::greedy::plans(game)) {
                self.deliberate(game, side);
            }
        }
        self.commander.choose(game)
    }

    fn reasons(&mut self) -> Vec<String> {
        let mut reasons = self.reasons.as_mut().map(std::mem::take).unwrap_or_default();
        reasons.extend(self.commander.reasons());
        reasons
    }
}

/// Plays a commander's plan for the phase at hand and a turn after it; nothing if that takes more positions than are left.
fn try_out(game: &Game<'_>, side: SideIx, commander: &Greedy, goals: &Goals, left: u32) -> Option<Trial> {
    let (mut value, mut used) = (0, 0);
    for luck in 1..=LUCKS {
        let mut trial = game.clone();
        // Other dice than those of the game: a plan must not know them.
        trial.state.rng = trial.state.rng.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (luck << 32 | 0x5717);
        let mut planner = commander.clone();
        let mut others = Greedy::default();
        let until = (game.state.turn + 1, game.state.phase);
        let begun = (game.state.turn, game.state.phase);
        loop {
            let now = (trial.state.turn, trial.state.phase);
            if trial.outcome().is_some() || now >= until {
                break;
            }
            if used >= left {
                return None;
            }
            let action = if now == begun { planner.choose(&trial) } else { others.choose(&trial) };
            used += 1;
            if trial.submit(&action).is_err() && trial.submit(&Action::Done).is_err() {
                break;
            }
        }
        value += worth(trial.rules, &trial.state, side, goals);
    }
    Some(Trial { value: value / LUCKS as i64, used })
}

/// How a side stands: what it holds, earns and has on the map, less what its enemies do.
fn worth(rules: &Ruleset, state: &State, side: SideIx, goals: &Goals) -> i64 {
    if let Some(outcome) = &state.outcome {
        let won = outcome.winner.map(|winner| match winner {
            Actor::Side(winner) => winner == side,
            Actor::Power(power) => state.side_of(power) == Some(side),
        });
        return won.map_or(0, |won| if won { WON } else { -WON });
    }
    let sign = |other: SideIx| match (other == side, state.sides_at_war(side, other)) {
        (true, _) => 1,
        (false, true) => -1,
        (false, false) => 0,
    };
    let mut total = 0;
    for other in (0..rules.sides.len()).map(SideIx::new) {
        total += sign(other) * income::base_of(rules, state, Actor::Side(other)) * 30;
    }
    for space in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        if let Some(holder) = state.holding_side(space) {
            total += sign(holder) * goals.of(space);
        }
    }
    for stack in &state.stacks {
        let Some(owner) = state.side_of(stack.power) else { continue };
        let info = rules.unit(stack.unit);
        let dice = rules.profiles.get(stack.unit.index()).map_or(0, |profile| {
            let stats = &profile.kind.stats;
            let sum = |dice: &Option<Vec<i64>>| dice.as_deref().unwrap_or(&[]).iter().sum::<i64>();
            sum(&stats.attack) + sum(&stats.defend)
        });
        let strength =
            if dice > 0 { dice * 4 + 15 } else { (info.attack.numerator + info.defence.numerator).clamp(1, 20) * 10 };
        total += sign(owner) * strength * i64::from(stack.count);
    }
    total
}
