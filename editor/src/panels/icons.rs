//! The tools' icons, drawn with lines: no font needs to have them.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::tools::ToolKind;

/// Draws the icon of a tool in the middle of a button.
pub fn tool(painter: &Painter, rect: Rect, tool: ToolKind, ink: Color32) {
    let middle = rect.center();
    let at = |x: f32, y: f32| middle + vec2(x, y) * 8.0;
    let stroke = Stroke::new(1.6, ink);
    let line = |points: Vec<Pos2>| painter.add(Shape::line(points, stroke));
    let solid = |points: Vec<Pos2>| painter.add(Shape::convex_polygon(points, ink, Stroke::NONE));
    let hexagon = |reach: f32| -> Vec<Pos2> {
        (0..6).map(|n| middle + Vec2::angled(std::f32::consts::PI * (n as f32 / 3.0 + 1.0 / 6.0)) * reach).collect()
    };
    match tool {
        ToolKind::Select => {
            solid(vec![at(-0.6, -1.0), at(0.8, 0.3), at(0.05, 0.35), at(-0.6, 0.9)]);
            line(vec![at(0.0, 0.2), at(0.5, 1.1)]);
        }
        ToolKind::Terrain => {
            line(vec![at(1.0, -1.0), at(0.1, 0.1)]);
            painter.circle_filled(at(-0.4, 0.55), 4.2, ink);
        }
        ToolKind::Hexside => {
            painter.add(Shape::closed_line(hexagon(8.5), Stroke::new(1.0, ink)));
            let corners = hexagon(8.5);
            painter.line_segment([corners[0], corners[5]], Stroke::new(4.0, ink));
        }
        ToolKind::Ownership => {
            line(vec![at(-0.6, -1.1), at(-0.6, 1.1)]);
            solid(vec![at(-0.5, -1.0), at(0.9, -0.5), at(-0.5, 0.1)]);
        }
        ToolKind::Region => {
            painter.add(Shape::convex_polygon(hexagon(8.5), crate::theme::fade(ink, 0.35), stroke));
        }
        ToolKind::Feature => {
            solid(vec![at(-1.0, 1.0), at(-1.0, 0.0), at(1.0, 0.0), at(1.0, 1.0)]);
            solid(vec![at(0.4, 0.1), at(0.45, -1.1), at(0.85, -1.1), at(0.9, 0.1)]);
        }
        ToolKind::SetUp => {
            painter.rect_stroke(
                Rect::from_center_size(middle, vec2(17.0, 12.0)),
                1.0,
                stroke,
                egui::StrokeKind::Middle,
            );
            line(vec![at(-1.05, -0.75), at(1.05, 0.75)]);
            line(vec![at(-1.05, 0.75), at(1.05, -0.75)]);
        }
        ToolKind::Label => {
            line(vec![at(-0.8, -0.9), at(0.8, -0.9)]);
            line(vec![at(0.0, -0.9), at(0.0, 1.0)]);
        }
        ToolKind::Link => {
            painter.circle_stroke(at(-0.75, 0.5), 3.6, stroke);
            painter.circle_stroke(at(0.75, -0.5), 3.6, stroke);
            line(vec![at(-0.4, 0.25), at(0.4, -0.25)]);
        }
        ToolKind::Zone => {
            let corners = vec![at(-1.0, -0.3), at(0.1, -1.0), at(1.0, -0.1), at(0.4, 0.9), at(-0.7, 0.8)];
            painter.add(Shape::closed_line(corners.clone(), stroke));
            for corner in corners {
                painter.rect_filled(Rect::from_center_size(corner, vec2(4.0, 4.0)), 0.0, ink);
            }
        }
        ToolKind::Picture => {
            painter.rect_stroke(
                Rect::from_center_size(middle, vec2(17.0, 14.0)),
                1.5,
                stroke,
                egui::StrokeKind::Middle,
            );
            line(vec![at(-0.9, 0.6), at(-0.3, -0.2), at(0.1, 0.3), at(0.4, 0.0), at(0.9, 0.6)]);
            painter.circle_filled(at(0.45, -0.45), 1.8, ink);
        }
        ToolKind::Measure => {
            line(vec![at(-1.1, 0.4), at(1.1, 0.4)]);
            for n in 0..5 {
                let x = -1.1 + 0.55 * n as f32;
                let top = if n % 2 == 0 { -0.5 } else { -0.1 };
                line(vec![pos2(at(x, 0.0).x, at(0.0, 0.4).y), pos2(at(x, 0.0).x, at(0.0, top).y)]);
            }
        }
    }
}
