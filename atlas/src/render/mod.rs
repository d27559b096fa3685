//! Pictures of maps: a [`Scene`] drawn as PNG or SVG.
//!
//! `Scene -> page (sizes, what fits) -> ground (fast, pixels or paths) -> overlay through a Canvas -> file`. The same overlay
//! code serves both formats; only the canvas and the ground differ. Pixels are painted in bands, side by side on all cores. Same
//! scene and width give the same bytes.

mod band;
mod canvas;
pub(crate) mod colour;
mod colour_table;
mod counters;
mod coverage;
mod fills;
mod flat;
pub(crate) mod font;
mod frame;
mod glyphs;
mod ground;
mod hex_ground;
mod hex_lines;
mod labels;
mod legend;
mod overlay;
mod page;
mod path;
pub mod plot;
mod png_file;
mod record;
mod row_spans;
pub mod scene;
mod stretches;
mod strokes;
mod svg;
pub(crate) mod symbols;
mod water;
mod zone_ground;

pub use colour::Rgb;
pub use font::Typeface;
pub use labels::LeftOut;
pub(crate) use path::number;
pub use path::{Outline, Point, Step};
pub use scene::Scene;

use rayon::prelude::*;
use thiserror::Error;
use tiny_skia::PixmapMut;

use band::{Painter, Rows};
use ground::Layers;
use page::Page;
use record::Recording;
use stretches::Stretches;
use svg::SvgCanvas;

/// Why a scene cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenderError {
    #[error("a picture {0} pixels wide is not possible: at least {least}, at most {most}", least = Page::NARROWEST, most = Page::WIDEST)]
    BadWidth(u32),
    #[error("the picture would be {width} x {height} pixels, more than {most} in all; choose a smaller width", most = Page::MOST_PIXELS)]
    TooLarge { width: u32, height: u64 },
    #[error("a counter {0} pixels wide is not possible: at least 1, at most {most}", most = crate::counter::Drawing::LARGEST)]
    BadCounter(u32),
    #[error("the scene has {found} hexes, but its board has {expected}")]
    WrongCount { found: usize, expected: usize },
    #[error("the map has no size")]
    NoSize,
    #[error("the picture could not be packed: {0}")]
    Packing(String),
}

/// The names that find no room on a picture of this width, in the order they asked for it: the important ones first.
pub fn left_out(scene: &Scene, width: u32) -> Result<Vec<LeftOut>, RenderError> {
    Ok(overlay::draw(scene, &Page::new(scene, width)?, &mut Recording::default()))
}

/// Where the map lies on a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Of the whole picture, in pixels.
    pub width: u32,
    pub height: u32,
    /// The corner of the map.
    pub corner: (f32, f32),
    /// Pixels per map unit.
    pub scale: f32,
}

impl Frame {
    /// A point of the map in pixels.
    #[must_use]
    pub fn at(&self, (x, y): (f64, f64)) -> (f32, f32) {
        (self.corner.0 + x as f32 * self.scale, self.corner.1 + y as f32 * self.scale)
    }
}

/// Where the map of a scene lies on its picture of this width.
pub fn frame(scene: &Scene, width: u32) -> Result<Frame, RenderError> {
    let page = Page::new(scene, width)?;
    Ok(Frame { width: page.width, height: page.height, corner: (page.map.x, page.map.y), scale: page.scale })
}

/// Draws a scene as a PNG file of this width.
pub fn png(scene: &Scene, width: u32) -> Result<Vec<u8>, RenderError> {
    let page = Page::new(scene, width)?;
    let record = || {
        let mut recording = Recording::default();
        overlay::draw(scene, &page, &mut recording);
        recording
    };
    let (layers, recording) = rayon::join(|| Layers::new(scene, &page), record);
    let stamps = recording.letters.stamps();
    let (wide, high) = (page.width as usize, page.height as usize);
    let marks = recording.by_band(wide, high);
    let first = Rows::of(0, wide, high);
    // Only one band of pixels at a time is kept: plain stretches of them are enough to pack.
    let tools = || (vec![0; wide * first.count * 4], Painter::new(first));
    let bands = (0..high.div_ceil(band::ROWS)).into_par_iter().map_init(tools, |(pixels, painter), number| {
        let rows = Rows::of(number, wide, high);
        let pixels = &mut pixels[..wide * rows.count * 4];
        if let Some(mut pixels) = PixmapMut::from_bytes(pixels, rows.wide as u32, rows.count as u32) {
            layers.paint(rows, &mut pixels);
            painter.draw(&marks[number], &stamps, rows, &mut pixels, layers.cover.band(number));
        }
        Stretches::of(pixels, wide)
    });
    png_file::pack(&bands.collect::<Vec<_>>(), page.width, page.height)
}

/// Draws a scene as an SVG file of this width.
pub fn svg(scene: &Scene, width: u32) -> Result<String, RenderError> {
    let page = Page::new(scene, width)?;
    let mut canvas = SvgCanvas::new(&page);
    ground::outline(scene, &page, &mut canvas);
    overlay::draw(scene, &page, &mut canvas);
    Ok(canvas.finish())
}

#[cfg(test)]
mod tests;
