//! The canonical hash of a state: FNV-1a over its fields in a fixed order. Two states with the same hash are the same game.

use super::State;
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

    fn actor(&mut self, actor: Option<Actor>) {
        self.number(match actor {
            None => -1,
            Some(Actor::Power(power)) => i64::from(power.0),
            Some(Actor::Side(side)) => 1000 + i64::from(side.0),
        });
    }
}

impl State {
    /// The hash of everything that matters for the rest of the game, the dice to come included.
    pub fn hash(&self) -> u64 {
        let mut fnv = Fnv(0xCBF2_9CE4_8422_2325);
        fnv.number(i64::from(self.turn));
        fnv.number(i64::from(self.phase));
        fnv.number(i64::from(self.begun));
        fnv.number(self.rng as i64);
        fnv.bytes(&self.holders);
        for stack in &self.stacks {
            for part in [
                i64::from(stack.space.0),
                i64::from(stack.army),
                i64::from(stack.power.0),
                i64::from(stack.unit.0),
                i64::from(stack.damaged),
                i64::from(stack.count),
            ] {
                fnv.number(part);
            }
        }
        for (space, points) in self.damage.iter().chain(&self.repairs) {
            fnv.number(i64::from(space.0) * 256 + i64::from(*points));
        }
        for (space, feature, amount) in &self.features {
            fnv.number(i64::from(space.0) * 256 + i64::from(feature.0));
            fnv.number(i64::from(*amount));
        }
        fnv.bytes(&self.sides);
        fnv.bytes(&self.relations);
        for list in [&self.money, &self.income_change, &self.points] {
            for value in list {
                fnv.number(i64::from(*value));
            }
        }
        for (track, who, value) in &self.tracks {
            fnv.number(i64::from(track.0));
            fnv.actor(*who);
            fnv.number(i64::from(*value));
        }
        for (event, first, last) in &self.happened {
            fnv.number(i64::from(event.0));
            fnv.number(i64::from(*first) * 4096 + i64::from(*last));
        }
        for list in [&self.cut_off, &self.garrisons_gone, &self.markers] {
            fnv.number(list.len() as i64);
            for space in list {
                fnv.number(i64::from(space.0));
            }
        }
        // Few games have any; those without keep the hashes they had before there were such markers.
        for space in &self.posted {
            fnv.number(1 << 40 | i64::from(space.0));
        }
        self.shipped.iter().for_each(|points| fnv.number(i64::from(*points)));
        fnv.number(self.arrivals.len() as i64);
        for arrival in &self.arrivals {
            fnv.number(i64::from(arrival.turn) * 65536 + i64::from(arrival.space.0));
            fnv.number(i64::from(arrival.unit.0) * 65536 + i64::from(arrival.count));
        }
        for (choice, side) in &self.choices {
            fnv.number(i64::from(*choice) * 256 + i64::from(side.0));
        }
        for (power, space) in &self.capitals {
            fnv.number(i64::from(power.0) * 65536 + i64::from(space.0));
        }
        for (side, space, turn) in &self.beachheads {
            fnv.number(i64::from(side.0) * 65536 + i64::from(space.0));
            fnv.number(i64::from(*turn));
        }
        // Games that count no hexes keep the hashes they had.
        if self.noted != super::Noted::default() {
            fnv.bytes(&self.noted.holders);
            fnv.bytes(&self.noted.sides);
        }
        for stack in &self.convoys.points {
            fnv.number(1 << 41 | i64::from(stack.space.0));
            fnv.number(i64::from(stack.unit.0) * 65536 + i64::from(stack.count));
            fnv.number(i64::from(stack.power.0) * 65536 + i64::from(stack.army));
        }
        if self.convoys.due > 0 {
            fnv.number(1 << 42 | i64::from(self.convoys.due));
        }
        self.combat.hash_into(&mut |part| fnv.number(part));
        self.operations.hash_into(&mut |part| fnv.number(part));
        if self.campaign != super::Campaign::default() {
            self.campaign.hash_into(&mut |part| fnv.number(part));
        }
        fnv.number(self.outcome.as_ref().map_or(0, |outcome| 1 + outcome.victory as i64));
        fnv.0
    }
}
