//! Building at factories and recruiting in the land: what a place can give, what it costs, and factories themselves.

pub(crate) mod facility;
pub(crate) mod overhaul;
pub(crate) mod place;
mod purchase;
pub(crate) mod quota;
mod special;

use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};
use chartroom_format::schema::value::Amount;

use super::hit_rolls::conquest;
use super::income::terms::has_lost_capital;
use super::{Next, Procedure, refit};
use crate::action::{Action, Refusal};
use crate::condition::Scene;
use crate::event::{Event, GainReason, Operation};
use crate::ids::{Actor, ClassIx, FeatureIx, PowerIx, SpaceIx, TableIx, UnitIx};
use crate::modifier;
use crate::order::Order;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::operations::{Bought, Launched};
use crate::state::{Stack, State};
use crate::table::Value;

/// The settings of a phase that builds at factories.
#[derive(Clone, Debug)]
pub struct RecruitRules {
    /// Prices by unit and power.
    pub costs: TableIx,
    /// Factories and how many units they build; 0 for as many as the land is worth.
    pub factories: Vec<(FeatureIx, i64)>,
    pub recruits: Option<ClassIx>,
    /// The share of its value that occupied land counts, and the most recruits it gives.
    pub occupied: (Amount, Option<i64>),
    pub sites: Vec<(FeatureIx, i64)>,
    /// From, to.
    pub upgrades: Vec<(FeatureIx, FeatureIx)>,
    /// The die that prices a repair, and its sites by price.
    pub refit: Option<(i64, TableIx)>,
    /// Classes that bound money does not buy.
    pub not_for_bound: Vec<ClassIx>,
    /// A power without its capital buys nothing.
    pub needs_capital: bool,
    /// A factory raised this turn builds what it did before; otherwise nothing.
    pub raised_next_turn: bool,
    /// Damage of a place takes units from its factory.
    pub damage_cuts: bool,
    pub special: Vec<Special>,
    /// The price of one point of damage.
    pub repair: Option<i64>,
    /// Units that are bought wait for a phase of their own.
    pub places_later: bool,
    pub facilities: Vec<facility::FacilityRule>,
    pub razes: bool,
    /// What land needs besides its factory for ships to appear beside it.
    pub harbours: Vec<FeatureIx>,
    pub quotas: Vec<quota::QuotaRule>,
    pub open_sites: Vec<quota::OpenSiteRule>,
    pub guests: Vec<quota::GuestRule>,
    pub overhaul: Option<overhaul::OverhaulRule>,
}

pub(crate) use special::Special;

/// The settings of the game, if it builds at factories.
pub(crate) fn settings(rules: &Ruleset) -> Option<&RecruitRules> {
    rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::Recruit(settings) => Some(settings),
        _ => None,
    })
}

/// The price of something by its name, as the table has it.
pub(crate) fn price_of(rules: &Ruleset, power: PowerIx, what: &str) -> Option<i64> {
    let table = rules.table(settings(rules)?.costs);
    table.cell(table.word(0, what), table.word(1, &rules.power(power).id)).and_then(Value::number)
}

/// What a power pays for a unit now.
pub(crate) fn price(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> Option<i64> {
    let written = price_of(rules, power, &rules.unit(unit).id)?;
    let scene = Scene { side: state.side_of(power), power: Some(power), unit: Some(unit), ..Scene::default() };
    Some(modifier::whole_price(modifier::price(rules, state, &scene, Amount::whole(written))))
}

impl RecruitRules {
    pub(crate) fn kinds(&self) -> Vec<FeatureIx> {
        self.factories.iter().map(|(feature, _)| *feature).collect()
    }

    /// What a land counts for building under a holder.
    pub(crate) fn counted(&self, rules: &Ruleset, holder: PowerIx, space: SpaceIx) -> i64 {
        self.counted_value(rules.board.space(space).value, zones::is_occupied(rules, holder, space))
    }

    pub(crate) fn counted_value(&self, value: i64, occupied: bool) -> i64 {
        let share = if occupied { self.occupied.0 } else { Amount::ONE };
        (value * share.numerator).div_euclid(share.denominator.max(1))
    }

    /// How many recruits a land gives.
    pub(crate) fn recruits_of(&self, value: i64, occupied: bool) -> i64 {
        let most = self.occupied.1.filter(|_| occupied).unwrap_or(i64::MAX);
        self.counted_value(value, occupied).min(most)
    }

    /// How many units a factory builds.
    pub(crate) fn output(&self, factory: FeatureIx, value: i64, occupied: bool) -> i64 {
        let fixed = self.factories.iter().find(|(feature, _)| *feature == factory).map_or(0, |(_, units)| *units);
        if fixed > 0 { fixed } else { self.counted_value(value, occupied) }
    }

    /// The least counted value that supports a factory.
    pub(crate) fn least(&self, factory: FeatureIx) -> i64 {
        self.sites.iter().find(|(feature, _)| *feature == factory).map_or(0, |(_, least)| *least)
    }

    /// What is left of a factory on land that counts so much.
    pub(crate) fn supported(&self, factory: Option<FeatureIx>, counted: i64) -> Option<FeatureIx> {
        let mut now = factory;
        while let Some(factory) = now {
            if counted >= self.least(factory) {
                return now;
            }
            now = self.lower(factory);
        }
        None
    }

    /// The factory that one falls back to.
    pub(crate) fn lower(&self, factory: FeatureIx) -> Option<FeatureIx> {
        self.upgrades.iter().find(|(_, to)| *to == factory).map(|(from, _)| *from)
    }

    /// What a factory costs where one may stand already; none if it cannot be had.
    pub(crate) fn founding_price(
        &self,
        rules: &Ruleset,
        power: PowerIx,
        standing: Option<FeatureIx>,
        wanted: FeatureIx,
    ) -> Option<i64> {
        let full = price_of(rules, power, &rules.features[wanted.index()].id)?;
        match standing {
            None => Some(full),
            Some(standing) if self.lower(wanted) == Some(standing) => {
                Some(full - price_of(rules, power, &rules.features[standing.index()].id)?)
            }
            Some(_) => None,
        }
    }
}

pub(super) fn begin(_: &mut Run, _: &RecruitRules) -> Next {
    Next::Waits
}

pub(super) fn act(run: &mut Run, settings: &RecruitRules, action: &Action) -> Result<Next, Refusal> {
    match *action {
        Action::Done => return Ok(Next::Over),
        Action::Order(Order::Buy { unit, count, site, to }) if !settings.places_later => {
            buy(run, settings, unit, count, site, to)?;
        }
        Action::Order(Order::Purchase { power, unit, count }) if settings.places_later => {
            purchase::purchase(run, settings, power, unit, count)?;
        }
        Action::Order(Order::Found { feature, space }) => facility::found(run, settings, feature, space)?,
        Action::Order(Order::Mend { space, feature, points }) => {
            facility::mend(run, settings, (space, feature), points)?;
        }
        Action::Order(Order::Raze { space }) => {
            builder(run.rules, &run.state, space)?;
            if !can_raze(run.rules, &run.state, settings, space) {
                return Err(Refusal::of(Ban::Factory, "there is no factory to tear down, or it has built"));
            }
            conquest::tear_down(run, space);
        }
        Action::Order(Order::Board { stack, zone }) => board(run, stack, zone)?,
        Action::Order(Order::Overhaul { stack }) => overhaul::repair(run, settings, stack)?,
        Action::Order(Order::Survey { stack }) => refit::survey(run, settings, stack)?,
        Action::Order(Order::Refit { stack, site }) => refit::pay(run, settings, stack, site)?,
        _ => return Err(Refusal::of(Ban::WrongTime, "this is the time to build")),
    }
    Ok(Next::Waits)
}

/// The nation that may build in a land now: its holder, if he acts, has held it since the turn began, and no ally who does not
/// share land with him stands there.
fn builder(rules: &Ruleset, state: &State, site: SpaceIx) -> Result<PowerIx, Refusal> {
    if site.index() >= rules.board.spaces.len() {
        return Err(Refusal::of(Ban::NotOwnLand, "there is no such place"));
    }
    let holder = state.holder(site).filter(|holder| zones::powers_of(rules, state).contains(holder));
    let Some(holder) = holder.filter(|_| rules.board.has_land(site)) else {
        return Err(Refusal::of(Ban::NotOwnLand, "only the holder of a land builds there"));
    };
    let needs_capital = settings(rules).is_some_and(|settings| settings.needs_capital);
    if needs_capital && has_lost_capital(rules, state, holder) {
        return Err(Refusal::of(Ban::CannotBuild, "a power without its capital buys nothing"));
    }
    if state.operations.is_taken(site) {
        return Err(Refusal::of(Ban::JustTaken, "the land was taken this turn"));
    }
    if !state.stacks_in(site).iter().all(|stack| zones::shares(rules, state, holder, stack.power)) {
        return Err(Refusal::of(Ban::Guests, "allied units must leave first"));
    }
    Ok(holder)
}

/// How many more recruits and units of the factory a land gives this turn, and the factory.
pub(crate) fn capacity(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    holder: PowerIx,
    site: SpaceIx,
) -> (i64, i64, Option<FeatureIx>) {
    let (value, occupied) = (rules.board.space(site).value, zones::is_occupied(rules, holder, site));
    let bought = state.operations.bought_at(site);
    let is_raised = state.operations.raised.binary_search(&site).is_ok();
    let standing = zones::factory(rules, state, site, &settings.kinds());
    let factory = match (standing, is_raised) {
        (Some(raised), true) if settings.raised_next_turn => settings.lower(raised),
        (_, true) => None,
        (standing, false) => standing,
    };
    let plain = factory.map_or(0, |factory| settings.output(factory, value, occupied));
    let output = special::output(settings, site, factory).unwrap_or(plain);
    let output = if settings.damage_cuts { output - state.damage(site) } else { output };
    let recruits = settings.recruits_of(value, occupied);
    (recruits - i64::from(bought.recruits), output - i64::from(bought.built), factory)
}

/// What a power may buy of a unit now by its price, its own limits and those of the power; nothing if it may not.
fn allowed(rules: &Ruleset, state: &State, settings: &RecruitRules, power: PowerIx, unit: UnitIx) -> i64 {
    let info = rules.unit(unit);
    let Some(price) = price(rules, state, power, unit) else { return 0 };
    let builds = &info.builds;
    let scene = Scene { side: state.side_of(power), power: Some(power), unit: Some(unit), ..Scene::default() };
    let now = builds.when.as_ref().is_none_or(|when| when.holds(rules, state, &scene))
        && builds.from_turn.is_none_or(|from| i64::from(state.turn) >= from);
    let his = builds.by.is_empty() || builds.by.contains(&power);
    if builds.never || !now || !his || !state.option_or_none(info.option) {
        return 0;
    }
    let money = spendable(state, settings, rules, power, unit);
    quota::left(rules, state, &settings.quotas, power, unit).min(money / price.max(1)).max(0)
}

/// How many units of a type a site takes from its holder by its land and its factory.
fn room(rules: &Ruleset, state: &State, settings: &RecruitRules, holder: PowerIx, unit: UnitIx, site: SpaceIx) -> i64 {
    let info = rules.unit(unit);
    let (recruits, output, factory) = capacity(rules, state, settings, holder, site);
    if special::bars(rules, state, settings, site, factory, unit) {
        return 0;
    }
    let built = match factory {
        Some(factory) if info.builds.at.is_empty() || info.builds.at.contains(&factory) => output.max(0),
        _ => 0,
    };
    let open = quota::open_room(rules, state, &settings.open_sites, holder, (unit, site)).max(0);
    built + open.max(if info.is(settings.recruits) { recruits.max(0) } else { 0 })
}

/// How many units of a type could be bought at a site for a power, by capacity and money.
pub(crate) fn most(rules: &Ruleset, state: &State, settings: &RecruitRules, unit: UnitIx, site: SpaceIx) -> i64 {
    let Ok(holder) = builder(rules, state, site) else { return 0 };
    let more = modifier::may_build(rules, state, holder, unit, site).map_or(i64::MAX, |(left, _)| left);
    room(rules, state, settings, holder, unit, site).min(allowed(rules, state, settings, holder, unit)).min(more)
}

/// Money that a power may spend on a unit: bound money does not buy everything.
fn spendable(state: &State, settings: &RecruitRules, rules: &Ruleset, power: PowerIx, unit: UnitIx) -> i64 {
    let all = state.money(Actor::Power(power));
    let barred = settings.not_for_bound.iter().any(|class| rules.unit(unit).is(Some(*class)));
    if barred { all - state.operations.bound(power) } else { all }
}

/// Takes money from a power, bound money first where it may be used.
pub(super) fn pay(run: &mut Run, power: PowerIx, cost: i64, uses_bound: bool) {
    let who = Actor::Power(power);
    let left = run.state.money(who) - cost;
    run.emit(Event::MoneySet { who, to: left });
    let bound = run.state.operations.bound(power);
    if uses_bound && bound > 0 {
        run.emit(Event::Operation(Operation::BoundSet { power, to: (bound - cost).max(0) }));
    }
}

fn buy(
    run: &mut Run,
    settings: &RecruitRules,
    unit: UnitIx,
    count: u16,
    site: SpaceIx,
    to: SpaceIx,
) -> Result<(), Refusal> {
    let rules = run.rules;
    if unit.index() >= rules.units.len() || to.index() >= rules.board.spaces.len() || count == 0 {
        return Err(Refusal::of(Ban::NotOwnLand, "there is no such unit or place"));
    }
    let holder = builder(rules, &run.state, site)?;
    if !appears(rules, &run.state, settings, (holder, unit), site, to) {
        return Err(Refusal::of(Ban::BuildPlace, "it cannot appear there"));
    }
    if i64::from(count) > most(rules, &run.state, settings, unit, site) {
        return Err(Refusal::of(Ban::BuildLimit, "more than the land, its factory or the money gives"));
    }
    let price = price(rules, &run.state, holder, unit).unwrap_or(0);
    let barred = settings.not_for_bound.iter().any(|class| rules.unit(unit).is(Some(*class)));
    bring(run, settings, (holder, unit, count), site, to)?;
    pay(run, holder, price * i64::from(count), !barred);
    quota::note(run, &settings.quotas, holder, unit, i64::from(count));
    Ok(())
}

/// Whether what a power places in a land counts as built there: in its own, and in what was its own and a friend of its turn holds for it.
fn builds_as_own(rules: &Ruleset, state: &State, holder: PowerIx, power: PowerIx, site: SpaceIx) -> bool {
    let of_its_turn = || zones::powers_of(rules, state).contains(&power);
    let friends = || state.side_of(power).is_some() && state.side_of(power) == state.side_of(holder);
    holder == power || rules.board.space(site).owner == Some(power) && friends() && of_its_turn()
}

/// Units appear from a site.
fn bring(
    run: &mut Run,
    settings: &RecruitRules,
    (power, unit, count): (PowerIx, UnitIx, u16),
    site: SpaceIx,
    to: SpaceIx,
) -> Result<(), Refusal> {
    let rules = run.rules;
    if i64::from(count) > decks(rules, &run.state, power, unit, to) {
        return Err(Refusal::of(Ban::BuildPlace, "no deck is free there"));
    }
    let holder = run.state.holder(site).unwrap_or(power);
    let (recruits, ..) = capacity(rules, &run.state, settings, holder, site);
    let before = run.state.operations.bought_at(site);
    let small = |count: i64| count.clamp(0, 255) as u8;
    let bought = if builds_as_own(rules, &run.state, holder, power, site) {
        let open = quota::open_room(rules, &run.state, &settings.open_sites, power, (unit, site));
        let free = if rules.unit(unit).is(settings.recruits) { recruits.max(open) } else { open };
        let as_recruits = free.clamp(0, i64::from(count));
        Bought {
            site,
            recruits: before.recruits.saturating_add(small(as_recruits)),
            built: before.built.saturating_add(small(i64::from(count) - as_recruits)),
            first: before.first.saturating_add(special::of_first(rules, &run.state, settings, site, unit, count)),
            guests: before.guests,
        }
    } else {
        Bought { guests: before.guests.saturating_add(small(i64::from(count))), ..before }
    };
    run.emit(Event::Operation(Operation::BoughtAt { bought }));
    let stack = Stack { space: to, army: 0, power, unit, damaged: 0, count };
    run.emit(Event::Placed { stack, why: GainReason::Built });
    if zones::is_ship(rules, unit) && !rules.profiles[unit.index()].kind.carries.is_empty() {
        run.emit(Event::Operation(Operation::Launched { launched: Launched { zone: to, site, unit, count } }));
    }
    Ok(())
}

/// How many aircraft find decks in a zone; any number of units elsewhere.
fn decks(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, to: SpaceIx) -> i64 {
    if zones::is_sea(rules, to) && !zones::is_ship(rules, unit) {
        return zones::room_aboard(rules, state, power, to, unit, None) / zones::weight(rules, unit).max(1);
    }
    i64::MAX
}

/// Aircraft in a land go onto a deck that was built there in this phase.
fn board(run: &mut Run, stack: Stack, zone: SpaceIx) -> Result<(), Refusal> {
    super::range::check(run, stack)?;
    if i64::from(stack.count) > new_decks(run.rules, &run.state, stack, zone) {
        return Err(Refusal::of(Ban::BuildPlace, "no deck was built there this turn"));
    }
    run.emit(Event::Moved { stack, to: zone, army: stack.army });
    Ok(())
}

/// How many aircraft of a stack the decks built this phase at their land still take in a zone.
fn new_decks(rules: &Ruleset, state: &State, stack: Stack, zone: SpaceIx) -> i64 {
    let info = rules.unit(stack.unit);
    if info.domain != Domain::Air || !info.can(Ability::CarrierBased) {
        return 0;
    }
    let here = |launched: &&Launched| launched.zone == zone && launched.site == stack.space;
    let built = state.operations.launched.iter().filter(here);
    let decks: i64 = built.map(|new| zones::capacity(rules, new.unit, stack.unit) * i64::from(new.count)).sum();
    if decks == 0 {
        return 0;
    }
    let room = zones::room_aboard(rules, state, stack.power, zone, stack.unit, None);
    decks.min(room).max(0) / zones::weight(rules, stack.unit).max(1)
}

/// Whether a new unit may appear in a space: land and air units on the site, ships in a zone beside it without enemies, aircraft
/// also on a deck there.
fn appears(
    rules: &Ruleset,
    state: &State,
    settings: &RecruitRules,
    (power, unit): (PowerIx, UnitIx),
    site: SpaceIx,
    to: SpaceIx,
) -> bool {
    let beside = zones::is_sea(rules, to)
        && zones::coast(rules, site).any(|zone| zone == to)
        && zones::enemies(state, power, to).next().is_none();
    let harbour =
        || settings.harbours.is_empty() || settings.harbours.iter().any(|at| zones::works(rules, state, site, *at));
    match rules.unit(unit).domain {
        Domain::Land | Domain::Fixed => to == site,
        Domain::Sea | Domain::Submarine => beside && harbour(),
        Domain::Air => to == site || beside && zones::may_land(rules, state, power, unit, to),
    }
}

fn can_raze(rules: &Ruleset, state: &State, settings: &RecruitRules, space: SpaceIx) -> bool {
    settings.razes
        && zones::factory(rules, state, space, &settings.kinds()).is_some()
        && state.operations.bought_at(space).built == 0
        && state.operations.raised.binary_search(&space).is_err()
}

pub(super) fn legal(rules: &Ruleset, state: &State, settings: &RecruitRules) -> Vec<Action> {
    let mut actions = vec![Action::Done];
    if settings.places_later {
        actions.extend(purchase::legal(rules, state, settings));
    }
    for site in (0..rules.board.spaces.len()).map(SpaceIx::new) {
        actions.extend(
            facility::repairs(rules, state, settings, site)
                .into_iter()
                .map(|(feature, points)| Action::Order(Order::Mend { space: site, feature, points })),
        );
        let Ok(holder) = builder(rules, state, site) else { continue };
        let money = state.money(Actor::Power(holder));
        for unit in (0..rules.units.len()).map(UnitIx::new).filter(|_| !settings.places_later) {
            let most = most(rules, state, settings, unit, site);
            if most < 1 {
                continue;
            }
            let places = std::iter::once(site).chain(zones::coast(rules, site));
            for to in places.filter(|to| appears(rules, state, settings, (holder, unit), site, *to)) {
                let all = most.min(decks(rules, state, holder, unit, to)).min(60_000) as u16;
                for count in [1, all].into_iter().take(if all > 1 { 2 } else { 1 }) {
                    actions.push(Action::Order(Order::Buy { unit, count, site, to }));
                }
            }
        }
        for feature in facility::kinds(settings) {
            if facility::founding(rules, state, settings, holder, feature, site).is_some_and(|price| price <= money) {
                actions.push(Action::Order(Order::Found { feature, space: site }));
            }
        }
        if can_raze(rules, state, settings, site) {
            actions.push(Action::Order(Order::Raze { space: site }));
        }
    }
    actions.extend(boarding(rules, state));
    actions.extend(overhaul::legal(rules, state, settings).into_iter().map(Action::Order));
    actions.extend(refit::legal(rules, state, settings).map(Action::Order));
    actions
}

/// Aircraft that may go onto decks built in this phase.
fn boarding(rules: &Ruleset, state: &State) -> Vec<Action> {
    let powers = zones::powers_of(rules, state);
    let mut actions = Vec::new();
    for new in &state.operations.launched {
        for stack in state.stacks_in(new.site).iter().filter(|stack| powers.contains(&stack.power)) {
            if new_decks(rules, state, *stack, new.zone) > 0 {
                actions.push(Action::Order(Order::Board { stack: Stack { count: 1, ..*stack }, zone: new.zone }));
            }
        }
    }
    actions
}
