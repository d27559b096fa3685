//! Labels on a sheet to the borders that are stored.

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::{Border, Shapes};

use crate::raster::simplify::thin_all;
use crate::raster::trace::trace;
use crate::raster::{Label, Raster};

/// Traces a sheet whose labels are positions in `names`; a label beyond them is nobody's. Borders are thinned by `slack`.
/// They come ordered by the zones on their sides, so that redrawing one corner of a map changes few lines of the file.
#[must_use]
pub fn shapes_from_raster(raster: &Raster, names: &[SpaceId], slack: f64) -> Shapes {
    let lines = trace(raster);
    let points: Vec<Vec<(i32, i32)>> = lines.iter().map(|line| line.points.clone()).collect();
    let name = |label: Label| names.get(usize::from(label)).cloned();
    let mut borders: Vec<Border> = lines
        .iter()
        .zip(thin_all(&points, slack))
        .map(|(line, points)| Border { left: name(line.left), right: name(line.right), points })
        .filter(|border| border.left != border.right)
        .map(smaller_name_left)
        .collect();
    borders.sort_by(|a, b| (&a.left, &a.right, &a.points).cmp(&(&b.left, &b.right, &b.points)));
    Shapes {
        schema: chartroom_format::schema::CURRENT,
        requires: Vec::new(),
        width: raster.width() as u32,
        height: raster.height() as u32,
        wraps: raster.wraps(),
        shortest_border: 2,
        borders,
    }
}

/// Turns a border so that the zone whose name sorts first lies on its left.
fn smaller_name_left(border: Border) -> Border {
    let turn = match (&border.left, &border.right) {
        (Some(left), Some(right)) => right < left,
        (left, _) => left.is_none(),
    };
    if turn {
        let points = border.points.into_iter().rev().collect();
        Border { left: border.right, right: border.left, points }
    } else {
        border
    }
}

#[cfg(test)]
mod tests {
    use chartroom_format::grid::zones::neighbours;
    use chartroom_format::schema::ids::SpaceId;

    use super::shapes_from_raster;
    use crate::raster::Raster;

    fn pairs(wraps: bool, width: usize, labels: &[u16]) -> Vec<String> {
        let raster = Raster::from_cells(width, labels.len() / width, wraps, labels.to_vec()).expect("fits");
        let names: Vec<SpaceId> = ["a", "b", "c", "d"].map(SpaceId::from).to_vec();
        neighbours(&shapes_from_raster(&raster, &names, 0.0)).keys().map(|(a, b)| format!("{a}{b}")).collect()
    }

    #[test]
    fn shared_borders_make_neighbours_and_corners_do_not() {
        #[rustfmt::skip]
        let quarters = [
            0, 0, 0, 1, 1, 1,
            0, 0, 0, 1, 1, 1,
            0, 0, 0, 1, 1, 1,
            2, 2, 2, 3, 3, 3,
            2, 2, 2, 3, 3, 3,
            2, 2, 2, 3, 3, 3,
        ];
        assert_eq!(pairs(false, 6, &quarters), ["ab", "ac", "bd", "cd"]);
    }

    #[test]
    fn the_seam_joins_east_and_west() {
        let stripes = [0, 1, 2, 0, 1, 2, 0, 1, 2];
        assert_eq!(pairs(false, 3, &stripes), ["ab", "bc"]);
        assert_eq!(pairs(true, 3, &stripes), ["ab", "ac", "bc"]);
    }
}
