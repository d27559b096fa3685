//! Tiled: boards of hexes as .tmx or .tmj, for engines that read those and for drawing terrain in Tiled, out and in.
//!
//! `sheet` is a map of Tiled as plain data; `tmx` (XML) and `tmj` (JSON) read and write it; `data` reads the ways in which layers are packed.
//! `out` makes one of a pack, `board` a pack of one. Zones are not for Tiled: they go by GeoJSON.

mod board;
mod data;
mod out;
mod sheet;
mod tmj;
mod tmx;

pub use board::{NewBoard, board, pack};
pub use out::{OutError, out, tiles_picture};
pub use sheet::{Axis, Layer, Object, Properties, Sheet, TiledError};

/// Reads a map by the ending of its name; `beside` gives the text of a tileset in a file of its own.
pub fn read(name: &str, text: &str, beside: &dyn Fn(&str) -> Option<String>) -> Result<Sheet, TiledError> {
    if text.len() > sheet::MOST_BYTES {
        return Err(TiledError::TooLarge(format!("{} bytes", text.len())));
    }
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("tmx" | "xml") => tmx::read(text, beside),
        Some("tmj" | "json") => tmj::read(text, beside),
        _ => Err(TiledError::Map(format!("{name} is neither .tmx nor .tmj"))),
    }
}

/// Writes a map by the ending of its name.
pub fn write(name: &str, sheet: &Sheet) -> Result<String, TiledError> {
    match name.rsplit('.').next().map(str::to_ascii_lowercase).as_deref() {
        Some("tmx") => Ok(tmx::write(sheet)),
        Some("tmj") => Ok(tmj::write(sheet)),
        _ => Err(TiledError::Map(format!("{name} is neither .tmx nor .tmj"))),
    }
}
