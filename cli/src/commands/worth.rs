//! `chartroom worth PACK SCENARIO --power P`: what things are worth, by play without them and by exact odds, beside their price.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_lab::job::Question;
use chartroom_lab::play::{Flow, Watch};
use chartroom_lab::worth::{self, Item};

use super::experiment::{self, Change, Common};
use crate::output;

/// What units, options and cells are worth: points lost in a hundred games without them, and the price their dice deserve.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom worth war-game-ww2 1942 --power germany --unit infantry --unit armor
  chartroom worth hitlers-global-war barbarossa --side axis --cell tables.unit-cost.0.infantry=4 --games 400

Everything is played on the same luck with and without it. A unit is taken away by a price that nobody can pay.")]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// Whose purchases: each unit it can buy is weighed, and all of them together.
    #[arg(long, required_unless_present_any = ["without_option", "cell"])]
    power: Option<String>,
    /// Only these units of the power.
    #[arg(long, requires = "power")]
    unit: Vec<String>,
    /// An optional rule switched: NAME=off to play without it, NAME to play with it.
    #[arg(long = "without-option", value_name = "NAME[=off]")]
    without_option: Vec<String>,
    /// A value changed: what the value it has now is worth against this one.
    #[arg(long, value_name = "PATH=VALUE")]
    cell: Vec<String>,
    /// The side whose wins are counted; that of the power if left out, else the first.
    #[arg(long)]
    side: Option<String>,
    /// Games of each rule set.
    #[arg(long, default_value_t = 200)]
    games: usize,
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// A block to paste into a pull request.
    #[arg(long)]
    markdown: bool,
    /// Write one page with charts, tables, seeds and how to read it.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if let Some(file) = &args.html {
        output::may_write(file)?;
    }
    let loaded = experiment::load(&args.common.pack)?;
    let content = &loaded.content;
    let mut items: Vec<(Item, Option<f64>)> = Vec::new();
    if let Some(power) = &args.power {
        let all = worth::units_of(content, power, &[])?;
        let units = worth::units_of(content, power, &args.unit)?;
        let fights = |item: &&Item| worth::fair_price(content, &item.name, power, (&item.name, 1)).is_some();
        let cheap = all
            .iter()
            .filter(|item| item.price.is_some_and(|price| price > 0))
            .filter(fights)
            .min_by_key(|item| item.price);
        let fair = |item: &Item| {
            let cheap = cheap?;
            worth::fair_price(content, &item.name, power, (&cheap.name, cheap.price?))
        };
        items.extend(units.iter().map(|item| (item.clone(), fair(item))));
        if args.unit.is_empty() {
            items.push((Item::purchases(power, &all), None));
        }
    }
    items.extend(args.without_option.iter().map(|option| (Item::option(option), None)));
    items.extend(args.cell.iter().map(|cell| (Item::cell(cell), None)));
    let mut arms = vec![Change::new(&loaded, Vec::new())];
    arms.extend(items.iter().map(|(item, _)| Change {
        loaded: &loaded,
        set: item.set.clone(),
        options: item.options.clone(),
    }));
    let ready = experiment::prepare(&args.common, &arms, args.games, |_| Ok(Question::Simulate))?;
    let side = side(args, &ready)?;
    let mut records = Vec::new();
    let interrupted = experiment::play(&ready, Watch::default(), |block| {
        records.extend(block);
        Ok(Flow::More)
    })?;
    let report = worth::report(&ready.job, &records, &items, &side, args.power.as_deref());
    if let Some(file) = &args.html {
        output::write(file, report.html().as_bytes())?;
    }
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&if args.markdown { report.markdown() } else { report.text() })?;
    }
    Ok(experiment::exit(interrupted))
}

fn side(args: &Args, ready: &experiment::Experiment) -> Result<String, String> {
    let arena = &ready.arenas[0];
    if let Some(side) = &args.side {
        return match arena.rules.find_side(side) {
            Some(_) => Ok(side.clone()),
            None => Err(chartroom_lab::lineup::no_side(side, &arena.rules)),
        };
    }
    let own = args.power.as_deref().and_then(|power| arena.side_of(power));
    own.or_else(|| arena.rules.sides.first().cloned())
        .ok_or_else(|| "the game has no sides; name one with --side".to_owned())
}
