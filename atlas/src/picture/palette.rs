//! Hexes read from a picture by their colour.

use chartroom_format::grid::{Board, Cell, Layout};

use super::load::Picture;
use super::place::Placement;

/// A colour of the picture and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swatch {
    pub name: String,
    pub colour: [u8; 3],
}

/// What was read in one hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub cell: Cell,
    /// Position in the palette; `None` where the picture shows no colour of it, or ends.
    pub swatch: Option<usize>,
    /// Share of the hex in that colour, from 0 to 1: how far to trust it.
    pub share: f64,
}

/// How many points of a hex are looked at, along each axis.
const SAMPLES: i32 = 9;
/// Points nearer to the edge than this are left out: grid lines are printed there.
const CORE: f64 = 0.78;

/// Reads every hex of a board, in reading order. Colours farther than `tolerance` from every swatch count as none.
#[must_use]
pub fn read_hexes(
    picture: &Picture,
    placement: &Placement,
    board: &Board,
    layout: &Layout,
    palette: &[Swatch],
    tolerance: f64,
) -> Vec<Reading> {
    let reach = layout.size * CORE;
    let offsets: Vec<(f64, f64)> = (-SAMPLES..=SAMPLES)
        .flat_map(|row| (-SAMPLES..=SAMPLES).map(move |column| (column, row)))
        .map(|(column, row)| (f64::from(column) / f64::from(SAMPLES), f64::from(row) / f64::from(SAMPLES)))
        // A disc inside the hex is simpler than a smaller hex, and leaves out corners where labels stand.
        .filter(|(x, y)| x.hypot(*y) <= 1.0)
        .map(|(x, y)| (x * reach, y * reach))
        .collect();
    let read = |cell: Cell| {
        let (x, y) = layout.centre(board.to_hex(cell));
        let mut counts = vec![0_usize; palette.len()];
        for (dx, dy) in &offsets {
            let (px, py) = placement.to_picture((x + dx, y + dy));
            if let Some(swatch) = picture.colour(px, py).and_then(|colour| nearest(palette, colour, tolerance)) {
                counts[swatch] += 1;
            }
        }
        let best = (0..counts.len()).max_by_key(|&swatch| (counts[swatch], std::cmp::Reverse(swatch)));
        let best = best.filter(|&swatch| counts[swatch] > 0);
        let share = best.map_or(0.0, |swatch| counts[swatch] as f64 / offsets.len() as f64);
        Reading { cell, swatch: best, share }
    };
    board.cells().map(read).collect()
}

/// The swatch nearest to a colour, if any is near enough.
#[must_use]
pub fn nearest(palette: &[Swatch], colour: [u8; 3], tolerance: f64) -> Option<usize> {
    let near = palette.iter().map(|swatch| difference(swatch.colour, colour)).enumerate();
    let (position, away) = near.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (away <= tolerance).then_some(position)
}

/// How different two colours look, from 0 to about 765: red, green and blue weighted by how well the eye tells them apart.
#[must_use]
pub fn difference(a: [u8; 3], b: [u8; 3]) -> f64 {
    let mean_red = f64::midpoint(f64::from(a[0]), f64::from(b[0]));
    let square = |channel: usize| (f64::from(a[channel]) - f64::from(b[channel])).powi(2);
    ((2.0 + mean_red / 256.0) * square(0) + 4.0 * square(1) + (2.0 + (255.0 - mean_red) / 256.0) * square(2)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::grid::{OffsetParity, Orientation};

    #[test]
    fn a_drawn_board_is_read_back_through_a_skewed_scan() {
        let board = Board::new(Orientation::Pointy, OffsetParity::Odd, 6, 5, false).expect("legal");
        let layout = Layout::for_board(&board, 10.0);
        let palette = ["sea", "plain", "mountain"].into_iter().zip([[40, 90, 200], [180, 200, 120], [120, 90, 60]]);
        let palette: Vec<Swatch> = palette.map(|(name, colour)| Swatch { name: name.to_owned(), colour }).collect();
        let truth = |cell: Cell| (cell.column * 2 + cell.row) as usize % 3;
        let pins = [((50.0, 20.0), (0.0, 0.0)), ((420.0, 60.0), (100.0, 0.0)), ((20.0, 390.0), (0.0, 80.0))];
        let placement = Placement::by_three_points(pins).expect("a triangle");
        let pixel = |x: u32, y: u32| {
            let at = placement.to_map((f64::from(x) + 0.5, f64::from(y) + 0.5));
            let cell = board.cell(layout.hex_at(at));
            // A little dirt, as scans have.
            let dirt = ((x * 7 + y * 13) % 11) as u8;
            cell.map_or([255; 3], |cell| palette[truth(cell)].colour.map(|channel| channel.saturating_add(dirt)))
        };
        let pixels = (0..500).flat_map(|y| (0..500).map(move |x| (x, y))).map(|(x, y)| pixel(x, y)).collect();
        let picture = Picture::from_pixels(500, 500, pixels).expect("fits");
        let readings = read_hexes(&picture, &placement, &board, &layout, &palette, 60.0);
        assert_eq!(readings.len(), board.len());
        for reading in readings {
            assert_eq!(reading.swatch, Some(truth(reading.cell)), "{reading:?}");
            assert!(reading.share > 0.9, "{reading:?}");
        }
        let black = [Swatch { name: "road".to_owned(), colour: [0; 3] }];
        let nothing = read_hexes(&picture, &placement, &board, &layout, &black, 60.0);
        assert!(nothing.iter().all(|reading| reading.swatch.is_none()));
    }
}
