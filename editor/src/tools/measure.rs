//! The ruler: steps between two spaces, and miles where the map has a scale.

use super::{Bench, Gesture, GestureKind};

/// Its states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    #[default]
    Ready,
    Measured {
        from: usize,
        to: usize,
        text: String,
    },
}

impl Measure {
    pub fn handle(&mut self, gesture: Gesture, bench: &mut Bench<'_>) {
        *self = match (&self, gesture.kind, gesture.at) {
            // Ready or Measured -> Measured
            (_, GestureKind::Press, Some(at)) => Self::Measured { from: at, to: at, text: String::new() },
            (Self::Measured { from, .. }, GestureKind::Drag | GestureKind::Release, Some(to)) => {
                Self::Measured { from: *from, to, text: reckon(bench, *from, to) }
            }
            // Measured -> Ready
            (_, GestureKind::Abort, _) => Self::Ready,
            (state, _, _) => (*state).clone(),
        };
    }

    pub fn hint(&self) -> String {
        match self {
            Self::Measured { text, .. } if !text.is_empty() => text.clone(),
            _ => "Drag from one space to another to measure.".to_owned(),
        }
    }
}

fn reckon(bench: &Bench<'_>, from: usize, to: usize) -> String {
    let names = format!("{} to {}", bench.scene.id(from), bench.scene.id(to));
    let miles = match bench.document.content().map.as_ref().map(|map| &map.grid) {
        Some(chartroom_format::schema::map::Grid::Hexes(grid)) => grid.miles,
        _ => None,
    };
    match (bench.scene.distance(from, to), miles) {
        (Some(steps), Some(miles)) => format!("{names}: {steps} hexes, {} miles", u64::from(steps) * u64::from(miles)),
        (Some(steps), None) => format!("{names}: {steps} hexes"),
        (None, _) => format!(
            "{names}: {} spaces",
            walk(bench, from, to).map_or_else(|| "no way in any number of".to_owned(), |steps| steps.to_string())
        ),
    }
}

/// Steps from zone to zone.
fn walk(bench: &Bench<'_>, from: usize, to: usize) -> Option<usize> {
    let mut seen = std::collections::BTreeSet::from([from]);
    let mut edge = vec![from];
    let mut steps = 0;
    while !edge.is_empty() {
        if edge.contains(&to) {
            return Some(steps);
        }
        steps += 1;
        edge = edge.into_iter().flat_map(|at| bench.scene.neighbours(at)).filter(|at| seen.insert(*at)).collect();
    }
    None
}
