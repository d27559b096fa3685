//! Whole pictures: that they show what the scene says, the same every time, and refuse what cannot be drawn.

use std::io::Cursor;

use chartroom_format::grid::{Board, Cell, Direction, OffsetParity, Orientation};

use super::colour::{DEEP, SHALLOW};
use super::scene::*;
use super::*;
use crate::counter::Counter;

const RED: Rgb = Rgb(0xC0, 0x40, 0x30);
const SAND: Rgb = Rgb(0xF0, 0xE0, 0xB0);

fn hex(surface: Surface, owner: Option<u16>) -> HexView {
    let tint = (surface != Surface::Sea).then_some(SAND);
    HexView { surface, tint, symbol: None, owner, country: owner, number: "0101".to_owned() }
}

/// Sea in the west, free land in the middle, red land in the east.
fn hex_scene(orientation: Orientation) -> Scene {
    let board = Board::new(orientation, OffsetParity::Odd, 9, 6, false).expect("legal");
    let view = |cell: Cell| match cell.column {
        0..=2 => hex(Surface::Sea, None),
        3..=5 => hex(Surface::Land, None),
        _ => hex(Surface::Land, Some(0)),
    };
    let ridge = SideStyle { pattern: SidePattern::Ridge, colour: Rgb(0x70, 0x50, 0x30) };
    let hexes = board.cells().map(view).collect();
    let sides = vec![SideView { hex: 13, direction: Direction::new(0), style: ridge }];
    Scene {
        title: "Test".to_owned(),
        subtitle: "Spring & <Summer>".to_owned(),
        ground: Ground::Hexes(HexGround { board, hexes, sides, coast: Vec::new() }),
        owners: vec![Key { name: "Reds".to_owned(), colour: RED }],
        terrains: vec![Key { name: "Sand".to_owned(), colour: SAND }],
        features: vec![(Symbol::Capital, "Capital".to_owned())],
        sides: vec![(ridge, "Mountains".to_owned())],
        places: vec![Place {
            at: (12.0, 4.0),
            room: 1.0,
            name: Some("Rotburg".to_owned()),
            rank: 2,
            features: vec![(Symbol::Capital, None), (Symbol::Port, Some(3))],
            stacks: vec![Stack { owner: Some(0), counters: vec![Counter::plain(RED, 7)] }],
            value: Some(5),
            ..Place::default()
        }],
        areas: vec![AreaName {
            text: "West Sea".to_owned(),
            at: (3.0, 5.0),
            width: 4.0,
            rise: (4.0, 6.0),
            is_sea: true,
        }],
        across: vec![(1.0, "01".to_owned())],
        down: vec![(1.0, "A".to_owned())],
        miles: Some(100.0),
        note: "Reconstructed.".to_owned(),
    }
}

fn zone_scene() -> Scene {
    let square = |left: f64| vec![vec![(left, 0.0), (left + 50.0, 0.0), (left + 50.0, 60.0), (left, 60.0)]];
    let zone = |left: f64, surface: Surface, owner: Option<u16>| ZoneView {
        rings: square(left),
        surface,
        tint: Some(SAND),
        symbol: Some(Symbol::Mountain),
        owner,
    };
    let border = |x: f64, kind: BorderKind| BorderView { points: vec![(x, 0.0), (x, 60.0)], kind };
    let zones =
        vec![zone(0.0, Surface::Sea, None), zone(50.0, Surface::Land, None), zone(100.0, Surface::Land, Some(0))];
    let borders = vec![border(50.0, BorderKind::Coast), border(100.0, BorderKind::Country)];
    Scene {
        ground: Ground::Zones(ZoneGround { width: 150.0, height: 60.0, zones, borders }),
        places: Vec::new(),
        areas: Vec::new(),
        ..hex_scene(Orientation::Pointy)
    }
}

fn picture(scene: &Scene, width: u32) -> image::RgbImage {
    let file = png(scene, width).expect("drawable");
    image::ImageReader::with_format(Cursor::new(file), image::ImageFormat::Png).decode().expect("a PNG").into_rgb8()
}

/// The colour at a share of the map's width and height.
fn at(scene: &Scene, picture: &image::RgbImage, x: f32, y: f32) -> Rgb {
    let page = Page::new(scene, picture.width()).expect("drawable");
    let pixel = picture.get_pixel((page.map.x + page.map.width * x) as u32, (page.map.y + page.map.height * y) as u32);
    Rgb(pixel.0[0], pixel.0[1], pixel.0[2])
}

fn is_near(a: Rgb, b: Rgb) -> bool {
    a.0.abs_diff(b.0) < 9 && a.1.abs_diff(b.1) < 9 && a.2.abs_diff(b.2) < 9
}

#[test]
fn land_water_and_owners_have_their_colours() {
    for scene in [hex_scene(Orientation::Pointy), hex_scene(Orientation::Flat), zone_scene()] {
        for width in [400, 1200] {
            let picture = picture(&scene, width);
            let (sea, free, red) =
                (at(&scene, &picture, 0.07, 0.7), at(&scene, &picture, 0.5, 0.72), at(&scene, &picture, 0.87, 0.75));
            assert!(sea.2 > sea.0 && is_near(sea, DEEP.mix(SHALLOW, 0.3).mix(sea, 0.5)), "{sea:?}");
            assert!(is_near(free, SAND), "{free:?}");
            assert!(is_near(red, SAND.mix(RED, 0.40)), "{red:?}");
        }
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    for scene in [hex_scene(Orientation::Flat), zone_scene()] {
        assert_eq!(png(&scene, 500), png(&scene, 500));
        assert_eq!(svg(&scene, 500), svg(&scene, 500));
    }
}

#[test]
fn true_coasts_show_inside_coastal_hexes() {
    let mut scene = hex_scene(Orientation::Pointy);
    let Ground::Hexes(ground) = &mut scene.ground else { panic!("hexes") };
    for hex in &mut ground.hexes {
        hex.surface = Surface::Coast;
        hex.owner = None;
    }
    ground.coast = vec![vec![(8.0, -1.0), (30.0, -1.0), (30.0, 30.0), (8.0, 30.0)]];
    let picture = picture(&scene, 900);
    assert!(at(&scene, &picture, 0.2, 0.72).2 > 0xC0, "water west of the coast");
    assert!(is_near(at(&scene, &picture, 0.8, 0.75), SAND), "land east of it");
}

#[test]
fn svg_is_well_formed_and_says_everything() {
    for scene in [hex_scene(Orientation::Pointy), zone_scene()] {
        let text = svg(&scene, 800).expect("drawable");
        let mut open: Vec<&str> = Vec::new();
        for tag in text.split('<').skip(1) {
            let (inside, _) = tag.split_once('>').expect("every tag is closed");
            let name = inside.split([' ', '/']).find(|part| !part.is_empty()).expect("a name");
            if inside.starts_with('/') {
                assert_eq!(open.pop(), Some(name));
            } else if !inside.ends_with('/') {
                open.push(name);
            }
        }
        assert_eq!(open, Vec::<&str>::new());
        for words in ["Test", "Spring &amp; &lt;Summer&gt;", "Reds", "Sand", "Mountains", "Reconstructed."] {
            assert!(text.contains(words), "{words}");
        }
    }
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let scene = hex_scene(Orientation::Pointy);
    assert_eq!(png(&scene, 10), Err(RenderError::BadWidth(10)));
    assert_eq!(svg(&scene, 1_000_000), Err(RenderError::BadWidth(1_000_000)));
    let mut short = scene.clone();
    if let Ground::Hexes(ground) = &mut short.ground {
        ground.hexes.pop();
    }
    assert_eq!(png(&short, 400), Err(RenderError::WrongCount { found: 53, expected: 54 }));
    let mut tall = zone_scene();
    if let Ground::Zones(ground) = &mut tall.ground {
        ground.height = 1e7;
    }
    assert!(matches!(png(&tall, 400), Err(RenderError::TooLarge { .. })));
    if let Ground::Zones(ground) = &mut tall.ground {
        ground.height = f64::NAN;
    }
    assert_eq!(png(&tall, 400), Err(RenderError::NoSize));
}

#[test]
fn broken_values_in_a_scene_do_no_harm() {
    let mut scene = zone_scene();
    scene.places.push(Place {
        at: (f64::NAN, 1e300),
        room: f64::INFINITY,
        name: Some("x".repeat(9000)),
        ..Place::default()
    });
    scene.areas.push(AreaName { text: String::new(), at: (-1e9, 0.0), width: -5.0, rise: (9.0, -9.0), is_sea: false });
    scene.across = vec![(f64::NAN, "?".to_owned())];
    scene.miles = Some(-3.0);
    if let Ground::Zones(ground) = &mut scene.ground {
        ground.zones.push(ZoneView {
            rings: vec![vec![], vec![(0.0, f64::NAN)]],
            surface: Surface::Land,
            tint: None,
            symbol: None,
            owner: Some(99),
        });
    }
    assert!(png(&scene, 300).is_ok());
    assert!(svg(&scene, 300).is_ok());
}
