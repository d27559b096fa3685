//! The hits of one side in every one of its states, when all its hits are of one kind and the enemy does not matter.

use super::salvo::{Moment, Phase, plain_dice};
use super::setting::Setting;
use crate::odds::pmf::{Pmf, Volley};

/// Hits by own state.
pub(super) struct Barrage {
    pub(super) volleys: Vec<Volley>,
    /// By state: the hits of the dice that fall silent when the next state is reached. None at all if a loss makes some
    /// die better, as the end of a pairing can.
    pub(super) silenced: Option<Vec<Pmf>>,
}

impl Barrage {
    /// Works backwards from the last state: a state throws the dice of the next one and some more.
    pub(super) fn new(setting: &Setting, by_attacker: bool) -> Self {
        let (camp, other) =
            if by_attacker { (&setting.attacker, &setting.defender) } else { (&setting.defender, &setting.attacker) };
        let now = Moment {
            battle: setting.battle,
            round_one: false,
            phase: Phase::Main,
            enemy: other.side,
            enemy_plan: &other.plan,
            enemy_state: 0,
        };
        let sides = u32::from(setting.battle.die);
        let mut pmfs: Vec<Pmf> = Vec::with_capacity(camp.plan.states);
        let mut silenced = Vec::with_capacity(camp.plan.states);
        let mut after: Vec<(u8, u32)> = Vec::new();
        let mut nested = true;
        for state in (0..camp.plan.states).rev() {
            let dice = plain_dice(camp.side, &camp.plan, &camp.reaches, state, &now);
            let surplus = if pmfs.is_empty() { None } else { surplus(&dice, &after) };
            match (surplus, pmfs.last()) {
                (Some(more), Some(next)) => {
                    let more = hits(&more, sides);
                    pmfs.push(more.and(next));
                    silenced.push(more);
                }
                (_, next) => {
                    nested &= next.is_none();
                    pmfs.push(hits(&dice, sides));
                    silenced.push(Pmf::nothing());
                }
            }
            after = dice;
        }
        pmfs.reverse();
        silenced.reverse();
        Self { volleys: pmfs.into_iter().map(Volley::new).collect(), silenced: nested.then_some(silenced) }
    }
}

fn hits(dice: &[(u8, u32)], sides: u32) -> Pmf {
    dice.iter().fold(Pmf::nothing(), |sum, &(faces, count)| sum.and(&Pmf::binomial(count, u32::from(faces), sides)))
}

/// What some dice have more than others; none if the others have something more. Both sorted by faces.
fn surplus(dice: &[(u8, u32)], others: &[(u8, u32)]) -> Option<Vec<(u8, u32)>> {
    let mut left = others.iter().peekable();
    let mut more = Vec::new();
    for &(faces, count) in dice {
        match left.next_if(|(other, _)| *other == faces) {
            Some(&(_, fewer)) if fewer > count => return None,
            Some(&(_, fewer)) if fewer == count => {}
            Some(&(_, fewer)) => more.push((faces, count - fewer)),
            None => more.push((faces, count)),
        }
    }
    left.next().is_none().then_some(more)
}

#[cfg(test)]
mod tests {
    use super::surplus;

    #[test]
    fn what_some_dice_have_more() {
        assert_eq!(surplus(&[(2, 5), (8, 3)], &[(2, 4), (8, 3)]), Some(vec![(2, 1)]));
        assert_eq!(surplus(&[(2, 5), (8, 3)], &[(8, 3)]), Some(vec![(2, 5)]));
        assert_eq!(surplus(&[(2, 5)], &[(2, 5)]), Some(vec![]));
        assert_eq!(surplus(&[(2, 5)], &[(2, 6)]), None);
        assert_eq!(surplus(&[(2, 5)], &[(3, 1)]), None);
        assert_eq!(surplus(&[], &[]), Some(vec![]));
    }
}
