//! Places as sets of spaces: a region's members are the spaces that name it, those it lists, those of regions it includes,
//! and whole rows and columns of hexes.

use std::collections::BTreeSet;

use crate::content::Content;
use crate::schema::ids::{RegionId, SpaceId};
use crate::schema::map::Grid;

impl Content {
    /// The listed spaces of a place: the space itself, or the members of a region. Hexes that no file lists are not counted.
    pub fn spaces_of(&self, place: &str) -> BTreeSet<SpaceId> {
        if self.spaces.contains_key(place) {
            return BTreeSet::from([SpaceId::from(place)]);
        }
        let mut members = BTreeSet::new();
        self.add_region(place, &mut members, &mut BTreeSet::new());
        members
    }

    fn add_region(&self, id: &str, members: &mut BTreeSet<SpaceId>, seen: &mut BTreeSet<RegionId>) {
        // Regions that include each other are a finding of their own; here they only must not loop.
        let Some(region) = self.regions.get(id).filter(|_| seen.insert(RegionId::from(id))) else { return };
        members.extend(region.spaces.iter().cloned());
        for (space, entry) in &self.spaces {
            if entry.country.as_ref().is_some_and(|country| country.as_str() == id)
                || entry.regions.iter().any(|of| of.as_str() == id)
            {
                members.insert(space.clone());
            }
        }
        if let Some(Grid::Hexes(grid)) = self.map.as_ref().map(|map| &map.grid)
            && let Ok(board) = grid.board()
        {
            let numbers = region.hexes_by_line(grid).into_iter().map(|cell| grid.numbering.format(&board, cell));
            members.extend(numbers.filter(|number| self.spaces.contains_key(number.as_str())).map(SpaceId));
        }
        for inner in &region.includes {
            self.add_region(inner.as_str(), members, seen);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::fs::MemoryFs;
    use crate::load;

    #[test]
    fn regions_gather_their_members_from_every_side() {
        let fs = MemoryFs::default()
            .with("p/t/pack.ron", r#"Pack(schema: 2, id: "t", title: "T", version: "1")"#)
            .with(
                "p/t/map.ron",
                r#"Map(schema: 2, title: "M", grid: Hexes((orientation: Pointy, shifted: Odd, columns: 3, rows: 3,
                    numbering: (pattern: [Row(1), Column(1)], rows: (first: 1, toward: North), columns: (first: 1, toward: East)))))"#,
            )
            .with(
                "p/t/spaces.ron",
                r#"Spaces(schema: 2, spaces: {"11": (surface: Land, country: "a"), "21": (surface: Land, regions: ["b"]),
                    "31": (surface: Sea), "32": (surface: Land)})"#,
            )
            .with(
                "p/t/regions.ron",
                r#"Regions(schema: 2, regions: {"a": (title: "A", kind: Country, spaces: ["32"]), "b": (title: "B", kind: Group),
                    "ab": (title: "AB", kind: Group, includes: ["a", "b", "ab"]), "north": (title: "N", kind: Weather, rows: (3, 9)),
                    "east": (title: "E", kind: Theatre, columns: (2, 3)), "corner": (title: "C", kind: Theatre, rows: (3, 3), columns: (1, 1))})"#,
            );
        let loaded = load::load(&fs, Path::new("p/t")).expect("loads");
        assert!(loaded.findings.is_empty(), "{:#?}", loaded.findings);
        for (place, wanted) in [
            ("11", "11"),
            ("a", "11 32"),
            ("b", "21"),
            ("ab", "11 21 32"),
            ("north", "31 32"),
            ("east", "32"),
            ("corner", "31"),
            ("nowhere", ""),
        ] {
            let found: Vec<String> = loaded.content.spaces_of(place).iter().map(ToString::to_string).collect();
            assert_eq!(found.join(" "), wanted, "{place}");
        }
    }
}
