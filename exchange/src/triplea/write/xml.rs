//! A `Game` as XML, in the order that the document type of TripleA 1.9 asks for.

use super::super::read::{Attachment, Game, Placement, Price, Property};
use crate::element::Element;

/// Where the engine keeps its delegates and attachments.
const DELEGATES: &str = "games.strategy.triplea.delegate.";
const ATTACHMENTS: &str = "games.strategy.triplea.attachments.";
/// The oldest engine that reads everything written here.
const ENGINE: &str = "1.8";

/// The text of a game's XML.
#[must_use]
pub fn game(game: &Game) -> String {
    let mut root = Element::new("game");
    root.add(Element::new("info").with("name", &game.title).with("version", &game.version));
    root.add(Element::new("loader").with("javaClass", "games.strategy.triplea.TripleA"));
    root.add(Element::new("triplea").with("minimumVersion", ENGINE));
    root.add(Element::new("diceSides").with("value", game.dice_sides));
    root.add(map(game));
    let named = |tag: &'static str, name: &str| Element::new(tag).with("name", name);
    root.add_list("resourceList", game.resources.iter().map(|resource| named("resource", &resource.name)));
    root.add(players(game));
    root.add_list("unitList", game.units.iter().map(|unit| named("unit", &unit.name)));
    root.add_list(
        "relationshipTypes",
        game.relationship_types.iter().map(|kind| named("relationshipType", &kind.name)),
    );
    root.add_list(
        "territoryEffectList",
        game.territory_effects.iter().map(|kind| named("territoryEffect", &kind.name)),
    );
    root.add(play(game));
    let production = production(game);
    if !production.is_empty() {
        root.add(production);
    }
    if !game.technologies.is_empty() {
        let names = game.technologies.iter().map(|technology| named("techname", &technology.name));
        root.add(Element::new("technology").holding([Element::new("technologies").holding(names)]));
    }
    // An attachment without settings says nothing, and the format knows none.
    let said = game.attachments.iter().filter(|attachment| !attachment.settings.is_empty());
    root.add_list("attachmentList", said.map(attachment));
    let start = start(game);
    if !start.is_empty() {
        root.add(start);
    }
    root.add_list("propertyList", game.properties.iter().map(property));
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE game SYSTEM \"game.dtd\">\n".to_owned();
    root.write(&mut text, 0);
    text
}

fn map(game: &Game) -> Element {
    let territories = game.territories.iter().map(|territory| {
        Element::new("territory").with("name", &territory.name).maybe("water", territory.water.then_some(true))
    });
    let links = game.links.iter().map(|link| Element::new("connection").with("t1", &link.one).with("t2", &link.other));
    Element::new("map").holding(territories).holding(links)
}

fn players(game: &Game) -> Element {
    let players =
        game.players.iter().map(|player| Element::new("player").with("name", &player.name).with("optional", false));
    let alliances = game.players.iter().flat_map(|player| {
        let of = |alliance: &String| Element::new("alliance").with("player", &player.name).with("alliance", alliance);
        player.alliances.iter().map(of)
    });
    Element::new("playerList").holding(players).holding(alliances)
}

fn play(game: &Game) -> Element {
    let mut play = Element::new("gamePlay").holding(game.delegates.iter().map(|delegate| {
        Element::new("delegate")
            .with("name", &delegate.name)
            .with("javaClass", format!("{DELEGATES}{}", delegate.class))
            .with("display", &delegate.title)
    }));
    play.add(Element::new("sequence").holding(game.steps.iter().map(|step| {
        Element::new("step")
            .with("name", &step.name)
            .with("delegate", &step.delegate)
            .maybe("player", step.player.as_ref())
            .maybe("maxRunCount", step.at_most)
            .maybe("display", Some(&step.title).filter(|title| !title.is_empty()))
    })));
    play
}

fn production(game: &Game) -> Element {
    let prices = |tag: &'static str, what: &'static str, prices: &[Price]| -> Vec<Element> {
        let price = |price: &Price| Element::new(tag).with(what, &price.what).with("quantity", price.amount);
        prices.iter().map(price).collect()
    };
    let rules = game.rules.iter().map(|rule| {
        Element::new("productionRule")
            .with("name", &rule.name)
            .holding(prices("cost", "resource", &rule.costs))
            .holding(prices("result", "resourceOrUnit", &rule.results))
    });
    let frontiers = game.frontiers.iter().map(|frontier| {
        let rules = frontier.rules.iter().map(|rule| Element::new("frontierRules").with("name", rule));
        Element::new("productionFrontier").with("name", &frontier.name).holding(rules)
    });
    let whose = game
        .production
        .iter()
        .map(|(player, frontier)| Element::new("playerProduction").with("player", player).with("frontier", frontier));
    Element::new("production").holding(rules).holding(frontiers).holding(whose)
}

fn attachment(attachment: &Attachment) -> Element {
    let kind = match attachment.class.as_str() {
        "TerritoryAttachment" | "CanalAttachment" => "territory",
        "TerritoryEffectAttachment" => "territoryEffect",
        "RelationshipTypeAttachment" => "relationship",
        "TechAbilityAttachment" => "technology",
        "UnitAttachment" | "UnitSupportAttachment" => "unitType",
        _ => "player",
    };
    let settings = attachment.settings.iter().map(|setting| {
        Element::new("option")
            .with("name", &setting.name)
            .with("value", &setting.value)
            .maybe("count", setting.count.as_ref())
    });
    Element::new("attachment")
        .with("name", &attachment.name)
        .with("attachTo", &attachment.to)
        .with("javaClass", format!("{ATTACHMENTS}{}", attachment.class))
        .with("type", kind)
        .holding(settings)
}

fn start(game: &Game) -> Element {
    let mut start = Element::new("initialize");
    start.add_list(
        "ownerInitialize",
        game.owners.iter().map(|owner| {
            Element::new("territoryOwner").with("territory", &owner.territory).with("owner", &owner.player)
        }),
    );
    let placed = |placement: &Placement| {
        Element::new("unitPlacement")
            .with("unitType", &placement.unit)
            .with("territory", &placement.territory)
            .with("quantity", placement.amount)
            .maybe("owner", placement.owner.as_ref())
    };
    start.add_list("unitInitialize", game.placements.iter().map(placed));
    start.add_list(
        "resourceInitialize",
        game.given.iter().map(|(player, price)| {
            Element::new("resourceGiven")
                .with("player", player)
                .with("resource", &price.what)
                .with("quantity", price.amount)
        }),
    );
    start.add_list(
        "relationshipInitialize",
        game.relations.iter().map(|relation| {
            Element::new("relationship")
                .with("type", &relation.kind)
                .with("player1", &relation.one)
                .with("player2", &relation.other)
                .with("roundValue", 1)
        }),
    );
    start
}

/// What players may change before a game must say what kind of value it is.
fn property(property: &Property) -> Element {
    let element = Element::new("property").with("name", &property.name).with("value", &property.value);
    if !property.editable {
        return element.with("editable", false);
    }
    let kind = match property.value.as_str() {
        "true" | "false" => Element::new("boolean"),
        number if number.parse::<i64>().is_ok() => Element::new("number").with("min", 0).with("max", 1_000_000),
        _ => Element::new("string"),
    };
    element.with("editable", true).holding([kind])
}
