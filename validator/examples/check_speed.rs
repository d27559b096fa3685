//! `cargo run --release -p chartroom-validator --example check_speed -- [--beside MEGABYTES COMMAND ARG..]`: how long a quick check
//! of the bundled packs takes, its MB/s, and how the time grows with copies of one pack. With `--beside` another program is timed
//! between our own runs, by the megabytes that it reads. Prints lines for docs/benchmarks.md. `--once FOLDER` checks the packs in a
//! folder once and prints what it finds: to count instructions, and to compare what two builds find.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_format::load;
use chartroom_validator::{report, run};

/// The same as that of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Each figure is the best of so many runs: other work on the machine only ever adds.
const RUNS: usize = 7;

/// What a run took: by the clock, and of the processors.
#[derive(Clone, Copy)]
struct Taken {
    clock: f64,
    work: f64,
}

fn timed(run: impl FnOnce() -> Result<(), String>) -> Result<Taken, String> {
    let (began, before) = (Instant::now(), worked());
    run()?;
    Ok(Taken { clock: began.elapsed().as_secs_f64(), work: worked() - before })
}

/// Seconds of processor time that this process has used, where the system tells; in hundredths.
fn worked() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// The megabytes of a pack's own files, its index of rules among them.
fn megabytes(pack: &Path) -> Result<f64, String> {
    let loaded = load::load(&DiskFs, pack)?;
    let own = loaded.content.pack();
    let files = loaded.files.iter().filter(|file| own.is_some_and(|own| own.id == file.pack));
    let index = own.and_then(|own| own.rulebook.as_ref()).and_then(|book| DiskFs.read(pack, &book.index).ok());
    let bytes = files.map(|file| file.text.len()).sum::<usize>() + index.map_or(0, |text| text.len());
    Ok(bytes as f64 / 1e6)
}

/// Another program and what it reads.
struct Rival {
    megabytes: f64,
    command: Vec<String>,
}

impl Rival {
    fn from_arguments() -> Result<Option<Self>, String> {
        let mut arguments = std::env::args().skip(1);
        if arguments.next().as_deref() != Some("--beside") {
            return Ok(None);
        }
        let read = arguments.next().and_then(|text| text.parse().ok()).ok_or("--beside MEGABYTES COMMAND ARG..")?;
        Ok(Some(Self { megabytes: read, command: arguments.collect() }))
    }

    fn run(&self) -> Result<(), String> {
        let (program, arguments) = self.command.split_first().ok_or("--beside names no command")?;
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let ended = command.status().map_err(|error| format!("cannot run {program}: {error}"))?;
        if ended.success() { Ok(()) } else { Err(format!("{program} ended with {ended}")) }
    }
}

fn once(folder: &Path) -> Result<(), String> {
    let report = run::check(&DiskFs, &run::packs_at(folder)?)?;
    std::io::stdout().write_all(report::json::render(&report).as_bytes()).map_err(|error| error.to_string())
}

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--once") {
        return once(Path::new(&arguments.next().ok_or("--once FOLDER")?));
    }
    let rival = Rival::from_arguments()?;
    let packs = run::packs_at(Path::new("content"))?;
    let size = packs.iter().map(|pack| megabytes(pack)).sum::<Result<f64, String>>()?;
    let (mut best, mut rival_best) = (Taken { clock: f64::INFINITY, work: f64::INFINITY }, f64::INFINITY);
    for _ in 0..RUNS {
        let taken = timed(|| run::check(&DiskFs, &packs).map(|_| ()))?;
        best = Taken { clock: best.clock.min(taken.clock), work: best.work.min(taken.work) };
        if let Some(rival) = &rival {
            rival_best = rival_best.min(timed(|| rival.run())?.clock);
        }
    }
    let rate = size / best.clock;
    eprintln!(
        "| check --quick, {} packs, {size:.2} MB | {:.3} s | {rate:.1} MB/s | {:.2} s of processor time |",
        packs.len(),
        best.clock,
        best.work
    );
    if let Some(rival) = rival {
        let theirs = rival.megabytes / rival_best;
        let name = rival.command.join(" ");
        eprintln!(
            "| {name}, {:.2} MB | {rival_best:.3} s | {theirs:.1} MB/s | ours is {:.1} times that |",
            rival.megabytes,
            rate / theirs
        );
        return Ok(());
    }
    growth(&packs[packs.len() - 1])
}

/// The time of more and more copies of a pack, each a pack of its own.
fn growth(pack: &Path) -> Result<(), String> {
    let loaded = load::load(&DiskFs, pack)?;
    let size = loaded.files.iter().map(|file| file.text.len()).sum::<usize>() as f64 / 1e6;
    for copies in [1, 2, 5, 10, 20, 50, 100, 200] {
        let mut fs = MemoryFs::default();
        let mut roots = Vec::new();
        for copy in 0..copies {
            let root = PathBuf::from(format!("copy{copy}")).join(pack.file_name().unwrap_or_default());
            for file in &loaded.files {
                fs = fs.with(root.join(&file.relative), file.text.to_string());
            }
            roots.push(root);
        }
        let taken = timed(|| run::check(&fs, &roots).map(|_| ()))?;
        let each = taken.clock * 1000.0 / f64::from(copies);
        let rate = size * f64::from(copies) / taken.clock;
        eprintln!(
            "| {copies} copies of {} | {:.3} s | {each:.1} ms each | {rate:.1} MB/s | {:.2} s of processor time |",
            pack.display(),
            taken.clock,
            taken.work
        );
    }
    Ok(())
}
