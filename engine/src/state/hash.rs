//! The canonical hash of a state: FNV-1a over its fields in a fixed order. Two states with the same hash are the same game.

use super::{Stack, State};
use crate::ids::Actor;

struct Fnv(u64);

impl Fnv {
    fn number(&mut self, value: i64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as i64);
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    /// A list with its length, so that no two lists run into each other.
    fn list<T>(&mut self, items: &[T], put: impl Fn(&mut Self, &T)) {
        self.number(items.len() as i64);
        for item in items {
            put(self, item);
        }
    }

    fn stack(&mut self, stack: &Stack) {
        let Stack { space, army, power, unit, damaged, count } = *stack;
        for part in
            [space.0, u32::from(army), u32::from(power.0), u32::from(unit.0), u32::from(damaged), u32::from(count)]
        {
            self.number(i64::from(part));
        }
    }

    fn actor(&mut self, actor: Option<Actor>) {
        self.number(match actor {
            None => -1,
            Some(Actor::Power(power)) => i64::from(power.0),
            Some(Actor::Side(side)) => 1000 + i64::from(side.0),
        });
    }
}

impl State {
    /// The hash of everything that matters for the rest of the game, the dice to come included. It takes the state apart by name, so that
    /// nobody can add a part and forget it here.
    pub fn hash(&self) -> u64 {
        let Self {
            turn,
            phase,
            begun,
            rng,
            holders,
            stacks,
            damage,
            repairs,
            features,
            sides,
            relations,
            money,
            income_change,
            points,
            tracks,
            options,
            happened,
            held_for,
            cut_off,
            garrisons_gone,
            markers,
            posted,
            shipped,
            arrivals,
            choices,
            capitals,
            beachheads,
            noted,
            convoys,
            fleets,
            combat,
            operations,
            campaign,
            outcome,
        } = self;
        let mut fnv = Fnv(0xCBF2_9CE4_8422_2325);
        for number in [i64::from(*turn), i64::from(*phase), i64::from(*begun), *rng as i64] {
            fnv.number(number);
        }
        fnv.bytes(holders);
        fnv.list(stacks, Fnv::stack);
        for list in [damage, repairs] {
            fnv.list(list, |fnv, (space, points)| fnv.number(i64::from(space.0) * 256 + i64::from(*points)));
        }
        fnv.list(features, |fnv, (space, feature, amount)| {
            fnv.number(i64::from(space.0) * 256 + i64::from(feature.0));
            fnv.number(i64::from(*amount));
        });
        fnv.bytes(sides);
        fnv.bytes(relations);
        for list in [money, income_change, points] {
            fnv.list(list, |fnv, value| fnv.number(i64::from(*value)));
        }
        fnv.list(tracks, |fnv, (track, who, value)| {
            fnv.number(i64::from(track.0));
            fnv.actor(*who);
            fnv.number(i64::from(*value));
        });
        fnv.list(options, |fnv, on| fnv.number(i64::from(*on)));
        fnv.list(happened, |fnv, (event, first, last)| {
            fnv.number(i64::from(event.0));
            fnv.number(i64::from(*first) * 4096 + i64::from(*last));
        });
        fnv.bytes(held_for);
        for list in [cut_off, garrisons_gone, markers, posted] {
            fnv.list(list, |fnv, space| fnv.number(i64::from(space.0)));
        }
        fnv.list(shipped, |fnv, points| fnv.number(i64::from(*points)));
        fnv.list(arrivals, |fnv, arrival| {
            fnv.number(i64::from(arrival.turn) << 32 | i64::from(arrival.space.0));
            fnv.number(i64::from(arrival.power.0) << 32 | i64::from(arrival.unit.0) << 16 | i64::from(arrival.count));
        });
        fnv.list(choices, |fnv, (choice, side)| fnv.number(i64::from(*choice) * 256 + i64::from(side.0)));
        fnv.list(capitals, |fnv, (power, space)| fnv.number(i64::from(power.0) << 32 | i64::from(space.0)));
        fnv.list(beachheads, |fnv, (side, space, turn)| {
            fnv.number(i64::from(side.0) << 32 | i64::from(space.0));
            fnv.number(i64::from(*turn));
        });
        fnv.bytes(&noted.holders);
        fnv.bytes(&noted.sides);
        fnv.list(&convoys.points, Fnv::stack);
        fnv.number(i64::from(convoys.due));
        fleets.hash_into(&mut |part| fnv.number(part));
        combat.hash_into(&mut |part| fnv.number(part));
        operations.hash_into(&mut |part| fnv.number(part));
        campaign.hash_into(&mut |part| fnv.number(part));
        // What else is said of the end follows from the test that decided.
        fnv.number(outcome.as_ref().map_or(0, |outcome| 1 + outcome.victory as i64));
        fnv.0
    }
}
