//! The tools panel: the tools, and the palette of the chosen one.

use chartroom_format::content::Content;
use egui::{Color32, ComboBox, DragValue, RichText, ScrollArea, Sense, Slider, Stroke, StrokeKind, Ui, vec2};

use super::palettes;
use crate::command::{Action, Command};
use crate::session::Session;
use crate::theme::{Tokens, content_colour};
use crate::tools::{BrushMode, MOST_RADIUS, MatchMode, Paint, PaintSurface, ToolKind, ToolSettings};

pub fn tools_ui(
    ui: &mut Ui,
    session: &mut Session,
    tooltips: &[(ToolKind, String)],
    tokens: Tokens,
    queue: &mut Vec<Command>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (tool, tooltip) in tooltips {
            let chosen = session.tool.tool == *tool;
            let button = egui::Button::new("").min_size(vec2(36.0, 32.0)).fill(if chosen {
                tokens.accent
            } else {
                tokens.raised
            });
            let response = ui.add(button).on_hover_text(tooltip);
            super::icons::tool(ui.painter(), response.rect, *tool, if chosen { tokens.on_accent } else { tokens.text });
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, tool.title()));
            if response.clicked() {
                queue.push(Command::Do(Action::Tool(*tool)));
            }
        }
    });
    ui.add_space(4.0);
    ui.label(RichText::new(session.tool.tool.title()).strong().size(15.0).color(tokens.text_strong));
    if session.tool.tool == ToolKind::Zone {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| palettes::zone(ui, session, tokens));
        return;
    }
    if session.tool.tool == ToolKind::Picture {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| palettes::picture(ui, session, tokens, queue));
        return;
    }
    let keys = session.selection.len();
    let content = session.document.content();
    let settings = &mut session.tool;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| match settings.tool {
        ToolKind::Select => matching(ui, settings, "Magic wand: match by"),
        ToolKind::Terrain => terrain(ui, content, settings, tokens),
        ToolKind::Hexside => list(
            ui,
            "Side type",
            content
                .side_types
                .iter()
                .map(|(id, side)| (id.0.as_str(), side.title.as_str(), content_colour(&side.colour))),
            &mut settings.side,
            tokens,
        ),
        ToolKind::Ownership => ownership(ui, content, settings, tokens),
        ToolKind::Region => {
            radius(ui, settings);
            list(
                ui,
                "Region",
                content.regions.iter().map(|(id, region)| {
                    (id.0.as_str(), region.title.as_str(), region.colour.as_deref().and_then(content_colour))
                }),
                &mut settings.region,
                tokens,
            );
        }
        ToolKind::Feature => {
            ui.horizontal(|ui| {
                let named = ui.label("Amount").id;
                ui.add(DragValue::new(&mut settings.amount).range(1..=99)).labelled_by(named);
            });
            list(
                ui,
                "Feature",
                content.features.iter().map(|(id, feature)| (id.0.as_str(), feature.title.as_str(), None)),
                &mut settings.feature,
                tokens,
            );
        }
        ToolKind::SetUp => palettes::set_up(ui, content, settings, &mut session.counters.borrow_mut(), tokens),
        ToolKind::Link => palettes::link(ui, content, settings, keys, tokens),
        ToolKind::Label | ToolKind::Zone | ToolKind::Picture | ToolKind::Measure => {}
    });
}

fn radius(ui: &mut Ui, settings: &mut ToolSettings) {
    ui.horizontal(|ui| {
        let named = ui.label("Radius").id;
        ui.add(Slider::new(&mut settings.radius, 0..=MOST_RADIUS).logarithmic(true))
            .on_hover_text("[ and ]")
            .labelled_by(named);
    });
}

fn matching(ui: &mut Ui, settings: &mut ToolSettings, about: &str) {
    ui.label(about);
    ui.horizontal_wrapped(|ui| {
        for mode in MatchMode::ALL {
            ui.selectable_value(&mut settings.matching, mode, mode.title());
        }
    });
}

fn terrain(ui: &mut Ui, content: &Content, settings: &mut ToolSettings, tokens: Tokens) {
    ui.horizontal(|ui| {
        for (mode, title) in [(BrushMode::Freehand, "Brush"), (BrushMode::Line, "Line"), (BrushMode::Fill, "Fill")] {
            ui.selectable_value(&mut settings.mode, mode, title);
        }
    });
    if settings.mode == BrushMode::Fill {
        matching(ui, settings, "Fill what has the same");
    } else {
        radius(ui, settings);
    }
    ui.add_space(4.0);
    ui.label(RichText::new("Terrain").color(tokens.text_weak));
    for (id, kind) in &content.terrains {
        let paint = Paint::Terrain(id.0.clone());
        let default = if content.default_terrain.as_ref() == Some(id) { " (default)" } else { "" };
        if swatch(
            ui,
            settings.paint == paint,
            content_colour(&kind.colour),
            &format!("{}{default}", kind.title),
            tokens,
        ) {
            settings.paint = paint;
        }
    }
    ui.add_space(4.0);
    ui.label(RichText::new("Surface").color(tokens.text_weak));
    for surface in PaintSurface::ALL {
        let colour = match surface {
            PaintSurface::Land => tokens.land,
            PaintSurface::Coast => tokens.shore,
            PaintSurface::Sea => tokens.sea,
            PaintSurface::Island => tokens.island,
            PaintSurface::Lake => tokens.lake,
            PaintSurface::Impassable => tokens.impassable,
        };
        let paint = Paint::Surface(surface);
        if swatch(ui, settings.paint == paint, Some(colour), &format!("{surface:?}"), tokens) {
            settings.paint = paint;
        }
    }
}

/// A line with a colour to choose.
pub(super) fn swatch(ui: &mut Ui, chosen: bool, colour: Option<Color32>, title: &str, tokens: Tokens) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, chosen, title));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 4.0, if chosen { tokens.accent_soft } else { tokens.raised });
    }
    let mut left = rect.left() + 6.0;
    if let Some(colour) = colour {
        let patch = egui::Rect::from_min_size(egui::pos2(left, rect.top() + 4.0), vec2(22.0, 16.0));
        ui.painter().rect(patch, 3.0, colour, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        left += 30.0;
    }
    let ink = if chosen { tokens.text_strong } else { tokens.text };
    let text = ui.painter().layout_no_wrap(title.to_owned(), egui::FontId::proportional(13.5), ink);
    let clip = ui.painter().with_clip_rect(rect);
    clip.galley(egui::pos2(left, rect.center().y - text.size().y / 2.0), text, ink);
    response.clicked()
}

pub(super) fn list<'a>(
    ui: &mut Ui,
    title: &str,
    entries: impl Iterator<Item = (&'a str, &'a str, Option<Color32>)>,
    chosen: &mut String,
    tokens: Tokens,
) {
    ui.label(RichText::new(title).color(tokens.text_weak));
    let mut none = true;
    for (id, title, colour) in entries {
        none = false;
        if swatch(ui, chosen == id, colour, title, tokens) {
            id.clone_into(chosen);
        }
    }
    if none {
        ui.label("This pack defines none.");
    }
}

pub(super) fn scenario(ui: &mut Ui, content: &Content, settings: &mut ToolSettings) {
    let title = |id: &str| content.scenarios.get(id).map_or_else(|| id.to_owned(), |scenario| scenario.title.clone());
    let shown = settings.scenario.as_deref().map_or_else(|| "no scenario".to_owned(), title);
    let named = ui.label("Scenario").id;
    let combo =
        ComboBox::from_id_salt("scenario").selected_text(shown).width(ui.available_width() - 8.0).show_ui(ui, |ui| {
            for id in content.scenarios.keys() {
                ui.selectable_value(&mut settings.scenario, Some(id.0.clone()), title(id.as_str()));
            }
        });
    combo.response.labelled_by(named);
}

fn ownership(ui: &mut Ui, content: &Content, settings: &mut ToolSettings, tokens: Tokens) {
    scenario(ui, content, settings);
    radius(ui, settings);
    ui.label(RichText::new("Holder").color(tokens.text_weak));
    if swatch(ui, settings.holder.is_none(), None, "Back to its country", tokens) {
        settings.holder = None;
    }
    for (id, power) in &content.powers {
        if swatch(
            ui,
            settings.holder.as_deref() == Some(id.as_str()),
            content_colour(&power.colour),
            &power.title,
            tokens,
        ) {
            settings.holder = Some(id.0.clone());
        }
    }
}
