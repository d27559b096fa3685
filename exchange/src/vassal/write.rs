//! A `Module` as buildFile.xml and moduledata. The structure is that of modules of VASSAL 3.6; what is left out has VASSAL's defaults.

use super::module::{AtStart, Board, Chart, Module, Palette, Places, Point, Slot, Turns};
use super::piece;
use crate::element::Element;

/// The program whose module files these are.
const PROGRAM: &str = "3.6.19";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";
/// What every map window of VASSAL is made of, besides its board and its pieces.
const PARTS: [&str; 14] = [
    "VASSAL.build.module.map.StackMetrics",
    "VASSAL.build.module.map.ForwardToKeyBuffer",
    "VASSAL.build.module.map.Scroller",
    "VASSAL.build.module.map.ForwardToChatter",
    "VASSAL.build.module.map.MenuDisplayer",
    "VASSAL.build.module.map.MapCenterer",
    "VASSAL.build.module.map.StackExpander",
    "VASSAL.build.module.map.PieceMover",
    "VASSAL.build.module.map.KeyBufferer",
    "VASSAL.build.module.map.ImageSaver",
    "VASSAL.build.module.map.CounterDetailViewer",
    "VASSAL.build.module.map.GlobalMap",
    "VASSAL.build.module.map.Zoomer",
    "VASSAL.build.module.map.HighlightLastMoved",
];

/// The text of buildFile.xml.
pub(super) fn build_file(module: &Module) -> String {
    let ids = module
        .palettes
        .iter()
        .flat_map(|palette| &palette.slots)
        .chain(module.stacks.iter().flat_map(|stack| &stack.slots));
    let next = ids.map(|slot| slot.id).max().unwrap_or(0).saturating_add(1);
    let mut root = Element::new("VASSAL.build.GameModule")
        .with("ModuleOther1", "")
        .with("ModuleOther2", "")
        .with("VassalVersion", PROGRAM)
        .with("description", "")
        .with("name", &module.name)
        .with("nextPieceSlotId", next)
        .with("version", &module.version);
    root.add(Element::new("VASSAL.build.module.BasicCommandEncoder"));
    root.add(Element::new("VASSAL.build.module.Documentation"));
    let seats = module.players.iter().map(|player| Element::new("entry").saying(player.as_str()));
    root.add(
        Element::new("VASSAL.build.module.PlayerRoster")
            .with("buttonText", "Seats")
            .with("buttonToolTip", "")
            .holding(seats),
    );
    root.add(Element::new("VASSAL.build.module.GlobalOptions").with("centerOnMove", "Use Preferences Setting"));
    root.add(Element::new("VASSAL.build.module.Chatter"));
    root.add(Element::new("VASSAL.build.module.KeyNamer"));
    root.add(turns(&module.turns));
    root.add(dice(module.die));
    root.add(palettes(&module.palettes));
    root.add(charts(&module.charts));
    root.add(map(module));
    let mut text = HEAD.to_owned();
    root.write(&mut text, 0);
    text
}

/// The text of moduledata, which the library of modules reads.
pub(super) fn module_data(module: &Module) -> String {
    let said = |name: &'static str, text: &str| Element::new(name).saying(text);
    let data = Element::new("data").with("version", "1").holding([
        said("version", &module.version),
        Element::new("extra1"),
        Element::new("extra2"),
        said("VassalVersion", PROGRAM),
        said("dateSaved", "0"),
        Element::new("description"),
        said("name", &module.name),
    ]);
    let mut text = HEAD.to_owned();
    data.write(&mut text, 0);
    text
}

fn turns(turns: &Turns) -> Element {
    let level = Element::new("VASSAL.build.module.turn.CounterTurnLevel")
        .with("incr", 1)
        .with("loop", false)
        .with("loopLimit", -1)
        .with("property", "Turn")
        .with("start", turns.first)
        .with("turnFormat", "Turn $value$");
    let level = if turns.phases.is_empty() {
        level
    } else {
        let phases = Element::new("VASSAL.build.module.turn.ListTurnLevel")
            .with("configFirst", false)
            .with("configList", false)
            .with("list", turns.phases.join(","))
            .with("property", "Phase")
            .with("turnFormat", "$value$");
        level.holding([phases])
    };
    Element::new("VASSAL.build.module.turn.TurnTracker")
        .with("buttonText", "Turn")
        .with("name", "Turn")
        .with("reportFormat", "* $newTurn$ begins")
        .with("turnFormat", "$level1$ $level2$")
        .holding([level])
}

fn dice(faces: i64) -> Element {
    Element::new("VASSAL.build.module.DiceButton")
        .with("name", "Dice")
        .with("text", "Dice")
        .with("nDice", 1)
        .with("nSides", faces)
        .with("prompt", true)
        .with("reportFormat", "$name$: $result$ ($PlayerName$)")
}

fn palettes(palettes: &[Palette]) -> Element {
    let tabs = palettes.iter().map(|palette| {
        Element::new("VASSAL.build.widget.PanelWidget")
            .with("entryName", &palette.title)
            .with("fixed", false)
            .with("nColumns", 6)
            .with("vert", false)
            .holding(palette.slots.iter().map(slot))
    });
    Element::new("VASSAL.build.module.PieceWindow")
        .with("name", "Pieces")
        .with("text", "Pieces")
        .with("hidden", false)
        .with("scale", "1.0")
        .holding([Element::new("VASSAL.build.widget.TabWidget").with("entryName", "Powers").holding(tabs)])
}

fn slot(slot: &Slot) -> Element {
    Element::new("VASSAL.build.widget.PieceSlot")
        .with("entryName", &slot.name)
        .with("gpid", slot.id)
        .with("height", slot.side)
        .with("width", slot.side)
        .saying(piece::definition(slot))
}

fn charts(charts: &[Chart]) -> Element {
    let pages = charts.iter().map(|chart| {
        Element::new("VASSAL.build.widget.HtmlChart").with("chartName", &chart.title).with("fileName", &chart.file)
    });
    Element::new("VASSAL.build.module.ChartWindow")
        .with("name", "Charts")
        .with("text", "Charts")
        .with("tooltip", "Tables and set-ups")
        .holding([Element::new("VASSAL.build.widget.ListWidget")
            .with("entryName", "Charts")
            .with("divider", 250)
            .with("width", 900)
            .with("height", 600)
            .with("scale", "1.0")
            .holding(pages)])
}

fn map(module: &Module) -> Element {
    let mut map = Element::new("VASSAL.build.module.Map")
        .with("allowMultiple", false)
        .with("backgroundcolor", "255,255,255")
        .with("buttonName", "")
        .with("edgeHeight", 0)
        .with("edgeWidth", 0)
        .with("launch", false)
        .with("mapName", &module.board.name)
        .with("markMoved", "Never")
        .with("moveToFormat", "$pieceName$ moves $previousLocation$ -> $location$")
        .with("createFormat", "$pieceName$ comes to $location$");
    map.add(
        Element::new("VASSAL.build.module.map.BoardPicker")
            .with("addColumnText", "Add column")
            .with("addRowText", "Add row")
            .with("boardPrompt", "Select board")
            .with("slotHeight", 125)
            .with("slotScale", "0.2")
            .with("slotWidth", 350)
            .with("title", "Choose boards")
            .holding([board(&module.board)]),
    );
    for part in PARTS {
        map.add(Element::new(part));
    }
    for stack in &module.stacks {
        map.add(at_start(stack, &module.board.name));
    }
    map
}

fn board(board: &Board) -> Element {
    let grid = match &board.places {
        Places::Zones(zones) => {
            let zone = |(name, path): &(String, Vec<Point>)| {
                let points: Vec<String> = path.iter().map(|(x, y)| format!("{x},{y}")).collect();
                Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
                    .with("highlightProperty", "")
                    .with("locationFormat", "$name$")
                    .with("name", name)
                    .with("path", points.join(";"))
                    .with("useHighlight", false)
                    .with("useParentGrid", false)
            };
            Element::new("VASSAL.build.module.map.boardPicker.board.ZonedGrid").holding(zones.iter().map(zone))
        }
        Places::Hexes(hexes) => {
            let region = |(name, (x, y)): &(String, Point)| {
                Element::new("VASSAL.build.module.map.boardPicker.board.Region")
                    .with("name", name)
                    .with("originx", x)
                    .with("originy", y)
            };
            Element::new("VASSAL.build.module.map.boardPicker.board.RegionGrid")
                .with("fontsize", 9)
                .with("snapto", true)
                .with("visible", false)
                .holding(hexes.iter().map(region))
        }
    };
    Element::new("VASSAL.build.module.map.boardPicker.Board")
        .with("height", board.height)
        .with("image", &board.image)
        .with("name", &board.name)
        .with("reversible", false)
        .with("width", board.width)
        .holding([grid])
}

fn at_start(stack: &AtStart, board: &str) -> Element {
    Element::new("VASSAL.build.module.map.SetupStack")
        .with("name", &stack.name)
        .with("owningBoard", board)
        .with("useGridLocation", false)
        .with("x", stack.at.0)
        .with("y", stack.at.1)
        .holding(stack.slots.iter().map(slot))
}
