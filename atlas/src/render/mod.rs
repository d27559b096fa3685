//! Pictures of maps: a [`Scene`] drawn as PNG or SVG.
//!
//! `Scene -> page (sizes, what fits) -> ground (fast, pixels or paths) -> overlay through a Canvas -> file`. The same overlay
//! code serves both formats; only the canvas and the ground differ. Same scene and width give the same bytes.

mod canvas;
mod colour;
mod counters;
mod font;
mod frame;
mod glyphs;
mod ground;
mod hex_lines;
mod labels;
mod legend;
mod overlay;
mod page;
mod path;
mod png_file;
mod row_spans;
pub mod scene;
mod svg;
mod symbols;
mod zone_ground;

pub use colour::Rgb;
pub use scene::Scene;

use thiserror::Error;

use canvas::PixelCanvas;
use page::Page;
use svg::SvgCanvas;

/// Why a scene cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RenderError {
    #[error("a picture {0} pixels wide is not possible: at least {least}, at most {most}", least = Page::NARROWEST, most = Page::WIDEST)]
    BadWidth(u32),
    #[error("the picture would be {width} x {height} pixels, more than {most} in all; choose a smaller width", most = Page::MOST_PIXELS)]
    TooLarge { width: u32, height: u64 },
    #[error("the scene has {found} hexes, but its board has {expected}")]
    WrongCount { found: usize, expected: usize },
    #[error("the map has no size")]
    NoSize,
    #[error("the picture could not be packed: {0}")]
    Packing(String),
}

/// Draws a scene as a PNG file of this width.
pub fn png(scene: &Scene, width: u32) -> Result<Vec<u8>, RenderError> {
    let page = Page::new(scene, width)?;
    let mut canvas = PixelCanvas::new(&page)?;
    ground::paint(scene, &page, &mut canvas);
    overlay::draw(scene, &page, &mut canvas);
    png_file::pack(canvas.pixels())
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
