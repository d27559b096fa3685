//! The welcome page: packs as cards, with pictures of their maps that are drawn in the background.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

use chartroom_format::fs::{DiskFs, Fs};
use chartroom_format::schema::pack::Pack;
use egui::ColorImage;

use crate::map::Scene;
use crate::map::overview::thumbnail;
use crate::map::scene::Palette;
use crate::theme::Tokens;

/// How wide the pictures of maps are drawn, in pixels: twice what is shown, for sharp screens.
const PICTURE: usize = 604;

/// One pack on the welcome page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub path: PathBuf,
    pub title: String,
    pub about: String,
    pub rulebook: String,
    pub version: String,
    pub extends: Option<String>,
    pub tables: usize,
    pub scenarios: usize,
    pub map: Option<&'static str>,
}

/// The packs of a content folder. Only their `pack.ron` is read, so the page appears at once.
pub fn cards(content: &Path) -> Vec<Card> {
    let packs = chartroom_validator::run::packs_at(content).unwrap_or_default();
    packs.iter().map(|path| card(path)).collect()
}

fn card(path: &Path) -> Card {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = DiskFs.read(path, "pack.ron").unwrap_or_default();
    let pack: Option<Pack> = chartroom_format::document::ron_options().from_str(&text).ok();
    let files = DiskFs.list(path).unwrap_or_default();
    let count = |folder: &str| files.iter().filter(|file| file.starts_with(folder)).count();
    let map = DiskFs.read(path, "map/map.ron").ok().map(|text| if text.contains("Zones(") { "zones" } else { "hexes" });
    Card {
        path: path.to_owned(),
        title: pack.as_ref().map_or(name, |pack| pack.title.clone()),
        about: pack
            .as_ref()
            .map_or_else(|| "Its pack.ron cannot be read; open it to see why.".to_owned(), |pack| pack.about.clone()),
        rulebook: pack
            .as_ref()
            .and_then(|pack| pack.rulebook.as_ref())
            .map(|book| book.title.clone())
            .unwrap_or_default(),
        version: pack.as_ref().map(|pack| pack.version.clone()).unwrap_or_default(),
        extends: pack.as_ref().and_then(|pack| pack.extends.as_ref()).map(|id| id.0.clone()),
        tables: count("tables/"),
        scenarios: count("scenarios/"),
        map,
    }
}

fn picture(path: &Path, tokens: Tokens) -> Option<ColorImage> {
    let loaded = chartroom_format::load::load(&DiskFs, path).ok()?;
    let scenario = loaded.content.scenarios.keys().next().map(|id| id.0.clone());
    let scene = Scene::new(&Palette::new(&loaded.content, scenario.as_deref(), tokens), 0);
    thumbnail(&scene, &tokens, 0.5, PICTURE)
}

/// Draws the maps of packs one after the other, nothing for one without a map; `wake` is called for each.
pub fn pictures(
    packs: Vec<PathBuf>,
    tokens: Tokens,
    wake: impl Fn() + Send + 'static,
) -> Receiver<(PathBuf, Option<ColorImage>)> {
    let (to, from) = channel();
    std::thread::spawn(move || {
        for path in packs {
            let drawn = picture(&path, tokens);
            if to.send((path, drawn)).is_err() {
                return;
            }
            wake();
        }
    });
    from
}
