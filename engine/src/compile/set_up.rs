//! The position a scenario starts from: who holds what, where units stand, money, tracks, relations.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::rules::TrackOwner;
use chartroom_format::schema::scenario::{Force, Placement};
use chartroom_format::schema::units::Domain;

use super::{Compiler, Options};
use crate::apply::apply;
use crate::codes;
use crate::event::{Event, GainReason};
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx, TrackIx, UnitIx};
use crate::query::{armies, stacking, zones};
use crate::ruleset::Ruleset;
use crate::state::leaders::{Leader, Stance};
use crate::state::{Campaign, Combat, MOST_MONEY, Stack, State, relation_code};

impl Compiler<'_> {
    pub(super) fn set_up(&mut self, rules: &Ruleset, options: Options<'_>) -> State {
        let powers = rules.powers.len();
        let purses = powers + rules.sides.len();
        let mut state = State {
            turn: rules.first_turn as i16,
            phase: 0,
            begun: false,
            rng: options.seed,
            dice: crate::state::rng::Dice::default(),
            holders: rules.board.spaces.iter().map(|space| space.owner.map_or(0, |power| power.0 + 1)).collect(),
            stacks: Vec::new(),
            damage: Vec::new(),
            repairs: Vec::new(),
            features: Vec::new(),
            sides: self.content.powers.values().map(|power| self.side_code(power.side.as_ref())).collect(),
            relations: vec![relation_code(RelationKind::Neutral); powers * powers],
            money: vec![0; purses],
            income_change: vec![0; purses],
            points: vec![0; purses],
            tracks: Vec::new(),
            options: self.content.options.values().map(|option| option.on).collect(),
            happened: Vec::new(),
            held_for: vec![0; rules.victory.len()],
            cut_off: Vec::new(),
            garrisons_gone: Vec::new(),
            markers: Vec::new(),
            posted: Vec::new(),
            shipped: Vec::new(),
            arrivals: Vec::new(),
            choices: Vec::new(),
            capitals: Vec::new(),
            beachheads: Vec::new(),
            noted: crate::state::Noted::default(),
            convoys: crate::state::Convoys::default(),
            fleets: crate::state::fleets::Fleets::default(),
            combat: Combat::default(),
            operations: crate::state::operations::Operations::default(),
            campaign: Campaign::default(),
            battles: crate::state::table_battle::TableBattles::default(),
            outcome: None,
        };
        state.fleets.keels = self.keels();
        let id = self.scenario.id.to_string();
        self.alliances(&mut state, &id);
        self.switches(&mut state, &id, options);
        self.control(rules, &mut state, &id);
        self.things_at_start(rules, &mut state, &id);
        let set_up = self.scenario.set_up.clone();
        // What has one place only goes first, so that free placements fill what is left.
        for exact in [true, false] {
            for (power, placements) in &set_up {
                self.at(EntryKind::Scenario, &id, &["set_up", power.as_str()]);
                let Some(power) = self.power(power.as_str()) else { continue };
                for placement in placements {
                    self.place(rules, &mut state, power, placement, exact);
                }
            }
        }
        self.check_stacking(rules, &state, &id);
        state
    }

    fn side_code(&self, side: Option<&chartroom_format::schema::ids::SideId>) -> u8 {
        side.and_then(|side| self.names.sides.get(side.as_str())).map_or(0, |side| side as u8 + 1)
    }

    fn alliances(&mut self, state: &mut State, id: &str) {
        for (power, side) in &self.scenario.sides {
            self.at(EntryKind::Scenario, id, &["sides", power.as_str()]);
            if let (Some(power), Some(side)) = (self.power(power.as_str()), self.side(side.as_str())) {
                apply(state, &Event::SideSet { power, side: Some(side) });
            }
        }
        self.at(EntryKind::Scenario, id, &["neutral"]);
        for power in &self.scenario.neutral {
            if let Some(power) = self.power(power.as_str()) {
                apply(state, &Event::SideSet { power, side: None });
            }
        }
        for one in state.powers().collect::<Vec<_>>() {
            for other in state.powers().filter(|other| *other > one).collect::<Vec<_>>() {
                if state.side_of(one).is_some() && state.side_of(one) == state.side_of(other) {
                    apply(state, &Event::RelationSet { one, other, kind: RelationKind::Allied });
                }
            }
        }
        self.at(EntryKind::Scenario, id, &["wars"]);
        for (left, right) in &self.scenario.wars {
            let (left, right) = (self.actors(left), self.actors(right));
            for one in left.iter().flat_map(|actor| state.members(*actor).collect::<Vec<_>>()).collect::<Vec<_>>() {
                for actor in &right {
                    for other in state.members(*actor).collect::<Vec<_>>() {
                        apply(state, &Event::RelationSet { one, other, kind: RelationKind::War });
                    }
                }
            }
        }
        self.at(EntryKind::Scenario, id, &["relations"]);
        for (one, other, kind) in &self.scenario.relations {
            if let (Some(one), Some(other)) = (self.power(one.as_str()), self.power(other.as_str())) {
                apply(state, &Event::RelationSet { one, other, kind: *kind });
            }
        }
    }

    fn switches(&mut self, state: &mut State, id: &str, options: Options<'_>) {
        self.at(EntryKind::Scenario, id, &["options"]);
        let given = options.switches.iter().map(|(option, on)| ((*option).to_owned(), *on));
        let own: Vec<(String, bool)> =
            self.scenario.options.iter().map(|(option, on)| (option.to_string(), *on)).chain(given).collect();
        for (option, on) in own {
            if let Some(option) = self.option(&option) {
                apply(state, &Event::OptionSwitched { option, on });
            }
        }
    }

    fn control(&mut self, rules: &Ruleset, state: &mut State, id: &str) {
        for (actor, places) in &self.scenario.control {
            self.at(EntryKind::Scenario, id, &["control", actor.as_str()]);
            let Some(actor) = self.actor(actor) else { continue };
            let by = match actor {
                Actor::Power(power) => Some(power),
                Actor::Side(_) => state.members(actor).find(|power| rules.power(*power).plays),
            };
            for space in self.places(places) {
                apply(state, &Event::Captured { space, from: state.holder(space), by });
            }
        }
    }

    fn things_at_start(&mut self, rules: &Ruleset, state: &mut State, id: &str) {
        for (who, money) in &self.scenario.treasury {
            self.at(EntryKind::Scenario, id, &["treasury", who.as_str()]);
            if !(-MOST_MONEY..=MOST_MONEY).contains(money) {
                self.fault(
                    codes::NOT_CARRIED_OUT,
                    format!("nobody can have {money}; games reckon with up to {MOST_MONEY}"),
                );
            }
            if let Some(who) = self.actor(who) {
                apply(state, &Event::MoneySet { who, to: *money });
            }
        }
        for (index, track) in self.content.tracks.values().enumerate() {
            let owners: Vec<Option<Actor>> = match track.each {
                TrackOwner::Power => state.powers().map(|power| Some(Actor::Power(power))).collect(),
                TrackOwner::Side => (0..rules.sides.len()).map(|side| Some(Actor::Side(SideIx::new(side)))).collect(),
                TrackOwner::Game => vec![None],
            };
            for who in owners {
                apply(state, &Event::TrackSet { track: TrackIx::new(index), who, to: track.start });
            }
        }
        self.at(EntryKind::Scenario, id, &["tracks"]);
        for start in &self.scenario.tracks {
            let who = start.who.as_ref().and_then(|who| self.actor(who));
            if let Some(track) = self.track(start.track.as_str()) {
                apply(state, &Event::TrackSet { track, who, to: start.at });
            }
        }
        for (space, points) in &self.scenario.devastated {
            self.at(EntryKind::Scenario, id, &["devastated", space.as_str()]);
            if let Some(space) = self.space(space.as_str()) {
                apply(state, &Event::Devastated { space, points: *points });
            }
        }
        for (space, features) in &self.scenario.features {
            self.at(EntryKind::Scenario, id, &["features", space.as_str()]);
            let Some(space) = self.space(space.as_str()) else { continue };
            for (feature, amount) in features {
                if let Some(feature) = self.feature(feature.as_str()) {
                    apply(state, &Event::FeatureSet { space, feature, amount: *amount });
                }
            }
        }
    }

    fn place(&mut self, rules: &Ruleset, state: &mut State, power: PowerIx, placement: &Placement, exact: bool) {
        match placement {
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => {
                for placement in inner {
                    self.place(rules, state, power, placement, exact);
                }
            }
            Placement::At(space, force) if exact => {
                self.place_at(rules, state, power, space.as_str(), force, 0, None, None);
            }
            Placement::Aboard(space, carrier, force) if exact => {
                let carrier = self.unit(carrier.as_str());
                self.place_at(rules, state, power, space.as_str(), force, 0, None, carrier);
            }
            Placement::Damaged(space, force) if exact => {
                self.place_at(rules, state, power, space.as_str(), force, 1, None, None);
            }
            Placement::Formation(name, space, force) if exact => {
                self.place_at(rules, state, power, space.as_str(), force, 0, Some(name), None);
            }
            Placement::Within(places, force) if !exact => {
                let spaces = self.places(places);
                self.spread(rules, state, power, &spaces, force, "in these places");
            }
            Placement::OnBorder(region, others, force) if !exact => {
                let Some(region) = self.region(region.as_str()) else { return };
                let others: Vec<_> = others.iter().filter_map(|other| self.region(other.as_str())).collect();
                let borders = |space: &SpaceIx| {
                    rules.board.links_of(*space).iter().any(|link| {
                        link.passes.has(Domain::Land)
                            && others.iter().any(|other| rules.board.in_region(*other, link.to))
                    })
                };
                let spaces: Vec<SpaceIx> =
                    self.names.members[region.index()].iter().filter(|space| borders(space)).copied().collect();
                self.spread(rules, state, power, &spaces, force, "on this border");
            }
            Placement::AtAny(feature, force) if !exact => {
                let Some(feature) = self.feature(feature.as_str()) else { return };
                let spaces: Vec<SpaceIx> = (0..rules.board.spaces.len())
                    .map(SpaceIx::new)
                    .filter(|space| state.feature(rules, *space, feature) > 0)
                    .collect();
                self.spread(rules, state, power, &spaces, force, "with this feature");
            }
            Placement::Anywhere(force) if !exact => {
                let spaces: Vec<SpaceIx> = (0..rules.board.spaces.len()).map(SpaceIx::new).collect();
                self.spread(rules, state, power, &spaces, force, "anywhere");
            }
            _ => {}
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one placement has all these parts")]
    fn place_at(
        &mut self,
        rules: &Ruleset,
        state: &mut State,
        power: PowerIx,
        space: &str,
        force: &Force,
        damaged: u8,
        formation: Option<&String>,
        aboard: Option<UnitIx>,
    ) {
        let Some(space) = self.space(space) else { return };
        let units = self.force(force);
        let side = state.side_of(power);
        let fresh = match (formation, side) {
            (Some(_), Some(side)) => armies::free_number(rules, state, side),
            _ => None,
        };
        for (unit, count) in units {
            if !state.option_or_none(rules.unit(unit).option) {
                continue;
            }
            let carried = aboard.is_some_and(|carrier| zones::capacity(rules, carrier, unit) > 0);
            if !carried && !fits_surface(rules, unit, space) {
                self.fault(
                    codes::SET_UP,
                    format!("{} cannot stand in {}", rules.unit(unit).title, rules.space_name(space)),
                );
                continue;
            }
            if let Some(leads) = &rules.unit(unit).leads {
                let more = leads.figures.filter(|(option, _)| state.option(*option)).map_or(1, |(_, figures)| figures);
                let figures = count.clamp(0, 20) * more.clamp(0, 20);
                let leader = Leader { power, unit, space, from: space, command: 0, stance: Stance::Idle };
                state.operations.leaders.extend((0..figures).map(|_| leader));
                continue;
            }
            let army = match fresh {
                Some(number) if armies::belongs(rules, unit) => number,
                _ => armies::joining(rules, state, power, unit, space).unwrap_or(0),
            };
            let stack = Stack { space, army, power, unit, damaged, count: count.clamp(0, 60_000) as u16 };
            apply(state, &Event::Placed { stack, why: GainReason::Rule });
        }
    }

    /// Spreads units over the spaces that are the power's own: one by one to the least filled, in the order of the board.
    fn spread(
        &mut self,
        rules: &Ruleset,
        state: &mut State,
        power: PowerIx,
        spaces: &[SpaceIx],
        force: &Force,
        what: &str,
    ) {
        let side = state.side_of(power);
        for (unit, count) in self.force(force) {
            if !state.option_or_none(rules.unit(unit).option) {
                continue;
            }
            let ports: Vec<bool> = rules.features.iter().map(|feature| feature.port).collect();
            let at_sea = matches!(rules.unit(unit).domain, Domain::Sea | Domain::Submarine);
            let mut open: Vec<SpaceIx> = spaces
                .iter()
                .copied()
                .filter(|space| fits_surface(rules, unit, *space))
                .filter(|space| {
                    let holder = state.holder(*space);
                    let own = holder == Some(power)
                        || holder.is_some() && side.is_some() && holder.and_then(|power| state.side_of(power)) == side;
                    own || at_sea && rules.board.space(*space).surface == Surface::Sea
                })
                .collect();
            if open.is_empty() {
                // Guests stand where the scenario puts them, in land that is nobody's enemy.
                let friendly_enough =
                    |space: &SpaceIx| state.holder(*space).is_none_or(|holder| !state.at_war(power, holder));
                open = spaces
                    .iter()
                    .copied()
                    .filter(|space| fits_surface(rules, unit, *space) && friendly_enough(space))
                    .collect();
            }
            if at_sea {
                let in_port: Vec<SpaceIx> = open
                    .iter()
                    .copied()
                    .filter(|space| {
                        rules
                            .board
                            .space(*space)
                            .features
                            .iter()
                            .any(|(feature, amount)| *amount > 0 && ports[feature.index()])
                    })
                    .collect();
                if !in_port.is_empty() {
                    open = in_port;
                }
            }
            let mut filled = vec![0_i64; open.len()];
            for _ in 0..count {
                let next = (0..open.len())
                    .filter(|at| stacking::room(rules, state, power, unit, open[*at]) > 0)
                    .min_by_key(|at| filled[*at]);
                let Some(next) = next else {
                    self.fault(codes::SET_UP, format!("there is no room for {} {what}", rules.unit(unit).title));
                    break;
                };
                filled[next] += 1;
                let army = armies::joining(rules, state, power, unit, open[next]).unwrap_or(0);
                let stack = Stack { space: open[next], army, power, unit, damaged: 0, count: 1 };
                apply(state, &Event::Placed { stack, why: GainReason::Rule });
            }
        }
    }

    fn check_stacking(&mut self, rules: &Ruleset, state: &State, id: &str) {
        self.at(EntryKind::Scenario, id, &["set_up"]);
        let mut spaces: Vec<(SpaceIx, SideIx)> = state
            .stacks
            .iter()
            .filter_map(|stack| state.side_of(stack.power).map(|side| (stack.space, side)))
            .collect();
        spaces.dedup();
        for (space, side) in spaces {
            let load = stacking::load(rules, state, side, space);
            if let Some(limit) = stacking::limit(rules, state, side, space)
                && load > limit
            {
                self.fault(
                    codes::SET_UP,
                    format!("{load} points stand in {}, which holds {limit}", rules.space_name(space)),
                );
            }
        }
    }
}

/// Whether a unit can stand in a space by its surface and terrain.
fn fits_surface(rules: &Ruleset, unit: UnitIx, space: SpaceIx) -> bool {
    let domain = rules.unit(unit).domain;
    let surface = rules.board.space(space).surface;
    let fits = match domain {
        Domain::Land | Domain::Fixed => rules.board.has_land(space),
        Domain::Sea | Domain::Submarine => surface != Surface::Land && surface != Surface::Impassable,
        Domain::Air => surface != Surface::Impassable,
    };
    fits && !rules.board.terrain(space).bars.has(domain)
}
