//! The layers of the map, each with its switch, lock and opacity, drawn from the ground up.

pub mod borders;
pub mod control;
pub mod features;
pub mod heat;
pub mod hexsides;
pub mod holders;
pub mod names;
pub mod problems;
pub mod regions;
pub mod setup;
pub mod supply;
pub mod symbols;
pub mod terrain;

use serde::{Deserialize, Serialize};

use super::draw::View;

/// What a layer shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LayerKind {
    Terrain,
    Ownership,
    Regions,
    Hexsides,
    Borders,
    Features,
    Names,
    SetUp,
    Supply,
    Control,
    Problems,
}

impl LayerKind {
    pub const ALL: [Self; 11] = [
        Self::Terrain,
        Self::Ownership,
        Self::Regions,
        Self::Hexsides,
        Self::Borders,
        Self::Features,
        Self::Names,
        Self::SetUp,
        Self::Supply,
        Self::Control,
        Self::Problems,
    ];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Terrain => "Terrain",
            Self::Ownership => "Ownership",
            Self::Regions => "Regions",
            Self::Hexsides => "Hexsides",
            Self::Borders => "Borders",
            Self::Features => "Features",
            Self::Names => "Names",
            Self::SetUp => "Set-up",
            Self::Supply => "Supply",
            Self::Control => "Zones of control",
            Self::Problems => "Problems",
        }
    }
}

/// How one layer is shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub kind: LayerKind,
    pub shown: bool,
    /// Tools leave a locked layer alone.
    pub locked: bool,
    pub opacity: f32,
}

/// All layers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layers {
    pub list: Vec<Layer>,
}

impl Default for Layers {
    fn default() -> Self {
        let layer = |kind| Layer {
            kind,
            shown: !matches!(kind, LayerKind::Regions | LayerKind::Supply | LayerKind::Control),
            locked: false,
            opacity: if kind == LayerKind::Ownership { 0.5 } else { 1.0 },
        };
        Self { list: LayerKind::ALL.into_iter().map(layer).collect() }
    }
}

impl Layers {
    /// With the layers that a remembered list lacks because it is older.
    #[must_use]
    pub fn complete(mut self) -> Self {
        for layer in Self::default().list {
            if !self.list.iter().any(|known| known.kind == layer.kind) {
                self.list.push(layer);
            }
        }
        self
    }

    /// How strongly a layer is drawn; 0 if it is hidden.
    pub fn opacity(&self, kind: LayerKind) -> f32 {
        self.list
            .iter()
            .find(|layer| layer.kind == kind)
            .map_or(0.0, |layer| if layer.shown { layer.opacity } else { 0.0 })
    }

    pub fn is_locked(&self, kind: LayerKind) -> bool {
        self.list.iter().any(|layer| layer.kind == kind && layer.locked)
    }

    pub fn get_mut(&mut self, kind: LayerKind) -> Option<&mut Layer> {
        self.list.iter_mut().find(|layer| layer.kind == kind)
    }
}

/// Draws every layer above the ground, which the caller has drawn.
pub fn draw_above_ground(
    view: &View<'_>,
    region: Option<&std::collections::BTreeSet<usize>>,
    supply: &super::supply::SupplyView,
    problems: &[(usize, egui::Color32)],
    sheets: &mut super::counter_sheets::CounterSheets,
) {
    let strength = |kind| view.layers.opacity(kind);
    if strength(LayerKind::Regions) > 0.0 {
        regions::draw(view, region, strength(LayerKind::Regions));
    }
    if strength(LayerKind::Supply) > 0.0 {
        supply::draw(view, supply, strength(LayerKind::Supply));
    }
    if strength(LayerKind::Control) > 0.0 {
        control::draw(view, strength(LayerKind::Control));
    }
    if strength(LayerKind::Ownership) > 0.0 {
        holders::draw(view, strength(LayerKind::Ownership));
    }
    if strength(LayerKind::Borders) > 0.0 {
        borders::draw(view, strength(LayerKind::Borders));
    }
    if strength(LayerKind::Hexsides) > 0.0 {
        hexsides::draw(view, strength(LayerKind::Hexsides));
    }
    if strength(LayerKind::Features) > 0.0 {
        features::draw(view, strength(LayerKind::Features));
    }
    if strength(LayerKind::Features) > 0.0 {
        holders::capitals(view, strength(LayerKind::Features));
    }
    if strength(LayerKind::SetUp) > 0.0 {
        setup::draw(view, sheets, strength(LayerKind::SetUp));
    }
    if strength(LayerKind::Names) > 0.0 {
        names::draw(view, strength(LayerKind::Names));
    }
    if strength(LayerKind::Problems) > 0.0 {
        problems::draw(view, problems);
    }
}
