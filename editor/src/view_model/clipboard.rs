//! Copied hexes: what lies in them and on their sides, to be turned by sixths, flipped and put down elsewhere. Names,
//! countries and regions stay where they are: they say which hex it is, not what it looks like.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::grid::{Direction, Hex};
use chartroom_format::schema::map::Surface;

use crate::document::Document;
use crate::document::ops::sides::{self, SideOf};
use crate::document::ops::space::{self, SpaceFact};
use crate::document::ops::{Planned, merged};
use crate::map::{Geometry, Scene};

/// What a copied hex brings along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopiedHex {
    /// From the first copied hex.
    pub offset: Hex,
    pub surface: Surface,
    pub terrain: Option<String>,
    pub features: Vec<(String, i64)>,
    /// The types on each side, by direction. Nothing where a bare side leads out of the copied area: what lies there
    /// is none of its business.
    pub sides: [Option<Vec<String>>; 6],
}

/// Copied hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexClipboard {
    pub hexes: Vec<CopiedHex>,
}

impl HexClipboard {
    /// Copies hexes of a scene; the first is the one that will lie under the pointer.
    pub fn copy(scene: &Scene, content: &Content, places: impl Iterator<Item = usize>) -> Self {
        let Geometry::Hexes { board, .. } = &scene.geometry else { return Self::default() };
        let places: BTreeSet<usize> = places.filter(|at| board.at(*at).is_some()).collect();
        let Some(first) = places.first().and_then(|at| board.at(*at)) else { return Self::default() };
        let hexes = places.iter().filter_map(|&at| {
            let cell = board.at(at)?;
            let space = content.spaces.get(scene.id(at));
            let side = |direction: Direction| {
                let next = board.neighbour(cell, direction).and_then(|next| board.index(next))?;
                let types = types_between(content, scene.id(at), scene.id(next));
                (places.contains(&next) || !types.is_empty()).then_some(types)
            };
            Some(CopiedHex {
                // The near way round, so that an area across the seam of a globe stays together when it is turned.
                offset: board.nearest_copy(first, cell) - board.to_hex(first),
                surface: scene.cells[at].surface,
                terrain: space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.clone()),
                features: space
                    .map(|space| space.features.iter().map(|(id, amount)| (id.0.clone(), *amount)).collect())
                    .unwrap_or_default(),
                sides: Direction::ALL.map(side),
            })
        });
        Self { hexes: hexes.collect() }
    }

    /// Turns by 60 degrees.
    pub fn turn(&mut self) {
        for hex in &mut self.hexes {
            hex.offset = hex.offset.rotated(Hex::ORIGIN, 1);
            hex.sides.rotate_right(1);
        }
    }

    /// Mirrors at the line through the first hex along direction 0.
    pub fn flip(&mut self) {
        for hex in &mut self.hexes {
            hex.offset = hex.offset.reflected(Hex::ORIGIN, Direction::new(0));
            // Direction n becomes direction -n.
            hex.sides[1..].reverse();
        }
    }

    /// The places that would be covered if the first hex lay at `at`, each once.
    pub fn places(&self, scene: &Scene, at: usize) -> Vec<(usize, &CopiedHex)> {
        let Geometry::Hexes { board, .. } = &scene.geometry else { return Vec::new() };
        let Some(cell) = board.at(at) else { return Vec::new() };
        let start = board.to_hex(cell);
        let mut taken = BTreeSet::new();
        let place = |hex: &CopiedHex| board.cell(start + hex.offset).and_then(|cell| board.index(cell));
        self.hexes
            .iter()
            .filter_map(|hex| place(hex).map(|at| (at, hex)))
            // Round a small globe a turned area may reach the same hex twice.
            .filter(|(at, _)| taken.insert(*at))
            .collect()
    }

    /// The edits of pasting with the first hex at `at`.
    pub fn paste(&self, document: &Document, scene: &Scene, at: usize) -> Planned {
        let places = self.places(scene, at);
        let facts: Vec<(&str, Vec<SpaceFact>)> = places
            .iter()
            .map(|(at, hex)| (scene.id(*at), new_facts(document.content(), scene, *at, hex)))
            .filter(|(_, facts)| !facts.is_empty())
            .collect();
        let borrowed: Vec<(&str, &[SpaceFact])> = facts.iter().map(|(id, facts)| (*id, facts.as_slice())).collect();
        let mut changes = space::set_each(document, &borrowed)?;
        merged(&mut changes, sides::replace(document, &new_sides(scene, &places))?);
        Ok(changes)
    }
}

fn new_sides(scene: &Scene, places: &[(usize, &CopiedHex)]) -> Vec<SideOf> {
    let Geometry::Hexes { board, .. } = &scene.geometry else { return Vec::new() };
    let mut seen = BTreeSet::new();
    let mut sides = Vec::new();
    for (at, hex) in places {
        let Some(cell) = board.at(*at) else { continue };
        for (direction, next) in board.neighbours(cell) {
            let (Some(types), Some(next)) = (&hex.sides[direction.index()], board.index(next)) else { continue };
            if seen.insert(((*at).min(next), (*at).max(next))) {
                let (a, b) = (scene.id(*at).to_owned(), scene.id(next).to_owned());
                sides.push(SideOf { a, b, types: types.clone() });
            }
        }
    }
    sides
}

/// What lies between two spaces, whichever way round it is written.
fn types_between(content: &Content, a: &str, b: &str) -> Vec<String> {
    let found = content.hexsides.get(&format!("{a}/{b}")).or_else(|| content.hexsides.get(&format!("{b}/{a}")));
    found.map(|types| types.iter().map(|id| id.0.clone()).collect()).unwrap_or_default()
}

/// What differs between a hex and the copied one that is put there.
fn new_facts(content: &Content, scene: &Scene, at: usize, hex: &CopiedHex) -> Vec<SpaceFact> {
    let space = content.spaces.get(scene.id(at));
    let mut facts = Vec::new();
    if scene.cells[at].surface != hex.surface {
        facts.push(SpaceFact::Surface(hex.surface));
    }
    let terrain = space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.as_str());
    if terrain != hex.terrain.as_deref() {
        facts.push(SpaceFact::Terrain(hex.terrain.clone()));
    }
    let features: BTreeSet<(&str, i64)> =
        space.iter().flat_map(|space| space.features.iter().map(|(id, amount)| (id.as_str(), *amount))).collect();
    if features != hex.features.iter().map(|(id, amount)| (id.as_str(), *amount)).collect() {
        facts.push(SpaceFact::Features(hex.features.clone()));
    }
    facts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chartroom_format::grid::Board;
    use proptest::prelude::*;

    use super::*;
    use crate::map::scene::Palette;
    use crate::testing::TestPack;
    use crate::theme::{Theme, Tokens};

    fn scene(document: &Document) -> Scene {
        Scene::new(&Palette::new(document.content(), None, Tokens::of(Theme::Light)), 0)
    }

    fn board(scene: &Scene) -> Board {
        match &scene.geometry {
            Geometry::Hexes { board, .. } => *board,
            _ => panic!("the small pack has hexes"),
        }
    }

    /// The small pack with another board under the same hexes.
    fn open(orientation: &str, shifted: &str, wrap: bool) -> (TestPack, Document) {
        let pack = TestPack::new();
        let map = pack.read("map/map.ron").replace("Pointy", orientation).replace("Odd", shifted);
        pack.write("map/map.ron", &map.replace("columns: 8", &format!("wrap: {wrap}, columns: 8")));
        let document = Document::open(&pack.root()).expect("it opens");
        assert!(document.first_findings.is_empty(), "{:?}", document.first_findings);
        (pack, document)
    }

    /// What may lie in a hex: terrain, sea or nothing; a feature; a type on one of its sides.
    type Painted = (usize, u8, u8, u8, u8);

    fn paint(document: &mut Document, painted: &[Painted]) {
        for (at, terrain, feature, direction, side) in painted {
            let scene = scene(document);
            let board = board(&scene);
            let cell = board.at(*at).expect("a hex");
            let id = scene.id(*at).to_owned();
            let ground = match terrain {
                0 => SpaceFact::Surface(Surface::Lake),
                1 => SpaceFact::Terrain(Some("forest".into())),
                _ => SpaceFact::Terrain(Some("hills".into())),
            };
            let features =
                [vec![], vec![("port".to_owned(), 1)], vec![("factory".to_owned(), 2), ("port".to_owned(), 3)]];
            let facts = [ground, SpaceFact::Features(features[usize::from(*feature)].clone())];
            let mut changes = space::set_each(document, &[(id.as_str(), &facts)]).expect("planned");
            if let Some(next) = board.neighbour(cell, Direction::new(*direction)).and_then(|next| board.index(next)) {
                let types = [vec![], vec!["river".to_owned()], vec!["wall".into(), "river".into()]];
                let side = SideOf { a: id, b: scene.id(next).to_owned(), types: types[usize::from(*side)].clone() };
                merged(&mut changes, sides::replace(document, &[side]).expect("planned"));
            }
            document.change("paint", &changes).expect("fits");
        }
    }

    /// Everything that can be copied, by place: the ground, and what lies on the sides.
    fn ground(document: &Document, scene: &Scene, at: usize) -> (Surface, Option<String>, BTreeMap<String, i64>) {
        let space = document.content().spaces.get(scene.id(at));
        (
            scene.cells[at].surface,
            space.and_then(|space| space.terrain.as_ref()).map(|id| id.0.clone()),
            space
                .map(|space| space.features.iter().map(|(id, amount)| (id.0.clone(), *amount)).collect())
                .unwrap_or_default(),
        )
    }

    fn side(document: &Document, scene: &Scene, a: usize, b: usize) -> Vec<String> {
        types_between(document.content(), scene.id(a), scene.id(b))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

        /// Six turns are none, two flips are none, a paste in place changes nothing; a turned or flipped area has the
        /// same ground and the same sides between its hexes wherever it is put, also over edges and round a globe.
        #[test]
        fn areas_are_turned_and_flipped_as_a_whole(
            flat in any::<bool>(), even in any::<bool>(), wrap in any::<bool>(),
            painted in prop::collection::vec((0..48_usize, 0..3_u8, 0..3_u8, 0..6_u8, 0..3_u8), 0..10),
            chosen in prop::collection::btree_set(0..48_usize, 1..9),
            turns in 0..6_usize, flipped in any::<bool>(), to in 0..48_usize,
        ) {
            let (_pack, mut document) =
                open(if flat { "Flat" } else { "Pointy" }, if even { "Even" } else { "Odd" }, wrap);
            paint(&mut document, &painted);
            let before = scene(&document);
            let board = board(&before);
            let original = HexClipboard::copy(&before, document.content(), chosen.iter().copied());
            prop_assert_eq!(original.hexes.len(), chosen.len());
            let mut copied = original.clone();
            (0..6).for_each(|_| copied.turn());
            prop_assert_eq!(&copied, &original, "six turns");
            copied.flip();
            copied.flip();
            prop_assert_eq!(&copied, &original, "two flips");
            let first = *chosen.first().expect("at least one");
            prop_assert_eq!(original.paste(&document, &before, first).expect("planned"), vec![], "in place");

            (0..turns).for_each(|_| copied.turn());
            if flipped {
                copied.flip();
            }
            let steps = document.history().done();
            let texts: Vec<_> = document.files().values().map(|file| file.text.clone()).collect();
            let was: Vec<_> = (0..48).map(|at| ground(&document, &before, at)).collect();
            // Where each chosen hex comes to lie: worked out by a walk, not by the clipboard's own sums.
            let start = board.to_hex(board.at(to).expect("a hex"));
            let home = board.at(first).expect("a hex");
            let goes = |at: usize| {
                let arm = board.nearest_copy(home, board.at(at).expect("a hex")) - board.to_hex(home);
                let turned = arm.rotated(Hex::ORIGIN, turns as i32);
                let arm = if flipped { turned.reflected(Hex::ORIGIN, Direction::new(0)) } else { turned };
                board.cell(start + arm).and_then(|cell| board.index(cell))
            };
            let mut owner: BTreeMap<usize, usize> = BTreeMap::new();
            for &at in &chosen {
                if let Some(there) = goes(at) {
                    owner.entry(there).or_insert(at);
                }
            }
            let unique = owner.len() == chosen.iter().filter(|at| goes(**at).is_some()).count();
            let wanted: Vec<(usize, usize, Vec<String>)> = chosen
                .iter()
                .flat_map(|&a| before.neighbours(a).into_iter().map(move |b| (a, b)))
                .filter(|(a, b)| a < b && chosen.contains(b))
                .filter(|(a, b)| {
                    // Neighbours across the seam whose copies lie apart on the unrolled plane are no neighbours there.
                    let place = |at: usize| board.nearest_copy(home, board.at(at).expect("a hex"));
                    place(*a).distance(place(*b)) == 1
                })
                .filter_map(|(a, b)| Some((goes(a)?, goes(b)?, side(&document, &before, a, b))))
                .collect();
            let changes = copied.paste(&document, &before, to).expect("planned");
            document.change("paste", &changes).expect("fits");
            let after = scene(&document);
            for at in 0..48 {
                let from = owner.get(&at).copied().unwrap_or(at);
                prop_assert_eq!(ground(&document, &after, at), was[from].clone(), "{} from {}", after.id(at), after.id(from));
            }
            for (a, b, types) in wanted.into_iter().filter(|_| unique) {
                prop_assert_eq!(side(&document, &after, a, b), types, "{} and {}", after.id(a), after.id(b));
            }
            let loaded = chartroom_format::load::load(&document.snapshot(), document.root()).expect("it loads");
            prop_assert!(loaded.findings.is_empty(), "{:?}", loaded.findings);
            prop_assert_eq!(&loaded.content.hexsides, &document.content().hexsides);
            document.rewind(steps);
            prop_assert_eq!(document.files().values().map(|file| file.text.clone()).collect::<Vec<_>>(), texts);
        }
    }
}
