//! Who plays on a new map: the countries it shows, and the two largest that border on each other by land.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::grid::Board;
use chartroom_format::names;
use chartroom_format::schema::map::Surface;

use crate::hexes::{DrawnHex, DrawnHexes};

/// One of the two powers of a starter.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Player {
    /// Id of its country.
    pub(super) country: String,
    /// Positions among the hexes: the capital in the middle, and a harbour if the country has a coast.
    pub(super) capital: usize,
    pub(super) harbour: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cast {
    pub(super) red: Player,
    pub(super) blue: Player,
    /// Countries that hold at least one hex: name in the geography to id.
    pub(super) countries: BTreeMap<String, String>,
}

/// Two hexes hang together if at least this share of their common side is land.
const LAND_BRIDGE: f64 = 0.4;

/// `None` where no two countries meet by land.
pub(super) fn choose(board: &Board, drawn: &DrawnHexes) -> Option<Cast> {
    let owners: Vec<Option<&str>> = drawn.hexes.iter().map(owner).collect();
    let by_land: Vec<(usize, usize)> =
        drawn.shores.iter().filter(|shore| shore.land >= LAND_BRIDGE).map(|shore| shore.hexes).collect();
    let parts = parts(&by_land, &owners);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for &part in &parts {
        *sizes.entry(part).or_default() += 1;
    }
    // The border between the two largest: that whose smaller side is largest, then the first in reading order.
    let borders =
        by_land.iter().filter(|&&(a, b)| owners[a].is_some() && owners[b].is_some() && owners[a] != owners[b]);
    let pairs = borders.enumerate().map(|(position, &(a, b))| {
        let (one, other) = ((sizes[&parts[a]], a), (sizes[&parts[b]], b));
        let (red, blue) = if one.0 < other.0 { (other, one) } else { (one, other) };
        ((blue.0, red.0, Reverse(position)), red.1, blue.1)
    });
    let (_, red, blue) = pairs.max_by_key(|&(size, ..)| size)?;
    let player = |border: usize| {
        let own: Vec<usize> = (0..parts.len()).filter(|&hex| parts[hex] == parts[border]).collect();
        let capital = middle(board, &drawn.hexes, &own);
        let coast = own.iter().copied().filter(|&hex| hex != capital && is_harbour(board, &drawn.hexes, hex));
        let away = |&hex: &usize| (board.distance(drawn.hexes[capital].cell, drawn.hexes[hex].cell), hex);
        let country = names::to_id(owners[border].unwrap_or_default());
        Player { country, capital, harbour: coast.min_by_key(away) }
    };
    let shown: BTreeSet<&str> = owners.iter().copied().flatten().collect();
    let countries = shown.into_iter().map(|name| (name.to_owned(), names::to_id(name))).collect();
    Some(Cast { red: player(red), blue: player(blue), countries })
}

fn owner(hex: &DrawnHex) -> Option<&str> {
    if hex.surface == Surface::Sea { None } else { hex.countries.first().map(|(name, _)| name.as_str()) }
}

/// A coast beside open sea, where new ships can put out.
fn is_harbour(board: &Board, hexes: &[DrawnHex], hex: usize) -> bool {
    let mut near = board.neighbours(hexes[hex].cell).filter_map(|(_, cell)| board.index(cell));
    hexes[hex].surface == Surface::Coast && near.any(|next| hexes[next].surface == Surface::Sea)
}

/// For every hex the first one, in reading order, that can be reached from it by land without leaving the country.
fn parts(by_land: &[(usize, usize)], owners: &[Option<&str>]) -> Vec<usize> {
    let mut near: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &(a, b) in by_land.iter().filter(|&&(a, b)| owners[a] == owners[b]) {
        near.entry(a).or_default().push(b);
        near.entry(b).or_default().push(a);
    }
    let mut parts: Vec<Option<usize>> = vec![None; owners.len()];
    for start in 0..owners.len() {
        let mut open = vec![start];
        while let Some(hex) = open.pop() {
            if parts[hex].is_none() {
                parts[hex] = Some(start);
                open.extend(near.get(&hex).into_iter().flatten());
            }
        }
    }
    parts.into_iter().flatten().collect()
}

/// The hex from which the others are nearest, inland if there is such a hex.
fn middle(board: &Board, hexes: &[DrawnHex], own: &[usize]) -> usize {
    let far = |&index: &usize| {
        let sum: u64 = own.iter().map(|&other| u64::from(board.distance(hexes[index].cell, hexes[other].cell))).sum();
        (hexes[index].surface != Surface::Land, sum, index)
    };
    own.iter().copied().min_by_key(far).unwrap_or_default()
}
