//! Outlines on a small map of two squares side by side: areas, neighbours and soundness after every operation.

use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::SpaceId;
use proptest::prelude::*;

use super::carve::carve;
use super::merge::merge;
use super::split::split;
use super::*;

fn id(name: &str) -> SpaceId {
    SpaceId(name.to_owned())
}

fn border(left: &str, right: &str, points: &[Point]) -> Border {
    let side = |name: &str| (!name.is_empty()).then(|| id(name));
    Border { left: side(left), right: side(right), points: points.to_vec() }
}

/// `west` from 0 to 50, `east` from 50 to 100, both 60 high.
fn shapes() -> Shapes {
    Shapes {
        schema: 2,
        requires: Vec::new(),
        width: 100,
        height: 60,
        wraps: false,
        shortest_border: 2,
        borders: vec![
            border("west", "", &[(50, 0), (0, 0), (0, 60), (50, 60)]),
            border("east", "", &[(50, 60), (100, 60), (100, 0), (50, 0)]),
            border("west", "east", &[(50, 60), (50, 30), (50, 0)]),
        ],
    }
}

fn sizes(shapes: &Shapes) -> Vec<(String, f64)> {
    let (areas, problems) = Areas::read(shapes);
    assert_eq!(problems, Vec::new(), "{shapes:?}");
    areas.zones.iter().map(|(id, area)| (id.0.clone(), area.size)).collect()
}

fn sized(list: &[(&str, f64)]) -> Vec<(String, f64)> {
    list.iter().map(|(id, size)| ((*id).to_owned(), *size)).collect()
}

fn zone_at(shapes: &Shapes) -> impl Fn((f64, f64)) -> Option<SpaceId> {
    let (areas, _) = Areas::read(shapes);
    move |point| {
        let holds = |rings: &Vec<Vec<Point>>| rings.iter().filter(|ring| inside(ring, point)).count() % 2 == 1;
        areas.zones.iter().find(|(_, area)| holds(&area.rings)).map(|(id, _)| id.clone())
    }
}

fn carved(shapes: &Shapes, ring: &[Point]) -> Result<Shapes, String> {
    carve(shapes, ring, &id("new"), None, &zone_at(shapes)).map(|changes| applied(shapes, &changes))
}

#[test]
fn the_small_map_is_sound() {
    assert_eq!(sizes(&shapes()), sized(&[("east", 3000.0), ("west", 3000.0)]));
}

#[test]
fn a_ring_takes_ground_from_everything_under_it() {
    type Case = (&'static str, &'static [Point], &'static [(&'static str, f64)]);
    let cases: [Case; 4] = [
        ("an island", &[(10, 10), (20, 10), (20, 20), (10, 20)], &[("east", 3000.0), ("new", 100.0), ("west", 2900.0)]),
        (
            "over a border",
            &[(40, 10), (60, 10), (60, 20), (40, 20)],
            &[("east", 2900.0), ("new", 200.0), ("west", 2900.0)],
        ),
        (
            "along a border",
            &[(50, 0), (50, 30), (30, 30), (30, 0)],
            &[("east", 3000.0), ("new", 600.0), ("west", 2400.0)],
        ),
        ("through a corner", &[(50, 30), (70, 20), (70, 40)], &[("east", 2800.0), ("new", 200.0), ("west", 3000.0)]),
    ];
    for (name, ring, expected) in cases {
        for ring in [ring.to_vec(), ring.iter().rev().copied().collect()] {
            let after = carved(&shapes(), &ring).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(sizes(&after), sized(expected), "{name}");
        }
    }
}

#[test]
fn adjacency_follows_the_borders() {
    let after = carved(&shapes(), &[(40, 10), (60, 10), (60, 20), (40, 20)]).expect("carved");
    let pairs: Vec<(String, String)> =
        neighbours(&after).into_keys().map(|(a, b)| (a.0.clone(), b.0.clone())).collect();
    let expected = [("east", "new"), ("east", "west"), ("new", "west")];
    assert_eq!(pairs, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn a_zone_is_not_swallowed_and_a_line_is_no_zone() {
    let all = [(0, 0), (50, 0), (50, 60), (0, 60)];
    assert!(carved(&shapes(), &all).expect_err("refused").contains("swallow"));
    assert!(carved(&shapes(), &[(1, 1), (5, 5), (9, 9)]).is_err());
}

#[test]
fn a_zone_is_split_along_a_line_and_merged_again() {
    let before = shapes();
    let changes = split(&before, &id("west"), &[(1, 20), (25, 22), (49, 20)], &id("new"), &zone_at(&before));
    let after = applied(&before, &changes.expect("split"));
    let cut = sizes(&after);
    assert!((cut.iter().map(|(_, size)| size).sum::<f64>() - 6000.0).abs() < 1e-6);
    assert_eq!(cut[1], ("new".to_owned(), 1050.0), "{cut:?}");
    let merged = applied(&after, &merge(&after, &id("west"), &id("new")).expect("merged"));
    assert_eq!(sizes(&merged), sizes(&before));
    assert!(merge(&before, &id("west"), &id("nowhere")).is_err());
}

#[test]
fn shared_corners_move_together() {
    let before = shapes();
    assert_eq!(vertex::nearest(&before, (51.0, 2.0), 5.0), Some((50, 0)));
    assert_eq!(vertex::nearest(&before, (51.0, 12.0), 5.0), None);
    let after = applied(&before, &vertex::shift(&before, (50, 0), (60, 0)).expect("moved"));
    assert_eq!(sizes(&after), sized(&[("east", 2850.0), ("west", 3150.0)]));
    assert!(vertex::shift(&before, (50, 30), (120, -9)).is_err() || sizes(&before).len() == 2, "never unsound");
    let (changes, corner) = vertex::add(&before, (49.0, 15.0), 4.0).expect("added");
    let more = applied(&before, &changes);
    assert_eq!((corner, more.borders[2].points.len()), ((50, 15), 4));
    assert_eq!(applied(&more, &vertex::remove(&more, corner).expect("removed")), before);
    assert!(vertex::remove(&before, (50, 0)).is_err(), "borders meet there");
}

#[test]
fn a_corner_dragged_over_another_border_is_refused() {
    let before = carved(&shapes(), &[(10, 10), (20, 10), (20, 20), (10, 20)]).expect("an island");
    assert!(vertex::shift(&before, (50, 30), (15, 15)).is_err());
}

proptest! {
    #[test]
    fn whatever_is_drawn_leaves_the_map_whole_or_alone(
        ring in prop::collection::vec((0..=100_i32, 0..=60_i32), 3..7),
        drag in ((0..3_usize, 0..4_usize), (0..=100_i32, 0..=60_i32)),
    ) {
        let before = shapes();
        if let Ok(after) = carved(&before, &ring) {
            let total: f64 = sizes(&after).iter().map(|(_, size)| size).sum();
            prop_assert!((total - 6000.0).abs() < 1e-6, "{}", total);
        }
        let points = &before.borders[drag.0.0].points;
        if let Ok(changes) = vertex::shift(&before, points[drag.0.1 % points.len()], drag.1) {
            sizes(&applied(&before, &changes));
        }
    }
}
