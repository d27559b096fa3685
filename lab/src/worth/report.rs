//! A table of price, worth, interval and fair price.

use std::fmt::Write;

use serde::Serialize;

use super::items::{Item, ItemKind};
use crate::chart::{Bar, bars};
use crate::html::Page;
use crate::job::Job;
use crate::play::Record;
use crate::stats::interval;
use crate::stats::moments::Moments;

/// One thing and its worth.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    pub kind: ItemKind,
    pub name: String,
    pub price: Option<i64>,
    /// Points of a hundred games that the side loses without it.
    pub worth: f64,
    pub low: f64,
    pub high: f64,
    /// How many of it a game sees bought.
    pub bought: Option<f64>,
    /// The price at which it fights as well as the cheapest unit for the same money.
    pub fair_price: Option<f64>,
    pub says: &'static str,
}

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub command: &'static str,
    pub program: String,
    pub pack: String,
    pub pack_hash: String,
    pub scenario: String,
    pub side: String,
    pub power: Option<String>,
    pub bots: Vec<String>,
    pub seed: u64,
    pub games: usize,
    /// The share that the side wins with everything.
    pub share: f64,
    pub lines: Vec<Line>,
}

/// Dearer or cheaper than fair by less than this is nothing to speak of.
const TOLERANCE: f64 = 0.15;

/// Arm 0 plays with everything, arm `n` without item `n - 1`.
pub fn report(job: &Job, records: &[Record], items: &[(Item, Option<f64>)], side: &str, power: Option<&str>) -> Report {
    let base: Vec<&Record> = records.iter().filter(|game| game.arm == 0).collect();
    // A bonferroni share for each line: with twenty lines one would stand out by luck alone.
    let confidence = 1.0 - 0.05 / items.len().max(1) as f64;
    let lines = items
        .iter()
        .enumerate()
        .map(|(at, (item, fair_price))| {
            let mut seen = Moments::new(1);
            for (with, without) in base.iter().zip(records.iter().filter(|game| game.arm == at + 1)) {
                seen.push(&[(with.won(side) - without.won(side)) * 100.0]);
            }
            let games = seen.count();
            let floor = 10_000.0 / (games + 2.0);
            let within = interval::of_mean(seen.mean(0), seen.variance(0) + floor, games, confidence);
            let bought = power.filter(|_| item.kind == ItemKind::Unit).map(|power| {
                let name = format!("{power} {}", item.name);
                let count: i64 = base.iter().filter_map(|game| game.bought.get(&name)).sum();
                count as f64 / base.len().max(1) as f64
            });
            Line {
                kind: item.kind,
                name: item.name.clone(),
                price: item.price,
                worth: seen.mean(0),
                low: within.low,
                high: within.high,
                bought,
                fair_price: *fair_price,
                says: says(item, *fair_price, (within.low, within.high), bought),
            }
        })
        .collect();
    let arm = job.arms.first();
    Report {
        command: "worth",
        program: job.program.clone(),
        pack: arm.map_or_else(String::new, |arm| arm.pack.clone()),
        pack_hash: arm.map_or_else(String::new, |arm| arm.hash.clone()),
        scenario: job.scenario.clone(),
        side: side.to_owned(),
        power: power.map(str::to_owned),
        bots: job.lineups.iter().map(ToString::to_string).collect(),
        seed: job.seed,
        games: base.len(),
        share: base.iter().map(|game| game.won(side)).sum::<f64>() / base.len().max(1) as f64,
        lines,
    }
}

fn says(item: &Item, fair: Option<f64>, (low, high): (f64, f64), bought: Option<f64>) -> &'static str {
    let by_price = item.price.zip(fair).map(|(price, fair)| (price as f64 - fair) / fair.max(1e-9));
    match (low > 0.0, high < 0.0, by_price) {
        (_, _, _) if bought == Some(0.0) => "never bought by these bots",
        (true, _, Some(off)) if off < -TOLERANCE => "cheap: wins games, and its dice are worth more than its price",
        (_, true, Some(off)) if off > TOLERANCE => {
            "dear: buying it loses games, and its dice are worth less than its price"
        }
        (true, _, _) => "wins games",
        (_, true, _) => "buying it loses games",
        (_, _, Some(off)) if off < -TOLERANCE => "cheap by its dice; these games do not show it",
        (_, _, Some(off)) if off > TOLERANCE => "dear by its dice; these games do not show it",
        _ => "as it should be, as far as these games tell",
    }
}

impl Report {
    fn rows(&self) -> Vec<Vec<String>> {
        let number = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.1}"));
        self.lines
            .iter()
            .map(|line| {
                vec![
                    line.name.clone(),
                    line.price.map_or_else(|| "-".to_owned(), |price| price.to_string()),
                    number(line.fair_price),
                    format!("{:+.1} ({:+.1} to {:+.1})", line.worth, line.low, line.high),
                    number(line.bought),
                    line.says.to_owned(),
                ]
            })
            .collect()
    }

    fn title(&self) -> String {
        format!("What things are worth to {} in {} {}", self.side, self.pack, self.scenario)
    }

    const HEADERS: [&'static str; 6] = ["", "price", "fair price", "points without it", "bought", ""];

    pub fn text(&self) -> String {
        let mut out =
            format!("{}: it wins {:.1} % of {} games with everything\n", self.title(), self.share * 100.0, self.games);
        let rows: Vec<Vec<String>> =
            std::iter::once(Self::HEADERS.map(str::to_owned).to_vec()).chain(self.rows()).collect();
        let wide = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        for row in &rows {
            let cells: Vec<String> =
                row.iter().enumerate().map(|(at, cell)| format!("{cell:<width$}", width = wide(at))).collect();
            let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
        }
        out.push_str("points: what the side loses in a hundred games played without it, with everything else as it is; all intervals hold together with 95 %\n");
        out.push_str("fair price: at which it fights as well as the cheapest unit for the same money, by exact odds\n");
        out
    }

    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            format!("| {} |\n", cells.iter().map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
        };
        let mut out = format!("### {}\n\n", self.title());
        out.push_str(&line(&Self::HEADERS.map(str::to_owned)));
        out.push_str("|---|---|---|---|---|---|\n");
        self.rows().iter().for_each(|row| out.push_str(&line(row)));
        let _ = writeln!(
            out,
            "\n{} games each, seed {}, pack `{}`, chartroom {}",
            self.games, self.seed, self.pack_hash, self.program
        );
        out
    }

    pub fn html(&self) -> String {
        let list: Vec<Bar> = self
            .lines
            .iter()
            .filter_map(|line| {
                let (price, fair) = (line.price? as f64, line.fair_price?);
                let bar = |series, value| Bar { name: line.name.clone(), series, value, low: value, high: value };
                Some([bar(0, price), bar(1, fair)])
            })
            .flatten()
            .collect();
        let names = [("price".to_owned(), 0), ("fair by odds".to_owned(), 1)];
        let mut page = Page::new(&self.title()).table(&Self::HEADERS, &self.rows());
        if !list.is_empty() {
            page = page.chart(&bars("Price, and the price that the dice are worth", "", &list, &names, None));
        }
        page.heading("How to read this")
            .words("Points: what the side loses in a hundred games played without the thing, the same luck with and without. Intervals of all lines hold together with 95 %. Fair price: the price at which it fights as well as the cheapest unit for the same money, attacking and defending, by exact odds.")
            .words(&format!("{} games each, seed {}, pack {}, program {}", self.games, self.seed, self.pack_hash, self.program))
            .finish()
    }
}
