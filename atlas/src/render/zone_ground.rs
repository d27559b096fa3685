//! The ground of a map of zones.

use std::collections::BTreeMap;

use tiny_skia::{FillRule, PixmapMut};

use super::band::Rows;
use super::canvas::{Canvas, paint, pen};
use super::colour::{COAST, DEEP, Rgb, SHALLOW, ink};
use super::coverage::Coverage;
use super::fills::Filler;
use super::ground::{land_colour, owner_of};
use super::page::Page;
use super::path::Outline;
use super::scene::{Scene, Surface, ZoneGround, ZoneView};
use super::svg::SvgCanvas;

fn is_land(zone: &ZoneView) -> bool {
    zone.surface != Surface::Sea
}

fn zone_outline(zone: &ZoneView, page: &Page) -> Outline {
    let mut outline = Outline::new();
    for ring in &zone.rings {
        outline.ring(ring.iter().map(|&point| page.at(point)));
    }
    outline
}

/// The land zones of a map with their outlines on the page and their colours.
pub(super) struct LandZones {
    zones: Vec<(Outline, Rgb)>,
    all: Outline,
}

impl LandZones {
    pub(super) fn new(scene: &Scene, ground: &ZoneGround, page: &Page) -> Self {
        let land = ground.zones.iter().filter(|zone| is_land(zone));
        let colour = |zone: &ZoneView| land_colour(zone.surface, zone.tint, owner_of(scene, zone.owner));
        let zones: Vec<(Outline, Rgb)> = land.map(|zone| (zone_outline(zone, page), colour(zone))).collect();
        let mut all = Outline::new();
        for (outline, _) in &zones {
            all.extend(outline);
        }
        Self { zones, all }
    }

    /// How much of each pixel of a band is land.
    pub(super) fn cover(&self, cover: &mut Coverage) {
        Filler::default().fill(&self.all, cover);
    }

    /// The colours of a band, each zone a little larger than it is: neighbours and the sea cover what is too much.
    pub(super) fn colours(&self, rows: Rows, pixels: &mut PixmapMut<'_>) {
        const TOO_MUCH: f32 = 3.0;
        for (outline, colour) in &self.zones {
            if let Some(path) = rows.cut(outline, TOO_MUCH) {
                let mut brush = paint((*colour).into());
                brush.anti_alias = false;
                pixels.stroke_path(&path, &brush, &pen(TOO_MUCH, None), rows.shift(), None);
            }
        }
        for (outline, colour) in &self.zones {
            if let Some(path) = rows.cut(outline, 0.0) {
                pixels.fill_path(&path, &paint((*colour).into()), FillRule::Winding, rows.shift(), None);
            }
        }
    }
}

/// The ground as outlines.
pub(super) fn outlines(scene: &Scene, ground: &ZoneGround, page: &Page, canvas: &mut SvgCanvas) {
    let mut by_colour: BTreeMap<Rgb, Outline> = BTreeMap::new();
    let mut land = Outline::new();
    for zone in ground.zones.iter().filter(|zone| is_land(zone)) {
        let outline = zone_outline(zone, page);
        let colour = land_colour(zone.surface, zone.tint, owner_of(scene, zone.owner));
        by_colour.entry(colour).or_default().extend(&outline);
        land.extend(&outline);
    }
    for (width, shade) in [(9.0, 0.35), (6.0, 0.65), (3.0, 1.0)] {
        canvas.stroke(&land, DEEP.mix(SHALLOW, shade).into(), width * page.unit, None);
    }
    canvas.stroke(&land, ink(COAST, 0.9), 0.9 * page.unit, None);
    canvas.define_land(&land);
    for (colour, outline) in &by_colour {
        canvas.fill(outline, (*colour).into());
    }
}
