//! Who holds what at the start, and who stands where.

use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::scenario::{Force, Placement};

use super::super::read::{self, Owner};
use super::Export;

impl Export<'_> {
    pub(super) fn set_up(&mut self) {
        for (at, name) in self.territories() {
            let holder = self
                .state
                .holder(at)
                .filter(|_| !self.game.territories.iter().any(|known| known.name == name && known.water));
            let holder = holder.and_then(|power| self.names.power(&self.rules.power(power).id)).map(str::to_owned);
            if let Some(player) = &holder {
                self.game.owners.push(Owner { territory: name.clone(), player: player.clone(), line: 0 });
            }
            for (feature, amount) in self.features_in(at) {
                let unit = self
                    .names
                    .unit(feature.as_str())
                    .filter(|unit| self.game.units.iter().any(|known| known.name == *unit));
                let stands = unit.filter(|_| !self.content.units.contains_key(feature.as_str())).map(str::to_owned);
                if let Some(unit) = stands {
                    self.game.placements.push(read::Placement {
                        unit,
                        territory: name.clone(),
                        amount,
                        owner: holder.clone(),
                        line: 0,
                    });
                }
            }
        }
        self.report.exact("holders", None);
        let set_up = &self.scenario.set_up;
        for (power, placements) in set_up {
            self.placements(power, placements);
        }
        self.report.exact("set-up in stated places", None);
        for (left_out, what) in [
            (!self.scenario.pools.is_empty(), "units that wait off the map"),
            (!self.scenario.reinforcements.is_empty(), "reinforcements"),
            (!self.scenario.pipeline.is_empty(), "units under construction"),
            (!self.scenario.tracks.is_empty(), "tracks at the start"),
            (!self.scenario.devastated.is_empty(), "damage at the start"),
        ] {
            if left_out {
                self.report.left_out(what, "", None);
            }
        }
    }

    fn placements(&mut self, power: &PowerId, placements: &[Placement]) {
        for placement in placements {
            match placement {
                Placement::At(space, force) => self.place(power, space.as_str(), force),
                Placement::Damaged(space, force) => {
                    self.report.near("damaged units", "they are set up whole", None);
                    self.place(power, space.as_str(), force);
                }
                Placement::Aboard(space, carrier, force) => {
                    self.report.near("units aboard others", "they stand in the same sea zone", None);
                    self.place(power, space.as_str(), &Force::from([(carrier.clone(), 1)]));
                    self.place(power, space.as_str(), force);
                }
                Placement::Formation(_, space, force) => {
                    self.report.near("armies and fleets", "their units stand in the same place", None);
                    self.place(power, space.as_str(), force);
                }
                Placement::Reconstructed(_, inside) | Placement::From(_, inside) => self.placements(power, inside),
                Placement::Within(_, force)
                | Placement::OnBorder(_, _, force)
                | Placement::AtAny(_, force)
                | Placement::Anywhere(force) => {
                    let count: i64 = force.values().sum();
                    self.report.left_out(
                        "units that their owner may set up where he likes",
                        &format!("{count} of {power}"),
                        None,
                    );
                }
            }
        }
    }

    fn place(&mut self, power: &PowerId, space: &str, force: &Force) {
        let (Some(owner), Some(territory)) = (self.names.power(power.as_str()), self.names.space(space)) else {
            return;
        };
        for (unit, amount) in force {
            if let Some(unit) = self.names.unit(unit.as_str()) {
                let placement = read::Placement {
                    unit: unit.to_owned(),
                    territory: territory.to_owned(),
                    amount: *amount,
                    owner: Some(owner.to_owned()),
                    line: 0,
                };
                self.game.placements.push(placement);
            }
        }
    }
}
