//! A film on the map: which moment is shown, whether it runs, and the cells of the scene that differ for it. Going from one moment to
//! another touches only what changed between them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chartroom_atlas::counter::Counter;
use chartroom_engine::ids::{PowerIx, SpaceIx, UnitIx};
use chartroom_format::content::Content;
use egui::Color32;

use super::film::{Film, Piece, Place};
use crate::map::{Scene, stacks};
use crate::theme::content_colour;

/// How long each moment is shown while the film runs.
pub const SPEEDS: [(&str, Duration); 4] = [
    ("slow", Duration::from_millis(1200)),
    ("normal", Duration::from_millis(450)),
    ("fast", Duration::from_millis(120)),
    ("at once", Duration::from_millis(16)),
];

/// The film that is shown.
pub struct Screen {
    pub film: Film,
    /// The moment that is shown, or will be with the next frame.
    pub at: usize,
    pub speed: usize,
    /// When the moment at hand came up, while the film runs.
    running: Option<Instant>,
    /// What the scene shows; nothing if it must be made anew.
    shown: Option<usize>,
    places: Vec<Option<usize>>,
    faces: BTreeMap<(PowerIx, UnitIx, u8), (Counter, String)>,
    colours: Vec<Option<Color32>>,
}

impl Screen {
    pub fn new(film: Film) -> Self {
        Self {
            film,
            at: 0,
            speed: 1,
            running: None,
            shown: None,
            places: Vec::new(),
            faces: BTreeMap::new(),
            colours: Vec::new(),
        }
    }

    pub fn last(&self) -> usize {
        self.film.moments.len().saturating_sub(1)
    }

    pub fn go(&mut self, at: usize) {
        self.at = at.min(self.last());
        if self.running.is_some() {
            self.running = Some(Instant::now());
        }
    }

    pub fn step(&mut self, by: isize) {
        self.go(self.at.saturating_add_signed(by));
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Runs the film from here, from the start if it is over, or stops it.
    pub fn play(&mut self, runs: bool) {
        if runs && self.at == self.last() {
            self.at = 0;
        }
        self.running = runs.then(Instant::now);
    }

    /// Goes on if it is time; returns how long the moment at hand is still shown.
    pub fn tick(&mut self) -> Option<Duration> {
        let began = self.running?;
        let pause = SPEEDS[self.speed.min(SPEEDS.len() - 1)].1;
        let elapsed = began.elapsed();
        if elapsed < pause {
            return Some(pause.saturating_sub(elapsed));
        }
        if self.at == self.last() {
            self.running = None;
            return None;
        }
        // A slow frame does not slow the film down.
        let steps = (elapsed.as_secs_f32() / pause.as_secs_f32()) as usize;
        self.at = (self.at + steps.max(1)).min(self.last());
        self.running = Some(Instant::now());
        Some(pause)
    }

    /// The scene was made anew: nothing of the film is on it.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// The middle of the first battle of the moment, or else of the first change.
    pub fn focus(&self) -> Option<usize> {
        let moment = self.film.moments.get(self.at)?;
        let battle = moment.lines.iter().find_map(|line| line.battle);
        let space = battle.or_else(|| moment.changes.first().map(|change| change.space))?;
        self.place(space)
    }

    /// The cell of a space.
    pub fn place(&self, space: SpaceIx) -> Option<usize> {
        self.places.get(space.index()).copied().flatten()
    }

    /// Spaces of the moment: battles first, then what changed.
    pub fn marks(&self) -> (Vec<usize>, Vec<usize>) {
        let Some(moment) = self.film.moments.get(self.at) else { return Default::default() };
        let battles = moment.lines.iter().filter_map(|line| self.place(line.battle?)).collect();
        let changes = moment.changes.iter().filter_map(|change| self.place(change.space)).collect();
        (battles, changes)
    }

    /// Brings the scene to the moment.
    pub fn show(&mut self, scene: &mut Scene, content: &Content) {
        if self.shown == Some(self.at) {
            return;
        }
        let wanted: BTreeMap<SpaceIx, &Place> = match self.shown {
            None => {
                let rules = &self.film.field.rules;
                self.places = rules.board.spaces.iter().map(|space| scene.index(&space.id)).collect();
                let colour = |id: &str| content.powers.get(id).and_then(|power| content_colour(&power.colour));
                self.colours = rules.powers.iter().map(|power| colour(&power.id)).collect();
                self.faces.clear();
                let mut places: BTreeMap<SpaceIx, &Place> =
                    self.film.first.iter().enumerate().map(|(at, place)| (SpaceIx::new(at), place)).collect();
                let changes = self.film.moments[..=self.at].iter().flat_map(|moment| &moment.changes);
                places.extend(changes.map(|change| (change.space, &change.after)));
                places
            }
            Some(shown) if shown < self.at => {
                let changes = self.film.moments[shown + 1..=self.at].iter().flat_map(|moment| &moment.changes);
                changes.map(|change| (change.space, &change.after)).collect()
            }
            Some(shown) => {
                let changes = self.film.moments[self.at + 1..=shown].iter().rev().flat_map(|moment| &moment.changes);
                changes.map(|change| (change.space, &change.before)).collect()
            }
        };
        self.shown = Some(self.at);
        let mut holders = false;
        for (space, place) in wanted {
            let Some(cell) = self.places.get(space.index()).copied().flatten() else { continue };
            let holder = place.holder.and_then(|power| self.colours.get(power.index()).copied().flatten());
            holders |= scene.cells[cell].holder != holder;
            let faces = &mut self.faces;
            let rules = &self.film.field.rules;
            let shown: Vec<(Counter, String)> = place
                .pieces
                .iter()
                .map(|piece| {
                    let key = (piece.power, piece.unit, piece.hits);
                    let (counter, words) = faces.entry(key).or_insert_with(|| face(content, rules, piece));
                    (counter.clone().times(u32::from(piece.count)), format!("{} {words}", piece.count))
                })
                .collect();
            scene.show_position(cell, holder, shown.into_iter());
        }
        // The picture of the map from afar shows holders, and takes a while to draw.
        if holders {
            scene.has_changed();
        }
    }
}

fn face(content: &Content, rules: &chartroom_engine::Ruleset, piece: &Piece) -> (Counter, String) {
    let (power, unit) = (rules.power(piece.power), rules.unit(piece.unit));
    let counter = stacks::counter(content, &power.id, &unit.id);
    let (counter, hurt) = match piece.hits {
        0 => (counter, String::new()),
        hits => (counter.damaged(content, &unit.id.as_str().into(), u32::from(hits)), ", damaged".to_owned()),
    };
    (counter, format!("{} ({}){hurt}", unit.title, power.title))
}
