//! `chartroom sweep PACK SCENARIO --over PATH=FROM..TO`: one or two values over a range, all on the same luck.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_lab::job::{Job, Question};
use chartroom_lab::play::{Flow, Record, Watch};
use chartroom_lab::sweep::{self, Axis};

use super::experiment::{self, Change, Common, Sharded};
use crate::output;

/// Vary one or two values over a range and see who wins, with a chart and the value nearest to a goal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom sweep hitlers-global-war barbarossa --over tables.unit-cost.0.infantry=3..7 --games 400 --goal \"axis 50\"
  chartroom sweep my-pack first --over tables.unit-cost.infantry=2..6 --over tables.unit-cost.armor=4..10:2 -o heat.png

FILE.csv has one line for each rule set, FILE.jsonl one for each game; FILE.html and FILE.png are charts.")]
pub(crate) struct Args {
    #[command(flatten)]
    common: Common,
    /// What is varied; once or twice.
    #[arg(long, value_name = "PATH=FROM..TO[:STEP]", required = true)]
    over: Vec<String>,
    /// Other values changed in every rule set.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// What the author wants, such as "axis 45..55"; even shares if left out.
    #[arg(long, value_name = "SIDE FROM..TO")]
    goal: Vec<String>,
    /// Games of each rule set.
    #[arg(long, default_value_t = 200)]
    games: usize,
    #[command(flatten)]
    sharded: Sharded,
    #[command(flatten)]
    shown: Shown,
}

/// How a sweep is shown.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Shown {
    #[arg(long)]
    pub(crate) json: bool,
    /// Write FILE.csv, FILE.jsonl, FILE.html or FILE.png too.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
}

impl Shown {
    /// Refuses before hours of games what could not be written after them.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.output.iter().try_for_each(|file| {
            output::may_write(file)?;
            match ending(file) {
                "csv" | "jsonl" | "html" | "png" => Ok(()),
                _ => Err(format!("{} ends in none of .csv, .jsonl, .html and .png", file.display())),
            }
        })
    }
}

fn ending(file: &Path) -> &str {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    args.shown.check()?;
    if args.over.len() > 2 {
        return Err("a sweep varies one or two values; `tune` searches among more".to_owned());
    }
    let axes: Vec<Axis> = args.over.iter().map(|over| Axis::parse(over)).collect::<Result<_, _>>()?;
    let loaded = experiment::load(&args.common.pack)?;
    let with = |set: Vec<String>| Change::new(&loaded, [args.set.clone(), set].concat());
    let arms: Vec<Change<'_>> = sweep::grid(&axes)?.into_iter().map(with).collect();
    let ready = experiment::prepare(&args.common, &arms, args.games, |sides| {
        Ok(Question::Sweep { axes, goals: experiment::goals(&args.goal, sides)? })
    })?;
    if let Question::Sweep { goals, .. } = &ready.job.question {
        experiment::check_goals(goals, &ready)?;
    }
    if let (Some(shard), Some(file)) = (args.sharded.shard, &args.sharded.shard_file) {
        return experiment::play_shard(&ready, shard, file);
    }
    let mut records = Vec::new();
    let interrupted = experiment::play(&ready, Watch::default(), |block| {
        records.extend(block);
        Ok(Flow::More)
    })?;
    show(&ready.job, &records, &args.shown)?;
    Ok(experiment::exit(interrupted))
}

/// Prints a sweep, and writes its files.
pub(crate) fn show(job: &Job, records: &[Record], shown: &Shown) -> Result<(), String> {
    let report = sweep::report(job, records)?;
    for file in &shown.output {
        let bytes = match ending(file) {
            "csv" => sweep::csv(&report).into_bytes(),
            "jsonl" => sweep::jsonl(job, records)?.into_bytes(),
            "png" => report.chart().png(2.0).map_err(|error| error.to_string())?,
            _ => report.html().into_bytes(),
        };
        output::write(file, &bytes)?;
    }
    if shown.json { output::print_json(&report) } else { output::print(&report.text()) }
}
