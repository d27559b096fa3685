//! The ground of a map of zones.

use std::collections::BTreeMap;

use tiny_skia::{FillRule, Mask, Pixmap, Transform};

use super::canvas::{Canvas, paint, pen};
use super::colour::{COAST, DEEP, Rgb, SHALLOW, ink};
use super::ground::{LandLayer, land_colour, owner_of};
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

/// The land zones, each a little larger than it is: neighbours and the sea cover what is too much.
pub(super) fn layer(scene: &Scene, ground: &ZoneGround, page: &Page) -> Option<LandLayer> {
    let mut colours = Pixmap::new(page.width, page.height)?;
    let mut cover = Mask::new(page.width, page.height)?;
    let mut land = Outline::new();
    let zones: Vec<(&ZoneView, Outline)> =
        ground.zones.iter().filter(|zone| is_land(zone)).map(|zone| (zone, zone_outline(zone, page))).collect();
    for (zone, outline) in &zones {
        land.extend(outline);
        if let Some(path) = outline.to_skia() {
            let mut brush = paint(land_colour(zone.surface, zone.tint, owner_of(scene, zone.owner)).into());
            brush.anti_alias = false;
            colours.stroke_path(&path, &brush, &pen(3.0, None), Transform::identity(), None);
        }
    }
    for (zone, outline) in &zones {
        if let Some(path) = outline.to_skia() {
            let brush = paint(land_colour(zone.surface, zone.tint, owner_of(scene, zone.owner)).into());
            colours.fill_path(&path, &brush, FillRule::Winding, Transform::identity(), None);
        }
    }
    if let Some(path) = land.to_skia() {
        cover.fill_path(&path, FillRule::Winding, true, Transform::identity());
    }
    Some(LandLayer { colours, cover })
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
