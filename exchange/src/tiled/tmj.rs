//! Maps of Tiled as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::data;
use super::sheet::{Axis, Layer, Object, Properties, Sheet, TiledError, check_kind, unturned};
use crate::xml;

pub(super) fn read(text: &str, beside: &dyn Fn(&str) -> Option<String>) -> Result<Sheet, TiledError> {
    let root: Value = serde_json::from_str(text)?;
    let word = |name: &str| root.get(name).and_then(Value::as_str);
    let number =
        |name: &str| root.get(name).and_then(Value::as_u64).and_then(|value| u32::try_from(value).ok()).unwrap_or(0);
    check_kind(
        word("orientation").unwrap_or("nothing"),
        root.get("infinite").and_then(Value::as_bool).unwrap_or(false),
    )?;
    let mut sheet = Sheet {
        columns: number("width"),
        rows: number("height"),
        axis: if word("staggeraxis") == Some("x") { Axis::X } else { Axis::Y },
        odd: word("staggerindex") != Some("even"),
        tile: (number("tilewidth"), number("tileheight")),
        side: number("hexsidelength"),
        properties: properties(&root),
        tiles: BTreeMap::new(),
        picture: String::new(),
        layers: Vec::new(),
        objects: Vec::new(),
    };
    for set in list(&root, "tilesets") {
        let first =
            set.get("firstgid").and_then(Value::as_u64).and_then(|first| u32::try_from(first).ok()).unwrap_or(1);
        match set.get("source").and_then(Value::as_str) {
            None => tiles(set, first, &mut sheet.tiles),
            Some(source) => {
                let lost = || {
                    TiledError::Map(format!("the tileset {source} cannot be read beside the map; embed it in the map"))
                };
                let text = beside(source).ok_or_else(lost)?;
                if text.trim_start().starts_with('<') {
                    xml::parse(&text)?;
                    return Err(TiledError::Map(format!(
                        "the tileset {source} is XML and the map JSON; embed it in the map"
                    )));
                }
                tiles(&serde_json::from_str(&text)?, first, &mut sheet.tiles);
            }
        }
    }
    layers(&root, &mut sheet, 0)?;
    sheet.checked()
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(value: &Value, name: &str) -> String {
    value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn class(value: &Value) -> String {
    let class = text(value, "class");
    if class.is_empty() { text(value, "type") } else { class }
}

fn properties(value: &Value) -> Properties {
    let said = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    list(value, "properties").iter().map(|property| (text(property, "name"), said(&property["value"]))).collect()
}

fn tiles(set: &Value, first: u32, tiles: &mut BTreeMap<u32, (String, Properties)>) {
    for tile in list(set, "tiles") {
        if let Some(id) = tile.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok()) {
            tiles.insert(first.saturating_add(id), (class(tile), properties(tile)));
        }
    }
}

fn layers(value: &Value, sheet: &mut Sheet, depth: usize) -> Result<(), TiledError> {
    for layer in list(value, "layers") {
        match layer.get("type").and_then(Value::as_str) {
            Some("tilelayer") => {
                let name = text(layer, "name");
                let cells = match layer.get("data") {
                    Some(Value::Array(cells)) => {
                        let cell = |cell: &Value| cell.as_u64().and_then(|cell| u32::try_from(cell).ok()).map(unturned);
                        let fault = || TiledError::Map(format!("the layer `{name}` holds what is no tile"));
                        cells.iter().map(|value| cell(value).ok_or_else(fault)).collect::<Result<_, _>>()?
                    }
                    Some(Value::String(packed)) => data::cells(&name, packed, "base64", &text(layer, "compression"))?,
                    _ => return Err(TiledError::Map(format!("the layer `{name}` has no data"))),
                };
                sheet.layers.push(Layer { name, cells });
            }
            Some("objectgroup") => sheet.objects.extend(list(layer, "objects").iter().map(object)),
            // Deeper than the parser of JSON goes there are no groups.
            Some("group") if depth < 64 => layers(layer, sheet, depth + 1)?,
            _ => {}
        }
    }
    Ok(())
}

fn object(value: &Value) -> Object {
    let number = |name: &str| value.get(name).and_then(Value::as_f64).unwrap_or(0.0);
    Object {
        name: text(value, "name"),
        kind: class(value),
        at: (number("x") + number("width") / 2.0, number("y") + number("height") / 2.0),
        properties: properties(value),
    }
}

pub(super) fn write(sheet: &Sheet) -> String {
    let listed = |properties: &Properties| -> Vec<Value> {
        properties.iter().map(|(name, value)| json!({ "name": name, "type": "string", "value": value })).collect()
    };
    let tiles: Vec<Value> = sheet
        .tiles
        .iter()
        .map(|(id, (class, properties))| json!({ "id": id.saturating_sub(1), "type": class, "properties": listed(properties) }))
        .collect();
    let mut layers: Vec<Value> = sheet
        .layers
        .iter()
        .enumerate()
        .map(|(number, layer)| {
            json!({
                "id": number + 1, "name": layer.name, "type": "tilelayer", "width": sheet.columns, "height": sheet.rows, "x": 0, "y": 0,
                "opacity": 1, "visible": true, "data": layer.cells,
            })
        })
        .collect();
    let objects: Vec<Value> = sheet
        .objects
        .iter()
        .enumerate()
        .map(|(number, object)| {
            json!({
                "id": number + 1, "name": object.name, "type": object.kind, "x": object.at.0, "y": object.at.1, "width": 0, "height": 0,
                "rotation": 0, "visible": true, "point": true, "properties": listed(&object.properties),
            })
        })
        .collect();
    layers.push(json!({
        "id": layers.len() + 1, "name": "spaces", "type": "objectgroup", "draworder": "topdown", "x": 0, "y": 0, "opacity": 1,
        "visible": true, "objects": objects,
    }));
    let count = sheet.tiles.len();
    let map = json!({
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "hexagonal", "renderorder": "right-down",
        "width": sheet.columns, "height": sheet.rows, "tilewidth": sheet.tile.0, "tileheight": sheet.tile.1, "infinite": false,
        "hexsidelength": sheet.side, "staggeraxis": if sheet.axis == Axis::X { "x" } else { "y" },
        "staggerindex": if sheet.odd { "odd" } else { "even" }, "nextlayerid": sheet.layers.len() + 2,
        "nextobjectid": sheet.objects.len() + 1, "properties": listed(&sheet.properties),
        "tilesets": [{
            "firstgid": 1, "name": "terrain", "tilewidth": sheet.tile.0, "tileheight": sheet.tile.1, "tilecount": count, "columns": count,
            "margin": 0, "spacing": 0, "image": sheet.picture, "imagewidth": sheet.tile.0 as usize * count, "imageheight": sheet.tile.1,
            "tiles": tiles,
        }],
        "layers": layers,
    });
    format!("{map}\n")
}
