//! How fast games are: playouts by the random bot, the copy of a state, and what a second core brings.
//! `cargo bench -p chartroom-engine --bench games`. A game joins by a line in `GAMES`.

use std::path::Path;

use chartroom_engine::bots::{self, Random};
use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rayon::prelude::*;

const GAMES: [&str; 4] = [
    "hitlers-global-war/barbarossa",
    "hitlers-global-war/fall-of-germany",
    "war-game-ww2/1942",
    "global-war-1975/standard",
];
/// Games of one batch, enough for both cores to be busy to the end.
const BATCH: u64 = 64;

/// The same as that of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn start(game: &str) -> (Ruleset, State) {
    let (pack, scenario) = game.split_once('/').expect("pack/scenario");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(pack);
    let content = load::load(&DiskFs, &folder).expect("the pack loads").content;
    match compile(&content, scenario, Options::default()) {
        Ok(done) => done,
        Err(findings) => panic!("{scenario} does not compile: {}", findings[0].message),
    }
}

fn playout(rules: &Ruleset, start: &State, seed: u64) -> u64 {
    let mut state = start.clone();
    state.rng = seed;
    let (game, _) = bots::play(rules, &state, &mut Random::new(seed), None, |_, _| {});
    game.state.hash()
}

#[divan::bench(args = GAMES, sample_count = 10, sample_size = 1)]
fn playouts_on_one_core(bencher: Bencher, game: &str) {
    let (rules, state) = start(game);
    let mut seed = 0;
    bencher.counter(ItemsCount::new(1_usize)).bench_local(|| {
        seed += 1;
        playout(&rules, &state, seed)
    });
}

#[divan::bench(args = [1, 2], sample_count = 10, sample_size = 1)]
fn batch_of_barbarossa_by_cores(bencher: Bencher, cores: usize) {
    let (rules, state) = start(GAMES[0]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(cores).build().expect("a pool of threads");
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        pool.install(|| (0..BATCH).into_par_iter().map(|seed| playout(&rules, &state, seed)).reduce(|| 0, |a, b| a ^ b))
    });
}

#[divan::bench]
fn copy_of_a_barbarossa_state(bencher: Bencher) {
    let (rules, state) = start(GAMES[0]);
    let (game, _) = bots::play(&rules, &state, &mut Random::new(1), Some(4), |_, _| {});
    bencher.bench_local(|| black_box(&game.state).clone());
}
