//! Counters: which drawing a unit gets, what its numbers say, that every drawing can be seen at every size.

use chartroom_format::document::ron_options;
use chartroom_format::schema::{Document, Kind};

use super::*;

const UNITS: &str = r#"Units(schema: 2, classes: {"foot": "Foot", "guns": "Guns", "carrier": "Carriers"}, units: {
    "infantry": (title: "Infantry corps", symbol: "INF", domain: Land,
        stats: (attack_strength: 5, defence_strength: 5, movement: 4, hits: 2), damaged: [(attack_strength: 3, defence_strength: 2)]),
    "grenadier": (title: "SS Panzer Grenadier", domain: Land, stats: (attack: [3], defend: [4], movement: 2)),
    "tank": (title: "Tiger tank", domain: Land, stats: (attack: [4, 4], defend: [8, 6])),
    "battery": (title: "Big ones", domain: Land, classes: ["guns"], stats: (attack_strength: 4)),
    "drop": (title: "Red Devils", domain: Land, abilities: [Paradrop]),
    "boss": (title: "Infantry leader", emblem: Leader, domain: Land),
    "stringbag": (title: "Torpedo bomber", domain: Air), "zero": (title: "Zero", domain: Air),
    "heavy": (title: "Strategic bomber", domain: Air), "hood": (title: "Hood", domain: Sea),
    "flat": (title: "Flat-top", domain: Sea, classes: ["carrier"]), "sub": (title: "Destroyer of ships", domain: Submarine),
    "line": (title: "Coastal fort", domain: Fixed), "yard": (title: "Hull on the slip", domain: Fixed),
})"#;

fn content() -> Content {
    let mut content = Content::default();
    match Document::decode(Kind::Units, UNITS, &ron_options()) {
        Ok(Document::Units(units)) => content.units = units.units,
        other => panic!("{other:?}"),
    }
    let powers = r##"Powers(schema: 2, sides: {}, powers: {"red": (title: "Reds", colour: "#c04030")})"##;
    if let Ok(Document::Powers(powers)) = Document::decode(Kind::Powers, powers, &ron_options()) {
        content.powers = powers.powers;
    }
    content
}

fn counter(unit: &str) -> Counter {
    Counter::of(&content(), &unit.into(), Some(&"red".into()))
}

#[test]
fn a_unit_gets_the_drawing_that_fits_it() {
    let expected = [
        ("infantry", Emblem::Infantry),
        ("grenadier", Emblem::Mechanised),
        ("tank", Emblem::Armour),
        ("battery", Emblem::Artillery),
        ("drop", Emblem::Airborne),
        ("boss", Emblem::Leader),
        ("stringbag", Emblem::TacticalBomber),
        ("zero", Emblem::Fighter),
        ("heavy", Emblem::Bomber),
        ("hood", Emblem::Cruiser),
        ("flat", Emblem::Carrier),
        ("sub", Emblem::Submarine),
        ("line", Emblem::Fort),
        ("yard", Emblem::Works),
    ];
    for (unit, emblem) in expected {
        assert_eq!(counter(unit).emblem, emblem, "{unit}");
    }
}

#[test]
fn numbers_are_those_of_a_printed_counter() {
    let lines = ["infantry", "grenadier", "tank", "battery", "drop"].map(|unit| counter(unit).numbers);
    assert_eq!(lines, ["5-4", "3-4-2", "2×4-8/6", "4-–", ""]);
    assert_eq!((counter("infantry").echelon, counter("tank").echelon), ("XXX", ""));
    assert_eq!((counter("infantry").label.as_str(), counter("grenadier").label.as_str()), ("INF", "SPG"));
    let hurt = counter("infantry").damaged(&content(), &"infantry".into(), 1);
    assert_eq!((hurt.numbers.as_str(), hurt.hits), ("3-2-4", 1));
    assert_eq!(counter("infantry").colour, Rgb(0xC0, 0x40, 0x30));
    let unknown = Counter::of(&content(), &"ufo".into(), Some(&"nobody".into()));
    assert_eq!((unknown.colour, unknown.label.as_str()), (GREY, "ufo"));
}

#[test]
fn every_emblem_can_be_told_from_the_others_and_stays_inside_its_margin() {
    let mut seen = std::collections::BTreeMap::new();
    for emblem in Emblem::ALL {
        let counter = Counter { emblem, ..counter("zero").times(12).carrying(3) };
        for size in [8, 16, 40] {
            let pixels = counter.drawing(size as f32).with_shadow().pixels(size).expect("drawable");
            assert_eq!(pixels.rgba.len(), (pixels.side * pixels.side * 4) as usize);
            let edge = |at: usize| pixels.rgba[at * 4 + 3];
            let side = pixels.side as usize;
            let rim = (0..side).map(&edge).chain((0..side).map(|y| edge(y * side))).max();
            assert!(rim < Some(60), "{emblem:?} at {size}: {rim:?}");
            if size == 40 {
                let twin = seen.insert(pixels.rgba, emblem);
                assert_eq!(twin, None, "the same drawing as {emblem:?}");
            }
        }
    }
}

#[test]
fn drawings_become_svg_and_png_alike_every_time() {
    let drawing = Counter { hits: 2, ..counter("tank").times(3) }.drawing(64.0);
    let text = drawing.svg(64);
    assert_eq!(text.matches("<path").count(), text.matches("/>").count(), "every path is closed");
    assert_eq!(text, drawing.svg(64));
    assert!(text.contains("#c04030") && !text.contains("NaN"));
    let file = drawing.png(64).expect("drawable");
    let picture = image::load_from_memory(&file).expect("a PNG").into_rgba8();
    assert_eq!((picture.width(), picture.get_pixel(0, 45).0[3]), (90, 0));
    assert_eq!(drawing.png(0), Err(crate::render::RenderError::BadCounter(0)));
    assert!(drawing.pixels(Drawing::LARGEST + 1).is_err());
}

#[test]
fn what_stands_on_a_colour_is_read_on_it() {
    for colour in [Rgb(0, 0, 0), Rgb(0xFF, 0xE0, 0x40), Rgb(0x80, 0x80, 0x80), Rgb(0x3A, 0x6E, 0x3A)] {
        let drawing = Counter { colour, ..counter("tank") }.drawing(64.0);
        let inks = drawing.marks.iter().filter_map(|mark| match mark {
            Mark::Words { colour, .. } => Some(*colour),
            _ => None,
        });
        for ink in inks {
            assert!(ink.contrast(colour) >= 3.0, "{ink:?} on {colour:?}: {}", ink.contrast(colour));
        }
    }
}

#[test]
fn the_strongest_lies_on_top_of_a_fan() {
    let counters = [counter("grenadier"), counter("infantry"), counter("boss"), counter("tank")];
    let laid: Vec<usize> = fan(&counters, 3).iter().map(|laid| laid.counter).collect();
    assert_eq!(laid, [0, 1, 3]);
    let middle: f32 = fan(&counters, 3).iter().map(|laid| laid.right).sum();
    assert!(middle.abs() < 1e-6);
    assert!(fan(&[], 3).is_empty());
}
