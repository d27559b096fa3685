//! `chartroom simulate PACK SCENARIO --games N`: many games by bots, and who wins how often.

use std::process::ExitCode;

use chartroom_lab::job::Question;
use chartroom_lab::play::{Flow, Watch};
use chartroom_lab::simulate;

use super::experiment::{self, Change, Common};
use crate::args::Simulate;
use crate::output;

pub(crate) fn run(args: &Simulate) -> Result<ExitCode, String> {
    let common = Common {
        pack: args.pack.clone(),
        scenario: args.scenario.clone(),
        bot: args.bots.clone(),
        bots: Vec::new(),
        seed: args.seed,
        options: args.options.clone(),
    };
    let loaded = experiment::load(&args.pack)?;
    let arms = [Change::new(&loaded, args.set.clone())];
    let ready = experiment::prepare(&common, &arms, args.games, |_| Ok(Question::Simulate))?;
    if let (Some(shard), Some(file)) = (args.sharded.shard, &args.sharded.shard_file) {
        return experiment::play_shard(&ready, shard, file);
    }
    let mut played = Vec::new();
    let interrupted = experiment::play(&ready, Watch::default(), |records| {
        played.extend(records);
        Ok(Flow::More)
    })?;
    let result = simulate::report(&ready.job, &played);
    if args.json {
        output::print_json(&result)?;
    } else {
        output::print(&simulate::text(&result))?;
    }
    Ok(experiment::exit(interrupted))
}
