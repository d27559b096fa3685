//! Maps of zones drawn from the real outlines, and recipes that cannot be drawn.

use super::*;
use crate::zones::Areas;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::recipe::Extent;

fn world() -> Outlines {
    Outlines::read(include_str!("../../../../content/geo/countries-50m.json")).expect("the geography is sound")
}

fn zone(id: &str, of: SeedOf, at: &[LatLon]) -> ZoneSeed {
    ZoneSeed { id: id.into(), of, at: at.to_vec(), outline: Vec::new() }
}

fn land(countries: &[&str]) -> SeedOf {
    SeedOf::Land(countries.iter().map(|name| (*name).to_owned()).collect())
}

fn recipe(extent: Extent, width: u32, zones: Vec<ZoneSeed>) -> ZoneDrawing {
    ZoneDrawing { extent, width, slack: 0.8, smallest_piece: 6, waver: 0.0, zones }
}

fn iberia() -> ZoneDrawing {
    recipe(
        Extent { north: 46.0, south: 34.0, west: -14.0, east: 6.0 },
        400,
        vec![
            zone("portugal", land(&["Portugal"]), &[(39.5, -8.0)]),
            zone("madrid", land(&["Spain"]), &[(40.4, -3.7)]),
            zone("seville", land(&["Spain"]), &[(37.4, -6.0)]),
            zone("france", land(&["France"]), &[(45.0, 1.0)]),
            zone("morocco", land(&["Morocco"]), &[(34.5, -5.0)]),
            zone("algeria", land(&[]), &[(35.5, 2.0)]),
            zone("malta-like", SeedOf::Island(4.0), &[(43.0, -12.0)]),
            zone("atlantic", SeedOf::Sea, &[(40.0, -12.0)]),
            zone("mediterranean", SeedOf::Sea, &[(37.0, 1.0)]),
        ],
    )
}

#[test]
fn iberia_is_cut_as_a_schoolbook_would() {
    let drawn = draw(&iberia(), &Projection::Miller, &world()).expect("drawable");
    let (areas, problems) = Areas::read(&drawn.shapes);
    assert_eq!(problems, vec![]);
    let total: f64 = areas.zones.values().map(|area| area.size).sum();
    assert!((total - f64::from(drawn.shapes.width) * f64::from(drawn.shapes.height)).abs() < 1e-6, "gaps or overlaps");

    let near = neighbours(&drawn.shapes);
    let joined = |a: &str, b: &str| near.contains_key(&(&SpaceId::from(a.min(b)), &SpaceId::from(a.max(b))));
    for (a, b) in [("portugal", "madrid"), ("portugal", "seville"), ("madrid", "seville"), ("madrid", "france")] {
        assert!(joined(a, b), "{a} {b}");
    }
    for (a, b) in [("portugal", "atlantic"), ("atlantic", "mediterranean"), ("malta-like", "atlantic")] {
        assert!(joined(a, b), "{a} {b}");
    }
    for (a, b) in [("portugal", "mediterranean"), ("portugal", "france"), ("malta-like", "mediterranean")] {
        assert!(!joined(a, b), "{a} {b}");
    }
    let portugal = drawn.zones.iter().find(|zone| zone.id.as_str() == "portugal").expect("drawn");
    assert_eq!(portugal.countries[0].0, "Portugal");
    assert!(portugal.countries[0].1 > 0.99);
    // Mallorca is Spanish, though no seed stands on it.
    let spain: f64 = ["madrid", "seville"].iter().map(|id| areas.zones[*id].rings.len() as f64).sum();
    assert!(spain >= 3.0, "the Balearic islands are part of a Spanish zone");
}

#[test]
fn the_same_recipe_gives_the_same_map() {
    let outlines = world();
    assert_eq!(draw(&iberia(), &Projection::Miller, &outlines), draw(&iberia(), &Projection::Miller, &outlines));
}

#[test]
fn a_world_closes_across_the_pacific() {
    let globe = Extent { north: 75.0, south: -60.0, west: -30.0, east: 330.0 };
    let zones = vec![
        zone("old-world", land(&[]), &[(50.0, 30.0)]),
        zone("new-world", land(&["United States of America", "Canada", "Mexico", "Brazil"]), &[(40.0, -100.0)]),
        zone("pacific", SeedOf::Sea, &[(0.0, 180.0)]),
        zone("atlantic", SeedOf::Sea, &[(30.0, -40.0)]),
    ];
    let drawn = draw(&recipe(globe, 360, zones), &Projection::Equirectangular, &world()).expect("drawable");
    assert!(drawn.shapes.wraps);
    let (areas, problems) = Areas::read(&drawn.shapes);
    assert_eq!(problems, vec![]);
    let total: f64 = areas.zones.values().map(|area| area.size).sum();
    assert!((total - 360.0 * 135.0).abs() < 1e-6);
    assert!(neighbours(&drawn.shapes).contains_key(&(&"atlantic".into(), &"pacific".into())));
    assert!(drawn.notes.iter().any(|note| matches!(note, Note::UnclaimedWater { .. })), "the Caspian needs an owner");
}

#[test]
fn faults_of_a_recipe_come_all_at_once_and_named() {
    let extent = Extent { north: 46.0, south: 34.0, west: -14.0, east: 6.0 };
    let check = |zones: Vec<ZoneSeed>, expected: &[&str]| {
        let problems = draw(&recipe(extent, 400, zones), &Projection::Miller, &world()).expect_err("faulty");
        assert_eq!(problems.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    };
    check(
        vec![
            zone("a", land(&["Spayn"]), &[(40.0, -4.0)]),
            zone("a", land(&["Spain"]), &[(40.0, -4.0)]),
            zone("b", SeedOf::Sea, &[]),
        ],
        &[
            "`a` is drawn twice",
            "`b` has neither a seed nor an outline",
            "`a`: the geography has no country `Spayn`; did you mean `Spain`?",
        ],
    );
    check(
        vec![
            zone("wet", land(&["Spain"]), &[(40.0, -13.0)]),
            zone("dry", SeedOf::Sea, &[(40.0, -4.0)]),
            zone("abroad", land(&["Portugal"]), &[(40.0, -4.0)]),
            zone("far", land(&["Spain"]), &[(-40.0, -4.0)]),
            zone("one", land(&["Spain"]), &[(41.0, -4.0)]),
            zone("two", land(&["Spain"]), &[(41.0, -4.0)]),
        ],
        &[
            "`wet`: the seed at 40, -13 lies in the sea",
            "`dry`: the seed at 40, -4 lies on land (Spain)",
            "`abroad`: the seed at 40, -4 lies in Spain, which this zone does not claim",
            "`far`: the seed at -40, -4 lies off the map",
            "`two`: the seed at 41, -4 is too close to a seed of `one` to tell the two apart",
        ],
    );
    let upside_down = Extent { north: 10.0, south: 20.0, west: 0.0, east: 10.0 };
    let bad = draw(&recipe(upside_down, 400, Vec::new()), &Projection::Miller, &world());
    assert!(matches!(bad.expect_err("faulty")[..], [ZoneProblem::BadExtent { .. }]));
    let huge = draw(&recipe(extent, u32::MAX, Vec::new()), &Projection::Miller, &world());
    assert!(matches!(huge.expect_err("faulty")[..], [ZoneProblem::BadSize { .. }]));
}
