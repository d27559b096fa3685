//! What a hit may fall on. Dice with the same reach make one kind of hit; rows that no kind tells apart make one
//! bucket, and only the number of hits per bucket has to be remembered.

use super::battle::{ClassSet, Shot, Side, SupportDice};

/// Marks a band of a die that hits nobody.
pub(super) const NO_KIND: u8 = u8::MAX;

/// A kind of hit on one side; rows are bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) mask: u64,
    pub(super) first: u64,
    /// The shooter picks the costliest row instead of the owner the cheapest.
    pub(super) picked: bool,
}

impl Kind {
    /// Narrow hits are given before wide ones, so that none is wasted that need not be.
    fn precedence(self) -> (u32, bool, bool, u64, u64) {
        (self.mask.count_ones(), !self.picked, self.first == 0, self.mask, self.first)
    }
}

/// The kinds one die can score, by how low it rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ShotKinds {
    pub(super) picked: u8,
    pub(super) full: u8,
    /// What is left to hit above the halved value.
    pub(super) strong: u8,
}

/// Everything one side can score on the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Reaches {
    /// In the order in which hits are given.
    pub(super) kinds: Vec<Kind>,
    /// By row, health state and shot.
    pub(super) units: Vec<Vec<Vec<ShotKinds>>>,
    /// By support: the kinds, and for anti-air the one enemy row its dice depend on.
    pub(super) support: Vec<Vec<(Option<usize>, ShotKinds)>>,
}

type Wish = [Option<Kind>; 3];

fn rows(side: &Side, wanted: impl Fn(ClassSet) -> bool) -> u64 {
    side.units
        .iter()
        .enumerate()
        .filter(|(_, unit)| unit.count > 0 && wanted(unit.classes))
        .fold(0, |mask, (row, _)| mask | 1 << row)
}

fn kind(mask: u64, first: u64, picked: bool) -> Option<Kind> {
    let first = first & mask;
    let first = if first == mask { 0 } else { first };
    (mask != 0).then_some(Kind { mask, first: if picked { 0 } else { first }, picked: picked && mask.count_ones() > 1 })
}

fn wish(shot: &Shot, enemy: &Side, only: u64) -> Wish {
    let mask = rows(enemy, |c| shot.targets.allows(c)) & only;
    let first = rows(enemy, |c| shot.targets.first.covers(c));
    let weak = shot.halved.map_or(0, |halved| rows(enemy, |c| halved.against.covers(c)));
    [
        (shot.picks_on > 0).then(|| kind(mask & rows(enemy, |c| shot.picks_from.covers(c)), first, true)).flatten(),
        kind(mask, first, false),
        (shot.halved.is_some()).then(|| kind(mask & !weak, first, false)).flatten(),
    ]
}

impl Reaches {
    /// Collects the kinds of hits `side` can score on `enemy`.
    pub(super) fn of(side: &Side, enemy: &Side) -> Self {
        let mut wishes: Vec<Wish> = Vec::new();
        let unit_wishes: Vec<Vec<Vec<Wish>>> = side
            .units
            .iter()
            .map(|unit| {
                unit.health
                    .iter()
                    .map(|health| health.shots.iter().map(|shot| wish(shot, enemy, u64::MAX)).collect())
                    .collect()
            })
            .collect();
        let support_wishes: Vec<Vec<(Option<usize>, Wish)>> = side
            .support
            .iter()
            .map(|support| match support.dice {
                SupportDice::PerEnemy(classes) => {
                    let mask = rows(enemy, |c| classes.covers(c));
                    (0..enemy.units.len())
                        .filter(|row| mask >> row & 1 == 1)
                        .map(|row| (Some(row), wish(&support.shot, enemy, 1 << row)))
                        .collect()
                }
                SupportDice::Fixed(_) | SupportDice::PerOwn(..) => {
                    vec![(None, wish(&support.shot, enemy, u64::MAX))]
                }
            })
            .collect();
        wishes.extend(unit_wishes.iter().flatten().flatten());
        wishes.extend(support_wishes.iter().flatten().map(|(_, wish)| *wish));
        let mut kinds: Vec<Kind> = wishes.into_iter().flatten().flatten().collect();
        kinds.sort_by_key(|kind| kind.precedence());
        kinds.dedup();
        let number = |kind: Option<Kind>| {
            kind.and_then(|wanted| kinds.iter().position(|&k| k == wanted))
                .map_or(NO_KIND, |index| index.min(usize::from(NO_KIND)) as u8)
        };
        let numbers =
            |wish: &Wish| ShotKinds { picked: number(wish[0]), full: number(wish[1]), strong: number(wish[2]) };
        Self {
            units: unit_wishes
                .iter()
                .map(|levels| levels.iter().map(|shots| shots.iter().map(numbers).collect()).collect())
                .collect(),
            support: support_wishes
                .iter()
                .map(|parts| parts.iter().map(|(row, wish)| (*row, numbers(wish))).collect())
                .collect(),
            kinds,
        }
    }

    /// Bucket of every row of the side these hits fall on.
    pub(super) fn buckets(&self, rows: usize) -> Vec<usize> {
        let mut signatures = Vec::new();
        let mut bucket_of_row = Vec::with_capacity(rows);
        for row in 0..rows {
            let has = |mask: u64| mask >> row & 1 == 1;
            let told_apart = self.kinds.iter().any(|kind| kind.picked && has(kind.mask));
            let signature = (
                self.kinds.iter().map(|kind| (has(kind.mask), has(kind.first))).collect::<Vec<_>>(),
                told_apart.then_some(row),
            );
            let bucket = signatures.iter().position(|s| *s == signature).unwrap_or_else(|| {
                signatures.push(signature);
                signatures.len() - 1
            });
            bucket_of_row.push(bucket);
        }
        bucket_of_row
    }
}
