//! The picture tool: three pairs of clicks, each a place in the scanned picture and where it belongs on the map.

use chartroom_atlas::picture::place::Pin;

use super::{Bench, Gesture, GestureKind};

/// Its states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureTool {
    pub pins: Vec<Pin>,
    /// A place in the picture that waits for its place on the map.
    pub open: Option<(f64, f64)>,
}

impl PictureTool {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        let Some(underlay) = bench.underlay.as_mut() else {
            bench.message = Some("Choose a picture in the palette first.".to_owned());
            return;
        };
        match (gesture.kind, self.open.take()) {
            (GestureKind::Press, None) => self.open = Some(underlay.pixel(gesture.point)),
            (GestureKind::Press, Some(pixel)) => {
                self.pins.push((pixel, (f64::from(gesture.point.x), f64::from(gesture.point.y))));
                if let [a, b, c] = self.pins.as_slice() {
                    let placed = underlay.place([*a, *b, *c]);
                    bench.message = Some(placed.err().unwrap_or_else(|| "The picture is in its place.".to_owned()));
                    self.pins.clear();
                }
            }
            (GestureKind::Abort, _) => self.pins.clear(),
            (_, open) => self.open = open,
        }
    }

    pub fn hint(&self) -> String {
        let number = self.pins.len() + 1;
        match self.open {
            None => format!("Click point {number} of 3 in the picture. Esc starts again."),
            Some(_) => format!("Click where point {number} belongs on the map. Esc starts again."),
        }
    }
}
