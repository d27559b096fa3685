//! The XML of a game to a `Game`. Elements are read wherever the versions of the format put them; unknown ones are kept by name.

use roxmltree::{Document, Node, ParsingOptions};

use super::super::error::ImportError;
use super::super::source::TextFile;
use super::attachments::{Attachment, Setting, Variables, expand};
use super::game::{
    Delegate, Frontier, Game, Link, Named, Owner, Placement, Player, Price, ProductionRule, Property, Relation, Step,
    Territory,
};
use super::guard;

/// Reads a game.
pub fn game(source: &TextFile) -> Result<Game, ImportError> {
    let file = format!("{}.xml", source.name);
    guard::check(&file, &source.text)?;
    let options = ParsingOptions { allow_dtd: true, nodes_limit: guard::MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&source.text, options)
        .map_err(|error| ImportError::at(&file, error.pos().row, error.pos().col, plain(&error)))?;
    let root = document.root_element();
    let mut reader = Reader {
        game: Game { file, title: source.name.clone(), dice_sides: 6, ..Game::default() },
        variables: Variables::new(),
        lines: source.text.match_indices('\n').map(|(at, _)| at).collect(),
    };
    if root.tag_name().name() != "game" {
        return Err(reader.fault(root, "this is no game of TripleA: the first element is not `game`"));
    }
    // Lists may be used before they stand in the file.
    for node in root.descendants().filter(|node| node.has_tag_name("variable")) {
        reader.variable(node);
    }
    for node in root.children().filter(Node::is_element) {
        reader.section(node)?;
    }
    Ok(reader.game)
}

/// What the parser says, without the place that stands in front of it anyway.
fn plain(error: &roxmltree::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at ") {
        Some(end) if text[end + 4..].bytes().all(|byte| byte.is_ascii_digit() || byte == b':') => {
            text[..end].to_owned()
        }
        _ => text,
    }
}

struct Reader {
    game: Game,
    variables: Variables,
    /// Where lines end, so that the line of a node is found without reading the text again.
    lines: Vec<usize>,
}

impl Reader {
    fn line(&self, node: Node<'_, '_>) -> u32 {
        self.lines.partition_point(|&end| end < node.range().start) as u32 + 1
    }

    fn fault(&self, node: Node<'_, '_>, message: impl Into<String>) -> ImportError {
        let start = node.range().start;
        let line_start =
            self.lines.partition_point(|&end| end < start).checked_sub(1).map_or(0, |line| self.lines[line] + 1);
        ImportError::at(&self.game.file, self.line(node), (start - line_start) as u32 + 1, message)
    }

    fn text(&self, node: Node<'_, '_>, name: &str) -> Result<String, ImportError> {
        node.attribute(name)
            .map(|value| value.trim().to_owned())
            .ok_or_else(|| self.fault(node, format!("`{}` lacks its `{name}`", node.tag_name().name())))
    }

    fn number(&self, node: Node<'_, '_>, name: &str, otherwise: i64) -> Result<i64, ImportError> {
        match node.attribute(name).map(str::trim) {
            None | Some("") => Ok(otherwise),
            Some(value) => value.parse().map_err(|_| self.fault(node, format!("`{value}` is no number"))),
        }
    }

    fn named(&self, node: Node<'_, '_>) -> Result<Named, ImportError> {
        Ok(Named { name: self.text(node, "name")?, line: self.line(node) })
    }

    fn variable(&mut self, node: Node<'_, '_>) {
        let Some(name) = node.attribute("name") else { return };
        let own =
            node.children().filter(|child| child.has_tag_name("element")).filter_map(|child| child.attribute("name"));
        let mut list: Vec<String> = Vec::new();
        for item in own.map(str::trim) {
            match item
                .strip_prefix('$')
                .and_then(|item| item.strip_suffix('$'))
                .and_then(|name| self.variables.get(name))
            {
                // Lists of lists are bounded by what the file itself can hold.
                Some(inner) if list.len() + inner.len() <= 100_000 => list.extend(inner.iter().cloned()),
                _ => list.push(item.to_owned()),
            }
        }
        self.variables.insert(name.trim().trim_matches('$').to_owned(), list);
    }

    fn section(&mut self, node: Node<'_, '_>) -> Result<(), ImportError> {
        let name = node.tag_name().name();
        match name {
            "info" => {
                self.game.title = node.attribute("name").map_or(self.game.title.clone(), |name| name.trim().to_owned());
                self.game.version = node.attribute("version").unwrap_or_default().trim().to_owned();
            }
            "diceSides" => self.game.dice_sides = self.number(node, "value", 6)?,
            "loader" | "triplea" | "variableList" => {}
            "map"
            | "resourceList"
            | "playerList"
            | "unitList"
            | "relationshipTypes"
            | "territoryEffectList"
            | "gamePlay"
            | "sequence"
            | "production"
            | "technology"
            | "technologies"
            | "attachmentList"
            | "attatchmentList"
            | "initialize"
            | "ownerInitialize"
            | "unitInitialize"
            | "resourceInitialize"
            | "relationshipInitialize"
            | "propertyList" => {
                for child in node.children().filter(Node::is_element) {
                    self.item(child)?;
                }
            }
            other => self.unknown(other, node),
        }
        Ok(())
    }

    fn unknown(&mut self, name: &str, node: Node<'_, '_>) {
        if !self.game.unknown.iter().any(|known| known.name == name) {
            let line = self.line(node);
            self.game.unknown.push(Named { name: name.to_owned(), line });
        }
    }

    fn item(&mut self, node: Node<'_, '_>) -> Result<(), ImportError> {
        let line = self.line(node);
        match node.tag_name().name() {
            "territory" => {
                let water = node.attribute("water").is_some_and(|water| water.trim().eq_ignore_ascii_case("true"));
                self.game.territories.push(Territory { name: self.text(node, "name")?, water, line });
            }
            "connection" => {
                let (one, other) = (self.text(node, "t1")?, self.text(node, "t2")?);
                self.game.links.push(Link { one, other, line });
            }
            "resource" => self.game.resources.push(self.named(node)?),
            "player" => {
                let player = Player { name: self.text(node, "name")?, alliances: Vec::new(), line };
                self.game.players.push(player);
            }
            "alliance" => {
                let (player, alliance) = (self.text(node, "player")?, self.text(node, "alliance")?);
                match self.game.players.iter_mut().find(|known| known.name == player) {
                    Some(known) => known.alliances.push(alliance),
                    None => return Err(self.fault(node, format!("there is no player `{player}`"))),
                }
            }
            "unit" => self.game.units.push(self.named(node)?),
            "relationshipType" => self.game.relationship_types.push(self.named(node)?),
            "territoryEffect" => self.game.territory_effects.push(self.named(node)?),
            "techname" => self.game.technologies.push(self.named(node)?),
            "delegate" => self.delegate(node)?,
            "step" => self.step(node)?,
            "productionRule" => {
                let (costs, results) =
                    (self.prices(node, "cost", "resource")?, self.prices(node, "result", "resourceOrUnit")?);
                self.game.rules.push(ProductionRule { name: self.text(node, "name")?, costs, results, line });
            }
            "productionFrontier" => {
                let rules = node.children().filter(|child| child.has_tag_name("frontierRules"));
                let rules = rules.map(|child| self.text(child, "name")).collect::<Result<_, _>>()?;
                self.game.frontiers.push(Frontier { name: self.text(node, "name")?, rules, line });
            }
            "playerProduction" => {
                let pair = (self.text(node, "player")?, self.text(node, "frontier")?);
                self.game.production.push(pair);
            }
            "attachment" | "attatchment" => self.attachment(node)?,
            "territoryOwner" => {
                let (territory, player) = (self.text(node, "territory")?, self.text(node, "owner")?);
                self.game.owners.push(Owner { territory, player, line });
            }
            "unitPlacement" => {
                let owner =
                    node.attribute("owner").map(|owner| owner.trim().to_owned()).filter(|owner| !owner.is_empty());
                let placement = Placement {
                    unit: self.text(node, "unitType")?,
                    territory: self.text(node, "territory")?,
                    amount: self.number(node, "quantity", 1)?,
                    owner,
                    line,
                };
                self.game.placements.push(placement);
            }
            "resourceGiven" => {
                let price = Price { what: self.text(node, "resource")?, amount: self.number(node, "quantity", 0)? };
                self.game.given.push((self.text(node, "player")?, price));
            }
            "relationship" => {
                let (one, other) = (self.text(node, "player1")?, self.text(node, "player2")?);
                self.game.relations.push(Relation { one, other, kind: self.text(node, "type")?, line });
            }
            "property" => {
                let inner = || node.children().find(|child| child.has_tag_name("value")).and_then(|value| value.text());
                let value = node.attribute("value").or_else(inner).unwrap_or_default().trim().to_owned();
                let editable = node.attribute("editable").is_some_and(|editable| editable.eq_ignore_ascii_case("true"));
                self.game.properties.push(Property { name: self.text(node, "name")?, value, editable, line });
            }
            "sequence"
            | "ownerInitialize"
            | "unitInitialize"
            | "resourceInitialize"
            | "relationshipInitialize"
            | "technologies" => {
                for child in node.children().filter(Node::is_element) {
                    self.item(child)?;
                }
            }
            // What a player may research follows from his attachments.
            "playerTech" => {}
            other => self.unknown(other, node),
        }
        Ok(())
    }

    fn delegate(&mut self, node: Node<'_, '_>) -> Result<(), ImportError> {
        let class = self.text(node, "javaClass")?;
        let class = class.rsplit('.').next().unwrap_or_default().to_owned();
        let title = node.attribute("display").unwrap_or_default().trim().to_owned();
        let delegate = Delegate { name: self.text(node, "name")?, class, title, line: self.line(node) };
        self.game.delegates.push(delegate);
        Ok(())
    }

    fn step(&mut self, node: Node<'_, '_>) -> Result<(), ImportError> {
        let at_most = match self.number(node, "maxRunCount", 0)? {
            0 => None,
            most => Some(most),
        };
        let step = Step {
            name: self.text(node, "name")?,
            delegate: self.text(node, "delegate")?,
            player: node.attribute("player").map(|player| player.trim().to_owned()),
            at_most,
            title: node.attribute("display").unwrap_or_default().trim().to_owned(),
            line: self.line(node),
        };
        self.game.steps.push(step);
        Ok(())
    }

    fn prices(&self, node: Node<'_, '_>, tag: &str, what: &str) -> Result<Vec<Price>, ImportError> {
        let prices = node.children().filter(|child| child.has_tag_name(tag));
        prices
            .map(|child| Ok(Price { what: self.text(child, what)?, amount: self.number(child, "quantity", 1)? }))
            .collect()
    }

    fn attachment(&mut self, node: Node<'_, '_>) -> Result<(), ImportError> {
        let line = self.line(node);
        let mut settings = Vec::new();
        for option in node.children().filter(|child| child.has_tag_name("option")) {
            settings.push(Setting {
                name: self.text(option, "name")?,
                value: option.attribute("value").unwrap_or_default().trim().to_owned(),
                count: option.attribute("count").map(|count| count.trim().to_owned()),
                line: self.line(option),
            });
        }
        let class = self.text(node, "javaClass")?;
        let class = class.rsplit('.').next().unwrap_or_default().to_owned();
        let to =
            node.attribute("attachTo").or_else(|| node.attribute("attatchTo")).unwrap_or_default().trim().to_owned();
        let attachment = Attachment { name: self.text(node, "name")?, to, class, settings, line };
        let foreach = node.attribute("foreach").unwrap_or_default().to_owned();
        expand(attachment, &foreach, &self.variables, &mut self.game.attachments)
            .map_err(|message| self.fault(node, message))
    }
}
