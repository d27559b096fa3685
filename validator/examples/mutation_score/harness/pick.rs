//! Which of all the mutations that a pack offers are made: every kind, evenly over its files, always the same.

use chartroom_format::cst;
use chartroom_format::load::Loaded;

use super::facts::Facts;
use super::kinds::{KINDS, Offer, Source};
use super::places;

/// One mutation to make.
pub(crate) struct Mutation {
    /// Its place in the list of kinds.
    pub(crate) kind: usize,
    pub(crate) file: String,
    pub(crate) offer: Offer,
}

/// Kinds that offer little give all they have; the others share what is left.
pub(crate) fn mutations(loaded: &Loaded, wanted: usize) -> Vec<Mutation> {
    let facts = Facts::new(&loaded.content);
    let own = loaded.content.pack().map(|pack| pack.id.clone());
    let mut offered: Vec<Vec<Mutation>> = KINDS.iter().map(|_| Vec::new()).collect();
    for file in loaded.files.iter().filter(|file| Some(&file.pack) == own.as_ref()) {
        let Some(root) = cst::parse(&file.text).0 else { continue };
        let places = places::all(&root, &file.text);
        let source = Source { file, content: &loaded.content, facts: &facts, places: &places };
        for (kind, mutation) in KINDS.iter().enumerate() {
            let mut found = Vec::new();
            (mutation.find)(&source, &mut found);
            offered[kind].extend(found.into_iter().map(|offer| Mutation { kind, file: file.path.clone(), offer }));
        }
    }
    let mut order: Vec<usize> = (0..KINDS.len()).collect();
    order.sort_by_key(|kind| offered[*kind].len());
    let (mut left, mut chosen) = (wanted, Vec::new());
    for (done, kind) in order.iter().enumerate() {
        let share = left.div_ceil(KINDS.len() - done);
        let list = std::mem::take(&mut offered[*kind]);
        let count = list.len();
        // Spread over the whole list: the n-th of `share` places.
        let mut taken = 0;
        for (index, mutation) in list.into_iter().enumerate() {
            if taken < share && index * share.min(count) >= taken * count {
                chosen.push(mutation);
                taken += 1;
            }
        }
        left -= taken;
    }
    chosen.sort_by(|a, b| (a.kind, &a.file, &a.offer.what).cmp(&(b.kind, &b.file, &b.offer.what)));
    chosen
}
