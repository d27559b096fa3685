//! `chartroom compare PACK SCENARIO --set PATH=VALUE`: is a change fairer, by how much, and how sure is that?

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_lab::compare::{Compare, Report};
use chartroom_lab::job::Question;
use chartroom_lab::play::Watch;
use chartroom_lab::stats::sequential::Promise;

use super::experiment::{self, Change, Common, Sharded};
use crate::output;

/// Compare a change with the pack as it is: both play the same luck in pairs until the answer is known.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom compare war-game-ww2 1942 --set tables.unit-cost.infantry.germany=4
  chartroom compare hitlers-global-war barbarossa --set tables.unit-cost.0.infantry=4 --goal \"axis 45..55\" --markdown
  chartroom compare my-pack first --against ../my-pack-before --bots greedy --bots random --html report.html

The answer is one of: fairer, less fair, no difference worth --points, undecided within --max-games.
Exit code 0 whatever the answer, 2 if the question cannot be played, 130 after Ctrl+C.")]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// The change: tables.unit-cost.infantry.germany=4, tables.unit-cost.infantry=4 for the whole row, units.infantry.attack=5.
    #[arg(long, value_name = "PATH=VALUE", required_unless_present = "against")]
    set: Vec<String>,
    /// Another pack as the change, such as the same pack in another folder; --set is then applied to it.
    #[arg(long, value_name = "PACK")]
    against: Option<String>,
    /// What the author wants, such as "axis 45..55"; even shares if left out.
    #[arg(long, value_name = "SIDE FROM..TO")]
    goal: Vec<String>,
    /// The smallest difference that matters, in points of a hundred games.
    #[arg(long, default_value_t = 3.0)]
    points: f64,
    /// The chance to call a change fairer or less fair that does nothing, in per cent.
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT")]
    alpha: f64,
    /// The chance to overlook a difference of --points, in per cent.
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT")]
    beta: f64,
    /// Games at most, of both rule sets together.
    #[arg(long, default_value_t = 8000, value_name = "N")]
    max_games: usize,
    #[command(flatten)]
    sharded: Sharded,
    #[command(flatten)]
    shown: Shown,
}

/// How a comparison is shown.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Shown {
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) json: bool,
    /// A block to paste into a pull request.
    #[arg(long)]
    pub(crate) markdown: bool,
    /// Write one page with charts, tables, seeds and how to read it.
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// Pairs before any answer.
const LEAST_PAIRS: usize = 64;

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if let Some(file) = &args.shown.html {
        output::may_write(file)?;
    }
    let promise = promise(args)?;
    let base = experiment::load(&args.common.pack)?;
    let against = args.against.as_deref().map(experiment::load).transpose()?;
    let change = against.as_ref().unwrap_or(&base);
    let arms = [Change::new(&base, Vec::new()), Change::new(change, args.set.clone())];
    let ready = experiment::prepare(&args.common, &arms, args.max_games / 2, |sides| {
        Ok(Question::Compare { goals: experiment::goals(&args.goal, sides)?, promise })
    })?;
    if let Question::Compare { goals, .. } = &ready.job.question {
        experiment::check_goals(goals, &ready)?;
    }
    if ready.arenas[0].rules.sides != ready.arenas[1].rules.sides {
        return Err("the two packs have other sides, so that their games cannot be compared".to_owned());
    }
    if let (Some(shard), Some(file)) = (args.sharded.shard, &args.sharded.shard_file) {
        return experiment::play_shard(&ready, shard, file);
    }
    let mut compare = Compare::new(&ready.job)?;
    let interrupted = experiment::play(&ready, Watch::default(), |records| compare.take(records))?;
    show(&compare.report(), &args.shown)?;
    Ok(experiment::exit(interrupted))
}

fn promise(args: &Args) -> Result<Promise, String> {
    let chance = |name: &str, percent: f64| {
        let fine = percent > 0.0 && percent < 50.0;
        fine.then_some(percent / 100.0)
            .ok_or_else(|| format!("--{name} is a chance between 0 and 50 per cent, not {percent}"))
    };
    if !(args.points > 0.0 && args.points < 100.0) {
        return Err(format!("--points is a difference between 0 and 100 points, not {}", args.points));
    }
    Ok(Promise {
        alpha: chance("alpha", args.alpha)?,
        beta: chance("beta", args.beta)?,
        worth: args.points / 100.0,
        least: LEAST_PAIRS,
    })
}

/// Prints a comparison, and writes its page.
pub(crate) fn show(report: &Report, shown: &Shown) -> Result<(), String> {
    if let Some(file) = &shown.html {
        output::write(file, report.html().as_bytes())?;
    }
    if shown.json {
        return output::print_json(report);
    }
    output::print(&if shown.markdown { report.markdown() } else { report.text() })
}
