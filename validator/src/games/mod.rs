//! The games that bots played of each scenario of a pack. Limits are numbers
//! of games, turns and actions, never seconds, so that every machine finds the same.

mod play;
mod variants;

use chartroom_engine::{Playable, Ruleset, State};
use rayon::prelude::*;

pub use play::{End, Played};
pub use variants::Variant;

/// How much is played of each scenario.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Games by the better bot: who wins how often.
    pub greedy: usize,
    /// Games by the random bot: what else can happen.
    pub random: usize,
    /// Actions after which a game counts as endless.
    pub actions: usize,
    /// Turns of the games that try an option out.
    pub variant_turns: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { greedy: 12, random: 2, actions: 200_000, variant_turns: 1 }
    }
}

/// The games of one scenario.
pub struct ScenarioGames {
    pub scenario: String,
    pub played: Vec<Played>,
    /// Rules and units that the scenario knows.
    pub rules: Vec<String>,
    pub units: Vec<String>,
}

/// All games of a pack.
pub struct Games {
    pub scenarios: Vec<ScenarioGames>,
    pub variants: Vec<Variant>,
}

/// How far playing has come, for those who wait.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    pub pack: &'a str,
    /// Games that are over since the last report.
    pub games: usize,
    /// Games of the pack altogether.
    pub of: usize,
}

/// Is told after each game, from any thread.
pub type Watch<'a> = &'a (dyn Fn(Progress<'_>) + Sync);

/// Plays every scenario that compiled, on all cores. The result does not depend on how many there are. Once it is stopped,
/// no further game begins, and those that were not played are missing.
pub fn play_all(
    content: &Playable<'_>,
    limits: Limits,
    watch: Watch<'_>,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Games {
    let pack = content.pack().map(|pack| pack.id.to_string()).unwrap_or_default();
    let started = |id: &str| content.scenario(id)?.as_ref().ok().map(|(rules, state)| (&**rules, state));
    let ready: Vec<(&str, &Ruleset, &State)> = content
        .scenarios
        .keys()
        .filter_map(|id| started(id.as_str()).map(|(rules, state)| (id.as_str(), rules, state)))
        .collect();
    let games = limits.greedy + limits.random;
    let variants = variants::of(content, ready.iter().map(|(scenario, ..)| *scenario));
    let of = ready.len() * games + variants.len();
    let jobs: Vec<(usize, usize)> =
        (0..ready.len()).flat_map(|scenario| (0..games).map(move |number| (scenario, number))).collect();
    let mut played: Vec<Played> = jobs
        .par_iter()
        .filter(|_| !stopped())
        .map(|(scenario, number)| {
            let (_, rules, state) = ready[*scenario];
            let played = play::one(rules, state, *number, limits);
            watch(Progress { pack: &pack, games: 1, of });
            played
        })
        .collect();
    let variants = variants
        .into_par_iter()
        .filter(|_| !stopped())
        .map(|variant| {
            let tried = variant.tried(content, limits);
            watch(Progress { pack: &pack, games: 1, of });
            tried
        })
        .collect();
    let mut scenarios = Vec::new();
    for (scenario, rules, _) in ready {
        let rest = played.split_off(games.min(played.len()));
        scenarios.push(ScenarioGames {
            scenario: scenario.to_owned(),
            played: std::mem::replace(&mut played, rest),
            rules: rules.rules.iter().map(|rule| rules.events[rule.event.index()].clone()).collect(),
            units: rules.units.iter().map(|unit| unit.id.clone()).collect(),
        });
    }
    Games { scenarios, variants }
}
