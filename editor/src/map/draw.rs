//! What every layer draws with: the view, the scene and a mesh that collects flat shapes, so that thousands of hexes are
//! one draw call.

use std::collections::BTreeMap;

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Painter, Pos2, Rect, Shape, Vec2};

use super::camera::Camera;
use super::layers::Layers;
use super::scene::{Geometry, HEX_SIZE, Scene};
use crate::theme::Tokens;

/// Everything a layer may look at.
pub struct View<'a> {
    pub painter: &'a Painter,
    pub rect: Rect,
    pub camera: Camera,
    pub scene: &'a Scene,
    pub layers: &'a Layers,
    pub tokens: Tokens,
    /// Colours of the powers as content gives them, by id.
    pub power_colours: &'a BTreeMap<String, String>,
    /// Zones of control of unit types in spaces, by id; those without one are left out.
    pub unit_zones: &'a BTreeMap<String, u32>,
}

impl View<'_> {
    pub fn to_screen(&self, point: Pos2) -> Pos2 {
        self.camera.to_screen(self.rect, point)
    }

    /// From the middle of a hex to its corner, in screen points; for zones a measure of the same feel.
    pub fn radius(&self) -> f32 {
        match self.scene.geometry {
            Geometry::Hexes { .. } => HEX_SIZE as f32 * self.camera.zoom,
            _ => 22.0 * self.camera.zoom,
        }
    }

    /// The board indices of the hexes in view.
    pub fn visible_hexes(&self) -> Vec<usize> {
        let Geometry::Hexes { board, layout, .. } = &self.scene.geometry else { return Vec::new() };
        let seen = self.camera.visible(self.rect);
        let cell = |point: Pos2| {
            let hex = layout.hex_at((f64::from(point.x), f64::from(point.y)));
            chartroom_format::grid::Cell::from_hex(hex, board.orientation(), board.shifted())
        };
        let (first, last) = (cell(seen.left_top()), cell(seen.right_bottom()));
        let rows = (first.row - 1).max(0)..=(last.row + 1).min(board.rows() - 1);
        let columns = (first.column - 2).max(0)..=(last.column + 2).min(board.columns() - 1);
        let width = board.columns() as usize;
        rows.flat_map(|row| columns.clone().map(move |column| row as usize * width + column as usize)).collect()
    }

    /// The spaces in view: hexes, zones and boxes.
    pub fn visible_places(&self) -> Vec<usize> {
        let seen = self.camera.visible(self.rect).expand(8.0);
        let boxes = self
            .scene
            .boxes
            .iter()
            .enumerate()
            .filter(|(_, rect)| rect.intersects(seen))
            .map(|(at, _)| self.scene.first_box() + at);
        let mut places = match &self.scene.geometry {
            Geometry::Nothing(_) => Vec::new(),
            Geometry::Hexes { .. } => self.visible_hexes(),
            Geometry::Zones { shapes, .. } => {
                shapes.iter().enumerate().filter(|(_, shape)| shape.bounds.intersects(seen)).map(|(at, _)| at).collect()
            }
        };
        places.extend(boxes);
        places
    }

    pub fn add(&self, mesh: Flat) {
        if !mesh.0.is_empty() {
            self.painter.add(Shape::mesh(mesh.0));
        }
    }
}

/// A mesh of flat shapes in screen points.
#[derive(Default)]
pub struct Flat(pub Mesh);

impl Flat {
    pub fn with_room_for(hexes: usize) -> Self {
        let mut mesh = Mesh::default();
        mesh.reserve_vertices(hexes * 6);
        mesh.reserve_triangles(hexes * 4);
        Self(mesh)
    }

    /// A convex shape.
    pub fn convex(&mut self, points: &[Pos2], color: Color32) {
        let base = self.0.vertices.len() as u32;
        self.0.vertices.extend(points.iter().map(|&pos| Vertex { pos, uv: WHITE_UV, color }));
        for n in 1..points.len().saturating_sub(1) as u32 {
            self.0.indices.extend([base, base + n, base + n + 1]);
        }
    }

    /// A straight stroke.
    pub fn stroke(&mut self, from: Pos2, to: Pos2, width: f32, color: Color32) {
        let along = (to - from).normalized();
        let across = Vec2::new(-along.y, along.x) * (width / 2.0);
        let reach = along * (width * 0.25);
        self.convex(&[from - reach + across, to + reach + across, to + reach - across, from - reach - across], color);
    }
}

/// The corners of a hex on the screen, drawn in by `inset` points.
pub fn hex_corners(view: &View<'_>, offsets: &[Vec2; 6], middle: Pos2, inset: f32) -> [Pos2; 6] {
    let middle = view.to_screen(middle);
    let scale = view.camera.zoom - inset / HEX_SIZE as f32;
    offsets.map(|offset| middle + offset * scale)
}

/// Corners relative to the middle, in map units.
pub fn corner_offsets(scene: &Scene) -> [Vec2; 6] {
    match &scene.geometry {
        Geometry::Hexes { layout, .. } => layout.corner_offsets().map(|(x, y)| Vec2::new(x as f32, y as f32)),
        _ => [Vec2::ZERO; 6],
    }
}
