//! Boards of hexes to Tiled and back give the same map; maps of others become packs; what is no board is named.

use std::path::Path;

use chartroom_exchange::tiled::{self, NewBoard, Sheet};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::map::{Grid, Surface};
use chartroom_format::starter::{self, Starter};

use crate::geojson::loaded;

fn read(name: &str, text: &str) -> Result<NewBoard, String> {
    let sheet = tiled::read(name, text, &|_| None).map_err(|error| error.to_string())?;
    tiled::board(&sheet).map_err(|error| error.to_string())
}

fn there_and_back(content: &Content, name: &str) {
    let sheet = tiled::out(content, "tiles.png").expect("a map of Tiled");
    let text = tiled::write(name, &sheet).expect("a text");
    let again = tiled::read(name, &text, &|_| None).expect("it can be read");
    let back = tiled::board(&Sheet { picture: "tiles.png".to_owned(), ..again }).expect("a board");
    let Some(Grid::Hexes(grid)) = content.map.as_ref().map(|map| &map.grid) else { panic!("a board of hexes") };
    assert_eq!(*grid, back.grid);
    assert_eq!(content.hexsides, back.sides);
    let on_board: Vec<_> = content.spaces.iter().filter(|(_, space)| space.surface != Surface::Box).collect();
    assert_eq!(on_board.len(), back.spaces.len());
    for (id, space) in on_board {
        let mut space = space.clone();
        space.source = None;
        space.reconstructed.clear();
        assert_eq!(Some(&space), back.spaces.get(id), "{id}");
    }
    let made = tiled::pack(back, "demo").expect("a pack");
    let pack = loaded(made.files);
    assert!(!pack.has_errors(), "{:#?}", pack.findings);
}

#[test]
fn a_board_goes_out_and_comes_back_the_same() {
    let starter = loaded(starter::files(Starter::Hexes, "demo"));
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let hundred_days = load::load(&DiskFs, &content.join("hundred-days")).expect("loads");
    for pack in [starter, hundred_days] {
        there_and_back(&pack.content, "map.tmx");
        there_and_back(&pack.content, "map.tmj");
    }
}

#[test]
fn the_tiles_have_a_picture() {
    let pack = loaded(starter::files(Starter::Hexes, "demo"));
    let sheet = tiled::out(&pack.content, "tiles.png").expect("a map of Tiled");
    let bytes = tiled::tiles_picture(&sheet).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG"));
}

/// A map of two by two hexes as somebody draws it in Tiled.
fn drawn(attributes: &str, data: &str) -> String {
    format!(
        "<map orientation=\"hexagonal\" width=\"2\" height=\"2\" tilewidth=\"56\" tileheight=\"64\" hexsidelength=\"32\" \
         staggeraxis=\"y\" staggerindex=\"odd\" {attributes}>\
         <tileset firstgid=\"1\"><tile id=\"0\" type=\"Forest\"/><tile id=\"1\" class=\"Sea\"/></tileset>\
         <layer name=\"ground\">{data}</layer>\
         <objectgroup><object name=\"Old Wood\" x=\"28\" y=\"32\"/></objectgroup></map>"
    )
}

#[test]
fn a_map_of_another_hand_becomes_a_board() {
    let board = read("map.tmx", &drawn("", "<data encoding=\"csv\">1,2,\n1,0</data>")).expect("a board");
    assert_eq!(board.spaces.len(), 3);
    let wood = &board.spaces["0101"];
    assert_eq!(
        (wood.terrain.as_ref().map(ToString::to_string), wood.name.as_deref()),
        (Some("forest".to_owned()), Some("Old Wood"))
    );
    assert_eq!(board.spaces["0201"].surface, Surface::Sea);
    // The same by single tiles.
    let tiles = "<data><tile gid=\"1\"/><tile gid=\"2\"/><tile gid=\"1\"/><tile/></data>";
    assert_eq!(read("map.tmx", &drawn("", tiles)).expect("a board").spaces, board.spaces);
}

#[track_caller]
fn refused(name: &str, text: &str, word: &str) {
    let error = read(name, text).expect_err(text);
    assert!(error.contains(word), "`{word}` in {error}");
}

#[test]
fn what_is_no_board_is_named() {
    let csv = |cells: &str| drawn("", &format!("<data encoding=\"csv\">{cells}</data>"));
    refused("map.tmx", &csv("1,2"), "the layer `ground` has 2 cells; the map has 4");
    refused("map.tmx", &csv("1,2,x,1"), "`x` is no tile");
    refused("map.tmx", &csv("2,2,2,2"), "no land");
    refused("map.tmx", &drawn("infinite=\"1\"", ""), "infinite");
    refused("map.tmx", &csv("1,2,1,1").replace("hexagonal", "orthogonal"), "the map is orthogonal");
    refused(
        "map.tmx",
        &csv("1,2,1,1").replace("width=\"2\"", "width=\"90000\"").replace("height=\"2\"", "height=\"90000\""),
        "too large",
    );
    refused("map.tmx", "<map", "1:");
    refused("map.tmx", "<svg/>", "no map of Tiled");
    refused(
        "map.tmx",
        &drawn("", "").replace(
            "<tileset firstgid=\"1\">",
            "<tileset firstgid=\"1\" source=\"../a.tsx\"/><tileset firstgid=\"9\">",
        ),
        "../a.tsx cannot be read",
    );
    refused("map.tmj", "{", "no JSON");
    refused("map.tmj", "{}", "the map is nothing");
    refused("map.bmp", "", "neither .tmx nor .tmj");
}

proptest::proptest! {
    #[test]
    fn broken_maps_are_refused_or_read(cut in 0..800_usize, cells in "[0-9,x ]{0,20}") {
        let text = drawn("", &format!("<data encoding=\"csv\">{cells}</data>"));
        let _ = read("map.tmx", &text);
        let _ = read("map.tmx", &text.chars().take(cut).collect::<String>());
    }
}
