//! What the commands of the balance lab share: their common arguments, the job, its games with progress and Ctrl+C, shards.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chartroom_format::load::Loaded;
use chartroom_lab::goal::{self, Goal};
use chartroom_lab::job::{self, Arm, Job, Question};
use chartroom_lab::lineup::Lineup;
use chartroom_lab::play::{self, Arena, Flow, Record, Watch};
use chartroom_lab::shard::{self, Shard};
use indicatif::{ProgressBar, ProgressStyle};

use super::play::switches;
use crate::{find, output};

/// Exit code after Ctrl+C: what was known is printed all the same.
pub(crate) const INTERRUPTED: u8 = 130;

/// What every experiment asks for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Common {
    /// A pack folder, or the name of one under content/.
    pub(crate) pack: String,
    /// The id of the scenario.
    pub(crate) scenario: String,
    /// Who plays: KIND for all sides, SIDE=KIND for one; may be given several times.
    #[arg(long = "bot", value_name = "[SIDE=]KIND")]
    pub(crate) bot: Vec<String>,
    /// A line-up such as "axis=greedy,soviet=random"; several take turns from game to game, and are reported apart.
    #[arg(long = "bots", value_name = "LINE-UP", conflicts_with = "bot")]
    pub(crate) bots: Vec<String>,
    /// The dice of the first game; the others follow from it.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Switch an optional rule: NAME to play with it, NAME=off to play without.
    #[arg(long = "option", value_name = "NAME[=off]")]
    pub(crate) options: Vec<String>,
}

impl Common {
    pub(crate) fn lineups(&self) -> Result<Vec<Lineup>, String> {
        if self.bots.is_empty() {
            return Ok(vec![Lineup::parse(&self.bot.join(","))?]);
        }
        self.bots.iter().map(|bots| Lineup::parse(bots)).collect()
    }
}

/// A part of the games, for many machines.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Sharded {
    /// Play only part I of N of the games and write them to --shard-file; merge-shards puts the parts together.
    #[arg(long, value_name = "I/N", requires = "shard_file")]
    pub(crate) shard: Option<Shard>,
    /// Where the part goes. A part that was stopped goes on where it stood; one that is whole is left alone.
    #[arg(long, value_name = "FILE", requires = "shard")]
    pub(crate) shard_file: Option<PathBuf>,
}

/// An experiment ready to be played.
pub(crate) struct Experiment {
    pub(crate) job: Job,
    pub(crate) arenas: Vec<Arena>,
}

/// One rule set: a pack, values changed, optional rules switched beyond those of all.
pub(crate) struct Change<'a> {
    pub(crate) loaded: &'a Loaded,
    pub(crate) set: Vec<String>,
    pub(crate) options: Vec<String>,
}

impl<'a> Change<'a> {
    pub(crate) fn new(loaded: &'a Loaded, set: Vec<String>) -> Self {
        Self { loaded, set, options: Vec::new() }
    }
}

/// Compiles one rule set.
pub(crate) fn arena(common: &Common, change: &Change<'_>) -> Result<Arena, String> {
    let options = [common.options.clone(), change.options.clone()].concat();
    Arena::new(change.loaded, &common.scenario, &change.set, &switches(change.loaded, &options)?)
}

/// Compiles all rule sets of an experiment.
pub(crate) fn prepare(
    common: &Common,
    arms: &[Change<'_>],
    games: usize,
    question: impl FnOnce(&[String]) -> Result<Question, String>,
) -> Result<Experiment, String> {
    if games == 0 {
        return Err("a budget of 0 games shows nothing; ask for some".to_owned());
    }
    let mut arenas = Vec::with_capacity(arms.len());
    let mut listed = Vec::with_capacity(arms.len());
    for change in arms {
        arenas.push(arena(common, change)?);
        let pack = change.loaded.content.pack().map_or_else(String::new, |pack| pack.id.to_string());
        let hash = job::hash(change.loaded);
        listed.push(Arm { pack, hash, set: change.set.clone(), options: change.options.clone() });
    }
    let rules = arenas.first().map(|arena| &arena.rules).ok_or("there is nothing to play")?;
    for (phase, why) in rules.not_played() {
        eprintln!("warning: {phase} is not played: {why}");
    }
    let lineups = common.lineups()?;
    for arena in &arenas {
        lineups.iter().try_for_each(|lineup| lineup.check(&arena.rules))?;
    }
    let sides = rules.sides.clone();
    let job = Job {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scenario: common.scenario.clone(),
        options: common.options.clone(),
        arms: listed,
        lineups,
        seed: common.seed,
        games,
        question: question(&sides)?,
        sides,
    };
    Ok(Experiment { job, arenas })
}

/// The goals asked for, or even shares.
pub(crate) fn goals(asked: &[String], sides: &[String]) -> Result<Vec<Goal>, String> {
    if asked.is_empty() {
        return Ok(goal::even(sides));
    }
    asked.iter().map(|text| Goal::parse(text)).collect()
}

/// Whether the game has the sides that goals name.
pub(crate) fn check_goals(goals: &[Goal], experiment: &Experiment) -> Result<(), String> {
    goals.iter().try_for_each(|goal| goal.check(&experiment.arenas[0].rules))
}

/// A flag that Ctrl+C raises. What has been played by then is still an answer.
pub(crate) fn interruptible() -> Result<Arc<AtomicBool>, String> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen for Ctrl+C: {error}"))?;
    Ok(stopped)
}

/// A bar on stderr; nothing where stderr is no terminal.
pub(crate) fn bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Plays all blocks until the judge has enough. Says whether it was interrupted.
pub(crate) fn play(
    experiment: &Experiment,
    watch: Watch<'_>,
    mut judge: impl FnMut(Vec<Record>) -> Result<Flow, String>,
) -> Result<bool, String> {
    let stopped = interruptible()?;
    let bar = bar(experiment.job.games * experiment.arenas.len());
    let told = || bar.inc(1);
    let blocks = 0..experiment.job.blocks();
    play::run(&experiment.job, &experiment.arenas, watch, blocks, &stopped, &told, |_, records| judge(records))?;
    bar.finish_and_clear();
    Ok(stopped.load(Ordering::Relaxed))
}

/// The exit code of an experiment.
pub(crate) fn exit(interrupted: bool) -> ExitCode {
    if interrupted {
        eprintln!("chartroom: interrupted; this is what is known so far");
        return ExitCode::from(INTERRUPTED);
    }
    ExitCode::SUCCESS
}

/// Plays one shard into its file.
pub(crate) fn play_shard(experiment: &Experiment, shard: Shard, file: &Path) -> Result<ExitCode, String> {
    output::may_write(file)?;
    let job = &experiment.job;
    if std::fs::read_to_string(file).is_ok_and(|text| shard::is_done(&text, job, shard)) {
        eprintln!("chartroom: {} is whole already", file.display());
        return Ok(ExitCode::SUCCESS);
    }
    // Blocks are added to a file beside it as they are played, so that a worker that is killed loses one block at most.
    let part = PathBuf::from(format!("{}.part", file.display()));
    let failed = |error: std::io::Error| format!("cannot write {}: {error}", part.display());
    let mut text = std::fs::read_to_string(&part).unwrap_or_default();
    let skip = match shard::resume(&text, job, shard) {
        Some((length, blocks)) => {
            text.truncate(length);
            eprintln!("chartroom: going on after {blocks} blocks of {}", part.display());
            blocks
        }
        None => {
            text = shard::header(job, shard)?;
            0
        }
    };
    output::write(&part, text.as_bytes())?;
    let mut out = std::fs::OpenOptions::new().append(true).open(&part).map_err(failed)?;
    let blocks: Vec<usize> = shard.blocks(job).collect();
    let stopped = interruptible()?;
    let bar = bar(blocks.iter().map(|block| job.block(*block).len()).sum::<usize>() * experiment.arenas.len());
    let told = || bar.inc(1);
    let left = blocks.iter().copied().skip(skip);
    play::run(job, &experiment.arenas, Watch::default(), left, &stopped, &told, |block, records| {
        let line = shard::block(block, records)?;
        out.write_all(line.as_bytes()).and_then(|()| out.flush()).map_err(failed)?;
        text.push_str(&line);
        Ok(Flow::More)
    })?;
    bar.finish_and_clear();
    if stopped.load(Ordering::Relaxed) {
        eprintln!("chartroom: interrupted; the same command goes on from {}", part.display());
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let end = shard::end(&text)?;
    text.push_str(&end);
    output::write(file, text.as_bytes())?;
    // The whole file is there; a part that cannot be removed does no harm.
    let _ = std::fs::remove_file(&part);
    Ok(ExitCode::SUCCESS)
}

/// Loads a pack whole: its hash is over all its files.
pub(crate) fn load(pack: &str) -> Result<Loaded, String> {
    find::load_pack(pack)
}
