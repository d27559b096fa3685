//! A comparison as one page: the answer, who wins, how the test came to its answer, how long games are, what was bought.

use super::report::{Named, Report};
use super::text::{is_real, number};
use crate::chart::{Band, Bar, bars, curves, histogram};
use crate::html::Page;

impl Report {
    pub fn html(&self) -> String {
        let names = [("base".to_owned(), 0), ("change".to_owned(), 1)];
        let mut wins = Vec::new();
        let mut rows = Vec::new();
        for side in &self.sides {
            for (series, estimate) in [side.share.base, side.share.change].into_iter().enumerate() {
                let [value, low, high] = [estimate.mean, estimate.low, estimate.high].map(|share| share * 100.0);
                wins.push(Bar { name: side.side.clone(), series, value, low, high });
            }
            rows.push(share_row(&side.side, &side.share));
        }
        let mut page = Page::new(&self.says)
            .words(&format!(
                "{} on {} {}: {} pairs of games, each pair with the same luck.",
                self.what_changes(),
                self.base.pack,
                self.scenario,
                self.pairs
            ))
            .heading("Who wins")
            .chart(&bars("Share of games won, %", " %", &wins, &names, None))
            .table(&["wins", "base", "change", "points"], &rows);
        if self.by_bots.len() > 1 {
            let rows: Vec<Vec<String>> = self
                .by_bots
                .iter()
                .flat_map(|bots| {
                    bots.sides.iter().map(|side| share_row(&format!("{} by {}", side.side, bots.bots), &side.share))
                })
                .collect();
            page = page.heading("By bots").table(&["wins", "base", "change", "points"], &rows);
        }
        let line = |name: &str, series: usize, value: fn(&(usize, f64, f64)) -> f64| Band {
            name: name.to_owned(),
            series,
            points: self.path.iter().map(|at| [at.0 as f64, value(at), value(at), value(at)]).collect(),
        };
        let bounds: Vec<f64> =
            self.goals.first().map_or_else(Vec::new, |goal| vec![goal.lower_bound, goal.upper_bound]);
        let evidence: Vec<String> = self.goals.iter().map(super::report::GoalReport::evidence).collect();
        let test = curves(
            "Log likelihood ratio after each block of pairs",
            "pairs of games",
            "",
            &[line("fairer", 0, |at| at.1), line("less fair", 1, |at| at.2)],
            &bounds,
            None,
        );
        let lengths: Vec<(i64, Vec<usize>)> =
            self.lengths.iter().map(|(turn, counts)| (i64::from(*turn), counts.to_vec())).collect();
        page = page
            .heading("How the answer was found")
            .chart(&test)
            .list(evidence.iter().map(String::as_str))
            .words("A line above the upper bound (dashed) proves the difference, one below the lower bound rules it out. Both below: no difference worth the points asked for.")
            .heading("The games")
            .chart(&histogram("Last turn", "turn", &lengths, &names))
            .table(&["", "base", "change", "difference"], &self.counts());
        page.heading("How to read this, and how to get it again")
            .words(&format!(
                "A change that does nothing is called fairer or less fair in at most {} % of runs; one worth {} points is overlooked in at most {} %. The intervals hold with 95 % whenever one stops, so looking early costs nothing. Bots play: what they do not see, the games do not show.",
                number(self.alpha * 100.0),
                number(self.worth),
                number(self.beta * 100.0)
            ))
            .code(&self.command())
            .table(
                &["", ""],
                &[
                    vec!["base".to_owned(), self.base.hash.clone()],
                    vec!["change".to_owned(), self.change.hash.clone()],
                    vec!["program".to_owned(), self.program.clone()],
                    vec!["seed".to_owned(), self.seed.to_string()],
                    vec!["games".to_owned(), self.hash.clone()],
                ],
            )
            .finish()
    }

    fn counts(&self) -> Vec<Vec<String>> {
        let row = |name: &str, value: &super::report::Paired| {
            vec![
                name.to_owned(),
                format!("{:.2}", value.base.mean),
                format!("{:.2}", value.change.mean),
                format!("{:+.2} to {:+.2}", value.difference.low, value.difference.high),
            ]
        };
        let mut rows = vec![row("last turn", &self.last_turn), row("the tide turned", &self.tides)];
        let mut more = |what: &str, list: &[Named]| {
            rows.extend(
                list.iter().filter(|unit| is_real(unit)).map(|unit| row(&format!("{what} {}", unit.name), &unit.games)),
            );
        };
        more("won:", &self.levels);
        more("bought", &self.bought);
        more("lost", &self.lost);
        rows
    }
}

fn share_row(name: &str, share: &super::report::Paired) -> Vec<String> {
    let percent = |value: f64| format!("{:.1}", value * 100.0);
    let mut row = vec![name.to_owned()];
    for estimate in [share.base, share.change] {
        row.push(format!("{} % ({} to {})", percent(estimate.mean), percent(estimate.low), percent(estimate.high)));
    }
    let by = share.difference;
    row.push(format!("{:+.1} ({:+.1} to {:+.1})", by.mean * 100.0, by.low * 100.0, by.high * 100.0));
    row
}
