//! `cargo run --release -p chartroom-validator --example spoilt_packs -- [COUNT] [SEED]`: spoils the bundled packs by chance and
//! checks each. A panic ends the run with its seed; the slowest pack and the memory used are told at the end.

#[path = "../tests/all/support/noise.rs"]
mod noise;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use chartroom_format::fs::{DiskFs, MemoryFs};
use chartroom_format::load;
use chartroom_validator::run;
use rayon::prelude::*;

/// The same as that of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// After so many packs a line tells how far the run is.
const TOLD: usize = 500;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        |or: u64| arguments.next().map_or(Ok(or), |text| text.parse().map_err(|_| "COUNT and SEED are numbers"));
    let (count, first) = (number(10_000)?, number(0)?);
    let mut packs: Vec<(PathBuf, MemoryFs)> = Vec::new();
    for root in run::packs_at(Path::new("content"))? {
        let mut files = MemoryFs::default();
        for file in &load::load(&DiskFs, &root)?.files {
            files = files.with(&file.path, file.text.to_string());
        }
        packs.push((root, files));
    }
    let began = Instant::now();
    let done = AtomicUsize::new(0);
    let times: Vec<(Duration, u64, usize)> = (first..first + count)
        .into_par_iter()
        .map(|seed| {
            let (root, files) = &packs[(seed % packs.len() as u64) as usize];
            let fs = noise::spoilt(files, seed);
            let began = Instant::now();
            let checked = std::panic::catch_unwind(|| run::check(&fs, std::slice::from_ref(root)));
            let Ok(report) = checked else {
                eprintln!("seed {seed} on {} panics", root.display());
                std::process::exit(1);
            };
            let taken = began.elapsed();
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done.is_multiple_of(TOLD) {
                eprintln!("{done} of {count}, {}", memory());
            }
            (taken, seed, report.map_or(0, |report| report.findings().count()))
        })
        .collect();
    let slowest = times.iter().max().copied().unwrap_or_default();
    let quiet = times.iter().filter(|(_, _, findings)| *findings == 0).count();
    eprintln!(
        "{count} spoilt packs in {:.0} s: no panic; slowest {:.2} s (seed {}); {quiet} without any finding; {}",
        began.elapsed().as_secs_f64(),
        slowest.0.as_secs_f64(),
        slowest.1,
        memory()
    );
    Ok(())
}

/// The most memory this process had, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    peak.map_or_else(
        || "memory unknown".to_owned(),
        |line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "),
    )
}
