//! The chart of a map of zones.

use std::collections::BTreeMap;

use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Space, Surface, ZoneGrid};
use chartroom_format::schema::map_shapes::Border;

use super::names::{self, Spot};
use super::{Chart, ChartError};
use crate::render::Scene;
use crate::render::scene::{BorderKind, BorderView, Ground, Place, ZoneGround, ZoneView};
use crate::zones::{Areas, middle};

pub(super) fn lay_out(chart: &Chart<'_>, grid: &ZoneGrid, scene: &mut Scene) -> Result<(), ChartError> {
    let shapes = chart.content.shapes.as_ref().ok_or(ChartError::NoShapes)?;
    let (areas, _) = Areas::read(shapes);
    let mut zones = Vec::new();
    let mut spots = BTreeMap::new();
    for (id, area) in &areas.zones {
        let rings: Vec<Vec<(f64, f64)>> = area.rings.iter().map(|ring| floats(ring)).collect();
        let space = chart.content.spaces.get(id);
        if let Some((at, room)) = middle(&rings) {
            spots.insert(id.clone(), Spot { at, room });
            scene.places.push(place(chart, id, space, at, room));
        }
        let (tint, symbol) = space.map_or((None, None), |space| chart.terrain(space));
        let owner = space.and_then(|space| chart.owner(id, space));
        zones.push(ZoneView { id: id.to_string(), rings, surface: surface(space), tint, symbol, owner });
    }
    let least = f64::from(shapes.width) / 18.0;
    scene.areas = names::areas(chart, &spots, f64::from(shapes.width) / 7.0, least);
    let borders = shapes.borders.iter().filter_map(|border| {
        let kind = kind(chart, border)?;
        Some(BorderView { points: floats(&border.points), kind })
    });
    let (width, height) = (f64::from(grid.width.max(shapes.width)), f64::from(grid.height.max(shapes.height)));
    scene.ground = Ground::Zones(ZoneGround { width, height, borders: borders.collect(), zones });
    Ok(())
}

fn surface(space: Option<&Space>) -> Surface {
    space.map_or(Surface::Impassable, |space| space.surface)
}

fn place(chart: &Chart<'_>, id: &SpaceId, space: Option<&Space>, at: (f64, f64), room: f64) -> Place {
    let Some(space) = space else { return Place { at, room, name: Some(id.to_string()), ..Place::default() } };
    let (features, value) = chart.features(id, space);
    Place {
        at,
        room,
        name: Some(space.name.clone().unwrap_or_else(|| id.to_string())),
        is_sea: space.surface == Surface::Sea,
        rank: chart.rank(id, space),
        features,
        stacks: chart.stacks(id),
        value,
    }
}

fn kind(chart: &Chart<'_>, border: &Border) -> Option<BorderKind> {
    let (left, right) = (border.left.as_ref()?, border.right.as_ref()?);
    let (left, right) = (chart.content.spaces.get(left), chart.content.spaces.get(right));
    let is_sea = |space: Option<&Space>| surface(space) == Surface::Sea;
    Some(match (is_sea(left), is_sea(right)) {
        (true, true) => BorderKind::Sea,
        (true, false) | (false, true) => BorderKind::Coast,
        (false, false) => {
            let same = left.and_then(|space| space.country.as_ref()) == right.and_then(|space| space.country.as_ref());
            if same { BorderKind::Territory } else { BorderKind::Country }
        }
    })
}

fn floats(points: &[(i32, i32)]) -> Vec<(f64, f64)> {
    points.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()
}
