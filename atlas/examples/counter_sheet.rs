//! Every drawing that a counter can have, on one sheet: `cargo run -p chartroom-atlas --example counter_sheet > sheet.svg`.

use std::io::Write as _;

use chartroom_atlas::counter::{Counter, Emblem};
use chartroom_atlas::render::Rgb;

const COLOURS: [Rgb; 4] = [Rgb(0x8F, 0x96, 0x8C), Rgb(0xC9, 0xA4, 0x5C), Rgb(0x5E, 0x7F, 0xA8), Rgb(0x8B, 0x2F, 0x2F)];

fn main() -> std::io::Result<()> {
    let mut groups = String::new();
    for (at, emblem) in Emblem::ALL.into_iter().enumerate() {
        let counter = Counter {
            emblem,
            label: format!("{emblem:?}").to_uppercase().chars().take(5).collect(),
            numbers: "4-6-5".to_owned(),
            hits: u32::from(at % 7 == 3),
            cargo: u32::from(at % 5 == 4) * 2,
            ..Counter::plain(COLOURS[at % COLOURS.len()], 1 + (at % 3) as u32 * 4)
        };
        let (column, row) = ((at % 9) as f32, (at / 9) as f32);
        groups += &counter.drawing(96.0).with_shadow().svg_group(24.0 + column * 120.0, 24.0 + row * 120.0, 96.0);
        groups += &counter.drawing(18.0).with_shadow().svg_group(24.0 + column * 40.0, 520.0 + row * 30.0, 18.0);
    }
    let page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1110\" height=\"650\">\n<rect width=\"1110\" height=\"650\" fill=\"#e8dfc3\"/>\n{groups}</svg>\n"
    );
    std::io::stdout().lock().write_all(page.as_bytes())
}
