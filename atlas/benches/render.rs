//! How long a map takes to become a picture: a world of about ten thousand hexes, 4,000 pixels wide.

use chartroom_atlas::render::scene::{Ground, HexGround, HexView, Key, Place, Surface, Symbol};
use chartroom_atlas::render::{self, Rgb, Scene};
use chartroom_format::grid::{Board, OffsetParity, Orientation};

fn main() {
    divan::main();
}

/// A made-up world: continents by overlapping waves, so that the bench needs no files.
fn world(columns: u32, rows: u32) -> Scene {
    let board = Board::new(Orientation::Pointy, OffsetParity::Odd, columns, rows, false).expect("legal");
    let tints = [Rgb(0xEF, 0xE7, 0xD0), Rgb(0xD8, 0xC7, 0xA6), Rgb(0xF2, 0xE2, 0xB5), Rgb(0xC6, 0xD6, 0xA8)];
    let symbols = [None, Some(Symbol::Mountain), Some(Symbol::Desert), Some(Symbol::Forest)];
    let hexes = board
        .cells()
        .map(|cell| {
            let (x, y) = (f64::from(cell.column) * 0.11, f64::from(cell.row) * 0.13);
            let height = (x.sin() + (y * 1.3).cos() + (x * 0.6 + y).sin()) / 3.0;
            let is_land = height > 0.05;
            let kind = (((x * 2.0).cos() + (y * 2.0).sin() + 2.0) as usize).min(3);
            HexView {
                surface: if is_land { Surface::Land } else { Surface::Sea },
                tint: is_land.then_some(tints[kind]),
                symbol: if is_land { symbols[kind] } else { None },
                owner: is_land.then_some((x * 0.7) as u16 % 6),
                country: is_land.then_some((x * 0.9) as u16),
                number: format!("{:02}{:02}", cell.row, cell.column),
            }
        })
        .collect();
    let ground = HexGround { board, hexes, sides: Vec::new(), coast: Vec::new() };
    let layout = ground.layout();
    let place = |index: usize| {
        let cell = board.at(index).expect("on the board");
        let name = Some(format!("Town {index}"));
        Place {
            at: layout.centre(board.to_hex(cell)),
            room: 1.0,
            name,
            features: vec![(Symbol::City, None)],
            ..Place::default()
        }
    };
    let places = (0..board.len()).step_by(53).map(place).collect();
    let owner = |number: u8| Key { name: format!("Power {number}"), colour: Rgb(40 * number, 200 - 30 * number, 90) };
    Scene {
        title: "Bench".to_owned(),
        subtitle: String::new(),
        ground: Ground::Hexes(ground),
        owners: (0..6).map(owner).collect(),
        terrains: Vec::new(),
        features: Vec::new(),
        sides: Vec::new(),
        places,
        areas: Vec::new(),
        across: Vec::new(),
        down: Vec::new(),
        miles: None,
        note: String::new(),
    }
}

#[divan::bench(sample_count = 10, args = [(100, 100), (130, 78)])]
fn png_4000_wide(bencher: divan::Bencher<'_, '_>, (columns, rows): (u32, u32)) {
    let scene = world(columns, rows);
    bencher.bench_local(|| render::png(&scene, 4000));
}

#[divan::bench(sample_count = 10)]
fn svg_4000_wide(bencher: divan::Bencher<'_, '_>) {
    let scene = world(100, 100);
    bencher.bench_local(|| render::svg(&scene, 4000));
}
