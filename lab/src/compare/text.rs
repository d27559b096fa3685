//! A comparison in words: for the terminal, and as a block to paste into a pull request.

use std::fmt::Write;

use super::analysis::Verdict;
use super::report::{Estimate, GoalReport, Named, Report};

impl Report {
    /// The answer in one sentence.
    pub(super) fn sentence(&self) -> String {
        let goal = self.goals.first();
        let gain = goal.map_or(0.0, |goal| goal.gain.abs());
        let wanted = goal.map_or_else(String::new, |goal| goal.goal.clone());
        match self.answer {
            Verdict::Fairer => format!("The change is fairer: about {gain:.1} points nearer to {wanted}."),
            Verdict::LessFair => format!("The change is less fair: about {gain:.1} points further from {wanted}."),
            Verdict::NoDifference => {
                format!("The change makes no difference worth {} points to {wanted}.", number(self.worth))
            }
            Verdict::Mixed => "The change is fairer for one goal and less fair for another.".to_owned(),
            Verdict::Undecided => format!(
                "Undecided after {} pairs of games: more games may tell (--max-games), or a coarser question (--points).",
                self.pairs
            ),
        }
    }

    /// For the terminal.
    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.says);
        let _ = writeln!(
            out,
            "{} pairs of games of {} {}, the same luck for both: {}",
            self.pairs,
            self.base.pack,
            self.scenario,
            self.what_changes()
        );
        for side in &self.sides {
            let _ = writeln!(
                out,
                "  {}: {} -> {}, {} points",
                side.side,
                percent(side.share.base),
                percent(side.share.change),
                points(side.share.difference)
            );
        }
        if self.by_bots.len() > 1 {
            for bots in &self.by_bots {
                let shares: Vec<String> = bots
                    .sides
                    .iter()
                    .map(|side| format!("{} {} points", side.side, points(side.share.difference)))
                    .collect();
                let _ = writeln!(out, "  by {} ({} pairs): {}", bots.bots, bots.pairs, shares.join("; "));
            }
        }
        for (what, value) in [("last turn", &self.last_turn), ("the tide turned", &self.tides)] {
            let _ = writeln!(
                out,
                "  {what}: {:.2} -> {:.2} ({:+.2} to {:+.2})",
                value.base.mean, value.change.mean, value.difference.low, value.difference.high
            );
        }
        for (what, list) in [("bought", &self.bought), ("lost", &self.lost)] {
            for unit in list.iter().filter(|unit| is_real(unit)) {
                let _ = writeln!(
                    out,
                    "  {what} {}: {:.2} -> {:.2} a game",
                    unit.name, unit.games.base.mean, unit.games.change.mean
                );
            }
        }
        for goal in &self.goals {
            let _ = writeln!(out, "  {}", goal.evidence());
        }
        let _ = writeln!(out, "{}", self.promise());
        out
    }

    /// What differs between the two.
    pub fn what_changes(&self) -> String {
        let mut what = self.change.set.join(", ");
        if self.change.hash != self.base.hash {
            let other =
                format!("the pack {} ({})", self.change.pack, &self.change.hash[..self.change.hash.len().min(8)]);
            what = if what.is_empty() { other } else { format!("{other} with {what}") };
        }
        if what.is_empty() { "nothing".to_owned() } else { what }
    }

    fn promise(&self) -> String {
        format!(
            "Promised before the first game: a change that does nothing is called fairer or less fair in at most {} % of runs, one worth {} points is overlooked in at most {} %. Intervals hold with 95 % at whatever game one stops.",
            number(self.alpha * 100.0),
            number(self.worth),
            number(self.beta * 100.0)
        )
    }

    /// How anybody gets the same again.
    pub fn command(&self) -> String {
        let mut out = format!("chartroom compare {} {}", self.base.pack, self.scenario);
        for option in &self.options {
            let _ = write!(out, " --option {option}");
        }
        for set in &self.change.set {
            let _ = write!(out, " --set {set}");
        }
        if self.change.hash != self.base.hash {
            let _ = write!(out, " --against {}", self.change.pack);
        }
        for goal in &self.goals {
            let _ = write!(out, " --goal \"{}\"", goal.goal.replace(" to ", "..").replace(" %", ""));
        }
        for lineup in &self.lineups {
            let _ = write!(out, " --bots \"{}\"", lineup.to_string().replace(", ", ","));
        }
        let _ = write!(
            out,
            " --points {} --alpha {} --beta {} --max-games {} --seed {}",
            number(self.worth),
            number(self.alpha),
            number(self.beta),
            2 * self.most_pairs,
            self.seed
        );
        out
    }

    /// A block for a pull request.
    pub fn markdown(&self) -> String {
        let mut out = format!("### {}\n\n", self.says);
        let _ = writeln!(
            out,
            "`{}` on `{}` `{}`, {} pairs of games with the same luck.\n",
            self.what_changes(),
            self.base.pack,
            self.scenario,
            self.pairs
        );
        out.push_str("| wins | base | change | difference, points |\n|---|---|---|---|\n");
        for side in &self.sides {
            let share = &side.share;
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} |",
                cell(&side.side),
                percent(share.base),
                percent(share.change),
                points(share.difference)
            );
        }
        for bots in self.by_bots.iter().filter(|_| self.by_bots.len() > 1) {
            for side in &bots.sides {
                let share = &side.share;
                let _ = writeln!(
                    out,
                    "| {} by {} | {} | {} | {} |",
                    cell(&side.side),
                    cell(&bots.bots),
                    percent(share.base),
                    percent(share.change),
                    points(share.difference)
                );
            }
        }
        let _ = writeln!(out, "\n| a game | base | change | difference |\n|---|---|---|---|");
        let line = |name: &str, value: &super::report::Paired| {
            let Estimate { low, high, .. } = value.difference;
            format!(
                "| {} | {:.2} | {:.2} | {low:+.2} to {high:+.2} |\n",
                cell(name),
                value.base.mean,
                value.change.mean
            )
        };
        out.push_str(&line("last turn", &self.last_turn));
        out.push_str(&line("the tide turned", &self.tides));
        for (what, list) in [("bought", &self.bought), ("lost", &self.lost)] {
            for unit in list.iter().filter(|unit| is_real(unit)) {
                out.push_str(&line(&format!("{what}: {}", unit.name), &unit.games));
            }
        }
        out.push('\n');
        for goal in &self.goals {
            let _ = writeln!(out, "- {}", goal.evidence());
        }
        let _ = writeln!(
            out,
            "\n{}\n\n```\n{}\n```\nbase `{}`, change `{}`, chartroom {}, seed {}, games `{}`",
            self.promise(),
            self.command(),
            self.base.hash,
            self.change.hash,
            self.program,
            self.seed,
            self.hash
        );
        out
    }
}

impl GoalReport {
    /// Why the answer is what it is.
    pub(super) fn evidence(&self) -> String {
        let mut out = format!(
            "goal {}: {:.1} % -> {:.1} %, {:+.1} points nearer; log likelihood ratios {:.2} (fairer) and {:.2} (less fair), bounds {:.2} and {:.2}",
            self.goal,
            self.base * 100.0,
            self.change * 100.0,
            self.gain,
            self.ratio_fairer,
            self.ratio_less_fair,
            self.lower_bound,
            self.upper_bound
        );
        if let Some(factor) = self.pairing_factor {
            let _ = write!(out, "; pairs save a factor of {factor:.2}");
        }
        match self.luck_factor {
            Some(factor) => {
                let _ = write!(out, "; luck taken out, a factor of {factor:.2}");
            }
            None => out.push_str("; luck not taken out yet, too few games"),
        }
        if let Some(games) = self.unpaired_games {
            let _ = write!(out, "; a test of fixed size without pairs needs {games:.0} games for this difference");
        }
        out
    }
}

/// Whether a difference is one whatever the luck.
pub(super) fn is_real(named: &Named) -> bool {
    named.games.difference.low > 0.0 || named.games.difference.high < 0.0
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn percent(share: Estimate) -> String {
    format!("{:.1} % ({:.1} to {:.1})", share.mean * 100.0, share.low * 100.0, share.high * 100.0)
}

fn points(share: Estimate) -> String {
    format!("{:+.1} ({:+.1} to {:+.1})", share.mean * 100.0, share.low * 100.0, share.high * 100.0)
}

/// A number as short as it is.
pub(super) fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    format!("{rounded}")
}
