//! A board of a million hexes: compiling it to a graph, searching a range, and finding the shortest way across it.
//! `cargo bench -p chartroom-engine --bench board`.

use std::path::Path;

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::query::reach;
use chartroom_engine::{Options, Ruleset, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::MemoryFs;
use chartroom_format::load;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Grid, Space, Surface};
use chartroom_format::schema::units::Domain;
use chartroom_format::starter::{self, Cast};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const SIDE: u32 = 1000;
const MAP: &str = r#"Map(schema: 2, title: "Million", unlisted: Sea, grid: Hexes((
    orientation: Pointy, shifted: Odd, columns: 1000, rows: 1000, wrap: true,
    numbering: (pattern: [Column(4), Row(4)], rows: (first: 0, toward: South), columns: (first: 0, toward: East)))))"#;
const CAPITALS: &str = r#"Spaces(schema: 2, spaces: {
    "00000000": (surface: Coast, country: "redland"), "05000500": (surface: Coast, country: "blueland")})"#;

/// The starter pack on a board of a million hexes: land, coast and sea in bands, so that every hex is listed.
fn million() -> Content {
    let mut fs = MemoryFs::default()
        .with("p/million/pack.ron", r#"Pack(schema: 2, id: "million", title: "Million", version: "1")"#)
        .with("p/million/map/map.ron", MAP)
        .with("p/million/map/spaces.ron", CAPITALS);
    for (file, text) in starter::shared(Cast { red: ("00000000", "redland"), blue: ("05000500", "blueland") }) {
        fs = fs.with(Path::new("p/million").join(file), text);
    }
    let mut content = load::load(&fs, Path::new("p/million")).expect("loads").content;
    let plain = content.spaces["00000000"].clone();
    let Grid::Hexes(grid) = &content.map.as_ref().expect("a map").grid else { panic!("hexes") };
    let board = grid.board().expect("legal");
    for cell in board.cells() {
        let wave = (f64::from(cell.column) * 0.02).sin() + (f64::from(cell.row) * 0.03).cos();
        let surface = match wave {
            _ if wave > 0.1 => Surface::Land,
            _ if wave > -0.2 => Surface::Coast,
            _ => Surface::Sea,
        };
        let id = SpaceId(grid.numbering.format(&board, cell));
        content.spaces.entry(id).or_insert_with(|| Space { surface, country: None, ..plain.clone() });
    }
    content
}

fn compiled(content: &Content) -> Ruleset {
    match compile(content, "first", Options::default()) {
        Ok((rules, _)) => rules,
        Err(findings) => panic!("{findings:?}"),
    }
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn compile_a_million_hexes(bencher: Bencher<'_, '_>) {
    let content = million();
    bencher.bench_local(|| compiled(black_box(&content)).board.links.len());
}

/// All hexes an aircraft reaches in so many steps.
#[divan::bench(args = [10, 100, 400], sample_count = 10)]
fn range_search(bencher: Bencher<'_, '_>, steps: u32) {
    let rules = compiled(&million());
    let middle = SpaceIx::new((SIDE * SIDE / 2 + SIDE / 2) as usize);
    bencher.bench_local(|| {
        reach::spread(&rules, black_box(middle), Domain::Air).take_while(|(_, away)| *away <= steps).count()
    });
}

/// Half round the globe and half down it.
#[divan::bench(sample_count = 10)]
fn shortest_way(bencher: Bencher<'_, '_>) {
    let rules = compiled(&million());
    let (from, to) = (SpaceIx::new(0), SpaceIx::new((SIDE * SIDE / 2 + SIDE / 2) as usize));
    bencher.bench_local(|| reach::distance(&rules, black_box(from), black_box(to), Domain::Air).expect("a way"));
}
