//! Hexes drawn from the real outlines, and recipes that contradict themselves.

use std::collections::BTreeMap;

use super::*;
use chartroom_format::grid::OffsetParity;
use chartroom_format::schema::recipe::{Drawing, LatLon, Projection};

fn world() -> Outlines {
    Outlines::read(include_str!("../../../content/geo/countries-50m.json")).expect("the geography is sound")
}

fn numbering(ron_free: [u32; 2]) -> Numbering {
    let text = format!(
        r#"{{"pattern":[{{"Row":2}},{{"Column":2}}],"rows":{{"first":{},"toward":"South"}},"columns":{{"first":{},"toward":"East"}}}}"#,
        ron_free[0], ron_free[1]
    );
    serde_json::from_str(&text).expect("a sound numbering")
}

/// A world of 72 x 33 hexes, 5 degrees wide each.
fn globe() -> Board {
    Board::new(Orientation::Pointy, OffsetParity::Odd, 72, 33, true).expect("legal")
}

fn recipe(calibrate: &[(&str, LatLon)]) -> Recipe {
    Recipe {
        schema: 1,
        requires: Vec::new(),
        note: String::new(),
        geography: String::new(),
        projection: Projection::Equirectangular,
        calibrate: calibrate.iter().map(|&(number, place)| (number.into(), place)).collect(),
        worst_residual: 1.0,
        pull: None,
        draw: Drawing::Hexes(HexDrawing::default()),
    }
}

const KNOWN: [(&str, LatLon); 4] =
    [("0436", (51.5, 0.0)), ("0736", (38.5, 2.5)), ("0864", (34.5, 139.8)), ("2439", (-34.5, 18.5))];

#[test]
fn continents_seas_and_small_islands_come_out() {
    let (board, numbering) = (globe(), numbering([0, 0]));
    let drawing = HexDrawing { islands: BTreeMap::from([("Wake".to_owned(), (19.3, 166.6))]), ..HexDrawing::default() };
    let drawn = draw(&recipe(&KNOWN), &drawing, &board, &numbering, &world()).expect("drawable");
    assert!(drawn.residuals.iter().all(|residual| residual.distance() < 0.6), "{:?}", drawn.residuals);
    let at = |lat: f64, lon: f64| {
        let (x, y) = drawn.placing.place(lat, lon);
        let cell = board.cell(layout(&board).hex_at((x, y))).expect("on the map");
        &drawn.hexes[board.index(cell).expect("on the map")]
    };
    let check = |lat: f64, lon: f64, surface: Surface| {
        let hex = at(lat, lon);
        assert_eq!(hex.surface, surface, "{lat} {lon}: {hex:?}");
    };
    check(55.0, 60.0, Surface::Land);
    check(0.0, -150.0, Surface::Sea);
    check(50.0, 2.0, Surface::Coast);
    check(35.9, 14.4, Surface::Island);
    check(19.3, 166.6, Surface::Island);
    check(21.0, -157.5, Surface::Island);
    assert_eq!(at(55.0, 60.0).countries[0].0, "Russia");
    assert_eq!(at(19.3, 166.6).islands, ["Wake"]);
    assert!(at(35.9, 14.4).islands.iter().any(|name| name == "Malta"));
}

#[test]
fn leaving_a_country_off_drowns_it() {
    let drawing = HexDrawing { without: vec!["Australia".to_owned()], ..HexDrawing::default() };
    let (board, numbering) = (globe(), numbering([0, 0]));
    let drawn = draw(&recipe(&KNOWN), &drawing, &board, &numbering, &world()).expect("drawable");
    assert!(drawn.hexes.iter().all(|hex| hex.countries.iter().all(|(name, _)| name != "Australia")));
}

#[test]
fn faults_are_told_where() {
    let check = |calibrate: &[(&str, LatLon)], drawing: HexDrawing, expected: &str| {
        let problems = draw(&recipe(calibrate), &drawing, &globe(), &numbering([0, 0]), &world()).expect_err("faulty");
        assert_eq!(problems[0].to_string(), expected);
    };
    let plain = HexDrawing::default;
    check(&[("0099", (0.0, 0.0))], plain(), "calibrated hex: `0099` is not on the map: column 99 is outside 0 to 71");
    check(
        &KNOWN,
        HexDrawing { sea_up_to: 0.9, land_from: 0.1, ..plain() },
        "shares of land run from 0 to 1, and `sea_up_to` must be below `land_from`: not 0.9 and 0.1",
    );
    check(
        &KNOWN,
        HexDrawing { without: vec!["Germania".into()], ..plain() },
        "the geography has no country `Germania`; did you mean `Germany`?",
    );
    check(
        &KNOWN,
        HexDrawing { islands: BTreeMap::from([("Nowhere".into(), (-89.0, 0.0))]), ..plain() },
        "the island `Nowhere` at -89, 0 lies off the map",
    );
    let wrong: Vec<(&str, LatLon)> = KNOWN.into_iter().chain([("0410", (51.5, 0.0))]).collect();
    let problems = draw(&recipe(&wrong), &plain(), &globe(), &numbering([0, 0]), &world()).expect_err("faulty");
    assert!(
        matches!(&problems[..], [HexProblem::Fit(FitError::Contradiction { label, .. })] if label == "0410"),
        "{problems:?}"
    );
}
