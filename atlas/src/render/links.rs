//! Spaces of an SVG map that lead somewhere: outlines that cannot be seen, above everything else. They are for the pointer; who reads
//! without one finds the same places in a list, so that they are no stops of the keyboard and nothing to be read out.

use std::fmt::Write;

use super::page::Page;
use super::path::{Outline, tenth};
use super::scene::{Ground, Scene};
use super::svg::{SvgCanvas, escaped};

/// Where a space leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub href: String,
    /// What is told of the space when the pointer rests on it.
    pub title: String,
}

pub(super) fn draw(scene: &Scene, page: &Page, link: &dyn Fn(&str) -> Option<Link>, canvas: &mut SvgCanvas) {
    let mut definition = String::new();
    let mut out = String::new();
    let mut add = |id: &str, link: &Link, shape: &str| {
        // A number alone says nothing that the address does not.
        let title = if link.title == id { String::new() } else { format!("<title>{}</title>", escaped(&link.title)) };
        let _ = writeln!(out, "<a href=\"{}\" tabindex=\"-1\">{title}{shape}</a>", escaped(&link.href));
    };
    match &scene.ground {
        Ground::Hexes(ground) => {
            let layout = ground.layout();
            let mut first = None;
            for (hex, cell) in ground.hexes.iter().zip(ground.board.cells()) {
                let Some(link) = link(&hex.number) else { continue };
                let at = ground.board.to_hex(cell);
                let (x, y) = page.at(layout.centre(at));
                // All hexes are one outline, put where each is.
                let (left, top) = *first.get_or_insert_with(|| {
                    let outline = Outline::polygon(layout.corners(at).map(|corner| page.at(corner)));
                    let _ = writeln!(definition, "<path id=\"hex\" d=\"{}\"/>", outline.to_svg());
                    (x, y)
                });
                let place = |offset: f32| tenth((f64::from(offset) * 10.0).round() as i64);
                add(
                    &hex.number,
                    &link,
                    &format!("<use href=\"#hex\" x=\"{}\" y=\"{}\"/>", place(x - left), place(y - top)),
                );
            }
        }
        Ground::Zones(ground) => {
            for zone in &ground.zones {
                let Some(link) = link(&zone.id) else { continue };
                let mut outline = Outline::new();
                for ring in &zone.rings {
                    outline.ring(coarse(ring.iter().map(|&point| page.at(point))));
                }
                add(&zone.id, &link, &format!("<path d=\"{}\"/>", outline.to_svg()));
            }
        }
    }
    if !out.is_empty() {
        canvas
            .add(&definition, &format!("<g class=\"spaces\" fill=\"transparent\" aria-hidden=\"true\">\n{out}</g>\n"));
    }
}

/// Nobody points finer than a few pixels: points that are near the last one are left out, and what is left is whole.
fn coarse(points: impl Iterator<Item = (f32, f32)>) -> Vec<(f32, f32)> {
    const NEAR: f32 = 3.0;
    let mut kept: Vec<(f32, f32)> = Vec::new();
    for (x, y) in points {
        let is_near = kept.last().is_some_and(|last| (last.0 - x).abs() + (last.1 - y).abs() < NEAR);
        if !is_near {
            kept.push((x.round(), y.round()));
        }
    }
    kept
}
