//! The tools of the map, one state machine per file. A tool gets gestures and changes the document through its
//! operations; its hint line is a function of its state; every tool answers Abort.

pub mod feature;
pub mod hexside;
pub mod label;
pub mod link;
pub mod measure;
pub mod ownership;
pub mod picture;
pub mod region;
pub mod select;
pub mod setup;
pub mod terrain;
pub mod zone;

use std::collections::BTreeSet;

use chartroom_format::schema::map::Surface;
use egui::Pos2;
use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::document::ops::Planned;
use crate::document::ops::setup::Manner;
use crate::map::Scene;
use crate::map::layers::{LayerKind, Layers};
use crate::underlay::Underlay;

/// The largest radius of a brush, in hexes: a stroke of it covers a continent.
pub const MOST_RADIUS: u32 = 60;

/// How far from something the pointer may be and still mean it, in points of the screen.
pub const REACH: f32 = 9.0;

/// Which tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ToolKind {
    #[default]
    Select,
    Terrain,
    Hexside,
    Ownership,
    Region,
    Feature,
    SetUp,
    Label,
    Link,
    Zone,
    Picture,
    Measure,
}

impl ToolKind {
    pub const ALL: [Self; 12] = [
        Self::Select,
        Self::Terrain,
        Self::Hexside,
        Self::Ownership,
        Self::Region,
        Self::Feature,
        Self::SetUp,
        Self::Label,
        Self::Link,
        Self::Zone,
        Self::Picture,
        Self::Measure,
    ];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Terrain => "Terrain brush",
            Self::Hexside => "Hexside brush",
            Self::Ownership => "Ownership brush",
            Self::Region => "Region brush",
            Self::Feature => "Feature stamp",
            Self::SetUp => "Set-up stamp",
            Self::Label => "Label",
            Self::Link => "Link",
            Self::Zone => "Zone tool",
            Self::Picture => "Picture to trace",
            Self::Measure => "Measure",
        }
    }

    /// The layer the tool paints on; a locked one is left alone.
    pub const fn layer(self) -> Option<LayerKind> {
        match self {
            Self::Terrain => Some(LayerKind::Terrain),
            Self::Hexside => Some(LayerKind::Hexsides),
            Self::Ownership => Some(LayerKind::Ownership),
            Self::Region => Some(LayerKind::Regions),
            Self::Feature => Some(LayerKind::Features),
            Self::SetUp => Some(LayerKind::SetUp),
            Self::Label => Some(LayerKind::Names),
            Self::Zone => Some(LayerKind::Borders),
            Self::Select | Self::Link | Self::Picture | Self::Measure => None,
        }
    }
}

/// What the terrain brush puts down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paint {
    /// A kind of terrain; on water it also makes land.
    Terrain(String),
    /// Land, coast, sea ... with the pack's default terrain.
    Surface(PaintSurface),
}

/// Surfaces as the brush knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PaintSurface {
    Land,
    Coast,
    Sea,
    Island,
    Lake,
    Impassable,
}

impl PaintSurface {
    pub const ALL: [Self; 6] = [Self::Land, Self::Coast, Self::Sea, Self::Island, Self::Lake, Self::Impassable];

    pub const fn surface(self) -> Surface {
        match self {
            Self::Land => Surface::Land,
            Self::Coast => Surface::Coast,
            Self::Sea => Surface::Sea,
            Self::Island => Surface::Island,
            Self::Lake => Surface::Lake,
            Self::Impassable => Surface::Impassable,
        }
    }

    pub fn of(surface: Surface) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.surface() == surface)
    }
}

/// How the brush moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BrushMode {
    #[default]
    Freehand,
    Line,
    Fill,
}

/// What a fill or wand counts as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchMode {
    #[default]
    Terrain,
    Surface,
    Country,
    Holder,
    Region,
}

impl MatchMode {
    pub const ALL: [Self; 5] = [Self::Terrain, Self::Surface, Self::Country, Self::Holder, Self::Region];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Surface => "surface",
            Self::Country => "country",
            Self::Holder => "holder",
            Self::Region => "regions",
        }
    }
}

/// What the tools are set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolSettings {
    pub tool: ToolKind,
    pub paint: Paint,
    pub mode: BrushMode,
    pub matching: MatchMode,
    pub radius: u32,
    pub side: String,
    /// Who gets what the ownership brush touches; back to the map's owner if nothing.
    pub holder: Option<String>,
    pub region: String,
    pub feature: String,
    pub amount: i64,
    pub power: String,
    pub unit: String,
    pub scenario: Option<String>,
    /// How units are put down.
    pub manner: Manner,
    pub link_mode: link::LinkMode,
    pub link_class: String,
    pub one_way: bool,
    /// Which of [`link::DOMAINS`] and [`link::OPENINGS`] is chosen.
    pub denied_domain: usize,
    pub opening: usize,
    pub zone_mode: zone::ZoneMode,
    /// The id typed for the next new zone; a free number if empty.
    pub new_zone: String,
    pub new_surface: PaintSurface,
}

impl Default for ToolSettings {
    fn default() -> Self {
        Self {
            tool: ToolKind::default(),
            paint: Paint::Surface(PaintSurface::Land),
            mode: BrushMode::default(),
            matching: MatchMode::default(),
            radius: 0,
            side: String::new(),
            holder: None,
            region: String::new(),
            feature: String::new(),
            amount: 1,
            power: String::new(),
            unit: String::new(),
            scenario: None,
            manner: Manner::default(),
            link_mode: link::LinkMode::default(),
            link_class: String::new(),
            one_way: false,
            denied_domain: 0,
            opening: 0,
            zone_mode: zone::ZoneMode::default(),
            new_zone: String::new(),
            new_surface: PaintSurface::Land,
        }
    }
}

impl ToolSettings {
    /// Chooses something that exists wherever the choice does not.
    pub fn settle(&mut self, document: &Document) {
        let content = document.content();
        self.side =
            settled(&self.side, content.side_types.keys().map(chartroom_format::schema::ids::SideTypeId::as_str));
        self.region =
            settled(&self.region, content.regions.keys().map(chartroom_format::schema::ids::RegionId::as_str));
        self.feature =
            settled(&self.feature, content.features.keys().map(chartroom_format::schema::ids::FeatureId::as_str));
        self.power = settled(&self.power, content.powers.keys().map(chartroom_format::schema::ids::PowerId::as_str));
        self.unit = settled(&self.unit, content.units.keys().map(chartroom_format::schema::ids::UnitId::as_str));
        self.link_class = settled(
            &self.link_class,
            content.link_classes.keys().map(chartroom_format::schema::ids::LinkClassId::as_str),
        );
        if !self.scenario.as_ref().is_some_and(|id| content.scenarios.contains_key(id.as_str())) {
            self.scenario = content.scenarios.keys().next().map(|id| id.0.clone());
        }
        if matches!(&self.paint, Paint::Terrain(id) if !content.terrains.contains_key(id.as_str())) {
            self.paint = Paint::Surface(PaintSurface::Land);
        }
    }
}

/// The choice if it exists, else the first there is.
fn settled<'a>(chosen: &str, mut known: impl Iterator<Item = &'a str> + Clone) -> String {
    if known.clone().any(|id| id == chosen) { chosen.to_owned() } else { known.next().unwrap_or_default().to_owned() }
}

/// What the pointer did on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key or button of its own, held or not")]
pub struct Gesture {
    pub kind: GestureKind,
    /// The space under the pointer.
    pub at: Option<usize>,
    /// The side nearest to the pointer: the space and its neighbour.
    pub side: Option<(usize, usize)>,
    /// The place on the map.
    pub point: Pos2,
    /// How far from something the pointer may be and still mean it, in map units.
    pub reach: f32,
    pub shift: bool,
    pub command: bool,
    pub alt: bool,
    /// With the second button.
    pub secondary: bool,
}

/// Its phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GestureKind {
    Press,
    Drag,
    Release,
    /// The wheel over the map while Shift is held.
    Wheel(i32),
    Abort,
}

/// What a tool works on.
pub struct Bench<'a> {
    pub document: &'a mut Document,
    pub scene: &'a Scene,
    pub settings: &'a mut ToolSettings,
    pub selection: &'a mut BTreeSet<usize>,
    pub layers: &'a Layers,
    /// The scanned picture, if there is one.
    pub underlay: &'a mut Option<Underlay>,
    /// What the user should read, if something could not be done.
    pub message: Option<String>,
}

impl Bench<'_> {
    pub fn ids(&self, places: &[usize]) -> Vec<String> {
        places.iter().map(|at| self.scene.id(*at).to_owned()).collect()
    }

    /// Ends the open stroke: letting go keeps it, anything else takes it back.
    pub fn end_stroke(&mut self, kind: GestureKind) {
        if kind == GestureKind::Release {
            self.document.commit();
        } else {
            self.document.abort();
        }
    }

    /// Carries out planned edits under a label.
    pub fn run(&mut self, label: &str, planned: Planned) {
        let done =
            planned.and_then(|changes| if changes.is_empty() { Ok(()) } else { self.document.change(label, &changes) });
        if let Err(message) = done {
            self.message = Some(message);
        }
    }
}

/// The state of every tool.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    pub select: select::Select,
    pub terrain: terrain::TerrainBrush,
    pub hexside: hexside::HexsideBrush,
    pub ownership: ownership::OwnershipBrush,
    pub region: region::RegionBrush,
    pub feature: feature::FeatureStamp,
    pub set_up: setup::SetUpStamp,
    pub label: label::Label,
    pub link: link::LinkTool,
    pub zone: zone::ZoneTool,
    pub picture: picture::PictureTool,
    pub measure: measure::Measure,
}

impl Tools {
    /// Hands a gesture to the chosen tool.
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let tool = bench.settings.tool;
        if gesture.kind == GestureKind::Press && tool.layer().is_some_and(|layer| bench.layers.is_locked(layer)) {
            bench.message = Some(format!("The layer {} is locked.", tool.layer().map_or("", LayerKind::title)));
            return;
        }
        match tool {
            ToolKind::Select => self.select.handle(gesture, bench),
            ToolKind::Terrain => self.terrain.handle(gesture, bench),
            ToolKind::Hexside => self.hexside.handle(gesture, bench),
            ToolKind::Ownership => self.ownership.handle(gesture, bench),
            ToolKind::Region => self.region.handle(gesture, bench),
            ToolKind::Feature => self.feature.handle(gesture, bench),
            ToolKind::SetUp => self.set_up.handle(gesture, bench),
            ToolKind::Label => self.label.handle(gesture, bench),
            ToolKind::Link => self.link.handle(gesture, bench),
            ToolKind::Zone => self.zone.handle(gesture, bench),
            ToolKind::Picture => self.picture.handle(gesture, bench),
            ToolKind::Measure => self.measure.handle(gesture, bench),
        }
    }

    /// What the user can do now.
    pub fn hint(&self, settings: &ToolSettings) -> String {
        match settings.tool {
            ToolKind::Select => self.select.hint(),
            ToolKind::Terrain => self.terrain.hint(settings),
            ToolKind::Hexside => self.hexside.hint(),
            ToolKind::Ownership => self.ownership.hint(settings),
            ToolKind::Region => self.region.hint(),
            ToolKind::Feature => self.feature.hint(),
            ToolKind::SetUp => self.set_up.hint(),
            ToolKind::Label => self.label.hint(),
            ToolKind::Link => self.link.hint(settings),
            ToolKind::Zone => self.zone.hint(settings),
            ToolKind::Picture => self.picture.hint(),
            ToolKind::Measure => self.measure.hint(),
        }
    }
}

/// A stroke over spaces: which ones it touched last, so that fast moves leave no gaps and no space is done twice.
#[derive(Clone, Debug, Default)]
pub struct Stroke {
    last: Option<usize>,
    done: BTreeSet<usize>,
}

impl Stroke {
    /// The spaces that are new under the brush when it moves to `at`.
    pub fn advance(&mut self, scene: &Scene, at: usize, radius: u32) -> Vec<usize> {
        let path = self.last.map_or_else(|| vec![at], |last| scene.line(last, at));
        self.last = Some(at);
        let under: BTreeSet<usize> = path.into_iter().flat_map(|at| scene.around(at, radius)).collect();
        let new: Vec<usize> = under.difference(&self.done).copied().collect();
        self.done.extend(&new);
        new
    }
}

/// The connected spaces that count as the same as the first.
pub fn connected(scene: &Scene, start: usize, matching: MatchMode) -> Vec<usize> {
    let first = &scene.cells[start];
    let alike = |at: usize| {
        let cell = &scene.cells[at];
        match matching {
            MatchMode::Terrain => (cell.surface, cell.fill) == (first.surface, first.fill),
            MatchMode::Surface => cell.surface == first.surface,
            MatchMode::Country => cell.country == first.country,
            MatchMode::Holder => cell.holder == first.holder,
            MatchMode::Region => cell.regions == first.regions,
        }
    };
    let mut found = BTreeSet::from([start]);
    let mut next = vec![start];
    while let Some(at) = next.pop() {
        for neighbour in scene.neighbours(at) {
            if alike(neighbour) && found.insert(neighbour) {
                next.push(neighbour);
            }
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests;
