//! Maps drawn from scanned pictures, by the recipe of a pack, as `chartroom draw` does it.

use std::io::Cursor;
use std::path::Path;

use chartroom_atlas::hexes::layout;
use chartroom_atlas::recipe_fault::{FaultKind, RecipeFault};
use chartroom_atlas::redraw::{DRAWN_SHAPES, DRAWN_SPACES, Redrawn, redraw};
use chartroom_atlas::source::Sources;
use chartroom_format::fs::MemoryFs;
use chartroom_format::grid::{Board, Cell, OffsetParity, Orientation};
use chartroom_format::load;

const SEA: [u8; 3] = [109, 147, 181];
const PLAIN: [u8; 3] = [220, 205, 160];
const HILLS: [u8; 3] = [150, 110, 70];

const BASE: &[(&str, &str)] = &[
    ("pack.ron", r#"Pack(schema: 2, id: "scan", title: "Scan", version: "1")"#),
    ("terrain.ron", r##"Terrain(schema: 2, terrains: {"hills": (title: "Hills", colour: "#966e46")})"##),
    ("map/regions.ron", r#"Regions(schema: 2, regions: {"home": (title: "Home", kind: Country)})"#),
];
const HEXES: &str = r#"Map(schema: 2, title: "Scan", unlisted: Sea, grid: Hexes((orientation: Pointy, shifted: Odd, columns: 6, rows: 5,
    numbering: (pattern: [Column(1), Row(1)], rows: (first: 1, toward: South), columns: (first: 1, toward: East)))))"#;
const ZONES: &str = r#"Map(schema: 2, title: "Scan", grid: Zones((width: 120, height: 100)))"#;
const PALETTE: &str = r##"[(colour: "#6d93b5", surface: Sea), (colour: "#dccda0", surface: Land, country: "home"),
    (colour: "#966e46", surface: Land, terrain: "hills")]"##;

fn draw(map: &str, more: &[(&str, &str)], recipe: &str, picture: &[u8]) -> Result<Redrawn, Vec<RecipeFault>> {
    let mut fs = MemoryFs::default().with("p/scan/map/map.ron", map).with("p/scan/map/recipe.ron", recipe);
    for (file, text) in BASE.iter().chain(more) {
        fs = fs.with(Path::new("p/scan").join(file), *text);
    }
    let loaded = load::load(&fs, Path::new("p/scan")).expect("loads");
    let errors: Vec<String> = loaded.findings.iter().map(|finding| finding.message.clone()).collect();
    assert!(loaded.content.recipe.is_some() && loaded.content.map.is_some(), "{errors:?}");
    let picture = |file: &str| if file == "scan.png" { Ok(picture.to_vec()) } else { Err("no such file".to_owned()) };
    redraw(&loaded, &Sources { geography: &|_| None, picture: &picture })
}

fn png(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Vec<u8> {
    let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb(pixel(x, y)));
    let mut bytes = Vec::new();
    picture.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).expect("written");
    bytes
}

fn board() -> Board {
    Board::new(Orientation::Pointy, OffsetParity::Odd, 6, 5, false).expect("legal")
}

/// A scan of a board, twenty pixels to the side of a hex and forty from the corner, with black lines between hexes: sea in the
/// west, plain in the middle, hills in the east.
fn scanned_hexes() -> Vec<u8> {
    let (board, paper) = (board(), layout(&board()));
    png(320, 240, |x, y| {
        let at = ((f64::from(x) - 40.0) / 20.0, (f64::from(y) - 40.0) / 20.0);
        let hex = paper.hex_at(at);
        let middle = paper.centre(hex);
        let inner = (at.0 - middle.0).hypot(at.1 - middle.1) < 0.8;
        match board.cell(hex) {
            Some(cell) if inner => [SEA, SEA, PLAIN, PLAIN, PLAIN, HILLS][cell.column as usize],
            Some(_) => [0; 3],
            None => [255; 3],
        }
    })
}

fn hex_recipe() -> String {
    let (board, paper) = (board(), layout(&board()));
    let pixel = |column: i32, row: i32| {
        let (x, y) = paper.centre(board.to_hex(Cell::new(column, row)));
        format!("({:.2}, {:.2})", x * 20.0 + 40.0, y * 20.0 + 40.0)
    };
    let points = format!("[(\"11\", {}), (\"61\", {}), (\"15\", {})]", pixel(0, 0), pixel(5, 0), pixel(0, 4));
    format!("Recipe(schema: 2, draw: HexPicture((file: \"scan.png\", palette: {PALETTE}, points: {points})))")
}

#[test]
fn hexes_are_read_by_colour_and_hand_made_ones_left_alone() {
    let own = [("map/own.ron", r#"Spaces(schema: 2, spaces: {"31": (surface: Coast)})"#)];
    let drawn = draw(HEXES, &own, &hex_recipe(), &scanned_hexes()).expect("drawable");
    let [(DRAWN_SPACES, text)] = &drawn.files[..] else { panic!("{:?}", drawn.files) };
    let listed = text.lines().filter(|line| line.contains("surface")).count();
    assert_eq!(listed, 4 * 5 - 1, "sea is not listed, nor what stands in own.ron\n{text}");
    assert!(text.contains(r#""41": (surface: Land, country: "home"),"#), "{text}");
    assert!(text.contains(r#""65": (surface: Land, terrain: "hills"),"#), "{text}");
    assert!(!text.contains(r#""31":"#) && !text.contains(r#""11":"#), "{text}");
}

#[test]
fn zones_are_traced_and_named_by_a_point() {
    let picture = png(120, 100, |x, y| match (x, y) {
        (58..=61, _) | (20..=22, 30..=34) => [0, 0, 0],
        (80..=95, 40..=60) => HILLS,
        (..58, _) => SEA,
        _ => PLAIN,
    });
    let recipe = format!(
        r#"Recipe(schema: 2, draw: ZonePicture((file: "scan.png", palette: {PALETTE},
            zones: {{"ocean": (10, 10), "isle": (85, 50)}})))"#
    );
    let drawn = draw(ZONES, &[], &recipe, &picture).expect("drawable");
    let [(DRAWN_SHAPES, shapes), (DRAWN_SPACES, spaces)] = &drawn.files[..] else { panic!("{:?}", drawn.files) };
    for zone in ["ocean", "isle", "area-2"] {
        assert!(shapes.contains(&format!("\"{zone}\"")), "{zone}\n{shapes}");
    }
    assert!(spaces.contains(r#""ocean": (surface: Sea),"#), "{spaces}");
    assert!(spaces.contains(r#""isle": (surface: Land, terrain: "hills"),"#), "{spaces}");
    assert!(spaces.contains(r#""area-2": (surface: Land, country: "home"),"#), "{spaces}");
}

#[test]
fn bad_pictures_and_points_are_told_where() {
    let check = |recipe: &str, picture: &[u8], kind: FaultKind, expected: &str| {
        let faults = draw(HEXES, &[], recipe, picture).expect_err("faulty");
        assert!(faults[0].kind == kind && faults[0].message.starts_with(expected), "{faults:?}");
        assert!(!faults[0].path.is_empty(), "{faults:?}");
    };
    let (recipe, scan) = (hex_recipe(), scanned_hexes());
    check(&recipe, b"GIF89a and more", FaultKind::Picture, "`scan.png`: this is no PNG or JPEG picture");
    check(&recipe, &scan[..200], FaultKind::Picture, "`scan.png`: the picture is damaged");
    let mut huge = scan.clone();
    huge[16..20].copy_from_slice(&[0x7F, 0xFF, 0xFF, 0xFF]);
    assert!(draw(HEXES, &[], &recipe, &huge).is_err(), "a header that promises too much");
    check(&recipe.replace("scan.png", "other.png"), &scan, FaultKind::Picture, "`other.png`: no such file");
    let doubled = recipe.replace("#966e46", "#dccda0");
    check(&doubled, &scan, FaultKind::Duplicate, "`#dccda0` stands for two things");
    let line = recipe.replace("(\"15\"", "(\"31\"");
    check(&line, &scan, FaultKind::Contradiction, "the three points lie on one line");
}
