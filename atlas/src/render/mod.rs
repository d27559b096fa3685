//! Pictures of maps: a [`Scene`] drawn as PNG or SVG.
//!
//! `Scene -> page (sizes, what fits) -> ground (fast, pixels or paths) -> overlay through a Canvas -> file`. The same overlay
//! code serves both formats; only the canvas and the ground differ. Pixels are painted in bands, side by side on all cores. Same
//! scene and width give the same bytes.

mod band;
mod canvas;
mod colour;
mod counters;
mod font;
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
mod png_file;
mod record;
mod row_spans;
pub mod scene;
mod svg;
mod symbols;
mod water;
mod zone_ground;

pub use colour::Rgb;
pub use scene::Scene;

use rayon::prelude::*;
use thiserror::Error;
use tiny_skia::PixmapMut;

use band::Rows;
use ground::Layers;
use page::Page;
use record::Recording;
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
    let too_large = || RenderError::TooLarge { width: page.width, height: u64::from(page.height) };
    let mut recording = Recording::default();
    overlay::draw(scene, &page, &mut recording);
    let layers = Layers::new(scene, &page).ok_or_else(too_large)?;
    let (wide, high) = (page.width as usize, page.height as usize);
    let mut pixels = vec![0; wide * high * 4];
    pixels.par_chunks_mut(wide * band::ROWS * 4).enumerate().for_each(|(number, pixels)| {
        let rows = Rows::of(number, wide, high);
        if let Some(mut pixels) = PixmapMut::from_bytes(pixels, rows.wide as u32, rows.count as u32) {
            layers.paint(rows, &mut pixels);
            band::draw(&recording, rows, &mut pixels, Some(layers.cover.band(number)));
        }
    });
    png_file::pack(&pixels, page.width, page.height)
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
