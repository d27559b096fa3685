//! The tokens as egui's look.

use egui::{Context, CornerRadius, Stroke, Visuals};

use super::{Theme, Tokens, fade, mix};

/// Sets the typeface of texts, and adds the fixed one to it, because it has signs the first lacks. Once per context.
///
/// egui's own face is a light weight, too thin at the sizes of lists and forms.
pub fn set_fonts(ctx: &Context) {
    let mut fonts = egui::FontDefinitions::default();
    let face = egui::FontData::from_static(include_bytes!("../../fonts/Inter-Regular.otf")).tweak(egui::FontTweak {
        // Letters of this face are wider than those of the face that egui's sizes were made for.
        scale: 0.94,
        ..egui::FontTweak::default()
    });
    fonts.font_data.insert("text".to_owned(), std::sync::Arc::new(face));
    if let Some(family) = fonts.families.get_mut(&egui::FontFamily::Proportional) {
        family.insert(0, "text".to_owned());
    }
    let signs: Vec<String> = fonts.families.get(&egui::FontFamily::Monospace).cloned().unwrap_or_default();
    if let Some(family) = fonts.families.get_mut(&egui::FontFamily::Proportional) {
        family.extend(signs);
        let mut known = std::collections::BTreeSet::new();
        family.retain(|name| known.insert(name.clone()));
    }
    ctx.set_fonts(fonts);
}

/// Sets the look of all widgets.
pub fn apply(ctx: &Context, theme: Theme) {
    let tokens = Tokens::of(theme);
    let mut visuals = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    let egui_theme = match theme {
        Theme::Light => egui::Theme::Light,
        Theme::Dark => egui::Theme::Dark,
    };
    // Whoever owns the context decides whether the text cursor blinks: a picture test must be able to hold it still.
    visuals.text_cursor.blink = ctx.style_of(egui_theme).visuals.text_cursor.blink;
    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.raised;
    visuals.window_stroke = Stroke::new(1.0, tokens.line);
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.extreme_bg_color = tokens.field;
    visuals.faint_bg_color = fade(tokens.line, 0.22);
    visuals.hyperlink_color = tokens.accent;
    visuals.error_fg_color = tokens.error;
    visuals.warn_fg_color = tokens.warning;
    visuals.selection.bg_fill = tokens.accent_soft;
    visuals.selection.stroke = Stroke::new(1.0, tokens.accent);
    visuals.override_text_color = None;
    let widgets = &mut visuals.widgets;
    // What a widget is filled with, its edge and its ink, at rest, under the pointer, pressed and open.
    for (widget, fill, edge, ink) in [
        (&mut widgets.noninteractive, None, tokens.line, tokens.text),
        (&mut widgets.inactive, Some(tokens.raised), tokens.line, tokens.text),
        (&mut widgets.hovered, Some(tokens.accent_soft), tokens.accent, tokens.text_strong),
        // egui writes strong text anywhere in this ink, so it has to read on every panel and not only on what is pressed.
        (&mut widgets.active, Some(mix(tokens.accent_soft, tokens.accent, 0.2)), tokens.accent, tokens.text_strong),
        (&mut widgets.open, Some(tokens.accent_soft), tokens.accent, tokens.text_strong),
    ] {
        if let Some(fill) = fill {
            (widget.weak_bg_fill, widget.bg_fill) = (fill, fill);
        }
        (widget.bg_stroke, widget.fg_stroke) = (Stroke::new(1.0, edge), Stroke::new(1.0, ink));
        (widget.corner_radius, widget.expansion) = (CornerRadius::same(5), 0.0);
    }
    ctx.set_theme(egui_theme);
    ctx.set_visuals_of(egui_theme, visuals);
    ctx.all_styles_mut(|style| {
        style.text_styles.insert(egui::TextStyle::Small, egui::FontId::proportional(11.5));
        style.spacing.item_spacing = egui::vec2(6.0, 5.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.interaction.tooltip_delay = 0.35;
    });
}
