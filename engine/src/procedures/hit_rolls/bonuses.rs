//! Modifiers of attack or defence as additions to the dice of a battle, row by row: each row for its owner, type and damage.

use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::CombatRole;

use super::field::scene;
use crate::condition::UnitFilter;
use crate::ids::SpaceIx;
use crate::matchup::profile::Bits;
use crate::modifier::Settled;
use crate::odds::hit::{Bonus, BonusRounds, ClassSet, Reach, Unit};
use crate::ruleset::{ModifierInfo, Ruleset};
use crate::state::{Stack, State};

/// What is known of one side when its bonuses are looked for.
pub(super) struct Ranks<'a> {
    pub(super) rules: &'a Ruleset,
    pub(super) state: &'a State,
    pub(super) space: SpaceIx,
    pub(super) kind: BattleKind,
    pub(super) role: CombatRole,
    /// Stacks row by row, those who wait among them.
    pub(super) rows: &'a [Vec<Stack>],
    /// Stacks that take part.
    pub(super) fighters: &'a [Stack],
    pub(super) enemies: &'a [Stack],
}

impl Ranks<'_> {
    fn takes(&self, filter: &UnitFilter, stack: &Stack) -> bool {
        filter.takes(self.rules, self.state, stack.unit, Some(stack.power))
    }

    fn count(&self, filter: &UnitFilter) -> i64 {
        let own = self.fighters.iter().filter(|stack| self.takes(filter, stack));
        own.map(|stack| i64::from(stack.count)).sum()
    }

    /// Marks the rows that are meant with a bit of their own; nothing if no row is.
    fn mark(
        &self,
        units: &mut [Unit],
        bits: &mut Bits,
        name: String,
        meant: impl Fn(&Stack) -> bool,
    ) -> Option<ClassSet> {
        let rows: Vec<usize> = (0..self.rows.len()).filter(|row| self.rows[*row].first().is_some_and(&meant)).collect();
        if rows.is_empty() {
            return None;
        }
        let bit = bits.named(name);
        for row in rows {
            units[row].classes = units[row].classes.with(bit);
        }
        Some(bit)
    }

    /// What a modifier adds; one value for all of a side, computed with the first that fights at hand.
    fn added(&self, modifier: &ModifierInfo) -> Option<i64> {
        let settled = modifier.change.constant().or_else(|| {
            let here = scene(self.rules, self.state, self.space, self.kind, self.role, *self.fighters.first()?);
            modifier.change.settled(self.rules, self.state, &here)
        });
        settled.and_then(Settled::added)
    }

    /// All additions that hold now.
    pub(super) fn bonuses(&self, units: &mut [Unit], bits: &mut Bits) -> Vec<Bonus> {
        let quantity = if self.role == CombatRole::Attacking { Quantity::Attack } else { Quantity::Defence };
        let (rules, state) = (self.rules, self.state);
        let mut found = Vec::new();
        for modifier in rules.modifiers.iter().filter(|modifier| modifier.quantity == quantity) {
            let Some(add) = self.added(modifier) else { continue };
            let is_spoilt = modifier
                .unless_enemy
                .as_ref()
                .is_some_and(|filter| self.enemies.iter().any(|enemy| self.takes(filter, enemy)));
            let is_alone = modifier.company.as_ref().is_some_and(|(filter, least)| self.count(filter) < *least);
            if !state.option_or_none(modifier.option) || is_spoilt || is_alone {
                continue;
            }
            let partners = modifier.partner.as_ref().map(|partner| self.count(partner));
            if partners == Some(0) {
                continue;
            }
            let meant = |stack: &Stack| {
                let here = scene(rules, state, self.space, self.kind, self.role, *stack);
                modifier.to.as_ref().is_none_or(|to| self.takes(to, stack))
                    && modifier.when.as_ref().is_none_or(|when| when.holds(rules, state, &here))
            };
            let Some(set) = self.mark(units, bits, format!("to:{}", modifier.id), meant) else { continue };
            let reach = match (&modifier.partner, partners, modifier.helps) {
                (Some(partner), Some(_), 1) => {
                    let name = format!("with:{}", modifier.id);
                    let helper = self.mark(units, bits, name, |stack| self.takes(partner, stack));
                    Reach::OnePer(helper.unwrap_or(ClassSet::NONE))
                }
                (_, Some(partners), helps) => Reach::UpTo((partners * helps).clamp(0, 60_000) as u16),
                _ => Reach::All,
            };
            // Company and enemies are looked at again when the next round is laid out.
            found.push(Bonus {
                units: set,
                add: add.clamp(-100, 100) as i8,
                reach,
                needs_own: None,
                unless_enemy: ClassSet::NONE,
                rounds: BonusRounds::Every,
            });
        }
        found
    }
}
