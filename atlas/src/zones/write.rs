//! Shapes as the text of `map/shapes.ron`: one border to a line, so that moving a border changes one line.

use std::fmt::Write as _;

use chartroom_format::schema::map_shapes::Shapes;

/// The text of a file. The same shapes always give the same text.
#[must_use]
pub fn shapes_text(shapes: &Shapes) -> String {
    let mut text = String::from("// Drawn from recipe.ron; redrawing writes this file anew.\nShapes(\n");
    let _ = writeln!(text, "    schema: {},", shapes.schema);
    let _ = writeln!(text, "    width: {}, height: {},", shapes.width, shapes.height);
    if shapes.wraps {
        text.push_str("    wraps: true,\n");
    }
    let _ = writeln!(text, "    shortest_border: {},\n    borders: [", shapes.shortest_border);
    for border in &shapes.borders {
        text.push_str("        (");
        for (name, zone) in [("left", &border.left), ("right", &border.right)] {
            if let Some(zone) = zone {
                let _ = write!(text, "{name}: \"{zone}\", ");
            }
        }
        text.push_str("points: [");
        for (position, (x, y)) in border.points.iter().enumerate() {
            let separator = if position == 0 { "" } else { ", " };
            let _ = write!(text, "{separator}({x}, {y})");
        }
        text.push_str("]),\n");
    }
    text.push_str("    ],\n)\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Raster;
    use crate::zones::shapes_from_raster;
    use chartroom_format::schema::ids::SpaceId;
    use chartroom_format::schema::{Document, Kind};

    #[test]
    fn what_is_written_is_read_back() {
        let raster = Raster::from_cells(4, 2, true, vec![0, 0, 1, 2, 0, 2, 2, 2]).expect("fits");
        let names = ["a", "b-1", "c"].map(SpaceId::from);
        let shapes = shapes_from_raster(&raster, &names, 0.0);
        let text = shapes_text(&shapes);
        let document = Document::decode(Kind::Shapes, &text, &chartroom_format::document::ron_options());
        assert_eq!(document.expect("readable"), Document::Shapes(Box::new(shapes.clone())));
        assert_eq!(text.lines().filter(|line| line.contains("points")).count(), shapes.borders.len());
    }
}
