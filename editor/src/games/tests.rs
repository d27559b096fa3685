//! Games of a small pack: played in the background, shown moment by moment, saved as a scenario, held against a change.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chartroom_engine::replay;
use chartroom_format::starter::{self, Starter};

use super::film::Filming;
use super::trial::TrialDesk;
use super::*;
use crate::document::Document;
use crate::document::watched::Progress;
use crate::map::Scene;
use crate::map::scene::Palette;
use crate::theme::{Theme, Tokens};

struct Small {
    _folder: tempfile::TempDir,
    root: PathBuf,
    document: Document,
}

impl Small {
    fn new(starter: Starter) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("small-war");
        starter::write(&root, starter).expect("a starter");
        let document = Document::open(&root).expect("it opens");
        Self { _folder: folder, root, document }
    }

    fn scenario(&self) -> String {
        self.document.content().scenarios.keys().next().expect("a scenario").0.clone()
    }

    fn scene(&self) -> Scene {
        let scenario = self.scenario();
        Scene::new(&Palette::new(self.document.content(), Some(&scenario), Tokens::of(Theme::Light)), 0)
    }

    fn batch(&self, games: usize) -> Batch {
        let plan = Plan { scenario: self.scenario(), games, ..Plan::default() };
        let mut batch = Batch::start(self.document.snapshot(), plan, || {});
        wait(|| {
            batch.take();
            !batch.is_running()
        });
        batch
    }

    fn film(&self) -> Film {
        let batch = self.batch(1);
        let row = batch.rows.first().expect("a game");
        let field = batch.field.clone().expect("a field");
        Film::of(field, row.replay.clone(), "a game".to_owned(), &Progress::default()).expect("a film")
    }
}

fn wait(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_mins(2), "it takes too long");
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// What the map shows of every space.
type Shown = (Option<egui::Color32>, Vec<(String, u32, u32)>);

fn shown(scene: &Scene) -> Vec<Shown> {
    let counters = |cell: &crate::map::CellView| {
        let mut list: Vec<(String, u32, u32)> =
            cell.counters.iter().map(|counter| (counter.label.clone(), counter.count, counter.hits)).collect();
        list.sort();
        list
    };
    scene.cells.iter().map(|cell| (cell.holder, counters(cell))).collect()
}

#[test]
fn a_batch_plays_every_seed_once_and_adds_up_what_happened() {
    let small = Small::new(Starter::Hexes);
    let batch = small.batch(4);
    assert_eq!(batch.failure, None);
    let seeds: Vec<u64> = batch.rows.iter().map(|row| row.seed).collect();
    assert_eq!(seeds, [1, 2, 3, 4]);
    assert_eq!(batch.heat.games, 4);
    assert_eq!(batch.wins().iter().map(|(_, wins)| wins).sum::<usize>(), 4);
    assert!(batch.heat.holders.values().all(|powers| powers.values().sum::<u32>() <= 4));
    let again = small.batch(4);
    let ends = |batch: &Batch| batch.rows.iter().map(|row| (row.winner.clone(), row.turn)).collect::<Vec<_>>();
    assert_eq!(ends(&batch), ends(&again), "the same seeds give the same games");
    assert_eq!(batch.heat, again.heat);
}

#[test]
fn a_plan_that_cannot_be_played_says_why() {
    let small = Small::new(Starter::Hexes);
    for (scenario, bot, words) in [("nowhere", "greedy", "nowhere"), (small.scenario().as_str(), "gready", "greedy")] {
        let plan = Plan { scenario: scenario.to_owned(), bot: bot.to_owned(), ..Plan::default() };
        let mut batch = Batch::start(small.document.snapshot(), plan, || {});
        wait(|| {
            batch.take();
            !batch.is_running()
        });
        assert!(batch.rows.is_empty());
        assert!(batch.failure.as_ref().is_some_and(|failure| failure.contains(words)), "{:?}", batch.failure);
    }
}

#[test]
fn any_moment_shows_the_same_whichever_way_one_comes_to_it() {
    for starter in [Starter::Hexes, Starter::Zones] {
        let small = Small::new(starter);
        let mut screen = Screen::new(small.film());
        let mut scene = small.scene();
        let mut seen = Vec::new();
        for at in 0..=screen.last() {
            screen.go(at);
            screen.show(&mut scene, small.document.content());
            seen.push(shown(&scene));
        }
        assert!(seen.first() != seen.last(), "something happens in {starter:?}");
        // Back, to and fro in leaps, and on a scene made anew.
        let last = screen.last();
        for at in (0..=last).rev().chain([0, last, last / 2, 1.min(last), last - last / 3]) {
            screen.go(at);
            screen.show(&mut scene, small.document.content());
            assert_eq!(shown(&scene), seen[at], "moment {at} of {starter:?}");
        }
        let mut fresh = small.scene();
        screen.forget();
        screen.show(&mut fresh, small.document.content());
        assert_eq!(shown(&fresh), seen[screen.at]);
    }
}

#[test]
fn the_first_moment_is_the_set_up_of_the_scenario() {
    let small = Small::new(Starter::Hexes);
    let (set_up, mut scene) = (small.scene(), small.scene());
    let mut screen = Screen::new(small.film());
    screen.show(&mut scene, small.document.content());
    let units =
        |scene: &Scene| -> u32 { scene.cells.iter().flat_map(|cell| &cell.counters).map(|one| one.count).sum() };
    assert_eq!(units(&scene), units(&set_up));
}

#[test]
fn recorded_games_are_shown_and_others_refused() {
    let small = Small::new(Starter::Hexes);
    let batch = small.batch(1);
    let field = batch.field.clone().expect("a field");
    let text = replay::record(&field.rules, &field.start, &batch.rows[0].replay, BTreeMap::new()).expect("recorded");
    let file = small.root.join("game.jsonl");
    let open = |text: &str| {
        std::fs::write(&file, text).expect("written");
        let filming = Filming::file(small.document.snapshot(), file.clone(), || {});
        let mut result = None;
        wait(|| {
            result = filming.result();
            result.is_some()
        });
        result.expect("a result")
    };
    let film = open(&text).expect("a film");
    assert_eq!(film.moments.len(), batch.rows[0].replay.actions.len() + 1);
    assert!(film.end.contains("wins"), "{}", film.end);
    let last = film.state(film.moments.len() - 1).expect("played again");
    assert!(last.outcome.is_some());

    let pack = small.document.content().pack().expect("a pack").id.to_string();
    let elsewhere = text.replacen(&pack, "another-pack", 1);
    let older = text.replacen("\"chartroom_replay\":2", "\"chartroom_replay\":1", 1);
    for (wrong, words) in [
        (elsewhere.as_str(), "another-pack"),
        (older.as_str(), "version 1"),
        ("", "empty"),
        ("not a replay", "first line"),
    ] {
        let message = open(wrong).map(|_| ()).expect_err("refused");
        assert!(message.contains(words) && message.contains("game.jsonl"), "{message}");
    }
    // A pack that has changed since: what still goes the recorded way is shown, and where it leaves it is said.
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let changed = lines.len() - 1;
    let tail = lines[changed].len() - 5;
    lines[changed].replace_range(tail..tail + 3, "000");
    let film = open(&lines.join("\n")).expect("shown as far as it goes");
    assert!(film.end.contains("another way"), "{}", film.end);
    assert!(film.state(1).is_err());
}

#[test]
fn a_position_becomes_a_scenario_that_starts_with_it() {
    for starter in [Starter::Hexes, Starter::Zones] {
        let mut small = Small::new(starter);
        let film = small.film();
        // The beginning of the second turn, where nothing is half done.
        let (at, turn) = *film.turns().get(1).expect("a second turn");
        let state = film.state(at).expect("played again");
        let id = position::free_id(&small.document, &film.field.rules.scenario, turn);
        let planned = position::plan(&small.document, &film.field, &state, &id, "Later").expect("planned");
        small.document.change("save", &planned).expect("fits");
        let field = Field::of(&small.document.snapshot(), &small.root, &id, &BTreeMap::new());
        let field = field.unwrap_or_else(|message| panic!("{starter:?}: {message}"));
        assert_eq!((field.start.turn, field.rules.first_turn), (turn, i64::from(turn)));
        let spaces = field.rules.board.spaces.len();
        for space in (0..spaces).map(chartroom_engine::ids::SpaceIx::new) {
            assert_eq!(field.start.holder(space), state.holder(space), "{starter:?}");
            let count = |state: &chartroom_engine::State| -> u32 {
                state.stacks_in(space).iter().map(|stack| u32::from(stack.count)).sum()
            };
            assert_eq!(count(&field.start), count(&state), "{starter:?}");
        }
        assert!(
            position::plan(&small.document, &film.field, &state, &id, "Later").is_err(),
            "no second one of that id"
        );
        assert_ne!(position::free_id(&small.document, &film.field.rules.scenario, turn), id);
    }
}

#[test]
fn a_change_is_held_against_what_was_saved_on_the_same_luck() {
    let mut small = Small::new(Starter::Hexes);
    let run = |document: &Document| {
        let mut desk = TrialDesk::default();
        desk.scenario.clone_from(&document.content().scenarios.keys().next().expect("one").0);
        desk.pairs = 4;
        desk.start(document.snapshot(), || {});
        wait(|| {
            desk.take();
            !desk.is_running()
        });
        assert_eq!(desk.failure, None);
        desk.balance.clone().expect("a balance")
    };
    let same = run(&small.document);
    assert_eq!(same.games, 4);
    let shares: f64 = same.wins.iter().map(|line| line.after).sum();
    assert!((shares - 1.0).abs() < 1e-9, "every game is won by somebody or nobody: {shares}");
    for line in same.wins.iter().chain(&same.bought).chain(&same.length) {
        assert!((line.before - line.after).abs() < 1e-12 && !line.is_certain(), "{line:?}");
    }
    // One side has more to spend: it buys more.
    let file = small.document.files().keys().find(|name| name.starts_with("scenarios/")).expect("a file").clone();
    let text = small.document.text(&file).expect("a text").to_owned();
    let at = text.find("{\"red\": 10").expect("a treasury") + "{\"red\": ".len();
    let edit = chartroom_format::edit::Edit::replace(chartroom_format::source::Span::new(at, at + 2), "60");
    let change = crate::document::FileChange { file, edits: vec![edit] };
    small.document.change("more money", &[change]).expect("fits");
    let other = run(&small.document);
    let more = |line: &super::trial::Paired| line.name.starts_with("red ") && line.after > line.before + 1.0;
    assert!(other.bought.iter().any(more), "{other:?}");
}
