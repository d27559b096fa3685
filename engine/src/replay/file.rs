//! A replay as text: a line of JSON for the game, then one for each action with the hash of the position after it. Reading never panics;
//! a fault names its line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Replay, names};
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::state::State;

/// The version of the text; others are refused. Since 2 dice are keyed by what they decide.
const VERSION: u32 = 2;

/// The first line: which game was played, and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the text.
    pub chartroom_replay: u32,
    pub pack: String,
    pub scenario: String,
    /// Optional rules switched beyond what the scenario says.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, bool>,
    pub seed: u64,
    /// The hash at the start.
    pub hash: String,
}

/// A line for an action.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    action: Value,
    hash: String,
}

/// What is wrong with a replay, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Fault {
    /// Counted from 1.
    pub line: usize,
    pub reason: String,
    /// The text can be read, but the game goes another way than it did.
    pub differs: bool,
}

/// A replay that was read; names in it are looked up when it is played.
#[derive(Debug)]
pub struct Recorded {
    pub header: Header,
    /// The number of its line, the action, and the hash after it.
    steps: Vec<(usize, Value, String)>,
}

fn hash_of(state: &State) -> String {
    format!("{:016x}", state.hash())
}

fn unreadable(line: usize, reason: String) -> Fault {
    Fault { line, reason, differs: false }
}

/// An action of a line, with the numbers of these rules in the place of its names.
fn numbered(rules: &Ruleset, line: usize, action: &Value) -> Result<Action, Fault> {
    let mut action = action.clone();
    names::numbered(rules, &mut action).map_err(|reason| unreadable(line, reason))?;
    serde_json::from_value(action).map_err(|error| unreadable(line, error.to_string()))
}

/// Writes a replay, playing it once more for the hashes. The error says which action was refused.
pub fn record(
    rules: &Ruleset,
    start: &State,
    replay: &Replay,
    options: BTreeMap<String, bool>,
) -> Result<String, (usize, Refusal)> {
    let mut state = start.clone();
    state.rng = replay.seed;
    let (mut game, _) = Game::start(rules, state);
    let header = Header {
        chartroom_replay: VERSION,
        pack: rules.pack.clone(),
        scenario: rules.scenario.clone(),
        options,
        seed: replay.seed,
        hash: hash_of(&game.state),
    };
    let mut out = String::new();
    let _ = writeln!(out, "{}", serde_json::to_value(header).unwrap_or_default());
    for (index, action) in replay.actions.iter().enumerate() {
        game.submit(action).map_err(|refusal| (index, refusal))?;
        let mut action = serde_json::to_value(action).unwrap_or_default();
        names::named(rules, &mut action);
        let line = Line { action, hash: hash_of(&game.state) };
        let _ = writeln!(out, "{}", serde_json::to_value(line).unwrap_or_default());
    }
    Ok(out)
}

impl Recorded {
    /// Reads a replay; nothing is looked up yet.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let (at, first) = lines.next().ok_or_else(|| unreadable(1, "the file is empty".to_owned()))?;
        let header: Header = serde_json::from_str(first)
            .map_err(|error| unreadable(at, format!("this is not the first line of a replay: {error}")))?;
        let version = header.chartroom_replay;
        if version < VERSION {
            let older = format!(
                "the replay is of version {version}, whose dice fell one after the other; since version {VERSION} a die is keyed by \
                 what it decides, so the game would go another way. Replay it with the program that recorded it, or record it anew"
            );
            return Err(unreadable(at, older));
        }
        if version > VERSION {
            return Err(unreadable(
                at,
                format!("the replay is of version {version}, and this program reads {VERSION}"),
            ));
        }
        let step = |(at, line): (usize, &str)| {
            let line: Line = serde_json::from_str(line).map_err(|error| unreadable(at, error.to_string()))?;
            Ok((at, line.action, line.hash))
        };
        Ok(Self { header, steps: lines.map(step).collect::<Result<_, Fault>>()? })
    }

    /// Plays the game again and holds every hash against the one that was written.
    pub fn play<'r>(
        &self,
        rules: &'r Ruleset,
        start: &State,
        mut told: impl FnMut(&Game<'_>, &[Event]),
    ) -> Result<Game<'r>, Fault> {
        let differs = |line: usize, reason: String| Fault { line, reason, differs: true };
        let same = |line: usize, game: &Game<'_>, hash: &str| {
            let now = hash_of(&game.state);
            let reason = || format!("the position has the hash {now}, and had {hash} when the game was recorded");
            if now == hash { Ok(()) } else { Err(differs(line, reason())) }
        };
        let mut state = start.clone();
        state.rng = self.header.seed;
        let (mut game, step) = Game::start(rules, state);
        told(&game, &step.events);
        same(1, &game, &self.header.hash)?;
        for (line, action, hash) in &self.steps {
            let action = numbered(rules, *line, action)?;
            let step = game.submit(&action).map_err(|refusal| differs(*line, format!("refused: {refusal}")))?;
            told(&game, &step.events);
            same(*line, &game, hash)?;
        }
        Ok(game)
    }

    /// The actions, their names looked up; nothing is played.
    pub fn actions_of(&self, rules: &Ruleset) -> Result<Vec<Action>, Fault> {
        self.steps.iter().map(|(line, action, _)| numbered(rules, *line, action)).collect()
    }

    /// How many actions it holds.
    pub const fn actions(&self) -> usize {
        self.steps.len()
    }
}
