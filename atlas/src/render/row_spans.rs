//! Which hexes a row of pixels crosses, and where it passes from one to the next.

use std::cmp::Ordering;

use chartroom_format::grid::{Board, Cell, Layout, Orientation};

/// One hex on a row of pixels: it begins at `from` and ends where the next begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) to: f64,
    /// Position of the hex in reading order.
    pub(super) hex: usize,
}

/// Fills `spans` with the hexes that the horizontal line at `y` crosses, from left to right.
pub(super) fn row_spans(board: &Board, layout: &Layout, y: f64, spans: &mut Vec<Span>) {
    spans.clear();
    match board.orientation() {
        Orientation::Pointy => pointy(board, layout, y, spans),
        Orientation::Flat => flat(board, layout, y, spans),
    }
    debug_assert!(spans.is_sorted_by(|a, b| a.from <= b.from), "hexes of a row take turns");
}

fn pointy(board: &Board, layout: &Layout, y: f64, spans: &mut Vec<Span>) {
    let size = layout.size;
    let nearest = ((y - layout.origin.1) / (1.5 * size)).round() as i32;
    let across = layout.corner_offsets()[0].0;
    // At most two rows of hexes meet on a line. Their hexes take turns, so they are listed in order from the start.
    let mut lines: [Option<(f64, f64, usize)>; 3] = [None; 3];
    for (line, row) in lines.iter_mut().zip([nearest - 1, nearest, nearest + 1]) {
        if !(0..board.rows()).contains(&row) {
            continue;
        }
        let (first_x, middle_y) = layout.centre(board.to_hex(Cell::new(0, row)));
        let away = (y - middle_y).abs();
        if away >= size {
            continue;
        }
        // Full width in the middle half, then tapering to the points.
        let half = across * ((size - away) / (size / 2.0)).min(1.0);
        *line = Some((first_x, half, row as usize * board.columns() as usize));
    }
    lines.sort_by(|a, b| {
        a.map(|line| line.0 - line.1).partial_cmp(&b.map(|line| line.0 - line.1)).unwrap_or(Ordering::Equal)
    });
    for column in 0..board.columns() {
        let right = f64::from(column) * 2.0 * across;
        for (first_x, half, first) in lines.into_iter().flatten() {
            let x = first_x + right;
            spans.push(Span { from: x - half, to: x + half, hex: first + column as usize });
        }
    }
}

fn flat(board: &Board, layout: &Layout, y: f64, spans: &mut Vec<Span>) {
    let size = layout.size;
    let high = layout.corner_offsets()[0].1;
    for column in 0..board.columns() {
        let (x, top_y) = layout.centre(board.to_hex(Cell::new(column, 0)));
        let row = ((y - top_y) / (2.0 * high)).round() as i32;
        if !(0..board.rows()).contains(&row) {
            continue;
        }
        let away = (y - top_y - f64::from(row) * 2.0 * high).abs();
        let half = size - (size / 2.0) * (away / high).min(1.0);
        let hex = row as usize * board.columns() as usize + column as usize;
        spans.push(Span { from: x - half, to: x + half, hex });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::grid::OffsetParity;

    #[test]
    fn spans_agree_with_the_layout_everywhere() {
        for orientation in [Orientation::Pointy, Orientation::Flat] {
            for shifted in [OffsetParity::Odd, OffsetParity::Even] {
                let board = Board::new(orientation, shifted, 7, 6, false).expect("legal");
                let layout = Layout::for_board(&board, 9.3);
                let (_, _, right, bottom) = layout.bounds(&board);
                let mut spans = Vec::new();
                for y in 0..bottom as usize {
                    let y = y as f64 + 0.5;
                    row_spans(&board, &layout, y, &mut spans);
                    for x in 0..right as usize {
                        let x = x as f64 + 0.5;
                        let found = spans.iter().find(|span| span.from <= x && x < span.to).map(|span| span.hex);
                        let expected = board.cell(layout.hex_at((x, y))).and_then(|cell| board.index(cell));
                        assert_eq!(found, expected, "{orientation:?} {shifted:?} at {x}, {y}");
                    }
                }
            }
        }
    }
}
