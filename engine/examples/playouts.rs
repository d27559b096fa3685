//! Plays games by the random bot on one core and says how many it finishes per second of processor time, which other
//! programs on the machine do not blur: `cargo run --release --workspace --example playouts -- war-game-ww2 1942 50`.
//! The hash of all final positions tells whether a change of the engine changed any game.

use std::path::Path;
use std::time::Instant;

use chartroom_engine::bots::{self, Random};
use chartroom_engine::{Options, compile};
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

/// The same as that of the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [pack, scenario, games] = arguments.as_slice() else {
        return Err("say which pack, which scenario and how many games".to_owned());
    };
    let games: u64 = games.parse().map_err(|_| format!("`{games}` is no number of games"))?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content").join(pack);
    let content = load::load(&DiskFs, &folder)?.content;
    let (rules, start) =
        compile(&content, scenario, Options::default()).map_err(|findings| findings[0].message.clone())?;
    let (began, processor) = (Instant::now(), processor_seconds());
    let (mut actions, mut hash) = (0, 0_u64);
    for seed in 1..=games {
        let mut state = start.clone();
        state.rng = seed;
        let (game, replay) = bots::play(&rules, &state, &mut Random::new(seed), None, |_, _| {});
        actions += replay.actions.len();
        hash = hash.rotate_left(1) ^ game.state.hash();
    }
    let wall = began.elapsed().as_secs_f64();
    let seconds = processor.zip(processor_seconds()).map_or(wall, |(before, after)| after - before);
    let count = games as f64;
    #[expect(clippy::print_stdout, reason = "this is its only output")]
    {
        println!("{pack}/{scenario}: {games} games, {actions} actions, hash {hash:016x}");
        println!(
            "{:.1} games per second of processor time ({:.1} by the clock on the wall)",
            count / seconds,
            count / wall
        );
    }
    Ok(())
}

/// Seconds this thread has run, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}
