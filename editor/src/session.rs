//! One open pack with everything the window needs around it: the scene, the camera, the tools, the problems.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use chartroom_format::fs::{DiskFs, Fs};
use egui::Rect;

use crate::check::Checker;
use crate::document::Document;
use crate::document::disk::ExternalChange;
use crate::document::journal::{self, LeftBehind};
use crate::games::{GamesDesk, HeatKind};
use crate::map::counter_sheets::CounterSheets;
use crate::map::layers::Layers;
use crate::map::overview::Overview;
use crate::map::scene::Palette;
use crate::map::supply::SupplyView;
use crate::map::{Camera, Scene};
use crate::panels::content::ContentState;
use crate::theme::Tokens;
use crate::tools::{Bench, ToolSettings, Tools};
use crate::underlay::{Opening, Underlay};
use crate::view_model::battle::BattleDesk;
use crate::view_model::clipboard::HexClipboard;
use crate::view_model::parsed::Parsed;
use crate::view_model::problems::{Problem, ProblemFilter, ProblemKey};
use crate::view_model::rulebook::Rulebook;
use crate::view_model::tables::TableState;

/// An open pack in the window.
pub struct Session {
    pub document: Document,
    pub scene: Scene,
    pub camera: Camera,
    /// The camera shows the whole map as soon as the view's size is known.
    pub fit_pending: bool,
    pub view: Rect,
    pub overview: Overview,
    pub tools: Tools,
    pub tool: ToolSettings,
    pub selection: BTreeSet<usize>,
    pub hovered: Option<usize>,
    /// The keyboard's place on the map; nothing while the mouse is used.
    pub cursor: Option<usize>,
    pub checker: Checker,
    pub problems: Vec<Problem>,
    /// Which of them the list shows.
    pub filter: ProblemFilter,
    /// Those that were there when the pack was opened or saved last.
    pub known_problems: BTreeSet<ProblemKey>,
    /// The problems at hand are to be taken for known when the check that is under way has ended.
    pub learns_problems: bool,
    pub table: TableState,
    /// The battle beside combat and cost tables.
    pub battle: BattleDesk,
    pub content: ContentState,
    /// Games of bots, and the one that is shown on the map.
    pub games: GamesDesk,
    pub parsed: Parsed,
    pub rulebook: Rulebook,
    pub clipboard: HexClipboard,
    pub power_colours: BTreeMap<String, String>,
    /// Pictures of counters.
    pub counters: RefCell<CounterSheets>,
    pub unit_zones: BTreeMap<String, u32>,
    /// Supply at the start of the shown scenario, from the latest check.
    pub supply: SupplyView,
    /// Bots have played every scenario of the pack as it is.
    pub played: bool,
    pub underlay: Option<Underlay>,
    /// A picture that is being opened.
    pub opening: Option<Opening>,
    pub left_behind: Vec<LeftBehind>,
    pub external: Vec<ExternalChange>,
    pub other_editors: Vec<u32>,
    /// The id being typed for a new scenario.
    pub new_scenario: String,
    /// The scene shows what is no longer so.
    scene_is_old: bool,
    /// What the scene was last made for.
    shown: (Option<String>, Tokens),
}

impl Session {
    /// Opens a pack. `wake` is called when the background check has news.
    pub fn open(root: &Path, tokens: Tokens, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, String> {
        Self::open_through(&DiskFs, root, tokens, wake)
    }

    /// The same through other eyes than the plain disk's.
    pub fn open_through(
        fs: &dyn Fs,
        root: &Path,
        tokens: Tokens,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, String> {
        let mut document = Document::open_through(fs, root)?;
        let left_behind = journal::left_behind(root);
        let other_editors = journal::other_editors(root, std::process::id());
        document.start_journal(std::process::id());
        let mut tool = ToolSettings::default();
        tool.settle(&document);
        let scene = Scene::new(&Palette::new(document.content(), tool.scenario.as_deref(), tokens), 0);
        let mut session = Self {
            scene,
            camera: Camera::default(),
            fit_pending: true,
            view: Rect::ZERO,
            overview: Overview::default(),
            tools: Tools::default(),
            shown: (tool.scenario.clone(), tokens),
            tool,
            selection: BTreeSet::new(),
            hovered: None,
            cursor: None,
            checker: Checker::new(wake),
            problems: Vec::new(),
            filter: ProblemFilter::default(),
            known_problems: BTreeSet::new(),
            learns_problems: true,
            table: TableState::default(),
            battle: BattleDesk::default(),
            content: ContentState::default(),
            games: GamesDesk::default(),
            parsed: Parsed::default(),
            rulebook: Rulebook::of(&document),
            clipboard: HexClipboard::default(),
            power_colours: BTreeMap::new(),
            counters: RefCell::default(),
            unit_zones: BTreeMap::new(),
            supply: SupplyView::default(),
            played: false,
            underlay: None,
            opening: None,
            left_behind,
            external: Vec::new(),
            other_editors,
            new_scenario: String::new(),
            scene_is_old: false,
            document,
        };
        session.problems = session.problems_of(&session.document.first_findings.clone());
        session.look_up_powers();
        Ok(session)
    }

    /// Brings the scene up to date with the document, the shown scenario and the theme, and with the game that is shown.
    pub fn refresh(&mut self, tokens: Tokens) {
        self.refresh_scene(tokens);
        if let Some(screen) = &mut self.games.screen {
            screen.show(&mut self.scene, self.document.content());
        }
    }

    /// Shows the set-up of the scenario again instead of a game.
    pub fn close_game(&mut self) {
        self.games.stop_filming();
        self.games.shown_row = None;
        if self.games.screen.take().is_some() {
            self.scene_is_old = true;
        }
    }

    fn refresh_scene(&mut self, tokens: Tokens) {
        let touched = self.document.take_touched();
        let wanted = (self.tool.scenario.clone(), tokens);
        let everything = std::mem::take(&mut self.scene_is_old) || touched.everything || self.shown != wanted;
        if !everything && touched.is_nothing() {
            return;
        }
        if let Some(screen) = &mut self.games.screen {
            screen.forget();
        }
        let palette = Palette::new(self.document.content(), self.tool.scenario.as_deref(), tokens);
        if everything || !self.scene.update(&palette, &touched.spaces) {
            self.scene = Scene::new(&palette, self.scene.version + 1);
            self.tool.settle(&self.document);
            self.look_up_powers();
            let known = self.scene.cells.len();
            self.selection.retain(|at| *at < known);
            self.hovered = self.hovered.filter(|at| *at < known);
            self.cursor = self.cursor.filter(|at| *at < known);
        }
        self.table.stale = true;
        self.shown = wanted;
    }

    fn look_up_powers(&mut self) {
        let content = self.document.content();
        let zone = |unit: &chartroom_format::schema::units::UnitType| {
            unit.stats.zone.and_then(|zone| u32::try_from(zone).ok())
        };
        self.unit_zones = content.units.iter().filter_map(|(id, unit)| Some((id.0.clone(), zone(unit)?))).collect();
        self.power_colours = content.powers.iter().map(|(id, power)| (id.0.clone(), power.colour.clone())).collect();
    }

    /// Takes the latest result of the background check, if there is one.
    pub fn take_check(&mut self) {
        let Some(outcome) = self.checker.result() else { return };
        match outcome.result {
            Ok(checked) => {
                if outcome.revision == self.document.revision() {
                    self.played = false;
                    self.document.adopt(outcome.revision, checked.content);
                    self.problems = self.problems_of(&checked.findings);
                    if std::mem::take(&mut self.learns_problems) {
                        self.known_problems = self.problems.iter().map(Problem::key).collect();
                    }
                    self.supply = checked.supply;
                    self.played |= outcome.games;
                    // Problems are marked in the grid, too.
                    self.table.stale = true;
                }
            }
            Err(message) => self.problems = vec![Problem::could_not_check(message)],
        }
    }

    fn problems_of(&self, findings: &[chartroom_format::diag::Diagnostic]) -> Vec<Problem> {
        crate::view_model::problems::problems(&self.document, &self.scene, findings)
    }

    /// The heat map over the spaces: colour and strength.
    pub fn heat(&self) -> Vec<(usize, egui::Color32, f32)> {
        let Some((batch, field)) = self.games.batch.as_ref().and_then(|batch| Some((batch, batch.field.as_ref()?)))
        else {
            return Vec::new();
        };
        let rules = &field.rules;
        let at = |space| self.scene.index(rules.space_name(space));
        if self.games.heat == HeatKind::Holders {
            let colour = |power| {
                let colour = self.power_colours.get(&rules.power(power).id)?;
                crate::theme::content_colour(colour)
            };
            let usual = batch.heat.usual_holders().into_iter();
            return usual.filter_map(|(space, power, share)| Some((at(space)?, colour(power)?, share))).collect();
        }
        let hot = self.shown.1.error;
        let strengths = batch.heat.strengths(self.games.heat).into_iter();
        strengths.filter_map(|(space, strength)| Some((at(space)?, hot, strength))).collect()
    }

    /// What the games say of a space, while a heat map is shown.
    pub fn heat_told(&self, at: usize) -> Option<String> {
        let batch = self.games.batch.as_ref().filter(|_| self.games.heat != HeatKind::None)?;
        let rules = &batch.field.as_ref()?.rules;
        let space = rules.board.find(self.scene.id(at))?;
        Some(batch.heat.tell(space, |power| rules.power(power).title.clone()))
    }

    /// The spaces of the region that the region brush works on.
    pub fn shown_region(&self) -> Option<BTreeSet<usize>> {
        if self.tool.tool != crate::tools::ToolKind::Region || self.tool.region.is_empty() {
            return None;
        }
        let members = crate::map::ownership::members(self.document.content(), &self.tool.region);
        Some(members.iter().filter_map(|id| self.scene.index(id)).collect())
    }
}

impl Session {
    /// Lets something be done with what tools work on; returns what the user should read.
    pub fn with_bench(&mut self, layers: &Layers, work: impl FnOnce(&mut Tools, &mut Bench<'_>)) -> Option<String> {
        let mut bench = Bench {
            document: &mut self.document,
            scene: &self.scene,
            settings: &mut self.tool,
            selection: &mut self.selection,
            layers,
            underlay: &mut self.underlay,
            message: None,
        };
        work(&mut self.tools, &mut bench);
        bench.message
    }

    /// Takes the picture that was being opened, if it is there; the error says why it could not be.
    pub fn take_picture(&mut self) -> Option<Result<(), String>> {
        let opening = self.opening.as_ref()?;
        let result = opening.result()?;
        let (opacity, pins) = (opening.opacity, opening.pins);
        self.opening = None;
        Some(result.map(|opened| self.underlay = Some(Underlay::new(opened, self.scene.size, opacity, pins))))
    }

    /// The zoom at which the whole map fits a small view, and one at which a hex fills it.
    pub fn zoom_limits(&self) -> (f32, f32) {
        let least = Camera::fit(self.scene.size, egui::vec2(260.0, 200.0)).zoom;
        (least.min(0.2), 12.0_f32.max(least * 4.0))
    }

    /// Moves the map only if a space is out of sight.
    pub fn bring_into_view(&mut self, at: usize) {
        let middle = self.scene.middle(at);
        if !self.camera.visible(self.view.shrink(24.0)).contains(middle) {
            self.camera.middle = middle;
        }
    }

    /// Shows a space in the middle and selects it.
    pub fn look_at(&mut self, at: usize) {
        let near = match self.scene.geometry {
            crate::map::Geometry::Hexes { .. } => 1.6,
            _ => 0.8,
        };
        // What is in view already, near enough to be read, stays where it is.
        let sees = self.camera.visible(self.view.shrink(40.0)).contains(self.scene.middle(at));
        if !sees || self.camera.zoom < near * 0.6 {
            self.camera.look_at(self.scene.middle(at), near);
        }
        self.selection = BTreeSet::from([at]);
    }
}
