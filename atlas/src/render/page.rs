//! The page: where the map lies on it, how large everything is, what is too small to show.

use chartroom_format::grid::Layout;

use super::RenderError;
use super::legend::{self, Legend};
use super::path::Point;
use super::scene::{Ground, Scene};

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Rect {
    pub(super) fn right(&self) -> f32 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f32 {
        self.y + self.height
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.x <= other.x && self.y <= other.y && other.right() <= self.right() && other.bottom() <= self.bottom()
    }
}

pub(super) struct Page {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The map itself. Its corner lies on whole pixels.
    pub(super) map: Rect,
    /// Pixels per map unit.
    pub(super) scale: f32,
    /// A thousandth of the width: line widths and type sizes grow with the picture.
    pub(super) unit: f32,
    /// Pixels from the middle of a space to its edge, roughly.
    pub(super) space: f32,
    pub(super) legend: Legend,
}

impl Page {
    pub(super) const NARROWEST: u32 = 200;
    pub(super) const WIDEST: u32 = 20_000;
    pub(super) const MOST_PIXELS: u64 = 200_000_000;

    pub(super) fn new(scene: &Scene, width: u32) -> Result<Self, RenderError> {
        if !(Self::NARROWEST..=Self::WIDEST).contains(&width) {
            return Err(RenderError::BadWidth(width));
        }
        let (map_width, map_height) = map_size(scene)?;
        let unit = width as f32 / 1000.0;
        let frame = (13.0 * unit).round();
        let head = if scene.title.is_empty() { frame } else { (44.0 * unit).round() };
        let inner = width as f32 - 2.0 * frame;
        let scale = inner / map_width as f32;
        let map = Rect { x: frame, y: head + frame, width: inner, height: (map_height as f32 * scale).round() };
        let legend = legend::lay_out(
            scene,
            unit,
            Rect { x: frame, y: map.bottom() + frame + 4.0 * unit, width: inner, height: 0.0 },
        );
        let height = (legend.bottom + frame).ceil() as u64;
        if height * u64::from(width) > Self::MOST_PIXELS {
            return Err(RenderError::TooLarge { width, height });
        }
        let space = match &scene.ground {
            Ground::Hexes(_) => scale,
            Ground::Zones(ground) => ((map.width * map.height) / ground.zones.len().max(1) as f32).sqrt() / 2.0,
        };
        Ok(Self { width, height: height as u32, map, scale, unit, space, legend })
    }

    /// A point of the map in pixels.
    pub(super) fn at(&self, (x, y): (f64, f64)) -> Point {
        (self.map.x + x as f32 * self.scale, self.map.y + y as f32 * self.scale)
    }

    /// The layout of hexes in pixels relative to the corner of the map.
    pub(super) fn hex_layout(&self, unit: &Layout) -> Layout {
        let scale = f64::from(self.scale);
        Layout { size: unit.size * scale, origin: (unit.origin.0 * scale, unit.origin.1 * scale), ..*unit }
    }
}

fn map_size(scene: &Scene) -> Result<(f64, f64), RenderError> {
    let (width, height) = match &scene.ground {
        Ground::Hexes(ground) => {
            if ground.hexes.len() != ground.board.len() {
                return Err(RenderError::WrongCount { found: ground.hexes.len(), expected: ground.board.len() });
            }
            let (_, _, right, bottom) = ground.layout().bounds(&ground.board);
            (right, bottom)
        }
        Ground::Zones(ground) => (ground.width, ground.height),
    };
    let sound = width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0;
    if sound { Ok((width, height)) } else { Err(RenderError::NoSize) }
}
