//! Games block by block, on all cores; whoever judges them gets the blocks in the order of the seeds.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::game::{Arena, Watch};
use super::record::Record;
use crate::job::Job;

/// Whether more games are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    More,
    Enough,
}

/// Plays some blocks of a job, in their order. `judge` gets each whole block, arm after arm and seed after seed; `played` is
/// told after every game. Ends early when the judge has enough or the flag is raised: a block that was not finished is dropped.
pub fn run(
    job: &Job,
    arenas: &[Arena],
    watch: Watch<'_>,
    blocks: impl IntoIterator<Item = usize>,
    stopped: &AtomicBool,
    played: &(dyn Fn() + Sync),
    mut judge: impl FnMut(usize, Vec<Record>) -> Result<Flow, String>,
) -> Result<(), String> {
    for block in blocks {
        let games: Vec<(usize, usize)> =
            (0..arenas.len()).flat_map(|arm| job.block(block).map(move |number| (arm, number))).collect();
        let records: Result<Vec<Option<Record>>, String> = games
            .into_par_iter()
            .with_max_len(1)
            .map(|(arm, number)| {
                if stopped.load(Ordering::Relaxed) {
                    return Ok(None);
                }
                let lineup = job.lineups.get(job.lineup(number)).cloned().unwrap_or_default();
                let record = arenas[arm].play(&lineup, job.seed_of(number), watch)?;
                played();
                Ok(Some(Record { arm, number, ..record }))
            })
            .collect();
        let Some(records) = records?.into_iter().collect::<Option<Vec<Record>>>() else { return Ok(()) };
        if judge(block, records)? == Flow::Enough {
            return Ok(());
        }
    }
    Ok(())
}

/// Plays some games of one rule set, in the order of their numbers; none when the flag was raised meanwhile.
pub fn games(
    job: &Job,
    arena: &Arena,
    numbers: std::ops::Range<usize>,
    stopped: &AtomicBool,
    played: &(dyn Fn() + Sync),
) -> Result<Option<Vec<Record>>, String> {
    let records: Result<Vec<Option<Record>>, String> = numbers
        .into_par_iter()
        .with_max_len(1)
        .map(|number| {
            if stopped.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let lineup = job.lineups.get(job.lineup(number)).cloned().unwrap_or_default();
            let record = arena.play(&lineup, job.seed_of(number), Watch::default())?;
            played();
            Ok(Some(Record { number, ..record }))
        })
        .collect();
    Ok(records?.into_iter().collect())
}
