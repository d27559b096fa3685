//! The texts of a new map: what a designer will read and change, so they are laid out and commented like a hand-made pack.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chartroom_format::grid::numbering::{Horizontal, Letters, Lines, Part, Vertical};
use chartroom_format::grid::{Board, Numbering};
use chartroom_format::schema::CURRENT;
use chartroom_format::schema::recipe::Recipe;
use chartroom_format::starter::title;

use super::World;
use super::cast::Cast;
use crate::hexes::DrawnHex;

pub(super) const REGIONS: &str = "map/regions.ron";

/// Column, then row, with as many digits as the larger of them needs.
pub(super) fn numbering(board: &Board) -> Numbering {
    let digits = digits(board);
    Numbering {
        pattern: vec![Part::Column(digits), Part::Row(digits)],
        rows: Lines { first: 1, toward: Vertical::South },
        columns: Lines { first: 1, toward: Horizontal::East },
        sections: BTreeMap::new(),
        letters: Letters::default(),
    }
}

fn digits(board: &Board) -> u8 {
    if board.columns().max(board.rows()) > 99 { 3 } else { 2 }
}

/// Everything about the map but what the recipe draws.
pub(super) fn map_files(
    id: &str,
    world: &World,
    board: &Board,
    recipe: &Recipe,
    cast: &Cast,
    hexes: &[DrawnHex],
) -> Vec<(&'static str, String)> {
    vec![
        ("pack.ron", pack(id)),
        ("map/map.ron", map(id, world, board)),
        ("map/recipe.ron", recipe_text(recipe, cast)),
        (REGIONS, regions(cast)),
        ("map/spaces.ron", spaces(cast, hexes)),
    ]
}

fn pack(id: &str) -> String {
    let title = title(id);
    format!(
        "Pack(\n    schema: {CURRENT}, requires: [\"hex-map\", \"hit-rolls\"],\n    id: \"{id}\", title: \"{title}\", version: \
         \"0.1.0\",\n    about: \"A starter on the real world: two powers, three units, one scenario.\",\n    licence: \
         \"CC0-1.0\",\n)\n"
    )
}

fn map(id: &str, world: &World, board: &Board) -> String {
    let (title, digits) = (title(id), digits(board));
    let (columns, rows, wraps) = (board.columns(), board.rows(), board.wraps());
    let wrap = if wraps { ", wrap: true" } else { "" };
    // Miles at the equator: a turn of the globe is about 24,900.
    let miles = ((world.extent.east - world.extent.west) / 360.0 * 24_901.0 / f64::from(columns)).round();
    format!(
        "// Hexes are numbered column then row from the north-west corner; recipe.ron says how they lie on the globe.\n\
         Map(\n    schema: {CURRENT}, title: \"{title}\",\n    grid: Hexes((\n        orientation: Pointy, shifted: Odd, \
         columns: {columns}, rows: {rows}{wrap},\n        numbering: (pattern: [Column({digits}), Row({digits})], rows: \
         (first: 1, toward: South), columns: (first: 1, toward: East)),\n        miles: {miles},\n    )),\n    unlisted: \
         Sea,\n)\n"
    )
}

fn recipe_text(recipe: &Recipe, cast: &Cast) -> String {
    let mut text = format!(
        "// How the map is drawn: change it and run `chartroom draw` on the pack. Shares of land, islands, borders of another year,\n\
         // terrain by outlines: docs/maps.md shows what can stand here.\n\
         Recipe(\n    schema: {CURRENT},\n    geography: \"{}\",\n    projection: Miller,\n    calibrate: {{\n",
        recipe.geography
    );
    for (hex, (latitude, longitude)) in &recipe.calibrate {
        let _ = writeln!(text, "        \"{hex}\": ({latitude:?}, {longitude:?}),");
    }
    text.push_str(
        "    },\n    draw: Hexes((\n        // Today's countries and whose land they are here.\n        countries: {\n",
    );
    for (name, id) in &cast.countries {
        let _ = writeln!(text, "            {name:?}: \"{id}\",");
    }
    text.push_str("        },\n    )),\n)\n");
    text
}

fn regions(cast: &Cast) -> String {
    let mut text = format!(
        "// Countries. Spaces name the country they belong to; those without a power are neutral ground.\n\
         Regions(\n    schema: {CURRENT},\n    regions: {{\n"
    );
    for (name, id) in &cast.countries {
        let power = match id {
            _ if *id == cast.red.country => ", power: \"red\"",
            _ if *id == cast.blue.country => ", power: \"blue\"",
            _ => "",
        };
        let _ = writeln!(text, "        \"{id}\": (title: {name:?}, kind: Country{power}),");
    }
    text.push_str("    },\n)\n");
    text
}

fn spaces(cast: &Cast, hexes: &[DrawnHex]) -> String {
    let mut text = format!(
        "// Hexes made by hand: they survive every redrawing. The others stand in drawn.ron.\n\
         Spaces(\n    schema: {CURRENT},\n    spaces: {{\n"
    );
    for (player, name) in [(&cast.red, "Redburg"), (&cast.blue, "Bluehaven")] {
        let capital =
            (player.capital, format!("name: \"{name}\", features: {{\"capital\": 1, \"factory\": 1}}, value: 4"));
        let harbour = player.harbour.map(|hex| (hex, "features: {\"port\": 1, \"factory\": 1}, value: 2".to_owned()));
        for (hex, facts) in std::iter::once(capital).chain(harbour) {
            let DrawnHex { number, surface, .. } = &hexes[hex];
            let _ = writeln!(
                text,
                "        \"{number}\": (surface: {surface:?}, country: \"{}\", {facts}),",
                player.country
            );
        }
    }
    text.push_str("    },\n)\n");
    text
}
