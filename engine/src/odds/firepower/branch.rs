//! One line of events before the advance, and how it splits when a die is thrown.

/// What is left in one branch before the advance.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) attacker: Vec<u32>,
    pub(super) defender: Vec<u32>,
    pub(super) garrison: bool,
    pub(super) chance: f64,
}

/// One branch per possible number of losses; branches that come to the same are merged.
pub(super) fn split(branch: &Branch, chances: &[f64], apply: impl Fn(&mut Branch, u32)) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    for (lost, &chance) in chances.iter().enumerate() {
        if chance <= 0.0 {
            continue;
        }
        let mut next = branch.clone();
        next.chance *= chance;
        apply(&mut next, lost as u32);
        let same = branches
            .iter_mut()
            .find(|b| b.attacker == next.attacker && b.defender == next.defender && b.garrison == next.garrison);
        match same {
            Some(twin) => twin.chance += next.chance,
            None => branches.push(next),
        }
    }
    branches
}
