//! New maps of the real world: places come out where they are, what cannot be is refused.

use std::path::Path;

use chartroom_format::load::Loaded;
use chartroom_format::schema::ids::RegionId;
use chartroom_format::schema::map::Surface;

use super::*;

fn geography(name: &str) -> Option<String> {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../content/geo/{name}.json"))).ok()
}

fn made(world: &World) -> Result<Loaded, WorldError> {
    let sources = Sources { geography: &geography, picture: &|_| Err("no pictures here".to_owned()) };
    let files = files("demo", world, &sources)?;
    let packed = files.into_iter().fold(MemoryFs::default(), |fs, (file, text)| {
        assert_eq!(
            chartroom_format::fmt::format(&text).ok().as_ref(),
            Some(&text),
            "{file} is not laid out as `fmt` does"
        );
        fs.with(Path::new("demo").join(file), text)
    });
    Ok(load::load(&packed, Path::new("demo")).expect("loads"))
}

const EUROPE: World = World { extent: Extent { north: 71.0, south: 34.0, west: -11.0, east: 45.0 }, columns: 40 };

/// The hex over a place, and the country and surface the new map gives it.
fn check(world: &World, place: LatLon, expected: (Surface, Option<&str>)) {
    let loaded = made(world).expect("a map");
    let board = world.board().expect("a board");
    let near = |cell: &Cell| {
        let (latitude, longitude) = world.at(&board, *cell);
        (latitude - place.0).hypot(longitude - place.1)
    };
    let cell = board.cells().min_by(|a, b| near(a).total_cmp(&near(b))).expect("hexes");
    let number = text::numbering(&board).format(&board, cell);
    let space = loaded.content.spaces.get(number.as_str());
    let found =
        space.map_or((Surface::Sea, None), |space| (space.surface, space.country.as_ref().map(RegionId::as_str)));
    assert_eq!(found, expected, "{number} at {place:?}");
}

#[test]
fn places_come_out_where_they_are() {
    check(&EUROPE, (47.0, 2.5), (Surface::Land, Some("france")));
    check(&EUROPE, (46.0, -7.0), (Surface::Sea, None));
    let whole = World { extent: World::WHOLE, columns: 90 };
    check(&whole, (-25.0, 134.0), (Surface::Land, Some("australia")));
    check(&whole, (62.0, 100.0), (Surface::Land, Some("russia")));
    check(&whole, (0.0, -140.0), (Surface::Sea, None));
}

#[test]
fn every_part_on_offer_makes_a_pack() {
    for part in Part::ALL {
        let loaded = made(&part.world()).unwrap_or_else(|error| panic!("{part:?}: {error}"));
        assert!(loaded.findings.is_empty(), "{part:?}: {:?}", loaded.findings);
    }
}

#[test]
fn a_map_that_cannot_be_is_refused() {
    let europe = EUROPE.extent;
    let refused = |extent, columns| made(&World { extent, columns }).err();
    assert!(matches!(refused(Extent { north: 20.0, ..europe }, 40), Some(WorldError::BadExtent { .. })));
    assert!(matches!(refused(Extent { east: f64::NAN, ..europe }, 40), Some(WorldError::BadExtent { .. })));
    assert!(matches!(refused(europe, 0), Some(WorldError::Board(_))));
    assert!(matches!(refused(europe, 501), Some(WorldError::TooFine { .. })));
    assert!(matches!(
        refused(Extent { north: 84.0, south: -84.0, west: 0.0, east: 0.1 }, 400),
        Some(WorldError::TooFine { .. })
    ));
    let pacific = Extent { north: 10.0, south: -5.0, west: -150.0, east: -130.0 };
    assert_eq!(refused(pacific, 20), Some(WorldError::NobodyToFight));
}
