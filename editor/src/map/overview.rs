//! The whole map as a small picture: what is drawn when hexes are too small to be hexes, and what the minimap shows.

use chartroom_format::grid::Orientation;
use egui::{Color32, ColorImage, Context, Rect, TextureHandle, TextureOptions, pos2, vec2};

use super::scene::{CellView, Geometry, HEX_SIZE, Scene};
use crate::theme::{Tokens, mix};

/// The picture and the version of the scene it was made from.
#[derive(Default)]
pub struct Overview {
    texture: Option<(u64, f32, TextureHandle)>,
}

impl Overview {
    /// The picture of the scene as it is now; made again only if the scene changed.
    pub fn texture(&mut self, ctx: &Context, scene: &Scene, tokens: &Tokens, ownership: f32) -> Option<&TextureHandle> {
        let stale = self
            .texture
            .as_ref()
            .is_none_or(|(version, shown, _)| *version != scene.version || (*shown - ownership).abs() > 1e-3);
        if stale {
            let image = picture(scene, tokens, ownership)?;
            match &mut self.texture {
                Some((version, shown, texture)) if texture.size() == image.size => {
                    texture.set(image, options());
                    (*version, *shown) = (scene.version, ownership);
                }
                other => *other = Some((scene.version, ownership, ctx.load_texture("overview", image, options()))),
            }
        }
        self.texture.as_ref().map(|(_, _, texture)| texture)
    }
}

fn options() -> TextureOptions {
    TextureOptions {
        magnification: egui::TextureFilter::Nearest,
        minification: egui::TextureFilter::Linear,
        ..TextureOptions::default()
    }
}

/// The part of the map that the picture covers.
pub fn covers(scene: &Scene) -> Rect {
    let size = HEX_SIZE as f32;
    match &scene.geometry {
        Geometry::Hexes { board, .. } => {
            let (columns, rows) = (board.columns() as f32, board.rows() as f32);
            let half = 3.0_f32.sqrt() / 2.0 * size;
            match board.orientation() {
                Orientation::Pointy => {
                    Rect::from_min_size(pos2(0.0, size * 0.25), vec2((columns * 2.0 + 1.0) * half, rows * 1.5 * size))
                }
                Orientation::Flat => {
                    Rect::from_min_size(pos2(size * 0.25, 0.0), vec2(columns * 1.5 * size, (rows * 2.0 + 1.0) * half))
                }
            }
        }
        _ => Rect::from_min_size(pos2(0.0, 0.0), scene.size),
    }
}

/// Two pixels per hex along the pushed lines, so that half a hex is one pixel; one per line across.
pub fn picture(scene: &Scene, tokens: &Tokens, ownership: f32) -> Option<ColorImage> {
    match &scene.geometry {
        Geometry::Nothing(_) => None,
        Geometry::Hexes { board, .. } => {
            let pointy = board.orientation() == Orientation::Pointy;
            let (columns, rows) = (board.columns() as usize, board.rows() as usize);
            let size = if pointy { [columns * 2 + 1, rows] } else { [columns, rows * 2 + 1] };
            let mut pixels = vec![tokens.desk; size[0] * size[1]];
            let pushed_first = board.to_hex(chartroom_format::grid::Cell::new(0, 0));
            for cell in board.cells() {
                let Some(view) = board.index(cell).and_then(|at| scene.cells.get(at)) else { continue };
                let color = shade(view.fill, view.holder, ownership);
                let hex = board.to_hex(cell);
                // Twice the distance from the edge, in half hexes, is what the axial coordinates say.
                let half =
                    if pointy { 2 * (hex.q - pushed_first.q) + hex.r } else { 2 * (hex.r - pushed_first.r) + hex.q };
                let half = half + i32::from(first_line_pushed(board));
                let (x, y) = if pointy {
                    (half.max(0) as usize, cell.row as usize)
                } else {
                    (cell.column as usize, half.max(0) as usize)
                };
                for step in 0..2 {
                    let (x, y) = if pointy { (x + step, y) } else { (x, y + step) };
                    if x < size[0] && y < size[1] {
                        pixels[y * size[0] + x] = color;
                    }
                }
            }
            Some(ColorImage::new(size, pixels))
        }
        Geometry::Zones { .. } => thumbnail(scene, tokens, ownership, 360),
    }
}

/// The map as a picture of a given width, with every hex as a hex.
pub fn thumbnail(scene: &Scene, tokens: &Tokens, ownership: f32, width: usize) -> Option<ColorImage> {
    let scale = width as f32 / scene.size.x.max(1.0);
    let height = ((scene.size.y * scale).ceil() as usize).max(1);
    let color = |view: &CellView| shade(view.fill, view.holder, ownership);
    let mut pixels = vec![tokens.desk; width * height];
    match &scene.geometry {
        Geometry::Nothing(_) => return None,
        Geometry::Hexes { .. } => {
            for (at, pixel) in pixels.iter_mut().enumerate() {
                let place = pos2((at % width) as f32 + 0.5, (at / width) as f32 + 0.5);
                if let Some(view) = scene.hit((place.to_vec2() / scale).to_pos2()).map(|at| &scene.cells[at]) {
                    *pixel = color(view);
                }
            }
        }
        Geometry::Zones { shapes, .. } => {
            for (shape, view) in shapes.iter().zip(&scene.cells) {
                for piece in &shape.pieces {
                    fill_piece(piece, scale, color(view), &mut pixels, width, height);
                }
            }
        }
    }
    Some(ColorImage::new([width, height], pixels))
}

fn first_line_pushed(board: &chartroom_format::grid::Board) -> bool {
    board.shifted() == chartroom_format::grid::OffsetParity::Even
}

fn fill_piece(
    piece: &super::zones::Trapezoid,
    scale: f32,
    color: Color32,
    pixels: &mut [Color32],
    width: usize,
    height: usize,
) {
    let (top, bottom) = ((piece.top * scale).floor().max(0.0) as usize, (piece.bottom * scale).ceil() as usize);
    for y in top..bottom.min(height) {
        let middle = (y as f32 + 0.5) / scale;
        let share = ((middle - piece.top) / (piece.bottom - piece.top)).clamp(0.0, 1.0);
        let side = |top: f32, bottom: f32| (top + (bottom - top) * share) * scale;
        let (left, right) = (side(piece.top_x.0, piece.bottom_x.0), side(piece.top_x.1, piece.bottom_x.1));
        for x in (left.floor().max(0.0) as usize)..(right.ceil().max(0.0) as usize).min(width) {
            pixels[y * width + x] = color;
        }
    }
}

/// A cell's colour with its holder's over it.
pub fn shade(fill: Color32, holder: Option<Color32>, ownership: f32) -> Color32 {
    match holder {
        Some(holder) if ownership > 0.0 => mix(fill, holder, 0.55 * ownership),
        _ => fill,
    }
}
