//! What many games add up to, space by space: how often it changed hands, how often a battle was fought there, who held it at the
//! end.

use std::collections::BTreeMap;

use chartroom_engine::ids::{PowerIx, SpaceIx};
use chartroom_engine::{Event, State};

use super::battle::battle_at;

/// Which of the sums is shown over the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeatKind {
    #[default]
    None,
    Captures,
    Battles,
    Holders,
}

impl HeatKind {
    pub const ALL: [Self; 4] = [Self::None, Self::Captures, Self::Battles, Self::Holders];

    pub const fn title(self) -> &'static str {
        match self {
            Self::None => "Off",
            Self::Captures => "Changes of hands",
            Self::Battles => "Battles",
            Self::Holders => "Holder at the end",
        }
    }
}

/// The sums over some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heat {
    pub games: u32,
    pub captures: BTreeMap<SpaceIx, u32>,
    pub battles: BTreeMap<SpaceIx, u32>,
    /// How often each power held it when the game was over.
    pub holders: BTreeMap<SpaceIx, BTreeMap<PowerIx, u32>>,
}

impl Heat {
    /// Counts what happened in a step of a game.
    pub fn note(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Captured { space, .. } = event {
                *self.captures.entry(*space).or_default() += 1;
            }
            if let Some(space) = battle_at(event) {
                *self.battles.entry(space).or_default() += 1;
            }
        }
    }

    /// Counts the end of a game.
    pub fn close(&mut self, state: &State) {
        self.games += 1;
        for at in 0..state.holders.len() {
            let space = SpaceIx::new(at);
            if let Some(power) = state.holder(space) {
                *self.holders.entry(space).or_default().entry(power).or_default() += 1;
            }
        }
    }

    /// Takes in what other games added up to.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        for (mine, theirs) in [(&mut self.captures, &other.captures), (&mut self.battles, &other.battles)] {
            for (space, count) in theirs {
                *mine.entry(*space).or_default() += count;
            }
        }
        for (space, powers) in &other.holders {
            let mine = self.holders.entry(*space).or_default();
            for (power, count) in powers {
                *mine.entry(*power).or_default() += count;
            }
        }
    }

    /// How strongly each space is shown: 1 for the hottest one.
    pub fn strengths(&self, kind: HeatKind) -> Vec<(SpaceIx, f32)> {
        let counts = match kind {
            HeatKind::Captures => &self.captures,
            HeatKind::Battles => &self.battles,
            HeatKind::None | HeatKind::Holders => return Vec::new(),
        };
        let most = counts.values().copied().max().unwrap_or(1).max(1) as f32;
        // The root lets quiet fronts be seen beside the one hot spot.
        counts.iter().map(|(space, count)| (*space, (*count as f32 / most).sqrt())).collect()
    }

    /// Who held each space most often at the end, and in what share of the games.
    pub fn usual_holders(&self) -> Vec<(SpaceIx, PowerIx, f32)> {
        let games = self.games.max(1) as f32;
        let usual = |(space, powers): (&SpaceIx, &BTreeMap<PowerIx, u32>)| {
            let (power, count) = powers.iter().max_by_key(|(power, count)| (**count, std::cmp::Reverse(**power)))?;
            Some((*space, *power, *count as f32 / games))
        };
        self.holders.iter().filter_map(usual).collect()
    }

    /// What is known of one space, in words.
    pub fn tell(&self, space: SpaceIx, name: impl Fn(PowerIx) -> String) -> String {
        let count = |counts: &BTreeMap<SpaceIx, u32>| f64::from(counts.get(&space).copied().unwrap_or(0));
        let games = f64::from(self.games.max(1));
        let mut words = format!(
            "changed hands {:.1} times a game, {:.1} battles a game",
            count(&self.captures) / games,
            count(&self.battles) / games
        );
        if let Some(powers) = self.holders.get(&space) {
            let mut list: Vec<(&PowerIx, &u32)> = powers.iter().collect();
            list.sort_by_key(|(power, count)| (std::cmp::Reverse(**count), **power));
            let shares = list
                .into_iter()
                .take(3)
                .map(|(power, count)| format!("{} {:.0}%", name(*power), f64::from(*count) / games * 100.0));
            words += &format!("; held at the end by {}", shares.collect::<Vec<_>>().join(", "));
        }
        words
    }
}
