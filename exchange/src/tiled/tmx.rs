//! Maps of Tiled as XML.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use roxmltree::Node;

use super::data;
use super::sheet::{Axis, Layer, Object, Properties, Sheet, TiledError, check_kind};
use crate::xml;

pub(super) fn read(text: &str, beside: &dyn Fn(&str) -> Option<String>) -> Result<Sheet, TiledError> {
    let document = xml::parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "map" {
        return Err(TiledError::Map("this is no map of Tiled: the first element is not `map`".to_owned()));
    }
    check_kind(root.attribute("orientation").unwrap_or("nothing"), root.attribute("infinite") == Some("1"))?;
    let number = |name: &str| root.attribute(name).and_then(|value| value.parse::<u32>().ok()).unwrap_or(0);
    let mut sheet = Sheet {
        columns: number("width"),
        rows: number("height"),
        axis: if root.attribute("staggeraxis") == Some("x") { Axis::X } else { Axis::Y },
        odd: root.attribute("staggerindex") != Some("even"),
        tile: (number("tilewidth"), number("tileheight")),
        side: number("hexsidelength"),
        properties: properties(root),
        tiles: BTreeMap::new(),
        picture: String::new(),
        layers: Vec::new(),
        objects: Vec::new(),
    };
    parts(root, &mut sheet, beside)?;
    sheet.checked()
}

/// Tilesets, layers and objects; groups are looked into.
fn parts(node: Node<'_, '_>, sheet: &mut Sheet, beside: &dyn Fn(&str) -> Option<String>) -> Result<(), TiledError> {
    for child in node.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "tileset" => {
                let first = child.attribute("firstgid").and_then(|first| first.parse().ok()).unwrap_or(1);
                match child.attribute("source") {
                    None => tiles(child, first, &mut sheet.tiles),
                    Some(source) => {
                        let lost = || {
                            TiledError::Map(format!(
                                "the tileset {source} cannot be read beside the map; embed it in the map"
                            ))
                        };
                        let text = beside(source).ok_or_else(lost)?;
                        tiles(xml::parse(&text)?.root_element(), first, &mut sheet.tiles);
                    }
                }
            }
            "layer" => sheet.layers.push(layer(child)?),
            "objectgroup" => {
                sheet.objects.extend(child.children().filter(|node| node.has_tag_name("object")).map(object))
            }
            "group" => parts(child, sheet, beside)?,
            _ => {}
        }
    }
    Ok(())
}

fn class(node: Node<'_, '_>) -> String {
    node.attribute("class").or_else(|| node.attribute("type")).unwrap_or_default().to_owned()
}

fn tiles(set: Node<'_, '_>, first: u32, tiles: &mut BTreeMap<u32, (String, Properties)>) {
    for tile in set.children().filter(|node| node.has_tag_name("tile")) {
        if let Some(id) = tile.attribute("id").and_then(|id| id.parse::<u32>().ok()) {
            tiles.insert(first.saturating_add(id), (class(tile), properties(tile)));
        }
    }
}

fn layer(node: Node<'_, '_>) -> Result<Layer, TiledError> {
    let name = node.attribute("name").unwrap_or_default().to_owned();
    let data = node.children().find(|child| child.has_tag_name("data"));
    let data = data.ok_or_else(|| TiledError::Map(format!("the layer `{name}` has no data")))?;
    let cells = match data.attribute("encoding") {
        Some(encoding) => {
            let text: String = data.children().filter_map(|child| child.text()).collect();
            data::cells(&name, &text, encoding, data.attribute("compression").unwrap_or_default())?
        }
        None => {
            let tiles = data.children().filter(|child| child.has_tag_name("tile"));
            let number = |tile: Node<'_, '_>| tile.attribute("gid").and_then(|gid| gid.parse().ok()).unwrap_or(0);
            tiles.map(|tile| super::sheet::unturned(number(tile))).collect()
        }
    };
    Ok(Layer { name, cells })
}

fn object(node: Node<'_, '_>) -> Object {
    let number = |name: &str| {
        node.attribute(name)
            .and_then(|value| value.parse::<f64>().ok())
            .filter(|value| value.is_finite())
            .unwrap_or(0.0)
    };
    Object {
        name: node.attribute("name").unwrap_or_default().to_owned(),
        kind: class(node),
        at: (number("x") + number("width") / 2.0, number("y") + number("height") / 2.0),
        properties: properties(node),
    }
}

fn properties(node: Node<'_, '_>) -> Properties {
    let list = node.children().find(|child| child.has_tag_name("properties"));
    let all = list
        .into_iter()
        .flat_map(|list| list.children().filter(|child| child.has_tag_name("property")).collect::<Vec<_>>());
    let value = |node: Node<'_, '_>| node.attribute("value").or_else(|| node.text()).unwrap_or_default().to_owned();
    all.filter_map(|node| Some((node.attribute("name")?.to_owned(), value(node)))).collect()
}

pub(super) fn write(sheet: &Sheet) -> String {
    let Sheet { columns, rows, tile, side, .. } = sheet;
    let axis = if sheet.axis == Axis::X { "x" } else { "y" };
    let index = if sheet.odd { "odd" } else { "even" };
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        text,
        "<map version=\"1.10\" tiledversion=\"1.10.2\" orientation=\"hexagonal\" renderorder=\"right-down\" width=\"{columns}\" \
         height=\"{rows}\" tilewidth=\"{}\" tileheight=\"{}\" infinite=\"0\" hexsidelength=\"{side}\" staggeraxis=\"{axis}\" \
         staggerindex=\"{index}\" nextlayerid=\"9\" nextobjectid=\"{}\">",
        tile.0,
        tile.1,
        sheet.objects.len() + 1
    );
    write_properties(&mut text, " ", &sheet.properties);
    let count = sheet.tiles.len();
    let _ = writeln!(
        text,
        " <tileset firstgid=\"1\" name=\"terrain\" tilewidth=\"{}\" tileheight=\"{}\" tilecount=\"{count}\" columns=\"{count}\">",
        tile.0, tile.1
    );
    let wide = tile.0 as usize * count;
    let _ = writeln!(text, "  <image source=\"{}\" width=\"{wide}\" height=\"{}\"/>", escaped(&sheet.picture), tile.1);
    for (id, (class, properties)) in &sheet.tiles {
        let _ = writeln!(text, "  <tile id=\"{}\" type=\"{}\">", id.saturating_sub(1), escaped(class));
        write_properties(&mut text, "   ", properties);
        text.push_str("  </tile>\n");
    }
    text.push_str(" </tileset>\n");
    for (number, layer) in sheet.layers.iter().enumerate() {
        let _ = writeln!(
            text,
            " <layer id=\"{}\" name=\"{}\" width=\"{columns}\" height=\"{rows}\">\n  <data encoding=\"csv\">",
            number + 1,
            escaped(&layer.name)
        );
        let lines: Vec<String> = layer
            .cells
            .chunks(*columns as usize)
            .map(|line| line.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
            .collect();
        let _ = writeln!(text, "{}\n  </data>\n </layer>", lines.join(",\n"));
    }
    let _ = writeln!(text, " <objectgroup id=\"{}\" name=\"spaces\">", sheet.layers.len() + 1);
    for (number, object) in sheet.objects.iter().enumerate() {
        let _ = writeln!(
            text,
            "  <object id=\"{}\" name=\"{}\" type=\"{}\" x=\"{}\" y=\"{}\">",
            number + 1,
            escaped(&object.name),
            escaped(&object.kind),
            object.at.0,
            object.at.1
        );
        write_properties(&mut text, "   ", &object.properties);
        text.push_str("   <point/>\n  </object>\n");
    }
    text.push_str(" </objectgroup>\n</map>\n");
    text
}

fn write_properties(text: &mut String, indent: &str, properties: &Properties) {
    if properties.is_empty() {
        return;
    }
    let _ = writeln!(text, "{indent}<properties>");
    for (name, value) in properties {
        let _ = writeln!(text, "{indent} <property name=\"{}\" value=\"{}\"/>", escaped(name), escaped(value));
    }
    let _ = writeln!(text, "{indent}</properties>");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            // What XML cannot hold at all.
            letter if (letter as u32) < 0x20 && letter != '\t' => {}
            other => out.push(other),
        }
    }
    out
}
