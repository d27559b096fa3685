//! Drawings to zones: named shapes, curves, transforms, groups; what is wrong with its line.

use chartroom_atlas::zones::Areas;
use chartroom_exchange::svg;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::map::Surface;

use crate::geojson::made;

const DRAWING: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox="0 0 90 50">
  <g inkscape:label="Sea"><rect id="path12" inkscape:label="Middle Sea" x="40" y="0" width="10" height="50"/></g>
  <path id="west" d="M0,0 H40 V50 H0 Z"/>
  <g transform="translate(50 0)">
    <path inkscape:label="East Land" data-country="Blue Land" data-value="3" d="M0 0 C10 0 30 0 40 0 L40 50 L0 50 Z"/>
  </g>
  <text x="3" y="3">A title</text>
  <path d="M1 1 L2 2 L3 1 Z"/>
</svg>"#;

#[test]
fn named_shapes_become_zones() {
    let read = svg::read(DRAWING).expect("readable");
    let near: Vec<String> =
        neighbours(&read.map.laid.shapes).keys().map(|(one, other)| format!("{one} {other}")).collect();
    assert_eq!(near, ["east-land middle-sea", "middle-sea west"]);
    assert_eq!(read.map.spaces["middle-sea"].surface, Surface::Sea);
    let east = &read.map.spaces["east-land"];
    assert_eq!((east.name.as_deref(), east.value), (Some("East Land"), Some(3)));
    let told = read.report.text();
    assert!(told.contains("line 7: `text` elements") && told.contains("line 8: shapes without a name"), "{told}");
    let pack = made(read.map);
    assert!(pack.content.regions.contains_key("blue-land"));
}

#[track_caller]
fn refused(text: &str, word: &str) {
    let error = svg::read(text).expect_err(text).to_string();
    assert!(error.contains(word), "`{word}` in {error}");
}

#[test]
fn faults_are_named_with_their_line() {
    refused("<svg", "1:");
    refused("<html/>", "is no SVG file");
    refused("<svg>\n<path id='a' d='M0 0 L'/></svg>", "line 2: the path cannot be read");
    refused("<svg>\n<g transform='turn(3)'/></svg>", "line 2: `turn(3)` is no transform");
    refused("<svg/>", "no area");
    refused("<!DOCTYPE svg [<!ENTITY a \"x\">]><svg/>", "entities");
    refused(&"<g>".repeat(200), "nested");
    refused("<svg viewBox='0 0 9 9'><path id='bow' d='M0 0 L5 5 L5 0 L0 3 Z'/></svg>", "`bow` crosses itself");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn any_path_is_read_or_refused(path in "[MLHVCZmlz0-9 .,-]{0,60}") {
        let text = format!("<svg viewBox='0 0 90 50'><path id='a' d='M0 0 H9 V9 Z'/><path id='b' d='{path}'/></svg>");
        if let Ok(read) = svg::read(&text) {
            proptest::prop_assert_eq!(Areas::read(&read.map.laid.shapes).1, vec![]);
        }
    }
}
