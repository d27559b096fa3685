//! Whole phases: commanders of several styles plan the phase at hand, each plan is played on for a turn on several lucks, and the one
//! that leaves its side best is followed. Single decisions are weighed in `steps`.

use super::super::greedy::Goals;
use super::super::{Bot, Greedy, Style};
use super::worth::worth;
use crate::action::Action;
use crate::game::Game;
use crate::ids::SideIx;

/// Lucks on which every plan is tried.
const LUCKS: u64 = 2;
/// A plan must be so much better than the usual one, in hundredths of what the side has, to be followed: luck alone differs too.
const BETTER: i64 = 1;

/// How a plan came out on all lucks together.
struct Trial {
    value: i64,
    used: u32,
}

/// The plan chosen.
pub(super) struct Chosen {
    pub(super) commander: Greedy,
    pub(super) reason: String,
}

/// Styles to try, the usual one first.
fn styles(usual: Option<Style>) -> Vec<(&'static str, Option<Style>)> {
    let mut styles = vec![("usual", usual)];
    styles.extend(Style::names().filter_map(|name| Style::built_in(name).map(|style| (name, Some(style)))));
    styles.dedup_by_key(|(_, style)| style.unwrap_or_default());
    styles
}

/// The commander for the phase at hand; nothing if the budget is too small to try a single plan.
pub(super) fn choose(
    game: &Game<'_>,
    side: SideIx,
    commander: &Greedy,
    style: Option<Style>,
    goals: &Goals,
    budget: u32,
) -> Option<Chosen> {
    let mut left = budget;
    let mut best: Option<(i64, &'static str, Greedy)> = None;
    let mut usual = 0;
    for (name, style) in styles(style) {
        let commander = commander.with_style(style);
        let Some(trial) = try_out(game, side, &commander, goals, left) else { break };
        left -= trial.used;
        if best.is_none() {
            usual = trial.value;
        }
        let margin = if best.is_none() { 0 } else { usual.abs() * BETTER / 100 };
        if best.as_ref().is_none_or(|(most, ..)| trial.value > (*most).max(usual + margin)) {
            best = Some((trial.value, name, commander));
        }
    }
    let (value, name, commander) = best?;
    let reason = format!("the {name} plan leaves {value} against {usual} after {} positions", budget - left);
    Some(Chosen { commander, reason })
}

/// Plays a commander's plan for the phase at hand and a turn after it; nothing if that takes more positions than are left.
fn try_out(game: &Game<'_>, side: SideIx, commander: &Greedy, goals: &Goals, left: u32) -> Option<Trial> {
    let (mut value, mut used) = (0, 0);
    for luck in 1..=LUCKS {
        let mut trial = game.clone();
        // Other dice than those of the game: a plan must not know them.
        trial.state.rng = super::other_luck(trial.state.rng, luck);
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
