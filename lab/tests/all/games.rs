//! Whole experiments on starter packs: pairs, sweeps, worth, tuning; the same games whatever the cores.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use chartroom_format::fs::DiskFs;
use chartroom_format::load::{self, Loaded};
use chartroom_format::starter::{self, Starter};
use chartroom_lab::compare::Compare;
use chartroom_lab::goal::{Goal, even};
use chartroom_lab::job::{self, Arm, Job, Question};
use chartroom_lab::lineup::Lineup;
use chartroom_lab::play::{self, Arena, Flow, Record, Watch};
use chartroom_lab::stats::sequential::Promise;
use chartroom_lab::sweep::{self, Axis};
use chartroom_lab::{setting_edit, simulate};

pub(crate) fn starter_pack(kind: Starter) -> (tempfile::TempDir, Loaded) {
    let folder = tempfile::tempdir().expect("folder");
    let root = folder.path().join("small");
    starter::write(&root, kind).expect("a starter");
    let loaded = load::load(&DiskFs, &root).expect("it loads");
    (folder, loaded)
}

pub(crate) fn job(loaded: &Loaded, sets: &[Vec<String>], games: usize, question: Question) -> (Job, Vec<Arena>) {
    let arenas: Vec<Arena> =
        sets.iter().map(|set| Arena::new(loaded, "first", set, &BTreeMap::new()).expect("it compiles")).collect();
    let arm = |set: &Vec<String>| Arm {
        pack: "small".into(),
        hash: job::hash(loaded),
        set: set.clone(),
        options: Vec::new(),
    };
    let job = Job {
        program: "0".into(),
        scenario: "first".into(),
        options: Vec::new(),
        arms: sets.iter().map(arm).collect(),
        lineups: vec![Lineup::default(), Lineup::parse("random").expect("a bot")],
        seed: 7,
        games,
        sides: arenas[0].rules.sides.clone(),
        question,
    };
    (job, arenas)
}

pub(crate) fn all(job: &Job, arenas: &[Arena]) -> Vec<Vec<Record>> {
    let mut blocks = Vec::new();
    let stop = AtomicBool::new(false);
    play::run(job, arenas, Watch::default(), 0..job.blocks(), &stop, &|| {}, |_, records| {
        blocks.push(records);
        Ok(Flow::More)
    })
    .expect("games");
    blocks
}

pub(crate) fn compare_question(sides: &[String]) -> Question {
    Question::Compare { goals: even(sides), promise: Promise { alpha: 0.05, beta: 0.05, worth: 0.2, least: 32 } }
}

#[test]
fn a_change_that_changes_nothing_plays_the_same_games() {
    let (_folder, loaded) = starter_pack(Starter::Hexes);
    let price = chartroom_lab::setting::read(&loaded.content, "tables.unit-cost.infantry").expect("a price")[0];
    let same = format!("tables.unit-cost.infantry={price}");
    let sides = ["east".to_owned(), "west".to_owned()];
    let (job, arenas) = job(&loaded, &[vec![], vec![same]], 64, compare_question(&sides));
    let mut compare = Compare::new(&job).expect("a comparison");
    for block in all(&job, &arenas) {
        let half = block.len() / 2;
        for (base, change) in block[..half].iter().zip(&block[half..]) {
            assert_eq!(Record { arm: 0, ..change.clone() }, *base, "same rules, same luck, same game");
        }
        compare.take(block).expect("pairs");
    }
    let report = compare.report();
    assert_eq!(report.pairs, 64);
    assert!(report.sides.iter().all(|side| side.share.difference.mean == 0.0));
    for text in [report.text(), report.markdown(), report.html()] {
        assert!(text.contains(&report.hash) || !text.contains("<html"), "a page names its games");
        assert!(text.contains("pairs of games"), "{text}");
    }
    assert!(report.markdown().contains("--seed 7"), "anybody can run it again");
    assert!(!report.html().contains("http://") || !report.html().contains("src="), "nothing is fetched");
}

#[test]
fn one_core_and_two_play_the_same() {
    let (_folder, loaded) = starter_pack(Starter::Zones);
    let (job, arenas) = job(&loaded, &[vec![]], 40, Question::Simulate);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let one = pool(1).install(|| all(&job, &arenas));
    let two = pool(2).install(|| all(&job, &arenas));
    assert_eq!(one, two);
    assert_eq!(one.iter().map(Vec::len).collect::<Vec<_>>(), [16, 16, 8]);
    let records: Vec<Record> = one.into_iter().flatten().collect();
    let report = simulate::report(&job, &records);
    let wins: u64 = report["wins"].as_object().expect("wins").values().filter_map(|side| side["wins"].as_u64()).sum();
    assert_eq!(wins, 40, "{report}");
}

#[test]
fn a_stopped_batch_gives_whole_blocks_only() {
    let (_folder, loaded) = starter_pack(Starter::Hexes);
    let (job, arenas) = job(&loaded, &[vec![]], 64, Question::Simulate);
    let stop = AtomicBool::new(false);
    let mut blocks = 0;
    play::run(&job, &arenas, Watch::default(), 0..job.blocks(), &stop, &|| {}, |_, records| {
        blocks += 1;
        assert_eq!(records.len(), 16);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(Flow::More)
    })
    .expect("games");
    assert_eq!(blocks, 1);
}

#[test]
fn a_sweep_finds_the_value_nearest_to_a_goal() {
    let (_folder, loaded) = starter_pack(Starter::Hexes);
    let axes = vec![Axis::parse("tables.unit-cost.infantry=1..7:3").expect("an axis")];
    let sets = sweep::grid(&axes).expect("a grid");
    assert_eq!(sets.len(), 3);
    let goals = vec![Goal::parse("east 40..60").expect("a goal")];
    let (job, arenas) = job(&loaded, &sets, 32, Question::Sweep { axes, goals });
    let records: Vec<Record> = all(&job, &arenas).into_iter().flatten().collect();
    let report = sweep::report(&job, &records).expect("a sweep");
    assert_eq!(report.points.len(), 3);
    let off = |share: f64| (0.4 - share).max(share - 0.6).max(0.0);
    let best = report.points.iter().map(|point| off(point.shares[0].share)).fold(f64::INFINITY, f64::min);
    assert!((off(report.nearest[0].share) - best).abs() < 1e-12);
    let csv = sweep::csv(&report);
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.lines().all(|line| line.split(',').count() == csv.lines().next().unwrap_or("").split(',').count()));
    assert_eq!(sweep::jsonl(&job, &records).expect("lines").lines().count(), 96);
    assert!(report.html().contains("<svg"));
    assert!(report.chart().png(1.0).expect("a picture").starts_with(b"\x89PNG"));
}

#[test]
fn a_tuned_value_is_written_as_the_smallest_edit() {
    let (folder, loaded) = starter_pack(Starter::Hexes);
    let read = |loaded: &Loaded, path: &str| chartroom_lab::setting::read(&loaded.content, path).expect("a value");
    for path in ["tables.unit-cost.infantry", "units.infantry.movement"] {
        let now = read(&loaded, path)[0];
        let (file, edits) = setting_edit::edits(&loaded, path, now + 2).expect("edits");
        let source = &loaded.files[file];
        let text = chartroom_format::edit::apply(&source.text, &edits).expect("they fit");
        let changed = source.text.lines().zip(text.lines()).filter(|(old, new)| old != new).count();
        assert_eq!(changed, 1, "{path} changes one line");
        std::fs::write(folder.path().join("small").join(&source.relative), &text).expect("write");
        let again = load::load(&DiskFs, &folder.path().join("small")).expect("it loads");
        assert!(read(&again, path).iter().all(|value| *value == now + 2), "{path}");
        std::fs::write(folder.path().join("small").join(&source.relative), &*source.text).expect("write back");
    }
}
