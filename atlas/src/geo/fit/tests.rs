//! Fits recover the map the places were read from, and say who contradicts.

use super::*;
use proptest::prelude::*;

const OPEN: Target = Target { unit: 1.0, turn: None, pitch: (1.0, 1.0) };
const CLOSED: Target = Target { unit: 1.0, turn: Some(72.0), pitch: (1.0, 1.0) };

fn known(label: &str, lat: f64, lon: f64, x: f64, y: f64) -> Known {
    Known { label: label.to_owned(), lat, lon, x, y }
}

fn world(projector: &Projector, turn: f64) -> Vec<Known> {
    let place = |&(lat, lon): &(f64, f64)| {
        let x = (30.0 + lon * turn / 360.0).rem_euclid(turn);
        known("place", lat, lon, x, 40.0 - 0.3 * projector.at(lat))
    };
    [(51.0, 0.0), (36.0, -5.0), (-34.0, 18.0), (35.0, 139.0), (21.0, -158.0), (60.0, 30.0)].iter().map(place).collect()
}

#[test]
fn a_sound_map_is_found_again() {
    let cases = [
        (Projection::Equirectangular, Projector::Degrees),
        (Projection::Miller, Projector::Miller),
        (Projection::Mercator, Projector::Mercator),
    ];
    for (projection, projector) in cases {
        for target in [CLOSED, OPEN] {
            let places: Vec<Known> = world(&projector, 72.0)
                .into_iter()
                .filter(|place| target.turn.is_some() || place.lon > -100.0)
                .collect();
            let (placing, residuals) = fit(&projection, &places, target).expect("sound");
            assert!(residuals.iter().all(|residual| residual.distance() < 1e-6), "{projection:?} {residuals:?}");
            let (lat, lon) = placing.locate(placing.place(12.0, 34.0).0, placing.place(12.0, 34.0).1);
            assert!((lat - 12.0).abs() < 1e-6 && (lon - 34.0).abs() < 1e-6);
        }
    }
}

#[test]
fn anchors_are_kept_and_cross_the_seam() {
    let projection = Projection::PlateCarree {
        latitudes: vec![(80.0, 0.0), (0.0, 20.0), (-60.0, 40.0)],
        longitudes: vec![(-170.0, 0.0), (0.0, 40.0), (189.9, 71.99)],
    };
    let (placing, _) = fit(&projection, &[], CLOSED).expect("sound");
    let check = |lat: f64, lon: f64, x: f64, y: f64| {
        let (found_x, found_y) = placing.place(lat, lon);
        assert!((found_x - x).abs() < 1e-6 && (found_y - y).abs() < 1e-6, "{lat} {lon}: {found_x} {found_y}");
    };
    check(40.0, -85.0, 20.0, 10.0);
    check(-30.0, 0.0, 40.0, 30.0);
    assert!((placing.place(0.0, 190.0).0 - 72.0).abs() < 1e-6);
}

#[test]
fn knots_follow_a_map_that_no_formula_draws() {
    let truth = |lat: f64| if lat > 0.0 { 30.0 - 0.4 * lat } else { 30.0 - 0.2 * lat };
    let places: Vec<Known> = (-6..=7)
        .map(|step| f64::from(step) * 10.0)
        .map(|lat| known("p", lat, lat * 2.0, lat * 0.4, truth(lat)))
        .collect();
    let (_, straight) = fit(&Projection::Equirectangular, &places, OPEN).expect("sound");
    let projection =
        Projection::Knots { latitudes: vec![-60.0, -30.0, 0.0, 30.0, 70.0], longitudes: vec![-120.0, 140.0] };
    let (_, knotted) = fit(&projection, &places, OPEN).expect("sound");
    let worst = |residuals: &[Residual]| residuals.iter().map(Residual::distance).fold(0.0, f64::max);
    assert!(worst(&knotted) < 0.5 && worst(&straight) > 1.5, "{} {}", worst(&knotted), worst(&straight));
}

#[test]
fn a_pull_brings_every_place_home_and_can_be_undone() {
    let mut places = world(&Projector::Degrees, 72.0);
    places[1].x += 0.6;
    places[3].y -= 0.5;
    let (placing, _) = fit(&Projection::Equirectangular, &places, CLOSED).expect("sound");
    let pulled = pull(placing, &places, 6.0).expect("sound");
    for place in &places {
        let (x, y) = pulled.place(place.lat, place.lon);
        assert!(pulled.across(x, place.x).hypot(y - place.y) < 0.05, "{}", place.label);
        let (lat, lon) = pulled.locate(x, y);
        assert!((lat - place.lat).abs() < 0.05 && (lon - place.lon).abs() < 0.05);
    }
}

#[test]
fn contradictions_are_named() {
    let check = |places: &[Known], expected: &str| {
        let result =
            fit(&Projection::Equirectangular, places, OPEN).and_then(|(_, residuals)| check_residuals(&residuals, 1.0));
        assert_eq!(result.map_err(|error| error.to_string()), Err(expected.to_owned()));
    };
    check(&[], "0 calibrated places are too few: at least two that differ in latitude and in longitude are needed");
    check(
        &[known("A", 10.0, 0.0, 0.0, 0.0), known("B", 10.0, 5.0, 5.0, 0.0)],
        "2 calibrated places are too few: at least two that differ in latitude and in longitude are needed",
    );
    check(
        &[known("A", 10.0, 0.0, 0.0, 0.0), known("B", 20.0, 5.0, 5.0, 10.0)],
        "the calibrated places turn the map over: latitude would grow the wrong way",
    );
    check(
        &[known("A", 95.0, 0.0, 0.0, 0.0)],
        "`A` cannot lie at 95, 0: latitudes run from -90 to 90 and longitudes from -180 to 360",
    );
    let mut places: Vec<Known> =
        (0..6).map(|n| f64::from(n) * 10.0).map(|d| known("fine", 50.0 - d, d, d / 5.0, d / 5.0)).collect();
    places.push(known("typo", 20.0, 30.0, 16.0, 6.0));
    let error =
        fit(&Projection::Equirectangular, &places, OPEN).and_then(|(_, residuals)| check_residuals(&residuals, 1.0));
    assert!(matches!(error, Err(FitError::Contradiction { label, .. }) if label == "typo"));
}

proptest! {
    #[test]
    fn any_places_get_an_answer(places in proptest::collection::vec((-95.0..95.0_f64, -200.0..370.0_f64, -10.0..90.0_f64, -10.0..50.0_f64), 0..7), knots in proptest::collection::vec(-90.0..90.0_f64, 0..5)) {
        let places: Vec<Known> = places.into_iter().map(|(lat, lon, x, y)| known("p", lat, lon, x, y)).collect();
        for projection in [Projection::Mercator, Projection::Knots { latitudes: knots.clone(), longitudes: knots.clone() }] {
            for target in [OPEN, CLOSED] {
                if let Ok((placing, _)) = fit(&projection, &places, target) {
                    let (x, y) = placing.place(1.0, 2.0);
                    prop_assert!(x.is_finite() && y.is_finite());
                    let _ = pull(placing, &places, 5.0);
                }
            }
        }
    }
}
