//! A reader of our own for modules: every board, place, piece, set-up, chart and turn of an archive, within bounds. It reads what
//! `write` writes, so that an export can be compared piece by piece.

use std::io::{Cursor, Read};

use roxmltree::{Document, Node, ParsingOptions};
use thiserror::Error;

use super::module::{AtStart, Board, Chart, Module, Palette, Places, Point, Slot, Turns};
use super::piece;
use crate::triplea::read::guard;

/// No file of a module that is read is larger than this.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Why an archive is no module.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    #[error("this is no archive: {0}")]
    Archive(String),
    #[error("the archive has no {0}: it is no module of VASSAL")]
    Missing(String),
    #[error("{0} is larger than any module has")]
    TooLarge(String),
    #[error("{0}")]
    Text(String),
}

/// The module in an archive.
pub fn read(bytes: &[u8]) -> Result<Module, ReadError> {
    let text = entry(bytes, "buildFile.xml").or_else(|error| match error {
        // Older modules have no ending.
        ReadError::Missing(_) => entry(bytes, "buildFile"),
        other => Err(other),
    })?;
    guard::check("buildFile.xml", &text).map_err(|error| ReadError::Text(error.to_string()))?;
    let options = ParsingOptions { nodes_limit: guard::MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options)
        .map_err(|error| ReadError::Text(format!("buildFile.xml:{}:{}: {error}", error.pos().row, error.pos().col)))?;
    let root = document.root_element();
    let mut module = Module {
        name: text_of(root, "name"),
        version: text_of(root, "version"),
        players: all(root, "VASSAL.build.module.PlayerRoster")
            .flat_map(|roster| roster.children().filter(|child| child.has_tag_name("entry")))
            .filter_map(|entry| entry.text().map(str::to_owned))
            .collect(),
        palettes: all(root, "VASSAL.build.widget.PanelWidget").map(palette).collect(),
        stacks: all(root, "VASSAL.build.module.map.SetupStack").map(at_start).collect(),
        charts: all(root, "VASSAL.build.widget.HtmlChart")
            .map(|chart| Chart { title: text_of(chart, "chartName"), file: text_of(chart, "fileName") })
            .collect(),
        die: all(root, "VASSAL.build.module.DiceButton").next().map_or(0, |dice| number(dice, "nSides")),
        ..Module::default()
    };
    if let Some(found) = all(root, "VASSAL.build.module.map.boardPicker.Board").next() {
        module.board = board(found);
    }
    if let Some(level) = all(root, "VASSAL.build.module.turn.CounterTurnLevel").next() {
        let list = all(root, "VASSAL.build.module.turn.ListTurnLevel").next().map(|list| text_of(list, "list"));
        let phases = list.iter().flat_map(|list| list.split(',')).map(str::to_owned).collect();
        module.turns = Turns { first: number(level, "start"), phases };
    }
    Ok(module)
}

/// The text of one file of an archive. The size an archive states may be a lie: the bytes that come out count.
fn entry(bytes: &[u8], name: &str) -> Result<String, ReadError> {
    let mut archive =
        zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| ReadError::Archive(error.to_string()))?;
    let file = match archive.by_name(name) {
        Ok(file) => file,
        Err(zip::result::ZipError::FileNotFound) => return Err(ReadError::Missing(name.to_owned())),
        Err(error) => return Err(ReadError::Archive(error.to_string())),
    };
    let mut out = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut out).map_err(|error| ReadError::Archive(error.to_string()))?;
    if out.len() as u64 > MOST_BYTES {
        return Err(ReadError::TooLarge(name.to_owned()));
    }
    String::from_utf8(out).map_err(|_| ReadError::Text(format!("{name} is no UTF-8")))
}

fn all<'a, 'input>(root: Node<'a, 'input>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'input>> {
    root.descendants().filter(move |node| node.has_tag_name(tag))
}

fn text_of(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn number<N: std::str::FromStr + Default>(node: Node<'_, '_>, name: &str) -> N {
    node.attribute(name).and_then(|value| value.trim().parse().ok()).unwrap_or_default()
}

fn palette(node: Node<'_, '_>) -> Palette {
    Palette { title: text_of(node, "entryName"), slots: slots(node) }
}

fn at_start(node: Node<'_, '_>) -> AtStart {
    AtStart { name: text_of(node, "name"), at: (number(node, "x"), number(node, "y")), slots: slots(node) }
}

fn slots(node: Node<'_, '_>) -> Vec<Slot> {
    let own = node.children().filter(|child| child.has_tag_name("VASSAL.build.widget.PieceSlot"));
    own.filter_map(|child| {
        let found = piece::parse(child.text()?.trim())?;
        Some(Slot {
            name: text_of(child, "entryName"),
            id: number(child, "gpid"),
            side: number(child, "width"),
            ..found
        })
    })
    .collect()
}

fn board(node: Node<'_, '_>) -> Board {
    let zones: Vec<(String, Vec<Point>)> = all(node, "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
        .map(|zone| (text_of(zone, "name"), path(&text_of(zone, "path"))))
        .collect();
    let hexes: Vec<(String, Point)> = all(node, "VASSAL.build.module.map.boardPicker.board.Region")
        .map(|region| (text_of(region, "name"), (number(region, "originx"), number(region, "originy"))))
        .collect();
    Board {
        name: text_of(node, "name"),
        image: text_of(node, "image"),
        width: number(node, "width"),
        height: number(node, "height"),
        places: if hexes.is_empty() { Places::Zones(zones) } else { Places::Hexes(hexes) },
    }
}

fn path(text: &str) -> Vec<Point> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    text.split(';').filter_map(point).collect()
}
