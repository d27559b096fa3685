//! Named paths, polygons and rectangles to areas.

use std::collections::BTreeSet;

use chartroom_format::names::to_id;
use chartroom_format::schema::ids::{Shape, SpaceId};
use chartroom_format::schema::map::{Space, Surface};
use indexmap::IndexMap;
use kurbo::{Affine, BezPath, PathEl, Rect, Shape as _};
use roxmltree::Node;
use thiserror::Error;

use super::matrix;
use crate::report::Report;
use crate::xml::{self, XmlError};
use crate::zoning::pack::{NewMap, plain};
use crate::zoning::{Outline, Ring, ZoningError, lay_out};

/// No file is larger.
const MOST_BYTES: usize = 64 * 1024 * 1024;
const MOST_POINTS: usize = 2_000_000;
/// How wide the map becomes, and the room around it where the drawing states no page.
const USUAL_WIDTH: f64 = 3000.0;
const MARGIN: f64 = 20.0;

/// Why a drawing makes no map.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("the file has {0} bytes; at most {MOST_BYTES} are read")]
    TooLarge(usize),
    #[error("{0}")]
    Xml(#[from] XmlError),
    #[error("line {line}: {message}")]
    Element { line: u32, message: String },
    #[error("{0}")]
    Zoning(#[from] ZoningError),
}

/// A map and what was not taken over.
#[derive(Clone, Debug)]
pub struct Read {
    pub map: NewMap,
    pub report: Report,
}

/// Reads a drawing: every path, polygon and rectangle with a name is a zone.
pub fn read(text: &str) -> Result<Read, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::TooLarge(text.len()));
    }
    let document = xml::parse(text)?;
    let root = document.root_element();
    let mut reader = Reader {
        report: Report::default(),
        taken: BTreeSet::new(),
        areas: Vec::new(),
        spaces: IndexMap::new(),
        points: 0,
    };
    if root.tag_name().name() != "svg" {
        return Err(reader.fault(root, "this is no SVG file: the first element is not `svg`"));
    }
    reader.inside(root, Affine::IDENTITY, None)?;
    let page = page(root);
    let (size, outlines) = placed(&reader.areas, page);
    let laid = lay_out(size, false, &outlines)?;
    let map = NewMap { laid, spaces: reader.spaces, added: Vec::new(), denied: Vec::new(), from: "a drawing" };
    Ok(Read { map, report: reader.report })
}

/// The part of the plane that the drawing shows.
fn page(root: Node<'_, '_>) -> Option<Rect> {
    let numbers = |text: &str| -> Option<Vec<f64>> {
        text.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect()
    };
    let stated = root.attribute("viewBox").and_then(numbers);
    if let Some([x, y, width, height]) = stated.as_deref() {
        return Some(Rect::new(*x, *y, x + width, y + height)).filter(|page| page.area() > 0.0 && page.is_finite());
    }
    let side = |name: &str| {
        let text = root.attribute(name)?;
        text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse::<f64>().ok()
    };
    let page = Rect::new(0.0, 0.0, side("width")?, side("height")?);
    (page.area() > 0.0 && page.is_finite()).then_some(page)
}

/// A zone with its rings.
type Area = (SpaceId, Vec<Vec<(f64, f64)>>);

struct Reader {
    report: Report,
    taken: BTreeSet<String>,
    areas: Vec<Area>,
    spaces: IndexMap<SpaceId, Space>,
    points: usize,
}

impl Reader {
    fn fault(&self, node: Node<'_, '_>, message: impl Into<String>) -> ReadError {
        ReadError::Element { line: xml::line(node), message: message.into() }
    }

    fn inside(&mut self, node: Node<'_, '_>, above: Affine, surface: Option<Surface>) -> Result<(), ReadError> {
        for child in node.children().filter(Node::is_element) {
            let here = match child.attribute("transform") {
                None => above,
                Some(text) => {
                    let own = matrix::parse(text);
                    above * own.ok_or_else(|| self.fault(child, format!("`{text}` is no transform")))?
                }
            };
            let line = Some(xml::line(child));
            match child.tag_name().name() {
                "g" | "svg" | "a" => {
                    let own = name(child).and_then(|name| surface_of(&name));
                    self.inside(child, here, own.or(surface))?;
                }
                "path" | "polygon" | "rect" => self.area(child, here, surface)?,
                "defs" | "metadata" | "title" | "desc" | "style" | "namedview" | "script" | "symbol" | "clipPath" => {}
                "text" | "image" | "polyline" | "line" | "circle" | "ellipse" | "use" => {
                    let what = format!("`{}` elements", child.tag_name().name());
                    self.report.left_out(&what, "only paths, polygons and rectangles become zones", line);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn area(&mut self, node: Node<'_, '_>, here: Affine, surface: Option<Surface>) -> Result<(), ReadError> {
        let line = Some(xml::line(node));
        let Some(name) = name(node) else {
            self.report.left_out("shapes without a name", "give them an id or a label to make zones of them", line);
            return Ok(());
        };
        let path = self.path(node)?;
        let mut rings = rings(&(here * path));
        rings.retain(|ring| ring.len() >= 3);
        self.points += rings.iter().map(Vec::len).sum::<usize>();
        if self.points > MOST_POINTS {
            return Err(self.fault(node, format!("the drawing has more than {MOST_POINTS} points; simplify it first")));
        }
        if rings.is_empty() {
            self.report.left_out("shapes without extent", "", line);
            return Ok(());
        }
        let id = if Shape::Space.fits(&name) { name.clone() } else { to_id(&name) };
        if id.is_empty() {
            return Err(self.fault(node, format!("`{name}` gives no id: it needs letters or digits")));
        }
        // Islands of one zone may be drawn as paths of the same label.
        if !self.taken.insert(id.clone()) {
            if let Some((_, known)) = self.areas.iter_mut().find(|(known, _)| known.as_str() == id) {
                known.extend(rings);
            }
            self.report.near("shapes of the same name", "they are parts of one zone", line);
            return Ok(());
        }
        let attribute =
            |field: &str| node.attribute(format!("data-{field}").as_str()).map(to_id).filter(|id| !id.is_empty());
        let stated = node.attribute("data-surface").and_then(surface_of);
        let space = Space {
            name: (name != id).then_some(name),
            terrain: attribute("terrain").map(|id| id.as_str().into()),
            country: attribute("country").map(|id| id.as_str().into()),
            value: node.attribute("data-value").and_then(|value| value.trim().parse().ok()),
            ..plain(stated.or(surface).unwrap_or(Surface::Land))
        };
        self.spaces.insert(id.as_str().into(), space);
        self.areas.push((id.as_str().into(), rings));
        Ok(())
    }

    fn path(&self, node: Node<'_, '_>) -> Result<BezPath, ReadError> {
        let text = |name: &str| node.attribute(name).unwrap_or_default();
        let number = |name: &str| text(name).trim().trim_end_matches("px").parse::<f64>().unwrap_or(0.0);
        match node.tag_name().name() {
            "rect" => {
                let (x, y) = (number("x"), number("y"));
                Ok(Rect::new(x, y, x + number("width"), y + number("height")).to_path(0.1))
            }
            "polygon" => {
                let numbers: Option<Vec<f64>> = text("points")
                    .split([',', ' ', '\n', '\t', '\r'])
                    .filter(|part| !part.is_empty())
                    .map(|part| part.parse().ok())
                    .collect();
                let numbers = numbers.ok_or_else(|| self.fault(node, "the points of the polygon are no numbers"))?;
                let mut path = BezPath::new();
                for (at, pair) in numbers.chunks_exact(2).enumerate() {
                    if at == 0 { path.move_to((pair[0], pair[1])) } else { path.line_to((pair[0], pair[1])) }
                }
                if !numbers.is_empty() {
                    path.close_path();
                }
                Ok(path)
            }
            _ => BezPath::from_svg(text("d"))
                .map_err(|error| self.fault(node, format!("the path cannot be read: {error}"))),
        }
    }
}

/// The label of an element as people gave it, or its id.
fn name(node: Node<'_, '_>) -> Option<String> {
    let label = node.attributes().find(|attribute| attribute.name() == "label").map(|attribute| attribute.value());
    let title = node.children().find(|child| child.tag_name().name() == "title").and_then(|title| title.text());
    let id = node.attribute("id").filter(|id| !is_numbered(id));
    let named = label.or(node.attribute("data-name")).or(title).or(id);
    named.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Whether a drawing program made the id up: "path123", "rect7".
fn is_numbered(id: &str) -> bool {
    ["path", "rect", "polygon", "g", "layer", "shape"].iter().any(|kind| {
        let rest = id.strip_prefix(kind).map(|rest| rest.trim_start_matches(['-', '_']));
        rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    })
}

fn surface_of(name: &str) -> Option<Surface> {
    Some(match name.trim().to_lowercase().as_str() {
        "land" => Surface::Land,
        "coast" => Surface::Coast,
        "sea" | "seas" | "sea zones" | "water" => Surface::Sea,
        "island" | "islands" => Surface::Island,
        "lake" | "lakes" => Surface::Lake,
        "impassable" => Surface::Impassable,
        _ => return None,
    })
}

/// The closed lines of a path, curves as short straight stretches.
fn rings(path: &BezPath) -> Vec<Vec<(f64, f64)>> {
    let extent = path.bounding_box();
    let tolerance = (extent.width().max(extent.height()) / 2000.0).max(1e-6);
    let mut rings: Vec<Vec<(f64, f64)>> = Vec::new();
    kurbo::flatten(path, tolerance, |element| match element {
        PathEl::MoveTo(point) => rings.push(vec![(point.x, point.y)]),
        PathEl::LineTo(point) => {
            if let Some(ring) = rings.last_mut() {
                ring.push((point.x, point.y));
            }
        }
        _ => {}
    });
    rings.retain(|ring| ring.iter().all(|(x, y)| x.is_finite() && y.is_finite()));
    rings
}

/// The areas on a map of the usual width: the page of the drawing, or what is drawn with a margin.
fn placed(areas: &[Area], page: Option<Rect>) -> ((u32, u32), Vec<Outline>) {
    let points = || areas.iter().flat_map(|(_, rings)| rings).flatten();
    let drawn =
        points().fold(None::<Rect>, |all, &(x, y)| Some(all.map_or(Rect::new(x, y, x, y), |all| all.union_pt((x, y)))));
    let drawn = drawn.unwrap_or(Rect::new(0.0, 0.0, 1.0, 1.0));
    let (shown, margin) = match page {
        // What lies outside the page would be lost.
        Some(page) if page.union(drawn) == page => (page, 0.0),
        _ => (drawn, MARGIN),
    };
    let scale = USUAL_WIDTH / shown.width().max(shown.height()).max(1e-9);
    let place = |&(x, y): &(f64, f64)| {
        (((x - shown.x0) * scale + margin).round() as i32, ((y - shown.y0) * scale + margin).round() as i32)
    };
    let side = |extent: f64| (extent * scale + 2.0 * margin).ceil().clamp(1.0, 1e6) as u32;
    let outline = |(id, rings): &(SpaceId, Vec<Vec<(f64, f64)>>)| Outline {
        id: id.clone(),
        rings: nested(rings)
            .into_iter()
            .map(|(ring, is_hole)| Ring { points: ring.iter().map(place).collect(), is_hole })
            .collect(),
    };
    ((side(shown.width()), side(shown.height())), areas.iter().map(outline).collect())
}

/// Which rings are holes: those that lie inside an odd number of others.
fn nested(rings: &[Vec<(f64, f64)>]) -> Vec<(&Vec<(f64, f64)>, bool)> {
    let inside = |(px, py): (f64, f64), ring: &[(f64, f64)]| {
        let mut inside = false;
        for (at, &(ax, ay)) in ring.iter().enumerate() {
            let (bx, by) = ring[(at + 1) % ring.len()];
            if (ay > py) != (by > py) {
                inside ^= px < ax + (py - ay) / (by - ay) * (bx - ax);
            }
        }
        inside
    };
    let middle = |ring: &[(f64, f64)]| ((ring[0].0 + ring[1].0) / 2.0, (ring[0].1 + ring[1].1) / 2.0);
    rings
        .iter()
        .enumerate()
        .map(|(at, ring)| {
            let around = rings.iter().enumerate().filter(|(other, outer)| *other != at && inside(middle(ring), outer));
            (ring, around.count() % 2 == 1)
        })
        .collect()
}
