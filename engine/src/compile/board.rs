//! Spaces, regions and links into one graph, whatever kind of map it is.

use std::sync::Arc;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::map::{self, Grid, Surface};
use chartroom_format::schema::terrain::SupplyPassage;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use super::{Compiler, hexes, zones};
use crate::board::{
    Board, Domains, Link, Opening, PassageInfo, RegionInfo, SideMarks, SideTypeInfo, SpaceInfo, TerrainInfo, side_bit,
};
use crate::codes;
use crate::ids::{LinkClassIx, OptionIx, PowerIx, SideTypeIx, SpaceIx, TerrainIx};
use crate::services::ways;

/// From one space to another.
type Way = (SpaceIx, SpaceIx);

/// Pairs of neighbours with the class of the link between them, in any order.
pub(super) type Pairs = Vec<(Way, LinkClassIx)>;

pub(super) const LAND: LinkClassIx = LinkClassIx(0);
pub(super) const COAST: LinkClassIx = LinkClassIx(1);
pub(super) const SEA: LinkClassIx = LinkClassIx(2);
pub(super) const AIR_ONLY: LinkClassIx = LinkClassIx(3);

impl Compiler<'_> {
    pub(super) fn board(&mut self) -> Option<Board> {
        self.entry = None;
        let Some(map) = &self.content.map else {
            self.fault(codes::NO_BOARD, "the pack has no map".to_owned());
            return None;
        };
        if self.content.spaces.is_empty() {
            self.fault(codes::NO_BOARD, "the map has no spaces".to_owned());
            return None;
        }
        let mut board = Board {
            terrains: self.terrains(),
            side_types: self
                .content
                .side_types
                .iter()
                .map(|(id, side)| SideTypeInfo {
                    id: id.to_string(),
                    bars_retreat: side.bars_retreat,
                    bars_supply: side.bars_supply,
                    bars_control: side.bars_control,
                    land_cost: land_cost(side.cost.iter(), 0),
                    costs: costs(side.cost.iter(), 0),
                    crossing: side.crossing,
                    road: side.road,
                    hazard: side.hazard.as_ref().map(|hazard| {
                        let option = hazard.option.as_ref().and_then(|option| self.names.options.get(option.as_str()));
                        (hazard.lost_from, option.map(OptionIx::new))
                    }),
                })
                .collect(),
            link_classes: self.names.link_classes.names(),
            ..Board::default()
        };
        board.marks = SideMarks::of(&board.side_types);
        board.spaces = self.space_infos(map);
        board.survey();
        board.with_feature = vec![Vec::new(); self.names.features.len()];
        for (at, space) in board.spaces.iter().enumerate() {
            for (feature, _) in space.features.iter().filter(|(_, amount)| *amount > 0) {
                board.with_feature[feature.index()].push(SpaceIx::new(at));
            }
        }
        self.regions(&mut board, map);
        let is_hex = matches!(map.grid, Grid::Hexes(_));
        let pairs = match &map.grid {
            Grid::Hexes(grid) => hexes::pairs(self, grid),
            Grid::Zones(_) => zones::pairs(self),
        };
        self.links(&mut board, pairs, is_hex);
        board.survey_ways();
        Some(board)
    }

    fn terrains(&self) -> Vec<TerrainInfo> {
        let mut terrains: Vec<TerrainInfo> = self
            .content
            .terrains
            .iter()
            .map(|(id, terrain)| TerrainInfo {
                id: id.to_string(),
                bars: Domains::of(&terrain.bars),
                supply: terrain.supply.unwrap_or(SupplyPassage::Free),
                land_cost: land_cost(terrain.cost.iter(), 1),
                costs: costs(terrain.cost.iter(), 1),
            })
            .collect();
        if !self.content.terrains.contains_key("open") {
            terrains.push(TerrainInfo {
                id: "open".to_owned(),
                bars: Domains::NONE,
                supply: SupplyPassage::Free,
                land_cost: 1,
                costs: costs(std::iter::empty(), 1),
            });
        }
        terrains
    }

    fn space_infos(&mut self, map: &map::Map) -> Vec<SpaceInfo> {
        let plain = self
            .content
            .default_terrain
            .as_ref()
            .and_then(|terrain| self.names.terrains.get(terrain.as_str()))
            .or_else(|| self.names.terrains.get("open"))
            .unwrap_or(0);
        let mut infos = Vec::with_capacity(self.names.spaces.len());
        for id in self.names.spaces.names() {
            let Some(space) = self.content.spaces.get(id.as_str()) else {
                infos.push(SpaceInfo {
                    id,
                    name: None,
                    surface: map.unlisted.unwrap_or(Surface::Sea),
                    terrain: TerrainIx::new(plain),
                    country: None,
                    owner: None,
                    features: Vec::new(),
                    value: 0,
                    listed: false,
                });
                continue;
            };
            self.at(EntryKind::Space, &id, &[]);
            let terrain = space.terrain.as_ref().and_then(|terrain| self.terrain(terrain.as_str()));
            let country = space.country.as_ref().and_then(|country| self.region(country.as_str()));
            let features = space
                .features
                .iter()
                .filter_map(|(feature, amount)| self.feature(feature.as_str()).map(|feature| (feature, *amount)))
                .collect();
            infos.push(SpaceInfo {
                name: space.name.clone(),
                surface: space.surface,
                terrain: terrain.unwrap_or(TerrainIx::new(plain)),
                country,
                owner: self.owner(space),
                features,
                value: space.value.unwrap_or(0),
                listed: true,
                id,
            });
        }
        infos
    }

    /// The power a space belongs to by its country, or by the first region of it that belongs to one.
    fn owner(&self, space: &map::Space) -> Option<PowerIx> {
        let named = space.country.iter().chain(&space.regions);
        named
            .filter_map(|region| self.content.regions.get(region.as_str()))
            .find_map(|region| region.power.as_ref())
            .and_then(|power| self.names.powers.get(power.as_str()))
            .map(PowerIx::new)
    }

    fn regions(&mut self, board: &mut Board, map: &map::Map) {
        let mut members: Vec<Vec<SpaceIx>> = vec![Vec::new(); self.content.regions.len()];
        for (id, space) in &self.content.spaces {
            let Some(at) = self.names.spaces.get(id.as_str()) else { continue };
            self.at(EntryKind::Space, id.as_str(), &[]);
            for region in space.country.iter().chain(&space.regions) {
                if let Some(region) = self.region(region.as_str()) {
                    members[region.index()].push(SpaceIx::new(at));
                }
            }
        }
        for (index, (id, region)) in self.content.regions.iter().enumerate() {
            self.at(EntryKind::Region, id.as_str(), &[]);
            for space in &region.spaces {
                members[index].extend(self.space(space.as_str()));
            }
            if let Grid::Hexes(grid) = &map.grid {
                members[index].extend(hexes::by_line(grid, region));
            }
        }
        members.iter_mut().for_each(in_order);
        // Regions may include regions that include regions; a circle ends when nothing is added any more.
        for _ in 0..self.content.regions.len() {
            let mut grew = false;
            for (index, (id, region)) in self.content.regions.iter().enumerate() {
                for other in &region.includes {
                    self.at(EntryKind::Region, id.as_str(), &["includes"]);
                    let Some(other) = self.region(other.as_str()) else { continue };
                    let inner = members[other.index()].clone();
                    let before = members[index].len();
                    members[index].extend(inner);
                    in_order(&mut members[index]);
                    grew |= members[index].len() > before;
                }
            }
            if !grew {
                break;
            }
        }
        board.regions = self
            .content
            .regions
            .keys()
            .zip(&members)
            .map(|(id, spaces)| RegionInfo { id: id.to_string(), spaces: spaces.clone() })
            .collect();
        self.names.members = Arc::new(members);
    }

    fn links(&mut self, board: &mut Board, pairs: Pairs, is_hex: bool) {
        let fresh =
            |(_, to): Way, class, passes| Link { to, class, passes, attacks: Domains::NONE, sides: 0, passage: None };
        let by_nature =
            |(way, class): (Way, LinkClassIx)| (way, fresh(way, class, passes(board, way.0, way.1, is_hex)));
        let mut all: Vec<(Way, Link)> = pairs.into_iter().map(by_nature).collect();
        self.entry = None;
        let mut added = Vec::new();
        for link in &self.content.added_links {
            if let (Some(from), Some(to)) = (self.space(link.from.as_str()), self.space(link.to.as_str())) {
                let ways = if link.one_way { vec![(from, to)] } else { vec![(from, to), (to, from)] };
                all.extend(ways.iter().map(|way| (*way, fresh(*way, LAND, Domains::NONE))));
                added.push((link, ways));
            }
        }
        // Neighbours by nature stand first, and stay.
        all.sort_by_key(|(way, _)| *way);
        all.dedup_by_key(|(way, _)| *way);
        for (added, ways) in added {
            let class = self.names.link_classes.get(added.class.as_str()).map_or(LAND, LinkClassIx::new);
            let open = self
                .content
                .link_classes
                .get(added.class.as_str())
                .map_or(Domains::ALL, |class| Domains::of(&class.passes));
            for way in ways {
                if let Some(link) = at_way(&mut all, way) {
                    link.class = class;
                    link.passes = link.passes.with(open);
                }
            }
        }
        for (name, sides) in &self.content.hexsides {
            let Some((one, other)) = name.split_once('/') else { continue };
            let (Some(one), Some(other)) = (self.space(one), self.space(other)) else { continue };
            for side in sides {
                let Some(at) = self.side_type(side.as_str()) else { continue };
                for way in [(one, other), (other, one)] {
                    if let Some(link) = at_way(&mut all, way) {
                        link.sides |= side_bit(at);
                    }
                }
            }
        }
        for (_, link) in &mut all {
            self.apply_sides(link);
        }
        for denied in &self.content.denied_links {
            let (Some(from), Some(to)) = (self.space(denied.from.as_str()), self.space(denied.to.as_str())) else {
                continue;
            };
            let shut = if denied.domains.is_empty() { Domains::ALL } else { Domains::of(&denied.domains) };
            for way in [(from, to), (to, from)] {
                if let Some(link) = at_way(&mut all, way) {
                    link.passes = link.passes.without(shut);
                    link.attacks = link.attacks.without(shut);
                }
            }
        }
        all.retain(|(_, link)| link.passes != Domains::NONE || link.attacks != Domains::NONE);
        board.starts = vec![0; board.spaces.len() + 1];
        for ((from, _), _) in &all {
            board.starts[from.index() + 1] += 1;
        }
        for at in 1..board.starts.len() {
            board.starts[at] += board.starts[at - 1];
        }
        board.links = all.into_iter().map(|(_, link)| link).collect();
    }

    /// What hexsides do to a link: crossings open it to land units, others bar.
    fn apply_sides(&self, link: &mut Link) {
        let mut attacks = link.passes;
        for (index, side) in self.content.side_types.values().enumerate() {
            if link.sides & side_bit(SideTypeIx::new(index)) == 0 {
                continue;
            }
            if side.crossing {
                link.passes = link.passes.with(Domains::of(&[Domain::Land]));
                attacks = attacks.with(Domains::of(&[Domain::Land]));
            }
            link.passes = link.passes.without(Domains::of(&side.bars));
            attacks = attacks.without(Domains::of(&side.bars_attack));
        }
        link.attacks = attacks;
    }

    /// Canals and straits: which links they rule, and what opens them.
    pub(super) fn passages(&mut self, board: &mut Board) {
        for (id, passage) in &self.content.passages {
            self.at(EntryKind::Passage, id.as_str(), &[]);
            let number = board.passages.len() as u8;
            let keys = passage.keys.iter().filter_map(|key| self.space(key.as_str())).collect();
            let opens = match &passage.opens {
                map::Opening::FriendlyHoldsAll => Opening::FriendlyHoldsAll,
                map::Opening::FriendlyHoldsAny => Opening::FriendlyHoldsAny,
                map::Opening::UnlessEnemyHolds => Opening::UnlessEnemyHolds,
                map::Opening::When(condition) => Opening::When(self.condition(condition)),
            };
            for (one, other) in &passage.between {
                let (Some(one), Some(other)) = (self.space(one.as_str()), self.space(other.as_str())) else { continue };
                for (from, to) in [(one, other), (other, one)] {
                    let range = board.starts[from.index()] as usize..board.starts[from.index() + 1] as usize;
                    if let Some(link) = board.links[range].iter_mut().find(|link| link.to == to) {
                        link.passage = Some(number);
                    }
                }
            }
            let source = passage.source.as_ref().map(ToString::to_string).unwrap_or_default();
            let always = passage.always.iter().filter_map(|class| self.class(class.as_str())).collect();
            board.passages.push(PassageInfo { id: id.to_string(), keys, opens, always, source });
        }
    }
}

/// The link of a way in a list sorted by ways.
fn at_way(all: &mut [(Way, Link)], way: Way) -> Option<&mut Link> {
    let at = all.binary_search_by_key(&way, |(way, _)| *way).ok()?;
    Some(&mut all[at].1)
}

fn in_order(spaces: &mut Vec<SpaceIx>) {
    spaces.sort_unstable();
    spaces.dedup();
}

/// Movement points of land units; fractions count as a whole point.
fn land_cost<'c>(mut costs: impl Iterator<Item = (&'c Domain, &'c Amount)>, otherwise: i64) -> i64 {
    let land = costs.find(|(domain, _)| **domain == Domain::Land);
    land.map_or(otherwise, |(_, cost)| {
        // The smallest number has no opposite of its own size.
        let up = -(-i128::from(cost.numerator)).div_euclid(i128::from(cost.denominator.max(1)));
        i64::try_from(up).unwrap_or(i64::MAX)
    })
}

/// Movement points by domain, in parts.
fn costs<'c>(written: impl Iterator<Item = (&'c Domain, &'c Amount)>, otherwise: i32) -> [i32; 5] {
    let mut found = [otherwise * ways::PARTS as i32; 5];
    for (domain, cost) in written {
        found[ways::domain_at(*domain)] = ways::parts(*cost) as i32;
    }
    found
}

/// Who may pass between two neighbours by what they are.
fn passes(board: &Board, from: SpaceIx, to: SpaceIx, is_hex: bool) -> Domains {
    let (a, b) = (board.space(from).surface, board.space(to).surface);
    if a == Surface::Impassable || b == Surface::Impassable {
        return Domains::NONE;
    }
    let has_land = |surface| matches!(surface, Surface::Land | Surface::Coast | Surface::Box);
    // Ships enter coastal hexes; on a map of zones they stay in the sea zones.
    let has_sea =
        |surface| matches!(surface, Surface::Sea) || is_hex && matches!(surface, Surface::Coast | Surface::Island);
    let mut open = Domains::of(&[Domain::Air]);
    if has_land(a) && has_land(b) {
        open = open.with(Domains::of(&[Domain::Land]));
    }
    let on_lake = a == Surface::Lake || b == Surface::Lake;
    let lake_way = on_lake && (a == b || is_hex && (a == Surface::Coast || b == Surface::Coast));
    if has_sea(a) && has_sea(b) || lake_way {
        open = open.with(Domains::of(&[Domain::Sea, Domain::Submarine]));
    }
    open.without(board.terrain(to).bars)
}

/// The class of the link between two neighbours.
pub(super) fn class_between(a: Surface, b: Surface) -> LinkClassIx {
    let land = |surface| matches!(surface, Surface::Land | Surface::Box);
    let sea = |surface| matches!(surface, Surface::Sea | Surface::Lake);
    match (a, b) {
        (Surface::Impassable, _) | (_, Surface::Impassable) => AIR_ONLY,
        (a, b) if sea(a) && sea(b) => SEA,
        (a, b) if land(a) && land(b) => LAND,
        _ => COAST,
    }
}
