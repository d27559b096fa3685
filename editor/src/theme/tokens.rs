//! The tokens: named colours for light and dark.

use egui::Color32;

/// Dark text on light things, whatever the theme.
pub const INK: Color32 = Color32::from_rgb(24, 26, 30);
/// Light text on dark things, whatever the theme.
pub const PAPER: Color32 = Color32::from_rgb(250, 249, 245);

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// Colours by what they are for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    pub window: Color32,
    pub panel: Color32,
    pub raised: Color32,
    pub field: Color32,
    pub line: Color32,
    pub text: Color32,
    pub text_weak: Color32,
    pub text_strong: Color32,
    pub accent: Color32,
    pub accent_soft: Color32,
    pub on_accent: Color32,
    pub error: Color32,
    pub warning: Color32,
    pub note: Color32,
    pub good: Color32,
    pub changed: Color32,
    pub changed_soft: Color32,
    pub marked: Color32,
    /// The table the map lies on.
    pub desk: Color32,
    pub sea: Color32,
    pub lake: Color32,
    pub land: Color32,
    pub island: Color32,
    pub off_map: Color32,
    pub impassable: Color32,
    pub shore: Color32,
    pub hex_line: Color32,
    pub border: Color32,
    pub map_text: Color32,
    pub map_halo: Color32,
    pub selection: Color32,
    pub hover: Color32,
    pub preview: Color32,
    pub shadow: Color32,
    /// How much darker content's own colours become, so that a light map does not glare on a dark desk.
    pub dim: f32,
}

impl Tokens {
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }
}

const LIGHT: Tokens = Tokens {
    window: Color32::from_rgb(246, 244, 239),
    panel: Color32::from_rgb(240, 237, 230),
    raised: Color32::from_rgb(252, 251, 248),
    field: Color32::from_rgb(255, 255, 253),
    line: Color32::from_rgb(214, 208, 196),
    text: Color32::from_rgb(52, 50, 46),
    text_weak: Color32::from_rgb(95, 89, 79),
    text_strong: Color32::from_rgb(24, 23, 21),
    accent: Color32::from_rgb(30, 94, 138),
    accent_soft: Color32::from_rgb(205, 224, 236),
    on_accent: Color32::from_rgb(255, 255, 255),
    error: Color32::from_rgb(184, 46, 38),
    warning: Color32::from_rgb(138, 78, 0),
    note: Color32::from_rgb(48, 104, 158),
    good: Color32::from_rgb(34, 106, 60),
    changed: Color32::from_rgb(146, 74, 0),
    changed_soft: Color32::from_rgb(253, 234, 205),
    marked: Color32::from_rgb(124, 88, 170),
    desk: Color32::from_rgb(222, 216, 204),
    sea: Color32::from_rgb(188, 212, 224),
    lake: Color32::from_rgb(172, 203, 216),
    land: Color32::from_rgb(231, 222, 196),
    island: Color32::from_rgb(222, 214, 178),
    off_map: Color32::from_rgb(226, 221, 210),
    impassable: Color32::from_rgb(176, 170, 162),
    shore: Color32::from_rgb(118, 158, 180),
    hex_line: Color32::from_rgb(120, 116, 104),
    border: Color32::from_rgb(120, 70, 52),
    map_text: Color32::from_rgb(44, 40, 34),
    map_halo: Color32::from_rgb(250, 247, 238),
    selection: Color32::from_rgb(212, 62, 24),
    hover: Color32::from_rgb(34, 34, 40),
    preview: Color32::from_rgb(255, 255, 255),
    shadow: Color32::from_rgb(90, 80, 66),
    dim: 0.0,
};

const DARK: Tokens = Tokens {
    window: Color32::from_rgb(27, 29, 33),
    panel: Color32::from_rgb(32, 35, 40),
    raised: Color32::from_rgb(43, 47, 53),
    field: Color32::from_rgb(21, 23, 27),
    line: Color32::from_rgb(58, 63, 71),
    text: Color32::from_rgb(208, 207, 202),
    text_weak: Color32::from_rgb(166, 169, 172),
    text_strong: Color32::from_rgb(244, 242, 236),
    accent: Color32::from_rgb(94, 170, 214),
    accent_soft: Color32::from_rgb(40, 70, 92),
    on_accent: Color32::from_rgb(12, 18, 24),
    error: Color32::from_rgb(246, 118, 106),
    warning: Color32::from_rgb(232, 174, 76),
    note: Color32::from_rgb(120, 178, 226),
    good: Color32::from_rgb(108, 190, 132),
    changed: Color32::from_rgb(242, 168, 84),
    changed_soft: Color32::from_rgb(74, 56, 34),
    marked: Color32::from_rgb(184, 152, 226),
    desk: Color32::from_rgb(20, 22, 25),
    sea: Color32::from_rgb(43, 64, 80),
    lake: Color32::from_rgb(50, 74, 92),
    land: Color32::from_rgb(116, 111, 94),
    island: Color32::from_rgb(122, 118, 88),
    off_map: Color32::from_rgb(48, 52, 58),
    impassable: Color32::from_rgb(70, 70, 72),
    shore: Color32::from_rgb(86, 122, 142),
    hex_line: Color32::from_rgb(16, 18, 22),
    border: Color32::from_rgb(232, 190, 150),
    map_text: Color32::from_rgb(244, 240, 228),
    map_halo: Color32::from_rgb(24, 26, 30),
    selection: Color32::from_rgb(255, 138, 76),
    hover: Color32::from_rgb(255, 255, 255),
    preview: Color32::from_rgb(255, 255, 255),
    shadow: Color32::from_rgb(0, 0, 0),
    dim: 0.38,
};
