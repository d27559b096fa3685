//! The terrain brush: freehand, line, fill, eyedropper.

use chartroom_format::schema::map::Surface;

use super::{Bench, BrushMode, Gesture, GestureKind, Paint, PaintSurface, Stroke, ToolSettings, connected};
use crate::document::ops::space::{self, SpaceFact};

/// Its states.
#[derive(Clone, Debug, Default)]
pub enum TerrainBrush {
    #[default]
    Ready,
    Painting(Stroke),
    Lining {
        from: usize,
    },
}

const LABEL: &str = "Paint terrain";

impl TerrainBrush {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let state = std::mem::take(self);
        *self = match (state, gesture.kind, gesture.at) {
            // Ready -> Ready: pick what lies there.
            (Self::Ready, GestureKind::Press, Some(at)) if gesture.alt || gesture.secondary => {
                pick(bench, at);
                Self::Ready
            }
            // Ready -> Ready: the whole area at once.
            (Self::Ready, GestureKind::Press, Some(at)) if bench.settings.mode == BrushMode::Fill => {
                let area = connected(bench.scene, at, bench.settings.matching);
                paint(bench, &area, "Fill with terrain");
                Self::Ready
            }
            // Ready -> Lining
            (Self::Ready, GestureKind::Press, Some(at)) if bench.settings.mode == BrushMode::Line => {
                Self::Lining { from: at }
            }
            // Ready -> Painting
            (Self::Ready, GestureKind::Press, Some(at)) => {
                bench.document.begin(LABEL);
                let mut stroke = Stroke::default();
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                paint(bench, &new, LABEL);
                Self::Painting(stroke)
            }
            // Painting -> Painting
            (Self::Painting(mut stroke), GestureKind::Drag, Some(at)) => {
                let new = stroke.advance(bench.scene, at, bench.settings.radius);
                paint(bench, &new, LABEL);
                Self::Painting(stroke)
            }
            // Painting -> Ready
            (Self::Painting(_), GestureKind::Release | GestureKind::Abort, _) => {
                bench.end_stroke(gesture.kind);
                Self::Ready
            }
            // Lining -> Ready: the line, as wide as the brush.
            (Self::Lining { from }, GestureKind::Release, Some(to)) => {
                let mut stroke = Stroke::default();
                let mut under = stroke.advance(bench.scene, from, bench.settings.radius);
                under.extend(stroke.advance(bench.scene, to, bench.settings.radius));
                paint(bench, &under, "Paint a line");
                Self::Ready
            }
            (Self::Lining { .. }, GestureKind::Abort | GestureKind::Release, _) => Self::Ready,
            (state, _, _) => state,
        };
    }

    pub fn hint(&self, settings: &ToolSettings) -> String {
        match (self, settings.mode) {
            (Self::Painting(_), _) => "Painting. Esc takes the stroke back.".to_owned(),
            (Self::Lining { .. }, _) => "Release where the line ends. Esc cancels.".to_owned(),
            (Self::Ready, BrushMode::Fill) => {
                "Click fills everything connected that matches. Alt+click picks.".to_owned()
            }
            (Self::Ready, BrushMode::Line) => {
                "Drag from one end of the line to the other. [ and ] change the width.".to_owned()
            }
            (Self::Ready, BrushMode::Freehand) => "Drag paints. Alt+click picks. [ and ] change the radius.".to_owned(),
        }
    }
}

fn pick(bench: &mut Bench<'_>, at: usize) {
    let content = bench.document.content();
    let space = content.spaces.get(bench.scene.id(at));
    let terrain = space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.clone());
    let surface = bench.scene.cells[at].surface;
    bench.settings.paint = match (terrain, PaintSurface::of(surface)) {
        (Some(terrain), _) => Paint::Terrain(terrain),
        (None, Some(surface)) => Paint::Surface(surface),
        (None, None) => return,
    };
}

/// Puts the chosen paint on spaces. Off-map boxes are left alone.
pub fn paint(bench: &mut Bench<'_>, places: &[usize], label: &str) {
    let content = bench.document.content();
    let default = content.default_terrain.as_ref().map(|id| id.0.as_str());
    let mut facts: Vec<(String, Vec<SpaceFact>)> = Vec::with_capacity(places.len());
    let mut drained = 0;
    for &at in places {
        let id = bench.scene.id(at);
        let space = content.spaces.get(id);
        let surface = bench.scene.cells[at].surface;
        if surface == Surface::Box {
            continue;
        }
        let own = space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.as_str());
        let mut changes = Vec::new();
        match &bench.settings.paint {
            Paint::Terrain(terrain) => {
                if matches!(surface, Surface::Sea | Surface::Lake | Surface::Impassable) {
                    changes.push(SpaceFact::Surface(Surface::Land));
                    drained += usize::from(surface != Surface::Impassable);
                }
                // The default terrain is said by saying nothing, unless the space already says it.
                let wanted = Some(terrain.as_str()).filter(|terrain| own.is_some() || Some(*terrain) != default);
                if own != wanted {
                    changes.push(SpaceFact::Terrain(wanted.map(str::to_owned)));
                }
            }
            Paint::Surface(wanted) => {
                if surface != wanted.surface() {
                    changes.push(SpaceFact::Surface(wanted.surface()));
                }
                if own.is_some() {
                    changes.push(SpaceFact::Terrain(None));
                }
            }
        }
        if !changes.is_empty() {
            facts.push((id.to_owned(), changes));
        }
    }
    if facts.is_empty() {
        return;
    }
    let borrowed: Vec<(&str, &[SpaceFact])> = facts.iter().map(|(id, facts)| (id.as_str(), facts.as_slice())).collect();
    let planned = space::set_each(bench.document, &borrowed);
    bench.run(label, planned);
    if drained > 0 && bench.message.is_none() {
        let what = if drained == 1 { "1 space of water".to_owned() } else { format!("{drained} spaces of water") };
        bench.message = Some(format!("{what} became land, because terrain lies on land; Ctrl+Z takes it back."));
    }
}
