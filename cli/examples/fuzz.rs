//! `cargo run -p chartroom-cli --example fuzz -- [RUNS] [SEED] [PROGRAM]`: spoils packs, replays, pictures and foreign files by chance and
//! runs the real program over them, every command in turn. Bounded: it ends after so many runs. The same seed makes the same files.
//! A run is wrong if it panics, ends with anything but 0, 1 or 2, takes more than 20 seconds, writes JSON that is none, or tells a
//! finding without a place. Wrong runs are told with their seed, and what they read is kept.

#[path = "../../validator/tests/all/support/noise.rs"]
mod noise;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use noise::Chance;

const LIMIT: Duration = Duration::from_secs(20);

/// Commands over the pack `base`; `{json}` and the like are files that lie beside it.
const COMMANDS: &[&str] = &[
    "check --quick base",
    "check --quick base --format concise --all",
    "check --quick base --format json",
    "check --quick base --format sarif",
    "check --quick base --format junit --hints",
    "check --quick base --format github",
    "check --quick base --fix",
    "check --quick base --unsafe-fixes",
    "check --quick base --write-baseline known.json",
    "fmt --check base",
    "fmt base",
    "migrate base",
    "migrate base --write",
    "convert base -o json",
    "convert base/units.ron",
    "convert spoilt.json",
    "resolve base",
    "resolve base --json",
    "table base unit-cost",
    "table base unit-cost armor red --json",
    "unit base infantry --json",
    "space base 0103 --scenario first",
    "odds base --attack 3_infantry --defend 2_infantry --json",
    "examples base",
    "coverage base --json",
    "render base --scenario first -o map.svg --width 300",
    "render base -o map.png --width 300",
    "draw base --check",
    "play base first --turns 1 --bot random --seed 3",
    "play base first --turns 2 --log log.jsonl --record own.replay",
    "simulate base first --games 1 --bot random",
    "simulate base first --games 1 --bot random --set tables.unit-cost.infantry=4",
    "replay spoilt.replay --pack base",
    "check --quick over --format json",
    "resolve over",
    "import triplea spoilt.xml -o imported",
];

const GAME: &str = r#"<?xml version="1.0"?><!DOCTYPE game SYSTEM "game.dtd"><game><info name="Mini" version="1"/><map><territory name="A"/><territory name="B"/><territory name="S" water="true"/><connection t1="A" t2="S"/><connection t1="B" t2="S"/></map><resourceList><resource name="PUs"/></resourceList><playerList><player name="Red" optional="false"/><player name="Blue" optional="false"/><alliance player="Red" alliance="East"/><alliance player="Blue" alliance="West"/></playerList><unitList><unit name="infantry"/><unit name="factory"/></unitList><gamePlay><delegate name="move" javaClass="games.strategy.triplea.delegate.MoveDelegate" display="Move"/><sequence><step name="redMove" delegate="move" player="Red"/></sequence></gamePlay><production><productionRule name="buyInfantry"><cost resource="PUs" quantity="3"/><result resourceOrUnit="infantry" quantity="1"/></productionRule><productionFrontier name="p"><frontierRules name="buyInfantry"/></productionFrontier><playerProduction player="Red" frontier="p"/></production><attachmentList><attachment name="unitAttachment" attachTo="infantry" type="unitType"><option name="movement" value="1"/><option name="attack" value="1"/><option name="defense" value="2"/></attachment><attachment name="territoryAttachment" attachTo="A" type="territory"><option name="production" value="3"/></attachment></attachmentList><initialize><ownerInitialize><territoryOwner territory="A" owner="Red"/><territoryOwner territory="B" owner="Blue"/></ownerInitialize><unitInitialize><unitPlacement unitType="infantry" territory="A" quantity="2" owner="Red"/></unitInitialize></initialize></game>"#;

const OVERLAY: &str = r#"Overlay(schema: 2, changes: {"table:unit-cost": Cells({"armor, red": 7, "infantry, blue": 2}), "unit:armor": Fields({"stats.attack": [7], "title": "Tanks"}), "scenario:first": SetUp({"red, 0103": {"infantry": 5}})})"#;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |or: u64| {
        arguments.next().map_or(Ok(or), |text| text.parse().map_err(|_| "RUNS and SEED are numbers".to_owned()))
    };
    let (runs, first) = (number(1000)?, number(0)?);
    let beside = || {
        let own = std::env::current_exe().ok()?;
        Some(own.parent()?.parent()?.join("chartroom"))
    };
    let program = arguments.next().map(PathBuf::from).or_else(beside).ok_or("name the program")?;
    let program = program.canonicalize().map_err(|error| format!("{}: {error}", program.display()))?;
    let work = std::env::temp_dir().join(format!("chartroom-fuzz-{}", std::process::id()));
    let sound = Sound::make(&program, &work)?;
    let mut tally: BTreeMap<&str, u64> = BTreeMap::new();
    let mut ends: BTreeMap<i32, u64> = BTreeMap::new();
    let (mut wrong, mut slowest, mut done, mut seed) = (0_u64, (Duration::ZERO, String::new()), 0_u64, first);
    let began = Instant::now();
    while done < runs {
        let mut chance = Chance::new(seed);
        let folder = work.join("run");
        sound.spoil(&folder, seed, &mut chance)?;
        // Several commands read the same spoilt files: to spoil them takes as long as to read them.
        for _ in 0..6.min(runs - done) {
            let command = COMMANDS[chance.below(COMMANDS.len())];
            let at = Instant::now();
            match run(&program, &folder, command) {
                Ok(code) => *ends.entry(code).or_default() += 1,
                Err(why) => {
                    wrong += 1;
                    let kept = work.join(format!("wrong-{seed}"));
                    copy(&folder, &kept).map_err(|error| error.to_string())?;
                    eprintln!("seed {seed}: chartroom {command}: {why}\n  kept in {}", kept.display());
                }
            }
            let taken = at.elapsed();
            if taken > slowest.0 {
                slowest = (taken, format!("seed {seed}: {command}"));
            }
            *tally.entry(command.split(' ').next().unwrap_or("")).or_default() += 1;
            done += 1;
            if done.is_multiple_of(1000) {
                eprintln!("{done} of {runs} runs, {wrong} wrong, {:.0} s", began.elapsed().as_secs_f64());
            }
        }
        seed += 1;
    }
    eprintln!("{done} runs on {} spoilt packs in {:.0} s: {wrong} wrong", seed - first, began.elapsed().as_secs_f64());
    eprintln!("ended with {ends:?}; slowest {:.1} s ({})", slowest.0.as_secs_f64(), slowest.1);
    eprintln!("by command: {tally:?}");
    if wrong == 0 {
        let _ = std::fs::remove_dir_all(&work);
        return Ok(());
    }
    Err(format!("{wrong} runs were wrong; what they read is kept in {}", work.display()))
}

/// What is spoilt: two starters, a replay, a picture, a converted file.
struct Sound {
    packs: Vec<MemoryFs>,
    replay: Vec<u8>,
    picture: Vec<u8>,
    json: Vec<u8>,
}

impl Sound {
    fn make(program: &Path, work: &Path) -> Result<Self, String> {
        let failed = |error: std::io::Error| error.to_string();
        std::fs::create_dir_all(work).map_err(failed)?;
        let must = |folder: &Path, line: &str| {
            run(program, folder, line)
                .and_then(|code| if code == 0 { Ok(()) } else { Err(format!("{line} ends with {code}")) })
        };
        let mut packs = Vec::new();
        for grid in ["hex", "zones"] {
            let folder = work.join(grid);
            std::fs::create_dir_all(&folder).map_err(failed)?;
            must(&folder, &format!("new --grid {grid} base"))?;
            let mut fs = MemoryFs::default();
            for file in DiskFs.list(&folder.join("base"))? {
                let text = DiskFs.read(&folder.join("base"), &file).map_err(|failure| failure.to_string())?;
                fs = fs.with(Path::new("base").join(file), text);
            }
            packs.push(fs);
        }
        let hex = work.join("hex");
        must(&hex, "play base first --turns 1 --record sound.replay")?;
        must(&hex, "render base -o sound.png --width 200")?;
        must(&hex, "convert base -o json")?;
        let read = |file: &str| std::fs::read(hex.join(file)).map_err(failed);
        Ok(Self { packs, replay: read("sound.replay")?, picture: read("sound.png")?, json: read("json/units.json")? })
    }

    /// Writes spoilt files into a new folder.
    fn spoil(&self, folder: &Path, seed: u64, chance: &mut Chance) -> Result<(), String> {
        let failed = |error: std::io::Error| error.to_string();
        let _ = std::fs::remove_dir_all(folder);
        let mut fs = self.packs[chance.below(self.packs.len())].clone();
        fs = fs.with("over/pack.ron", r#"Pack(schema: 2, id: "over", title: "Over", version: "1", extends: "base")"#);
        fs = fs.with("over/overlay.ron", OVERLAY);
        if chance.below(8) == 0 {
            fs = fs.with("base/map/recipe.ron", r##"Recipe(schema: 2, draw: HexPicture((file: "picture.png", points: [("0101", (10.0, 10.0)), ("0801", (180.0, 10.0)), ("0106", (10.0, 120.0))], palette: [(colour: "#a9c9dd", surface: Sea), (colour: "#e6dcb8", surface: Land)])))"##);
        }
        let spoilt = noise::spoilt(&fs, seed);
        for (path, text) in &spoilt.files {
            write(&folder.join(path), text.as_bytes()).map_err(failed)?;
        }
        write(&folder.join("base/map/picture.png"), &bytes(&self.picture, chance)).map_err(failed)?;
        write(&folder.join("spoilt.replay"), &bytes(&self.replay, chance)).map_err(failed)?;
        write(&folder.join("spoilt.json"), &bytes(&self.json, chance)).map_err(failed)?;
        write(&folder.join("spoilt.xml"), &bytes(GAME.as_bytes(), chance)).map_err(failed)
    }
}

/// Bytes changed, cut, doubled.
fn bytes(sound: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut out = sound.to_vec();
    for _ in 0..chance.below(4) {
        if out.is_empty() {
            break;
        }
        let at = chance.below(out.len());
        match chance.below(5) {
            0 => out[at] = chance.below(256) as u8,
            1 => out.truncate(at),
            2 => drop(out.remove(at)),
            3 => {
                let end = (at + chance.below(200)).min(out.len());
                let piece = out[at..end].to_vec();
                out.splice(at..at, piece);
            }
            _ => {
                let digits = b"99999999999999999999";
                let end = (at + digits.len()).min(out.len());
                out.splice(at..end, digits.iter().copied());
            }
        }
    }
    out
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes)
}

/// Runs a command; the error says what is wrong with how it went.
fn run(program: &Path, folder: &Path, line: &str) -> Result<i32, String> {
    let words = line.split(' ').map(|word| word.replace('_', " "));
    let mut child = Command::new(program)
        .args(words)
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "1")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot be run: {error}"))?;
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        // What cannot be read was not said.
        let _ = err.as_mut().map(|err| err.read_to_end(&mut said));
        said
    });
    let waiting = std::thread::spawn(move || {
        let mut told = Vec::new();
        let _ = out.as_mut().map(|out| out.read_to_end(&mut told));
        told
    });
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if began.elapsed() > LIMIT {
            child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
            return Err(format!("takes more than {} s", LIMIT.as_secs()));
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    let said = String::from_utf8_lossy(&reader.join().unwrap_or_default()).into_owned();
    let told = waiting.join().unwrap_or_default();
    if said.contains("panicked") {
        return Err(format!("panics: {}", said.lines().find(|line| line.contains("panicked")).unwrap_or_default()));
    }
    let code = status.code().ok_or_else(|| format!("is ended by a signal: {status}"))?;
    if !(0..=2).contains(&code) {
        return Err(format!("ends with {code}"));
    }
    if line.contains("--format json") && code < 2 {
        let findings: Vec<serde_json::Value> =
            serde_json::from_slice(&told).map_err(|error| format!("writes bad JSON: {error}"))?;
        if let Some(finding) = findings.iter().find(|finding| finding["file"].is_null()) {
            return Err(format!("tells a finding without a place: {}", finding["message"]));
        }
    }
    Ok(code)
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
