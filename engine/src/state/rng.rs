//! The dice of a game. A die is keyed by what it decides: the seed, the turn and phase, the place, who throws it and for what, the
//! combat round, and how many were thrown for the same before. So two rule sets can be played on the same luck: a battle that
//! both fight rolls the same faces in both, whatever else was rolled before.

use super::copy::copied_in_place;
use crate::ids::{Actor, SpaceIx, UnitIx};
use crate::ruleset::{Player, Ruleset};
use crate::state::State;

/// SplitMix64's step.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// One throw of a die with `sides` faces out of a stream of dice: the roll, 1 up to `sides`, and the next position of the stream.
pub fn roll(position: u64, sides: i64) -> (i64, u64) {
    let next = position.wrapping_add(STEP);
    let faces = sides.max(1) as u64;
    ((((mixed(next) >> 32) * faces) >> 32) as i64 + 1, next)
}

const fn mixed(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// What has been thrown. Counts are forgotten when the phase ends.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    /// How many dice each key has thrown, sorted.
    pub thrown: Vec<(u64, u32)>,
    /// Faces that dice show before they fall as they like. Only worked examples and tests load dice.
    pub loaded: Vec<i64>,
    /// The last phase that began this turn, and how often the turn went back to an earlier one.
    pub begun: Option<u16>,
    pub lap: u16,
}

copied_in_place!(Dice { thrown, loaded, begun, lap });

impl Dice {
    fn before(&self, key: u64) -> u32 {
        self.thrown.binary_search_by_key(&key, |(key, _)| *key).map_or(0, |at| self.thrown[at].1)
    }

    /// A die was thrown.
    pub(crate) fn count(&mut self, key: u64, was_loaded: bool) {
        match self.thrown.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(at) => self.thrown[at].1 += 1,
            Err(at) => self.thrown.insert(at, (key, 1)),
        }
        if was_loaded && !self.loaded.is_empty() {
            self.loaded.remove(0);
        }
    }

    /// A phase begins. A stage that is played once more throws dice of its own.
    pub(crate) fn begin_phase(&mut self, phase: u16) {
        if self.begun.is_some_and(|before| phase <= before) {
            self.lap = self.lap.saturating_add(1);
        }
        self.begun = Some(phase);
    }

    pub(crate) fn begin_turn(&mut self) {
        self.thrown.clear();
        (self.begun, self.lap) = (None, 0);
    }
}

/// What a die is thrown for. The numbers are part of a game's luck: new ones go to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Rule = 1,
    Battle = 2,
    Advance = 3,
    AirBattle = 4,
    Bombing = 5,
    AntiAir = 6,
    SeaBattle = 7,
    Passing = 8,
    Border = 9,
    Neutral = 10,
    Ferry = 11,
    Convoy = 12,
    Gift = 13,
    Research = 14,
    Setback = 15,
    Partisans = 16,
    Repair = 17,
    Pocket = 18,
    StageEnd = 19,
    /// Whether ships meet what they go out against.
    Interception = 20,
    /// Whether they are spotted.
    Search = 21,
}

/// What one die decides, besides when it is thrown.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    purpose: Purpose,
    at: Option<SpaceIx>,
    by: Option<Actor>,
    unit: Option<UnitIx>,
    named: &'a str,
    round: u32,
}

impl<'a> Decision<'a> {
    pub const fn of(purpose: Purpose) -> Self {
        Self { purpose, at: None, by: None, unit: None, named: "", round: 0 }
    }

    #[must_use]
    pub fn at(self, space: SpaceIx) -> Self {
        Self { at: Some(space), ..self }
    }

    #[must_use]
    pub fn by(self, who: impl Into<Actor>) -> Self {
        Self { by: Some(who.into()), ..self }
    }

    #[must_use]
    pub fn unit(self, unit: Option<UnitIx>) -> Self {
        Self { unit, ..self }
    }

    /// What it is about: a rule, an item of research.
    #[must_use]
    pub fn named(self, named: &'a str) -> Self {
        Self { named, ..self }
    }

    #[must_use]
    pub fn round(self, round: u32) -> Self {
        Self { round, ..self }
    }

    /// The key by names, not by numbers: a pack with one space more throws the same dice everywhere else.
    fn key(&self, rules: &Ruleset, state: &State) -> u64 {
        let mut key = Key(0xCBF2_9CE4_8422_2325);
        key.number(u64::from(state.turn as u16));
        key.number(u64::from(state.dice.lap));
        key.phase(rules, usize::from(state.phase));
        key.number(self.purpose as u64);
        key.text(self.at.and_then(|at| rules.board.spaces.get(at.index())).map_or("", |space| &space.id));
        key.actor(rules, self.by);
        key.text(self.unit.and_then(|unit| rules.units.get(unit.index())).map_or("", |unit| &unit.id));
        key.text(self.named);
        key.number(u64::from(self.round));
        key.0
    }

    /// The face that a die of so many sides shows, and its key.
    pub(crate) fn throw(&self, rules: &Ruleset, state: &State, sides: i64) -> (i64, u64) {
        let key = self.key(rules, state);
        let nth = u64::from(state.dice.before(key));
        let stream = mixed(state.rng.wrapping_add(STEP)) ^ key;
        (roll(stream.wrapping_add(nth.wrapping_mul(STEP)), sides).0, key)
    }
}

/// FNV-1a over names and numbers.
struct Key(u64);

impl Key {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }

    fn number(&mut self, number: u64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.byte(byte));
        self.byte(0xFF);
    }

    fn actor(&mut self, rules: &Ruleset, actor: Option<Actor>) {
        match actor {
            Some(Actor::Power(power)) => self.text(rules.powers.get(power.index()).map_or("", |power| &power.id)),
            Some(Actor::Side(side)) => self.text(rules.sides.get(side.index()).map_or("", |side| side)),
            None => self.text(""),
        }
    }

    /// A phase by its name and player, and by how many such came before it in the turn.
    fn phase(&mut self, rules: &Ruleset, at: usize) {
        let Some(phase) = rules.phases.get(at) else { return self.text("") };
        self.text(rules.phase_names.get(phase.name.index()).map_or("", String::as_str));
        match &phase.player {
            Player::Side(side) => self.actor(rules, Some(Actor::Side(*side))),
            Player::Power(power) => self.actor(rules, Some(Actor::Power(*power))),
            Player::Slot(powers) => powers.iter().for_each(|power| self.actor(rules, Some(Actor::Power(*power)))),
            Player::All => self.text("all"),
        }
        let same = rules.phases[..at].iter().filter(|other| other.name == phase.name && other.player == phase.player);
        self.number(same.count() as u64);
    }
}
