//! A part of the games of a job: shard `i` of `n` plays the blocks `i - 1`, `i - 1 + n`, ... A shard file is JSON, one line for
//! the job, one for each block, one at the end with a check sum; a file without its end is a worker that was stopped, and is
//! taken up where it stands. Put together, shards give what one machine would have played, or an error that says why not.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::play::Record;

/// The version of shard files.
const FORMAT: u32 = 1;

/// Which part: `1/8` to `8/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

/// More parts than this nobody has machines for.
const MOST_SHARDS: usize = 100_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let refused = || format!("`{text}` is not a shard such as 3/8, the third of eight");
        let (number, of) = text.split_once('/').ok_or_else(refused)?;
        let read = |text: &str| text.trim().parse::<usize>().map_err(|_| refused());
        let shard = Self { number: read(number)?, of: read(of)? };
        if shard.of == 0 || shard.of > MOST_SHARDS || shard.number == 0 || shard.number > shard.of {
            return Err(format!("there is no shard `{text}`: they go from 1/N to N/N"));
        }
        Ok(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// The blocks it plays.
    pub fn blocks(self, job: &Job) -> impl Iterator<Item = usize> + use<> {
        (self.number - 1..job.blocks()).step_by(self.of)
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    chartroom_shard: u32,
    shard: Shard,
    job: Job,
}

#[derive(Serialize, Deserialize)]
struct Block {
    block: usize,
    games: Vec<Record>,
}

#[derive(Serialize, Deserialize)]
struct End {
    end: String,
}

fn line(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// The first line of a shard file.
pub fn header(job: &Job, shard: Shard) -> Result<String, String> {
    line(&Header { chartroom_shard: FORMAT, shard, job: job.clone() })
}

/// The line of a block.
pub fn block(block: usize, games: Vec<Record>) -> Result<String, String> {
    line(&Block { block, games })
}

/// The last line, after all others.
pub fn end(text: &str) -> Result<String, String> {
    line(&End { end: sum(text) })
}

fn sum(text: &str) -> String {
    let fold = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, fold))
}

/// What of an unfinished file can be kept: the length of its whole lines, and how many blocks they hold. None if the file is
/// of another job.
pub fn resume(text: &str, job: &Job, shard: Shard) -> Option<(usize, usize)> {
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let first = header(job, shard).ok()?;
    let rest = text.get(..whole)?.strip_prefix(first.as_str())?;
    let mut kept = first.len();
    let mut blocks = 0;
    for (text, expected) in rest.split_inclusive('\n').zip(shard.blocks(job)) {
        match serde_json::from_str::<Block>(text) {
            Ok(found) if found.block == expected && is_whole(job, &found) => {
                (kept, blocks) = (kept + text.len(), blocks + 1)
            }
            _ => break,
        }
    }
    Some((kept, blocks))
}

/// Whether a text is a whole shard file of this job and shard.
pub fn is_done(text: &str, job: &Job, shard: Shard) -> bool {
    read("", text).is_ok_and(|(found, of, _)| found == *job && of == shard)
}

fn is_whole(job: &Job, block: &Block) -> bool {
    let expected = (0..job.arms.len()).flat_map(|arm| job.block(block.block).map(move |number| (arm, number)));
    block.games.iter().map(|game| (game.arm, game.number)).eq(expected)
}

fn read(name: &str, text: &str) -> Result<(Job, Shard, Vec<Block>), String> {
    let wrong = |why: &str| format!("{name} {why}");
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let header: Header = serde_json::from_str(first).map_err(|_| wrong("is no shard file of this program"))?;
    if header.chartroom_shard != FORMAT {
        return Err(wrong("is a shard file of another version of this program"));
    }
    let mut blocks = Vec::new();
    let mut length = first.len();
    for text_line in lines {
        if let Ok(End { end }) = serde_json::from_str(text_line) {
            if end != sum(&text[..length]) {
                return Err(wrong("was changed after it was written: its check sum is wrong"));
            }
            if text.len() != length + text_line.len() {
                return Err(wrong("goes on after its end"));
            }
            let expected: Vec<usize> = header.shard.blocks(&header.job).collect();
            let found: Vec<usize> = blocks.iter().map(|block: &Block| block.block).collect();
            if found != expected || !blocks.iter().all(|block| is_whole(&header.job, block)) {
                return Err(wrong("does not hold the games it should"));
            }
            return Ok((header.job, header.shard, blocks));
        }
        blocks.push(
            serde_json::from_str(text_line)
                .map_err(|_| wrong("is not whole: run that shard again, it goes on where it stopped"))?,
        );
        length += text_line.len();
    }
    Err(wrong("is not whole: run that shard again, it goes on where it stopped"))
}

/// Puts shards together: the job, and its blocks in the order of their seeds. Shards that differ, are missing or are there
/// twice are refused.
pub fn merge(files: &[(String, String)]) -> Result<(Job, Vec<Vec<Record>>), String> {
    let mut first: Option<(&str, Job, usize)> = None;
    let mut owners: Vec<Option<&str>> = Vec::new();
    let mut blocks: Vec<Vec<Record>> = Vec::new();
    for (name, text) in files {
        let (job, shard, read) = read(name, text)?;
        match &first {
            None => {
                owners = vec![None; shard.of];
                blocks = vec![Vec::new(); job.blocks()];
                first = Some((name, job, shard.of));
            }
            Some((other, known, of)) => {
                if let Some(what) = difference(known, &job) {
                    return Err(format!("{name} does not belong to {other}: {what}"));
                }
                if *of != shard.of {
                    return Err(format!("{name} is shard {shard}, but {other} is one of {of}"));
                }
            }
        }
        if let Some(other) = owners[shard.number - 1].replace(name) {
            return Err(format!("{name} and {other} are both shard {shard}"));
        }
        for block in read {
            blocks[block.block] = block.games;
        }
    }
    let Some((_, job, of)) = first else { return Err("no shards are given".to_owned()) };
    let missing: Vec<String> =
        (0..of).filter(|at| owners[*at].is_none()).map(|at| Shard { number: at + 1, of }.to_string()).collect();
    if !missing.is_empty() {
        return Err(format!("shards are missing: {}", missing.join(", ")));
    }
    Ok((job, blocks))
}

/// What makes two jobs different ones.
fn difference(one: &Job, other: &Job) -> Option<String> {
    let arms = |job: &Job| job.arms.iter().map(|arm| format!("{} {}", arm.pack, arm.hash)).collect::<Vec<_>>();
    let set = |job: &Job| job.arms.iter().map(|arm| arm.set.join(" ")).collect::<Vec<_>>();
    let said =
        |what: &str, one: &dyn fmt::Debug, other: &dyn fmt::Debug| Some(format!("{what} {other:?} instead of {one:?}"));
    if arms(one) != arms(other) {
        return said("it was played with the pack", &arms(one), &arms(other));
    }
    if one.program != other.program {
        return said("it was played by version", &one.program, &other.program);
    }
    if one.scenario != other.scenario {
        return said("it is of the scenario", &one.scenario, &other.scenario);
    }
    if one.seed != other.seed || one.games != other.games {
        return said("its seed and games are", &(one.seed, one.games), &(other.seed, other.games));
    }
    if set(one) != set(other) {
        return said("its changes are", &set(one), &set(other));
    }
    (one != other).then(|| "its bots, options or goals are others".to_owned())
}
