//! `chartroom merge-shards FILE..`: parts played on many machines, put together to the result of one.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_lab::compare::Compare;
use chartroom_lab::job::Question;
use chartroom_lab::play::{Flow, Record};
use chartroom_lab::{shard, simulate};

use super::{compare, sweep};
use crate::output;

/// Put the parts of simulate, compare or sweep together: byte for byte what one machine would have printed.
#[derive(clap::Args)]
#[command(after_help = "Example:
  for i in 1 2 3 4; do chartroom simulate hitlers-global-war barbarossa --games 4000 --shard $i/4 --shard-file part-$i.jsonl & done; wait
  chartroom merge-shards part-*.jsonl --json

Parts of other packs, other program versions or other games are refused, and so are parts that are missing, broken or given twice.")]
pub(crate) struct Args {
    /// All parts, in any order.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Of a comparison: a block to paste into a pull request.
    #[arg(long)]
    markdown: bool,
    /// Of a comparison: write one page with charts.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Of a sweep: write FILE.csv, FILE.jsonl, FILE.html or FILE.png too.
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let shown = sweep::Shown { json: args.json, output: args.output.clone() };
    shown.check()?;
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        Ok((file.display().to_string(), text))
    };
    let files: Vec<(String, String)> = args.files.iter().map(read).collect::<Result<_, String>>()?;
    let (job, blocks) = shard::merge(&files)?;
    match &job.question {
        Question::Simulate => {
            let records: Vec<Record> = blocks.into_iter().flatten().collect();
            let result = simulate::report(&job, &records);
            if args.json { output::print_json(&result)? } else { output::print(&simulate::text(&result))? }
        }
        Question::Compare { .. } => {
            let mut compare = Compare::new(&job)?;
            for records in blocks {
                if compare.take(records)? == Flow::Enough {
                    break;
                }
            }
            let shown = compare::Shown { json: args.json, markdown: args.markdown, html: args.html.clone() };
            compare::show(&compare.report(), &shown)?;
        }
        Question::Sweep { .. } => {
            let records: Vec<Record> = blocks.into_iter().flatten().collect();
            sweep::show(&job, &records, &shown)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
