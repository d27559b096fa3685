//! What must hold on every bundled map, whatever its rulebook says: links lead both ways, the globe closes, hexes have six
//! sides, everything can be reached, zones leave no gap and do not overlap.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use chartroom_atlas::zones::{Areas, untidy};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map::{Grid, HexGrid, Surface};
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::units::Domain;
use chartroom_tests::repository;
use chartroom_tests::topology::{self, Topology};

const HEXES: [&str; 3] = ["global-war-1975", "hitlers-global-war", "hitlers-war-cg3"];
const ZONES: [&str; 2] = ["global-war-1939", "war-game-ww2"];

struct Board {
    content: Content,
    topology: Topology,
    shapes: Option<Shapes>,
}

/// Every bundled map, drawn once.
static BOARDS: LazyLock<BTreeMap<&str, Board>> = LazyLock::new(|| {
    let board = |pack: &'static str| {
        let mut content =
            load::load(&DiskFs, &repository().join("content").join(pack)).expect("the pack loads").content;
        if ZONES.contains(&pack) {
            content.shapes = Some(topology::shapes(&content).expect("zones are drawn"));
        }
        let topology = Topology::of(&content).expect("the map makes a graph");
        let shapes = content.shapes.clone();
        (pack, Board { content, topology, shapes })
    };
    HEXES.into_iter().chain(ZONES).map(board).collect()
});

fn hexes(pack: &str) -> &HexGrid {
    match &BOARDS[pack].content.map.as_ref().expect("a map").grid {
        Grid::Hexes(grid) => grid,
        Grid::Zones(_) => panic!("{pack} has zones"),
    }
}

#[test]
fn links_lead_both_ways() {
    let mut wrong = Vec::new();
    for (pack, Board { topology, .. }) in BOARDS.iter() {
        for (space, _) in topology.spaces() {
            for (next, ways) in topology.neighbours(space) {
                if !topology.has(next) {
                    wrong.push(format!("{pack}: {space} leads to {next}, which is no space"));
                }
                let back = ways.iter().all(|way| topology.linked(next, space, Some(*way)));
                if !back && !topology.is_one_way(space, next) {
                    wrong.push(format!("{pack}: {space} leads to {next} by {ways:?} but not back"));
                }
                if space == next {
                    wrong.push(format!("{pack}: {space} is its own neighbour"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn hexes_have_six_neighbours_except_at_an_edge() {
    for pack in HEXES {
        let grid = hexes(pack);
        let board = grid.board().expect("a legal board");
        let topology = &BOARDS[pack].topology;
        for cell in board.cells() {
            let name = grid.numbering.format(&board, cell);
            let around: BTreeSet<String> =
                board.neighbours(cell).map(|(_, next)| grid.numbering.format(&board, next)).collect();
            let inside = cell.row > 0
                && cell.row + 1 < board.rows()
                && (board.wraps() || (cell.column > 0 && cell.column + 1 < board.columns()));
            let least = if inside { 6 } else { 2 };
            assert!((least..=6).contains(&around.len()), "{pack}: {name} has {} neighbours", around.len());
            let linked: BTreeSet<String> = topology.neighbours(&name).map(|(next, _)| next.to_owned()).collect();
            assert!(linked.is_superset(&around), "{pack}: {name} touches {around:?} but leads to {linked:?}");
        }
    }
}

#[test]
fn the_globe_closes() {
    for pack in HEXES.into_iter().filter(|pack| hexes(pack).wrap) {
        let grid = hexes(pack);
        let board = grid.board().expect("a legal board");
        for row in 0..board.rows() {
            let name = |column| grid.numbering.format(&board, chartroom_format::grid::Cell::new(column, row));
            let (west, east) = (name(0), name(board.columns() - 1));
            let linked: BTreeSet<&str> = BOARDS[pack].topology.neighbours(&east).map(|(next, _)| next).collect();
            assert!(linked.contains(west.as_str()), "{pack}: {east} does not touch {west}");
        }
    }
    for pack in ZONES {
        let Board { content, topology, shapes } = &BOARDS[pack];
        let shapes = shapes.as_ref().expect("drawn");
        let Some(Grid::Zones(grid)) = content.map.as_ref().map(|map| &map.grid) else { panic!("{pack} has zones") };
        assert_eq!((grid.width, grid.height, grid.wrap), (shapes.width, shapes.height, shapes.wraps), "{pack}");
        assert!(shapes.wraps, "{pack} shows the whole world");
        let (west, east) = (edge(shapes, 0), edge(shapes, shapes.width as i32));
        assert_eq!(covered(&west), shapes.height, "{pack}: the west edge has gaps");
        assert_eq!(covered(&east), shapes.height, "{pack}: the east edge has gaps");
        for (zone, from, to) in &west {
            let partners = east.iter().filter(|(_, other_from, other_to)| to.min(other_to) > from.max(other_from));
            for (partner, other_from, other_to) in partners {
                let shared = to.min(other_to) - from.max(other_from);
                let met = zone == partner || topology.neighbours(zone).any(|(next, _)| next == partner);
                assert!(met || shared <= shapes.shortest_border as i32, "{pack}: {zone} does not meet {partner}");
            }
        }
    }
}

/// The zones along one edge of the map and the stretch each holds.
fn edge(shapes: &Shapes, x: i32) -> Vec<(String, i32, i32)> {
    let mut found = Vec::new();
    for border in &shapes.borders {
        let ((Some(zone), None) | (None, Some(zone))) = (&border.left, &border.right) else { continue };
        for pair in border.points.windows(2).filter(|pair| pair[0].0 == x && pair[1].0 == x) {
            found.push((zone.to_string(), pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1)));
        }
    }
    found
}

fn covered(stretches: &[(String, i32, i32)]) -> u32 {
    stretches.iter().map(|(_, from, to)| (to - from) as u32).sum()
}

/// Waters that no ship of the oceans reaches, and why.
const CLOSED_WATERS: &[(&str, &str, &str)] = &[
    ("hitlers-global-war", "1849", "the Caspian, which has no way out"),
    ("hitlers-war-cg3", "J21 K21", "the Caspian, which has no way out"),
];

/// Spaces nobody can reach at all, and why. Impassable ones need no entry.
const OUT_OF_REACH: &[(&str, &str, &str)] = &[];

fn allowed(list: &[(&str, &str, &str)], pack: &str) -> BTreeSet<String> {
    let own = list.iter().filter(|(of, ..)| *of == pack);
    own.flat_map(|(_, spaces, reason)| {
        assert!(!reason.is_empty(), "{pack}: say why {spaces} cannot be reached");
        spaces.split_whitespace().map(str::to_owned)
    })
    .collect()
}

#[test]
fn every_space_can_be_reached_as_its_kind_allows() {
    let mut wrong = Vec::new();
    for (pack, Board { topology, content, .. }) in BOARDS.iter() {
        let seas: Vec<&str> =
            topology.spaces().filter(|(_, surface)| *surface == Surface::Sea).map(|(name, _)| name).collect();
        let ocean = widest(&seas, |from| topology.reach(from, Domain::Sea).into_keys().collect());
        let closed: BTreeSet<String> =
            seas.iter().filter(|sea| !ocean.contains(*sea)).map(|sea| (*sea).to_owned()).collect();
        if closed != allowed(CLOSED_WATERS, pack) {
            wrong.push(format!("{pack}: ships do not reach {closed:?}"));
        }
        // Armies walk or land from the sea: what touches no ocean must be reached on foot from what does.
        let dry: Vec<&str> = topology
            .spaces()
            .filter(|(name, surface)| {
                let terrain = content.spaces.get(*name).and_then(|space| space.terrain.as_ref());
                let barred =
                    terrain.and_then(|id| content.terrains.get(id)).is_some_and(|t| t.bars.contains(&Domain::Land));
                matches!(surface, Surface::Land | Surface::Coast | Surface::Island) && !barred
            })
            .map(|(name, _)| name)
            .collect();
        let mut landed: BTreeSet<&str> = BTreeSet::new();
        for space in &dry {
            let from_sea = ocean.contains(space)
                || topology.neighbours(space).any(|(next, ways)| ocean.contains(next) && !ways.is_empty());
            if from_sea && !landed.contains(space) {
                landed.extend(topology.reach(space, Domain::Land).into_keys());
            }
        }
        let lost: BTreeSet<String> =
            dry.iter().filter(|space| !landed.contains(*space)).map(|space| (*space).to_owned()).collect();
        if lost != allowed(OUT_OF_REACH, pack) {
            wrong.push(format!("{pack}: armies do not reach {lost:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The largest set that can be reached from one of the starts.
fn widest<'a>(starts: &[&'a str], reach: impl Fn(&str) -> Vec<&'a str>) -> BTreeSet<&'a str> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut best = BTreeSet::new();
    for start in starts {
        if seen.contains(start) {
            continue;
        }
        let here: BTreeSet<&str> = reach(start).into_iter().collect();
        seen.extend(&here);
        if here.len() > best.len() {
            best = here;
        }
    }
    best
}

#[test]
fn zones_tile_their_map() {
    for pack in ZONES {
        let Board { content, shapes, .. } = &BOARDS[pack];
        let shapes = shapes.as_ref().expect("drawn");
        let (areas, problems) = Areas::read(shapes);
        assert!(problems.is_empty(), "{pack}: {problems:?}");
        let sum: f64 = areas.zones.values().map(|area| area.size).sum();
        let sheet = f64::from(shapes.width) * f64::from(shapes.height);
        assert!((sum / sheet - 1.0).abs() < 1e-9, "{pack}: zones cover {sum} of {sheet}");
        // Along a line through every row of the map one zone ends where the next begins: neither gap nor overlap anywhere.
        let untidy = untidy(shapes, &areas);
        assert!(untidy.is_empty(), "{pack}: {} rows, the first: {:?}", untidy.len(), untidy.first());
        let drawn: BTreeSet<&str> = areas.zones.keys().map(SpaceId::as_str).collect();
        let listed: BTreeSet<&str> = content
            .spaces
            .iter()
            .filter(|(_, space)| space.surface != Surface::Box)
            .map(|(id, _)| id.as_str())
            .collect();
        let (extra, missing) = (drawn.difference(&listed), listed.difference(&drawn));
        assert_eq!((extra.collect::<Vec<_>>(), missing.collect::<Vec<_>>()), (vec![], vec![]), "{pack}");
        assert!(areas.zones.values().all(|area| area.size > 0.0), "{pack}: a zone is empty");
        let open = shapes.borders.iter().filter(|border| border.left.is_none() && border.right.is_none()).count();
        assert_eq!(open, 0, "{pack}: a border between nobody and nobody");
    }
}
