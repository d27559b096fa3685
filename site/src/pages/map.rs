//! The map: once as it is printed, once for every start position. The picture is part of its page, so that layers can be switched and
//! spaces followed without a script, and from a folder as well as from a server.

use askama::Template;
use chartroom_atlas::chart::{self, Holdings};
use chartroom_atlas::render::{self, Link, Scene};
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::Scenario;
use chartroom_validator::holdings;
use rayon::prelude::*;

use super::{Files, Page, PageLink};
use crate::SiteError;
use crate::book::Book;

/// Pixels across: a narrower picture shows less, and is taken where a wider one would be more than a phone should load.
const WIDTHS: [u32; 4] = [2000, 1600, 1250, 1000];
/// Bytes that a phone should load.
const MOST: usize = 1_450_000;

struct Layer {
    id: &'static str,
    title: &'static str,
}

const LAYERS: &[Layer] = &[
    Layer { id: "names", title: "Names" },
    Layer { id: "areas", title: "Countries and seas" },
    Layer { id: "symbols", title: "Features" },
    Layer { id: "stacks", title: "Units" },
    Layer { id: "numbers", title: "Numbers" },
    Layer { id: "grid", title: "Grid" },
    Layer { id: "terrain", title: "Terrain" },
    Layer { id: "sides", title: "Hexsides" },
    Layer { id: "owners", title: "Holders" },
];

#[derive(Template)]
#[template(path = "map.html")]
struct MapPage {
    page: Page,
    views: Vec<PageLink>,
    layers: Vec<&'static Layer>,
    svg: String,
}

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    if book.content.map.is_none() {
        return Ok(Vec::new());
    }
    let scenarios: Vec<Option<&Scenario>> =
        std::iter::once(None).chain(book.content.scenarios.values().map(Some)).collect();
    let views: Vec<PageLink> = scenarios
        .iter()
        .map(|scenario| PageLink::new(&name(*scenario), scenario.map_or("As printed", |scenario| &scenario.title)))
        .collect();
    scenarios.par_iter().map(|scenario| file(book, *scenario, &views)).collect()
}

fn name(scenario: Option<&Scenario>) -> String {
    scenario.map_or_else(|| "map.html".to_owned(), |scenario| format!("map-{}.html", scenario.id))
}

fn file(book: &Book<'_>, scenario: Option<&Scenario>, views: &[PageLink]) -> Result<(String, Vec<u8>), SiteError> {
    let held = scenario.map_or_else(Holdings::default, |scenario| {
        let compiled = book.playable.scenario(scenario.id.as_str()).and_then(|compiled| compiled.as_ref().ok());
        let start = compiled.map(|(rules, state)| (rules.as_ref(), state));
        holdings::at_start(book.content, scenario, start)
    });
    let name = name(scenario);
    let failed = |why: String| SiteError::Page { page: format!("{}/{name}", book.id), why };
    let svg = match chart::chart(book.content, &held, book.geography) {
        Ok(scene) => picture(book, &scene).map_err(|error| failed(error.to_string()))?,
        Err(error) => format!("<p>There is no picture of this map: {}.</p>", crate::html::escaped(&error.to_string())),
    };
    let mut views = views.to_vec();
    views.iter_mut().for_each(|view| view.here = view.href == name);
    let title = scenario.map_or_else(|| "Map".to_owned(), |scenario| format!("Map at the start of {}", scenario.title));
    let layers = LAYERS.iter().filter(|layer| svg.contains(&format!("<g class=\"{}\">", layer.id))).collect();
    let page = MapPage { page: book.page(&title, "map.html"), views, layers, svg };
    book.file(&name, &page)
}

fn picture(book: &Book<'_>, scene: &Scene) -> Result<String, render::RenderError> {
    let link = |id: &str| {
        let href = book.links.to(EntryKind::Space, id)?;
        Some(Link { href: href.to_owned(), title: book.name(EntryKind::Space, id) })
    };
    let mut last = String::new();
    for width in WIDTHS {
        last = render::svg_with_links(scene, width, &link)?;
        if last.len() <= MOST {
            break;
        }
    }
    Ok(last)
}
