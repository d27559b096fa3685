//! Rights to declare war, doors that open and moves that are barred: names become ids.

use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::zone_politics::{Activation, MoveBan, WarRight};

use super::Compiler;
use crate::ids::PowerIx;
use crate::procedures::diplomacy::WarRule;
use crate::procedures::range::activation::ActivationRule;
use crate::procedures::range::bans::BanRule;

impl Compiler<'_> {
    fn powers(&mut self, list: &[PowerId]) -> Vec<PowerIx> {
        list.iter().filter_map(|power| self.power(power.as_str())).collect()
    }

    pub(super) fn war_right(&mut self, written: &WarRight) -> WarRule {
        let WarRight { by, on, unaligned, except, when, joins, source } = written;
        WarRule {
            by: self.powers(by),
            on: self.actors(on),
            unaligned: *unaligned,
            except: self.powers(except),
            when: self.maybe_condition(when.as_ref()),
            joins: joins.as_ref().and_then(|side| self.side(side.as_str())),
            source: source.as_ref().map(ToString::to_string),
        }
    }

    pub(super) fn activation(&mut self, written: &Activation) -> ActivationRule {
        // Who opened a door is told by what happens then; the rule is named by the procedure's own.
        let Activation { by, of, absorbs, not_by, when, source: _ } = written;
        ActivationRule {
            by: self.actors(by),
            of: self.powers(of),
            absorbs: *absorbs,
            not_by: not_by.iter().filter_map(|class| self.class(class.as_str())).collect(),
            when: self.maybe_condition(when.as_ref()),
        }
    }

    pub(super) fn ban(&mut self, written: &MoveBan) -> BanRule {
        let MoveBan { by, units, from, to, except, within, at_home, offshore, when, source } = written;
        let (from, mut to) = (self.places(from), self.places(to));
        let free = self.places(except);
        to.retain(|space| free.binary_search(space).is_err());
        BanRule {
            by: self.actors(by),
            units: self.filter(units),
            from,
            to,
            within: self.places(within),
            at_home: *at_home,
            offshore: *offshore,
            when: self.maybe_condition(when.as_ref()),
            source: source.as_ref().map(ToString::to_string),
        }
    }
}
