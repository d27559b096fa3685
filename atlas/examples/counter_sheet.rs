//! Every drawing that a counter can have, on one sheet: `cargo run -p chartroom-atlas --example counter_sheet -- sheet.png`.

use chartroom_atlas::counter::{Counter, Drawing, Emblem};
use chartroom_atlas::render::Rgb;
use image::{Rgba, RgbaImage, imageops};

const COLOURS: [Rgb; 4] = [Rgb(0x8F, 0x96, 0x8C), Rgb(0xC9, 0xA4, 0x5C), Rgb(0x5E, 0x7F, 0xA8), Rgb(0x8B, 0x2F, 0x2F)];
const COLUMNS: usize = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("name the file to write")?;
    let mut sheet = RgbaImage::from_pixel(1100, 760, Rgba([0xE8, 0xDF, 0xC3, 0xFF]));
    for (at, emblem) in Emblem::ALL.into_iter().enumerate() {
        let counter = Counter {
            emblem,
            label: format!("{emblem:?}").to_uppercase().chars().take(6).collect(),
            numbers: "4-6-5".to_owned(),
            hits: u32::from(at % 7 == 3),
            cargo: u32::from(at % 5 == 4) * 2,
            ..Counter::plain(COLOURS[at % COLOURS.len()], 1 + (at % 3) as u32 * 4)
        };
        let (column, row) = (at % COLUMNS, at / COLUMNS);
        put(&mut sheet, &counter, 88, (16 + column * 120, 12 + row * 118))?;
        put(&mut sheet, &counter, 34, (16 + at * 31, 510 + (at % 2) * 52))?;
        put(&mut sheet, &counter, 18, (16 + at * 31, 630 + (at % 2) * 30))?;
        put(&mut sheet, &counter, 9, (16 + at * 31, 700))?;
    }
    sheet.save(path)?;
    Ok(())
}

fn put(
    sheet: &mut RgbaImage,
    counter: &Counter,
    size: u32,
    (x, y): (usize, usize),
) -> Result<(), Box<dyn std::error::Error>> {
    let drawing: Drawing = counter.drawing(size as f32).with_shadow();
    let picture = image::load_from_memory(&drawing.png(size)?)?.into_rgba8();
    imageops::overlay(sheet, &picture, x as i64, y as i64);
    Ok(())
}
