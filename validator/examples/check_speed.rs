//! `cargo run --release -p chartroom-validator --example check_speed`: how long a quick check of the bundled packs takes, its MB/s,
//! and how the time grows with copies of one pack. Prints lines for docs/benchmarks.md.

use std::path::{Path, PathBuf};
use std::time::Instant;

use chartroom_format::fs::{DiskFs, MemoryFs};
use chartroom_format::load;
use chartroom_validator::run;

/// Each figure is the best of so many runs: other work on the machine only ever adds.
const RUNS: usize = 7;

fn best(mut run: impl FnMut() -> Result<(), String>) -> Result<f64, String> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let began = Instant::now();
        run()?;
        best = best.min(began.elapsed().as_secs_f64());
    }
    Ok(best)
}

fn main() -> Result<(), String> {
    let packs = run::packs_at(Path::new("content"))?;
    let mut bytes = 0;
    for pack in &packs {
        let own = load::load(&DiskFs, pack)?;
        let id = own.content.pack().map(|pack| pack.id.clone());
        bytes +=
            own.files.iter().filter(|file| Some(&file.pack) == id.as_ref()).map(|file| file.text.len()).sum::<usize>();
    }
    let megabytes = bytes as f64 / 1e6;
    let seconds = best(|| run::check(&DiskFs, &packs).map(|_| ()))?;
    eprintln!(
        "| check --quick, {} packs, {megabytes:.2} MB | {seconds:.3} s | {:.1} MB/s |",
        packs.len(),
        megabytes / seconds
    );
    let one = &packs[packs.len() - 1];
    let loaded = load::load(&DiskFs, one)?;
    let size = loaded.files.iter().map(|file| file.text.len()).sum::<usize>() as f64 / 1e6;
    for copies in [1, 2, 5, 10, 20, 50, 100, 200] {
        let mut fs = MemoryFs::default();
        let mut roots = Vec::new();
        for copy in 0..copies {
            let root = PathBuf::from(format!("copy{copy}")).join(one.file_name().unwrap_or_default());
            for file in &loaded.files {
                fs = fs.with(root.join(&file.relative), file.text.to_string());
            }
            roots.push(root);
        }
        let began = Instant::now();
        let report = run::check(&fs, &roots)?;
        let seconds = began.elapsed().as_secs_f64();
        let each = seconds * 1000.0 / f64::from(copies);
        let rate = size * f64::from(copies) / seconds;
        eprintln!(
            "| {copies} copies of {} | {seconds:.3} s | {each:.1} ms each | {rate:.1} MB/s | {} packs |",
            one.display(),
            report.packs.len()
        );
    }
    Ok(())
}
