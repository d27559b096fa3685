//! One arm: a pack with its changes, compiled; and a game of it played to its end, watched for the record.

use std::collections::BTreeMap;

use chartroom_engine::ids::{PowerIx, SideIx, UnitIx};
use chartroom_engine::{CampaignEvent, Event, LossReason, Options, Ruleset, State, bots, compile};
use chartroom_format::content::Content;
use chartroom_format::load::Loaded;

use super::record::Record;
use crate::lineup::Lineup;
use crate::setting;

/// Luck of one throw is counted in thousandths of its standard deviation.
pub(super) const THROW: f64 = 1000.0;

/// A compiled rule set and its start.
pub struct Arena {
    pub rules: Ruleset,
    start: State,
    /// Turns up to this one are early ones.
    early: i16,
}

/// What of a game is of interest beyond the usual.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch<'a> {
    /// Spaces of which it is noted whether they changed hands.
    pub spaces: &'a [String],
}

impl Arena {
    /// Compiles a pack with values changed and optional rules switched.
    pub fn new(
        loaded: &Loaded,
        scenario: &str,
        set: &[String],
        switches: &BTreeMap<String, bool>,
    ) -> Result<Self, String> {
        let mut changed: Option<Content> = None;
        for setting in set {
            setting::apply(changed.get_or_insert_with(|| loaded.content.clone()), setting)?;
        }
        let content = changed.as_ref().unwrap_or(&loaded.content);
        let texts = |path: &str| loaded.file(path).map(|file| file.text.clone());
        let switches: Vec<(&str, bool)> = switches.iter().map(|(option, on)| (option.as_str(), *on)).collect();
        let options = Options { seed: 1, switches: &switches, texts: Some(&texts) };
        let (rules, start) = compile(content, scenario, options).map_err(|findings| {
            let list: Vec<String> = findings
                .iter()
                .take(20)
                .map(|finding| {
                    let place = finding.place.as_ref().map_or(String::new(), |place| format!("{}: ", place.file));
                    format!("  {place}{} {}", finding.code, finding.message)
                })
                .collect();
            let what = if set.is_empty() { String::new() } else { format!(" with {}", set.join(", ")) };
            format!("the scenario `{scenario}` cannot be played{what}:\n{}", list.join("\n"))
        })?;
        let turns = rules.last_turn.saturating_sub(rules.first_turn).clamp(0, 300);
        let early = (rules.first_turn.clamp(-1000, 10_000) + turns / 3) as i16;
        Ok(Self { rules, start, early })
    }

    /// The side of a power at the start.
    pub fn side_of(&self, power: &str) -> Option<String> {
        let side = self.start.side_of(self.rules.find_power(power)?)?;
        self.rules.sides.get(side.index()).cloned()
    }

    /// Plays one game.
    pub fn play(&self, lineup: &Lineup, seed: u64, watch: Watch<'_>) -> Result<Record, String> {
        let mut state = self.start.clone();
        state.rng = seed;
        let mut player = lineup.seat(&self.rules, seed)?;
        let mut told = Told::new(self, &state, watch);
        let (game, replay) = bots::play(&self.rules, &state, player.as_mut(), None, |game, events| {
            told.step(events);
            told.acting = game.to_act();
        });
        let mut record = told.finish();
        let outcome = game.outcome();
        record.winner = outcome
            .and_then(|outcome| outcome.winner)
            .map_or_else(String::new, |who| self.rules.actor_name(who).to_owned());
        record.level = outcome.and_then(|outcome| outcome.level.clone()).unwrap_or_default();
        record.turn = game.state.turn;
        record.actions = replay.actions.len();
        record.hash = format!("{:016x}", game.state.hash());
        Ok(record)
    }
}

/// What the events of a game add up to.
struct Told<'a> {
    arena: &'a Arena,
    watch: Watch<'a>,
    record: Record,
    turn: i16,
    acting: Option<SideIx>,
    /// The side of each power, as it is now.
    sides: Vec<Option<SideIx>>,
    /// Spaces taken less spaces lost in the turn at hand, by side.
    gains: Vec<i64>,
    tide: Option<usize>,
    /// Units ordered in a game whose orders are placed later.
    ordered: BTreeMap<String, i64>,
}

impl<'a> Told<'a> {
    fn new(arena: &'a Arena, start: &State, watch: Watch<'a>) -> Self {
        let sides = arena.rules.sides.len();
        Self {
            arena,
            watch,
            record: Record { luck: vec![0; 2 * sides], ..Record::default() },
            turn: start.turn,
            acting: None,
            sides: start.powers().map(|power| start.side_of(power)).collect(),
            gains: vec![0; sides],
            tide: None,
            ordered: BTreeMap::new(),
        }
    }

    fn step(&mut self, events: &[Event]) {
        // Dice that have been thrown, until it is told who threw them: known before they fell, and so no part of the luck.
        let mut thrown: i64 = 0;
        for event in events {
            match event {
                Event::TurnBegan { turn } => {
                    self.turn = *turn;
                    self.end_turn();
                }
                Event::Rolled { sides, roll, .. } => thrown += luck(*sides, *roll),
                Event::Fired { side, .. } | Event::AdvanceTried { side, .. } => {
                    self.count(Some(*side), thrown);
                    thrown = 0;
                }
                Event::SideSet { power, side } => {
                    if let Some(own) = self.sides.get_mut(power.index()) {
                        *own = *side;
                    }
                }
                Event::Earned { who, amount } => {
                    let name = self.arena.rules.actor_name(*who);
                    let turns = match self.record.income.get_mut(name) {
                        Some(turns) => turns,
                        None => self.record.income.entry(name.to_owned()).or_default(),
                    };
                    *turns.entry(self.turn).or_default() += amount;
                }
                Event::Captured { space, from, by } => {
                    for (power, change) in [(from, -1), (by, 1)] {
                        if let Some(side) = power.and_then(|power| self.sides.get(power.index()).copied().flatten()) {
                            self.gains[side.index()] += change;
                        }
                    }
                    if !self.watch.spaces.is_empty() {
                        let name = self.arena.rules.space_name(*space);
                        if self.watch.spaces.iter().any(|watched| watched == name) {
                            self.record.contested.push(name.to_owned());
                        }
                    }
                }
                Event::Placed { stack, why: chartroom_engine::GainReason::Built } => {
                    let name = self.name(stack.power, stack.unit);
                    *self.record.bought.entry(name).or_default() += i64::from(stack.count);
                }
                Event::Ordered { arrival } => {
                    let name = self.name(arrival.power, arrival.unit);
                    *self.record.bought.entry(name).or_default() += i64::from(arrival.count);
                }
                Event::Campaign(CampaignEvent::Ordered { pending, .. }) => {
                    let name = self.name(pending.power, pending.unit);
                    *self.ordered.entry(name).or_default() += i64::from(pending.count);
                }
                Event::Removed { stack, why } if !matches!(why, LossReason::Rule | LossReason::GivenUp) => {
                    let name = self.name(stack.power, stack.unit);
                    *self.record.lost.entry(name).or_default() += i64::from(stack.count);
                }
                _ => {}
            }
        }
        self.count(self.acting, thrown);
    }

    fn name(&self, power: PowerIx, unit: UnitIx) -> String {
        let rules = &self.arena.rules;
        format!("{} {}", rules.powers[power.index()].id, rules.units[unit.index()].id)
    }

    fn count(&mut self, side: Option<SideIx>, luck: i64) {
        let Some(side) = side else { return };
        let late = usize::from(self.turn > self.arena.early);
        if let Some(sum) = self.record.luck.get_mut(2 * side.index() + late) {
            *sum += luck;
        }
    }

    /// The side that gained most in the turn; a tide turns when it is another one than before.
    fn end_turn(&mut self) {
        let best = self.gains.iter().copied().max().unwrap_or(0);
        let leaders: Vec<usize> = (0..self.gains.len()).filter(|side| self.gains[*side] == best).collect();
        if let ([leader], true) = (leaders.as_slice(), best > 0) {
            self.record.tides += u32::from(self.tide.is_some_and(|before| before != *leader));
            self.tide = Some(*leader);
        }
        self.gains.fill(0);
    }

    fn finish(mut self) -> Record {
        self.end_turn();
        if !self.ordered.is_empty() {
            self.record.bought = self.ordered;
        }
        self.record.contested.sort();
        self.record.contested.dedup();
        self.record
    }
}

/// How far a throw lies above its mean. Exactly balanced: what is rounded up above the mean is rounded down below.
fn luck(sides: i64, roll: i64) -> i64 {
    if sides < 2 {
        return 0;
    }
    let spread = (((sides * sides - 1) as f64) / 12.0).sqrt();
    ((roll as f64 - (sides + 1) as f64 / 2.0) / spread * THROW).round() as i64
}
