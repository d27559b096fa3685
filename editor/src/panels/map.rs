//! The map panel: pan, zoom and gestures in, layers out.

use egui::{Align2, FontId, Key, PointerButton, Rect, Sense, Shape, Stroke, Ui, vec2};

use crate::command::Command;
use crate::map::draw::View;
use crate::map::layers::{self, LayerKind, regions::shade_places};
use crate::map::{Camera, Geometry, minimap};
use crate::panels::problems::colour;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Tokens, fade};
use crate::tools::label::Label;
use crate::tools::measure::Measure;
use crate::tools::select::Select;
use crate::tools::terrain::TerrainBrush;
use crate::tools::zone::ZoneTool;
use crate::tools::{BrushMode, Gesture, GestureKind, ToolKind};

pub fn map_ui(ui: &mut Ui, session: &mut Session, settings: &Settings, tokens: Tokens, queue: &mut Vec<Command>) {
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| {
        // A screen reader hears the space under the cursor.
        let mut info = egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Map");
        info.current_text_value = session.cursor.map(|at| told(session, at));
        info
    });
    session.view = rect;
    if std::mem::take(&mut session.fit_pending) {
        session.camera = Camera::fit(session.scene.size, rect.size());
    }
    if let Geometry::Nothing(reason) = &session.scene.geometry {
        ui.painter().text(rect.center(), Align2::CENTER_CENTER, reason, FontId::proportional(16.0), tokens.text_weak);
        if session.scene.boxes.is_empty() {
            return;
        }
    }
    let over_minimap = navigate(ui, &response, session);
    draw(ui, session, settings, tokens);
    // Where all of the map is in view, a small one would only stand in the way.
    let whole = Rect::from_min_size(egui::Pos2::ZERO, session.scene.size);
    let sees_all = session.camera.visible(rect).contains_rect(whole);
    let mini = if settings.minimap && !sees_all && !matches!(session.scene.geometry, Geometry::Nothing(_)) {
        let strength = settings.layers.opacity(LayerKind::Ownership);
        session
            .overview
            .texture(ui.ctx(), &session.scene, &tokens, strength)
            .cloned()
            .map(|texture| minimap::minimap_ui(ui, rect, &session.scene, &mut session.camera, &texture, &tokens))
    } else {
        None
    };
    let on_minimap = mini.is_some_and(|mini| mini.hovered() || mini.dragged()) || over_minimap;
    if !on_minimap {
        super::map_keys::keys(ui, session, settings, queue);
        session.refresh(tokens);
        gestures(ui, &response, session, settings, tokens, queue);
        stack_below(&response, session, settings);
    }
    name_field(ui, session, settings, queue);
}

/// A space in words: its number, its name, and what stands there.
fn told(session: &Session, at: usize) -> String {
    let cell = &session.scene.cells[at];
    let name = cell.name.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
    let mut words = format!("{}{name}, {:?}", session.scene.id(at), cell.surface);
    for line in &cell.told {
        words += &format!(", {line}");
    }
    words
}

/// All counters of the space below the pointer, where more than one lies there.
fn stack_below(response: &egui::Response, session: &Session, settings: &Settings) {
    let Some(cell) = session.hovered.and_then(|at| session.scene.cells.get(at)) else { return };
    let counters = settings.layers.opacity(LayerKind::SetUp) > 0.0 && !cell.counters.is_empty();
    let heat = session.hovered.and_then(|at| session.heat_told(at));
    if (!counters && heat.is_none()) || response.dragged() {
        return;
    }
    response.clone().on_hover_ui_at_pointer(|ui| {
        const WIDE: f32 = 40.0;
        if let Some(heat) = &heat {
            ui.label(heat);
        }
        if !counters {
            return;
        }
        for (counter, words) in cell.counters.iter().zip(&cell.told).take(14) {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(WIDE * 1.25, WIDE * 1.2), Sense::hover());
                let sheets = &mut *session.counters.borrow_mut();
                crate::map::counter_sheets::paint_one(sheets, ui.painter(), counter, rect.center(), WIDE);
                ui.label(words);
            });
        }
        if cell.counters.len() > 14 {
            ui.label(format!("and {} more", cell.counters.len() - 14));
        }
    });
}

/// Pan with the middle button or Space, zoom with the wheel. True while the map is being moved.
fn navigate(ui: &Ui, response: &egui::Response, session: &mut Session) -> bool {
    let space_held = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().egui_wants_keyboard_input();
    let panning = response.dragged_by(PointerButton::Middle) || space_held && response.dragged();
    if panning {
        session.camera.pan(response.drag_delta());
        session.camera.keep_near(session.scene.size);
    }
    let Some(pointer) = response.hover_pos() else { return panning };
    let (scroll, pinch, shift) =
        ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta(), input.modifiers.shift));
    let limits = session.zoom_limits();
    if (pinch - 1.0).abs() > 1e-4 {
        session.camera.zoom_at(session.view, pointer, pinch, limits);
    } else if scroll.y.abs() > 0.1 && !shift {
        session.camera.zoom_at(session.view, pointer, (scroll.y / 240.0).exp(), limits);
    }
    session.camera.keep_near(session.scene.size);
    panning || space_held
}

fn draw(ui: &Ui, session: &mut Session, settings: &Settings, tokens: Tokens) {
    let painter = ui.painter().with_clip_rect(session.view);
    let strength = settings.layers.opacity(LayerKind::Ownership);
    let texture = session.overview.texture(ui.ctx(), &session.scene, &tokens, strength).map(egui::TextureHandle::id);
    let view = View {
        painter: &painter,
        rect: session.view,
        camera: session.camera,
        scene: &session.scene,
        layers: &settings.layers,
        tokens,
        power_colours: &session.power_colours,
        unit_zones: &session.unit_zones,
    };
    layers::terrain::draw(&view, texture);
    if let Some(underlay) = &mut session.underlay {
        let (camera, rect) = (session.camera, session.view);
        painter.extend(underlay.shape(ui.ctx(), |point| camera.to_screen(rect, point)));
    }
    let marks: Vec<(usize, egui::Color32)> = session
        .problems
        .iter()
        .filter_map(|problem| problem.space.map(|at| (at, colour(tokens, problem.severity))))
        .collect();
    let heat = session.heat();
    layers::heat::draw(&view, &heat);
    let region = session.shown_region();
    if region.is_some() && settings.layers.opacity(LayerKind::Regions) == 0.0 {
        layers::regions::draw(&view, region.as_ref(), 1.0);
    }
    layers::draw_above_ground(&view, region.as_ref(), &session.supply, &marks, &mut session.counters.borrow_mut());
    outline_places(&view, session.selection.iter().copied(), tokens.selection);
    if let Some(screen) = &session.games.screen {
        let (battles, changes) = screen.marks();
        layers::heat::moment(&view, &battles, &changes);
    }
    hover(&view, session, tokens);
    if let Some(at) = session.cursor {
        let middle = view.to_screen(session.scene.middle(at));
        let radius = view.radius().clamp(9.0, 40.0);
        painter.circle_stroke(middle, radius, Stroke::new(4.0, tokens.map_halo));
        painter.circle_stroke(middle, radius, Stroke::new(2.0, tokens.selection));
    }
    tool_marks(&view, session, tokens);
}

/// Shades and outlines chosen spaces.
fn outline_places(view: &View<'_>, places: impl Iterator<Item = usize> + Clone, color: egui::Color32) {
    shade_places(view, places.clone(), fade(color, 0.22));
    let offsets = crate::map::draw::corner_offsets(view.scene);
    let seen = view.camera.visible(view.rect);
    if !matches!(view.scene.geometry, Geometry::Hexes { .. }) || view.radius() < 6.0 {
        return;
    }
    let first_box = view.scene.first_box();
    for at in places.filter(|at| *at < first_box && seen.contains(view.scene.middle(*at))).take(2000) {
        let corners = crate::map::draw::hex_corners(view, &offsets, view.scene.middle(at), 1.0);
        view.painter.add(Shape::closed_line(corners.to_vec(), Stroke::new(2.0, color)));
    }
}

fn hover(view: &View<'_>, session: &Session, tokens: Tokens) {
    let Some(at) = session.hovered else { return };
    let brush = matches!(session.tool.tool, ToolKind::Terrain | ToolKind::Ownership | ToolKind::Region);
    // A fill works from the one space it is clicked in.
    let fills = session.tool.tool == ToolKind::Terrain && session.tool.mode == BrushMode::Fill;
    let under = if brush && !fills { session.scene.around(at, session.tool.radius) } else { vec![at] };
    outline_places(view, under.into_iter(), fade(tokens.hover, 0.55));
    if !session.clipboard.hexes.is_empty() && session.tool.tool == ToolKind::Select {
        let ghost: Vec<usize> = session.clipboard.places(&session.scene, at).into_iter().map(|(at, _)| at).collect();
        shade_places(view, ghost.into_iter(), fade(tokens.preview, 0.25));
    }
}

fn tool_marks(view: &View<'_>, session: &Session, tokens: Tokens) {
    let stroke = Stroke::new(1.5, tokens.selection);
    match session.tool.tool {
        ToolKind::Select => match &session.tools.select {
            Select::Carrying { counter, now, .. } => {
                let wide = layers::setup::width(&session.scene, session.camera.zoom).max(24.0) * 1.1;
                let at = view.to_screen(*now);
                let drawing = &mut *session.counters.borrow_mut();
                crate::map::counter_sheets::paint_one(drawing, view.painter, counter, at, wide);
            }
            Select::Rectangle { from, to } => {
                let rect = Rect::from_two_pos(view.to_screen(*from), view.to_screen(*to));
                view.painter.rect(rect, 0.0, fade(tokens.selection, 0.12), stroke, egui::StrokeKind::Inside);
            }
            Select::Lasso { points } => {
                let points = points.iter().map(|point| view.to_screen(*point)).collect();
                view.painter.add(Shape::line(points, stroke));
            }
            Select::Ready => {}
        },
        ToolKind::Terrain => {
            if let (TerrainBrush::Lining { from }, Some(to)) = (&session.tools.terrain, session.hovered) {
                outline_places(view, session.scene.line(*from, to).into_iter(), tokens.selection);
            }
        }
        ToolKind::Hexside => {
            if let (Some(at), Some(pointer)) = (session.hovered, view.painter.ctx().pointer_hover_pos()) {
                let point = view.camera.to_map(view.rect, pointer);
                if let Some((_, there)) = session.scene.side_at(point) {
                    let (a, b) =
                        (view.to_screen(session.scene.middle(at)), view.to_screen(session.scene.middle(there)));
                    view.painter.circle_filled(a + (b - a) * 0.5, 4.0, tokens.selection);
                }
            }
        }
        ToolKind::Measure => {
            if let Measure::Measured { from, to, text } = &session.tools.measure {
                let (a, b) = (view.to_screen(session.scene.middle(*from)), view.to_screen(session.scene.middle(*to)));
                view.painter.line_segment([a, b], Stroke::new(2.5, tokens.selection));
                view.painter.text(
                    b + vec2(12.0, -10.0),
                    Align2::LEFT_BOTTOM,
                    text,
                    FontId::proportional(14.0),
                    tokens.selection,
                );
            }
        }
        ToolKind::Link => {
            if let crate::tools::link::LinkTool::From(from) = &session.tools.link {
                outline_places(view, std::iter::once(*from), tokens.selection);
            }
            for link in &session.document.content().added_links {
                if let (Some(a), Some(b)) =
                    (session.scene.index(link.from.as_str()), session.scene.index(link.to.as_str()))
                {
                    view.painter.line_segment(
                        [view.to_screen(session.scene.middle(a)), view.to_screen(session.scene.middle(b))],
                        Stroke::new(1.5, fade(tokens.accent, 0.8)),
                    );
                }
            }
        }
        ToolKind::Zone => zone_marks(view, session, tokens),
        ToolKind::Picture => {
            let tool = &session.tools.picture;
            for (number, (_, (x, y))) in tool.pins.iter().enumerate() {
                pin(view, egui::pos2(*x as f32, *y as f32), number + 1, tokens);
            }
            if let (Some(pixel), Some(underlay)) = (tool.open, &session.underlay) {
                pin(view, underlay.on_map(pixel), tool.pins.len() + 1, tokens);
            }
        }
        _ => {}
    }
}

/// A numbered point of the picture tool.
fn pin(view: &View<'_>, place: egui::Pos2, number: usize, tokens: Tokens) {
    let at = view.to_screen(place);
    view.painter.circle(at, 9.0, tokens.selection, Stroke::new(1.5, tokens.raised));
    let font = FontId::proportional(12.0);
    view.painter.text(at, Align2::CENTER_CENTER, number.to_string(), font, crate::theme::ink_on(tokens.selection));
}

/// Corners near the pointer, and what the zone tool has under way.
fn zone_marks(view: &View<'_>, session: &Session, tokens: Tokens) {
    let on_screen = |(x, y): (i32, i32)| view.to_screen(egui::pos2(x as f32, y as f32));
    let knob = |at: egui::Pos2, size: f32| {
        let rect = Rect::from_center_size(at, vec2(size, size));
        view.painter.rect(rect, 1.0, tokens.raised, Stroke::new(1.5, tokens.selection), egui::StrokeKind::Middle);
    };
    let Some(shapes) = &session.document.content().shapes else { return };
    let pointer = view.painter.ctx().pointer_hover_pos();
    let near = pointer.map(|pointer| view.camera.to_map(view.rect, pointer));
    if let (Some(near), ZoneTool::Ready | ZoneTool::Moving { .. }) = (near, &session.tools.zone) {
        let reach = 60.0 / view.camera.zoom;
        let corners = shapes.borders.iter().flat_map(|border| &border.points);
        for corner in corners.filter(|(x, y)| (near - egui::pos2(*x as f32, *y as f32)).length() < reach).take(400) {
            knob(on_screen(*corner), 6.0);
        }
    }
    let line = |points: &[(i32, i32)]| {
        let mut shown: Vec<egui::Pos2> = points.iter().map(|point| on_screen(*point)).collect();
        for point in &shown {
            knob(*point, 7.0);
        }
        shown.extend(pointer);
        view.painter.add(Shape::line(shown, Stroke::new(2.0, tokens.selection)));
    };
    match &session.tools.zone {
        ZoneTool::Ready => {}
        ZoneTool::Moving { from, to } => {
            for border in shapes.borders.iter().filter(|border| border.points.contains(from)) {
                let moved = border.points.iter().map(|point| on_screen(if point == from { *to } else { *point }));
                view.painter.add(Shape::line(moved.collect(), Stroke::new(2.0, tokens.selection)));
            }
            knob(on_screen(*to), 9.0);
        }
        ZoneTool::Drawing { points } | ZoneTool::Cutting { points } => line(points),
        ZoneTool::Merging { kept } => outline_places(view, std::iter::once(*kept), tokens.selection),
    }
}

fn gestures(
    ui: &Ui,
    response: &egui::Response,
    session: &mut Session,
    settings: &Settings,
    tokens: Tokens,
    queue: &mut Vec<Command>,
) {
    let pointer = response.hover_pos().or_else(|| response.interact_pointer_pos());
    session.hovered = session.cursor.or_else(|| {
        let pointer = pointer.filter(|_| response.contains_pointer() || response.dragged())?;
        session.scene.hit(session.camera.to_map(session.view, pointer))
    });
    let mut list: Vec<(GestureKind, bool)> = Vec::new();
    let (pressed, released, escape, modifiers, wheel) = ui.input(|input| {
        (
            (
                input.pointer.button_pressed(PointerButton::Primary),
                input.pointer.button_pressed(PointerButton::Secondary),
            ),
            (
                input.pointer.button_released(PointerButton::Primary),
                input.pointer.button_released(PointerButton::Secondary),
            ),
            input.key_pressed(Key::Escape),
            input.modifiers,
            if input.modifiers.shift { notches(&input.events) } else { 0 },
        )
    });
    if response.contains_pointer() && pressed.0 {
        list.push((GestureKind::Press, false));
    } else if response.contains_pointer() && pressed.1 {
        list.push((GestureKind::Press, true));
    } else if response.dragged() {
        list.push((GestureKind::Drag, response.dragged_by(PointerButton::Secondary)));
    }
    if released.0 || released.1 {
        list.push((GestureKind::Release, released.1));
    }
    if escape && !ui.ctx().egui_wants_keyboard_input() {
        list.push((GestureKind::Abort, false));
    }
    if response.hovered() && wheel != 0 {
        list.push((GestureKind::Wheel(wheel), false));
    }
    // While a game is shown, the map is there to look at: what is below it stays as it is.
    if session.games.screen.is_some() {
        let pressed = list.iter().any(|(kind, secondary)| *kind == GestureKind::Press && !secondary);
        if let (true, Some(at)) = (pressed, session.hovered) {
            session.selection = std::collections::BTreeSet::from([at]);
        }
        return;
    }
    for (kind, secondary) in list {
        let point = pointer.map_or(session.camera.middle, |pointer| session.camera.to_map(session.view, pointer));
        let gesture = Gesture {
            kind,
            at: session.hovered,
            side: session.scene.side_at(point),
            point,
            reach: crate::tools::REACH / session.camera.zoom.max(1e-4),
            shift: modifiers.shift,
            command: modifiers.command,
            alt: modifiers.alt,
            secondary,
        };
        run_gesture(session, settings, gesture, queue);
        session.refresh(tokens);
    }
}

/// How far the wheel was turned, in notches. The smoothed movement would count one notch several times.
fn notches(events: &[egui::Event]) -> i32 {
    let turned = events.iter().map(|event| match event {
        egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => (delta.x + delta.y) / 40.0,
        egui::Event::MouseWheel { delta, .. } => delta.x + delta.y,
        _ => 0.0,
    });
    let turned: f32 = turned.sum();
    if turned == 0.0 { 0 } else { turned.round() as i32 + if turned.abs() < 0.5 { turned.signum() as i32 } else { 0 } }
}

/// Hands a gesture to the tool; what it says goes to the status line.
pub fn run_gesture(session: &mut Session, settings: &Settings, gesture: Gesture, queue: &mut Vec<Command>) {
    let message = session.with_bench(&settings.layers, |tools, bench| tools.handle(gesture, bench));
    queue.extend(message.map(Command::Message));
}

/// The small field of the label tool, at the place that gets the name.
fn name_field(ui: &mut Ui, session: &mut Session, settings: &Settings, queue: &mut Vec<Command>) {
    let Label::Typing { at, text } = &mut session.tools.label else { return };
    let place = session.camera.to_screen(session.view, session.scene.middle(*at));
    let rect = Rect::from_center_size(place, vec2(150.0, 24.0));
    let response = ui.put(rect, egui::TextEdit::singleline(text).hint_text("Name"));
    let (enter, escape) = ui.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
    if escape {
        session.tools.label = Label::Ready;
    } else if enter {
        let message = session.with_bench(&settings.layers, |tools, bench| tools.label.accept(bench));
        queue.extend(message.map(Command::Message));
    } else if !response.has_focus() {
        response.request_focus();
    }
}
