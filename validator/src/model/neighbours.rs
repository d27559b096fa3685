//! Who neighbours whom, by name. A map of hexes has thousands of spaces, and most are never asked about: names stand once, in
//! order, and neighbours are numbers.

use std::collections::{BTreeMap, BTreeSet};

/// The neighbours of each space.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// In order, each once.
    names: Vec<String>,
    /// Where the neighbours of each space begin; one more than there are spaces.
    starts: Vec<u32>,
    /// Numbers of names, in order for each space.
    near: Vec<u32>,
}

impl Neighbours {
    /// From a name for each number and the numbers beside it. Where a name comes twice, the later one counts.
    pub fn new<I: Iterator<Item = usize>>(named: Vec<String>, beside: impl Fn(usize) -> I) -> Self {
        let mut order: Vec<usize> = (0..named.len()).collect();
        order.sort_by(|a, b| named[*a].cmp(&named[*b]));
        let mut rank = vec![0_u32; named.len()];
        let mut holders: Vec<usize> = Vec::with_capacity(named.len());
        for number in order {
            match holders.last_mut().filter(|last| named[**last] == named[number]) {
                Some(last) => *last = number,
                None => holders.push(number),
            }
            rank[number] = holders.len() as u32 - 1;
        }
        let mut all = Self { names: Vec::with_capacity(holders.len()), starts: vec![0], near: Vec::new() };
        let mut named = named;
        for holder in &holders {
            let first = all.near.len();
            all.near.extend(beside(*holder).map(|other| rank[other]));
            let mut own = all.near.split_off(first);
            own.sort_unstable();
            own.dedup();
            all.near.append(&mut own);
            all.starts.push(all.near.len() as u32);
        }
        all.names.extend(holders.into_iter().map(|holder| std::mem::take(&mut named[holder])));
        all
    }

    /// From pairs that hold both ways.
    pub fn of_pairs<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)>) -> Self {
        let mut joined: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (a, b) in pairs {
            joined.entry(a).or_default().insert(b);
            joined.entry(b).or_default().insert(a);
        }
        let numbers: BTreeMap<&str, usize> = joined.keys().enumerate().map(|(number, name)| (*name, number)).collect();
        let beside: Vec<Vec<usize>> =
            joined.values().map(|others| others.iter().map(|other| numbers[other]).collect()).collect();
        Self::new(joined.keys().map(|name| (*name).to_owned()).collect(), |number| beside[number].iter().copied())
    }

    /// The name as it stands here, if the space has a place.
    pub fn name(&self, name: &str) -> Option<&str> {
        self.number(name).map(|number| self.names[number].as_str())
    }

    /// The neighbours of a space in order; nothing for spaces without a place.
    pub fn of(&self, name: &str) -> Option<impl Iterator<Item = &str>> {
        let number = self.number(name)?;
        let near = &self.near[self.starts[number] as usize..self.starts[number + 1] as usize];
        Some(near.iter().map(|other| self.names[*other as usize].as_str()))
    }

    pub fn touch(&self, a: &str, b: &str) -> bool {
        self.of(a).is_some_and(|mut others| others.any(|other| other == b))
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_with_their_neighbours_in_order() {
        let beside = |number: usize| [vec![2, 1], vec![0], vec![0, 0], vec![1]][number].clone().into_iter();
        let all = Neighbours::new(["c", "b", "a", "b"].map(str::to_owned).to_vec(), beside);
        let check = |name: &str, wanted: Option<&[&str]>| {
            assert_eq!(all.of(name).map(Iterator::collect::<Vec<_>>).as_deref(), wanted, "{name}");
        };
        check("c", Some(&["a", "b"]));
        check("a", Some(&["c"]));
        // The later one of that name.
        check("b", Some(&["b"]));
        check("d", None);
        assert!(all.touch("c", "a") && !all.touch("a", "b") && all.name("a") == Some("a"));
    }

    #[test]
    fn pairs_hold_both_ways() {
        let all = Neighbours::of_pairs([("x", "y"), ("y", "z"), ("x", "y")].into_iter());
        assert_eq!(all.of("y").map(Iterator::collect::<Vec<_>>), Some(vec!["x", "z"]));
        assert!(all.touch("z", "y") && !all.touch("x", "z"));
    }
}
