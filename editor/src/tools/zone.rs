//! The zone tool: outlines drawn, corners moved with every border that shares them, zones split and merged. Who neighbours
//! whom follows from the borders.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use serde::{Deserialize, Serialize};

use super::{Bench, Gesture, GestureKind, ToolSettings};
use crate::document::ops::space::{self, SpaceFact};
use crate::document::ops::{Planned, entry, shapes};
use crate::map::Scene;
use crate::outline::{Changes, Point, carve, merge, split, vertex};

/// What the tool does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneMode {
    #[default]
    Corners,
    Draw,
    Split,
    Merge,
}

impl ZoneMode {
    pub const ALL: [Self; 4] = [Self::Corners, Self::Draw, Self::Split, Self::Merge];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Corners => "Corners",
            Self::Draw => "Draw",
            Self::Split => "Split",
            Self::Merge => "Merge",
        }
    }
}

/// Its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ZoneTool {
    #[default]
    Ready,
    /// A corner under way.
    Moving { from: Point, to: Point },
    /// The corners of a new zone so far.
    Drawing { points: Vec<Point> },
    /// The line of a cut so far.
    Cutting { points: Vec<Point> },
    /// The zone that takes the next one in.
    Merging { kept: usize },
}

impl ZoneTool {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let Some(known) = bench.document.content().shapes.clone() else {
            bench.message = Some("There are no zones: this map is made of hexes, or has no outlines.".to_owned());
            return;
        };
        let place = (gesture.point.x.round() as i32, gesture.point.y.round() as i32);
        let snapped = vertex::nearest(&known, real(gesture), f64::from(gesture.reach)).unwrap_or(place);
        let state = std::mem::take(self);
        *self = match (state, gesture.kind, bench.settings.zone_mode) {
            (_, GestureKind::Abort, _) => Self::Ready,
            // Ready -> Ready: a corner more or less.
            (Self::Ready, GestureKind::Press, ZoneMode::Corners) if gesture.alt => {
                let added = vertex::add(&known, real(gesture), f64::from(gesture.reach));
                borders(bench, "Add a corner", added.map(|(changes, _)| changes));
                Self::Ready
            }
            (Self::Ready, GestureKind::Press, ZoneMode::Corners) if gesture.secondary || gesture.shift => {
                if let Some(corner) = vertex::nearest(&known, real(gesture), f64::from(gesture.reach)) {
                    borders(bench, "Remove a corner", vertex::remove(&known, corner));
                }
                Self::Ready
            }
            // Ready -> Moving
            (Self::Ready, GestureKind::Press, ZoneMode::Corners) => {
                match vertex::nearest(&known, real(gesture), f64::from(gesture.reach)) {
                    Some(corner) => Self::Moving { from: corner, to: corner },
                    None => Self::Ready,
                }
            }
            (Self::Moving { from, .. }, GestureKind::Drag, _) => Self::Moving { from, to: place },
            // Moving -> Ready
            (Self::Moving { from, to }, GestureKind::Release, _) => {
                if from != to {
                    borders(bench, "Move a corner", vertex::shift(&known, from, to));
                }
                Self::Ready
            }
            // Drawing -> Ready: the first corner again, the last one again, or the second button closes the outline.
            (Self::Drawing { points }, GestureKind::Press, _) if closes(&points, snapped, gesture) => {
                draw(bench, &known, &points);
                Self::Ready
            }
            // Ready or Drawing -> Drawing
            (Self::Drawing { mut points }, GestureKind::Press, _) => {
                points.push(snapped);
                Self::Drawing { points }
            }
            (Self::Ready, GestureKind::Press, ZoneMode::Draw) => Self::Drawing { points: vec![snapped] },
            // Cutting -> Ready
            (Self::Cutting { points }, GestureKind::Press, _)
                if points.len() > 1 && (gesture.secondary || near(points[points.len() - 1], place, gesture.reach)) =>
            {
                cut(bench, &known, &points);
                Self::Ready
            }
            (Self::Cutting { mut points }, GestureKind::Release, _)
                if points.len() == 1 && !near(points[0], place, gesture.reach) =>
            {
                points.push(snapped);
                cut(bench, &known, &points);
                Self::Ready
            }
            // Ready or Cutting -> Cutting
            (Self::Cutting { mut points }, GestureKind::Press, _) => {
                points.push(snapped);
                Self::Cutting { points }
            }
            (Self::Ready, GestureKind::Press, ZoneMode::Split) => Self::Cutting { points: vec![snapped] },
            // Ready -> Merging -> Ready
            (Self::Ready, GestureKind::Press, ZoneMode::Merge) => match gesture.at {
                Some(kept) => Self::Merging { kept },
                None => Self::Ready,
            },
            (Self::Merging { kept }, GestureKind::Press, _) => {
                if let Some(gone) = gesture.at.filter(|gone| *gone != kept) {
                    join(bench, &known, kept, gone);
                }
                Self::Ready
            }
            (state, _, _) => state,
        };
    }

    pub fn hint(&self, settings: &ToolSettings) -> String {
        match (self, settings.zone_mode) {
            (Self::Moving { .. }, _) => {
                "Release to put the corner here; every border that shares it follows. Esc cancels."
            }
            (Self::Drawing { .. }, _) => {
                "Click the corners one after the other; click the first again to close. Esc cancels."
            }
            (Self::Cutting { .. }, _) => "Click on to the other side of the zone; click twice to cut. Esc cancels.",
            (Self::Merging { .. }, _) => "Click the neighbour that becomes part of it. Esc cancels.",
            (Self::Ready, ZoneMode::Corners) => {
                "Drag a corner; Alt+click adds one to a border, right click removes one."
            }
            (Self::Ready, ZoneMode::Draw) => "Click the corners of a new zone; corners nearby are shared.",
            (Self::Ready, ZoneMode::Split) => "Drag a line through a zone, or click its points, from border to border.",
            (Self::Ready, ZoneMode::Merge) => "Click the zone that stays.",
        }
        .to_owned()
    }
}

fn real(gesture: Gesture) -> (f64, f64) {
    (f64::from(gesture.point.x), f64::from(gesture.point.y))
}

fn near(a: Point, b: Point, reach: f32) -> bool {
    f64::from(a.0 - b.0).hypot(f64::from(a.1 - b.1)) <= f64::from(reach)
}

fn closes(points: &[Point], place: Point, gesture: Gesture) -> bool {
    points.len() > 2 && (gesture.secondary || near(points[0], place, gesture.reach) || points.last() == Some(&place))
}

fn borders(bench: &mut Bench<'_>, label: &str, changes: Changes) {
    let planned = changes.and_then(|changes| shapes::plan(bench.document, &changes));
    bench.run(label, planned);
}

/// The id that a new zone gets: the one typed, or the next free number.
fn new_id(bench: &Bench<'_>) -> Result<SpaceId, String> {
    let taken = |id: &str| bench.document.content().spaces.contains_key(id);
    let typed = bench.settings.new_zone.trim();
    if !typed.is_empty() {
        let id = chartroom_format::names::to_id(typed);
        return if taken(&id) { Err(format!("there is a zone {id} already")) } else { Ok(SpaceId(id)) };
    }
    let most = bench.document.content().spaces.len() + 1;
    let numbered = (1..=most).map(|number| format!("zone-{number}")).find(|id| !taken(id));
    numbered.map(SpaceId).ok_or_else(|| "there is no free id".to_owned())
}

fn zone_at(scene: &Scene) -> impl Fn((f64, f64)) -> Option<SpaceId> + '_ {
    move |(x, y)| scene.hit(egui::pos2(x as f32, y as f32)).map(|at| SpaceId(scene.id(at).to_owned()))
}

fn draw(bench: &mut Bench<'_>, known: &Shapes, points: &[Point]) {
    let surface = bench.settings.new_surface.surface();
    let made = new_id(bench).and_then(|id| {
        let changes = carve::carve(known, points, &id, None, &zone_at(bench.scene))?;
        Ok((id, changes))
    });
    add(bench, "Draw a zone", made, &[SpaceFact::Surface(surface)]);
}

fn cut(bench: &mut Bench<'_>, known: &Shapes, points: &[Point]) {
    let half = (points.len() - 1) / 2;
    let (a, b) = (points[half], points[half + 1]);
    let middle = (f64::midpoint(f64::from(a.0), f64::from(b.0)), f64::midpoint(f64::from(a.1), f64::from(b.1)));
    let Some(zone) = zone_at(bench.scene)(middle) else {
        bench.message = Some("The line lies in no zone.".to_owned());
        return;
    };
    let old = bench.document.content().spaces.get(&zone);
    let name = |id: &Option<chartroom_format::schema::ids::RegionId>| id.as_ref().map(|id| id.0.clone());
    let facts = old.map_or_else(Vec::new, |old| {
        vec![
            SpaceFact::Surface(old.surface),
            SpaceFact::Terrain(old.terrain.as_ref().map(|id| id.0.clone())),
            SpaceFact::Country(name(&old.country)),
        ]
    });
    let made = new_id(bench).and_then(|id| {
        let changes = split::split(known, &zone, points, &id, &zone_at(bench.scene))?;
        Ok((id, changes))
    });
    add(bench, &format!("Split {zone}"), made, &facts);
}

/// Writes the borders of a new zone and its entry, as one step.
fn add(
    bench: &mut Bench<'_>,
    label: &str,
    made: Result<(SpaceId, Vec<crate::outline::BorderChange>), String>,
    facts: &[SpaceFact],
) {
    let planned = made.and_then(|(id, changes)| {
        let mut planned = shapes::plan(bench.document, &changes)?;
        planned.extend(space::set_each(bench.document, &[(id.as_str(), facts)])?);
        Ok(planned)
    });
    if planned.is_ok() {
        bench.settings.new_zone.clear();
    }
    bench.run(label, planned);
}

fn join(bench: &mut Bench<'_>, known: &Shapes, kept: usize, gone: usize) {
    let id = |at: usize| SpaceId(bench.scene.id(at).to_owned());
    let (kept, gone) = (id(kept), id(gone));
    let label = format!("Merge {gone} into {kept}");
    bench.document.begin(&label);
    let done = merge::merge(known, &kept, &gone)
        .and_then(|changes| shapes::plan(bench.document, &changes))
        .and_then(|planned| bench.document.change(&label, &planned))
        .and_then(|()| heirs(bench, &gone, &kept))
        .and_then(|planned| bench.document.change(&label, &planned));
    match done {
        Ok(()) => bench.document.commit(),
        Err(message) => {
            bench.document.abort();
            bench.message = Some(message);
        }
    }
}

fn heirs(bench: &Bench<'_>, gone: &SpaceId, kept: &SpaceId) -> Planned {
    entry::succeed(bench.document, EntryKind::Space, gone.as_str(), kept.as_str())
}
