//! Pictures of counters for the window: drawn once per size by the atlas, kept side by side in one texture, so that a map full of
//! counters is one draw call. What is not drawn yet shows as a plain plate for a frame or two.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chartroom_atlas::counter::{Counter, Drawing};
use egui::epaint::{Mesh, Vertex};
use egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, Shape, TextureHandle, TextureOptions, pos2, vec2};

/// Widths of a counter, in pixels, at which pictures are made; what lies between is scaled down.
const SIZES: [u32; 14] = [10, 12, 14, 16, 20, 24, 28, 34, 40, 48, 58, 70, 84, 100];
/// Sizes that are kept; the one that was used longest ago goes.
const KEPT: usize = 3;
/// So long a frame may draw new pictures.
const PATIENCE: Duration = Duration::from_millis(5);

/// Pictures of one size.
struct Sheet {
    texture: TextureHandle,
    slots: BTreeMap<Counter, usize>,
    /// Pixels of a picture with its margin, and of the whole sheet.
    side: usize,
    whole: usize,
    used: u64,
}

impl Sheet {
    fn new(context: &Context, size: u32) -> Self {
        let margin = (size as f32 * Drawing::MARGIN).ceil() as usize;
        let whole = if size <= 24 { 1024 } else { 2048 };
        let empty = ColorImage::filled([whole, whole], Color32::TRANSPARENT);
        let texture = context.load_texture("counters", empty, TextureOptions::LINEAR);
        Self { texture, slots: BTreeMap::new(), side: size as usize + 2 * margin, whole, used: 0 }
    }

    fn columns(&self) -> usize {
        self.whole / self.side
    }

    fn corner(&self, slot: usize) -> [usize; 2] {
        [slot % self.columns() * self.side, slot / self.columns() * self.side]
    }
}

/// All pictures, and what the frame at hand still waits for.
#[derive(Default)]
pub struct CounterSheets {
    sheets: BTreeMap<u32, Sheet>,
    clock: u64,
    frame: u64,
    began: Option<Instant>,
}

impl CounterSheets {
    /// Begins a batch of counters `wide` points each.
    pub fn batch(&mut self, context: &Context, wide: f32) -> Batch<'_> {
        let pixels = wide * context.pixels_per_point();
        let size = SIZES.into_iter().find(|size| *size as f32 >= pixels - 0.5).unwrap_or(SIZES[SIZES.len() - 1]);
        self.clock += 1;
        let frame = context.cumulative_frame_nr();
        if self.frame != frame {
            (self.frame, self.began) = (frame, None);
        }
        if !self.sheets.contains_key(&size) && self.sheets.len() >= KEPT {
            let oldest = self.sheets.iter().min_by_key(|(_, sheet)| sheet.used).map(|(size, _)| *size);
            oldest.and_then(|oldest| self.sheets.remove(&oldest));
        }
        let sheet = self.sheets.entry(size).or_insert_with(|| Sheet::new(context, size));
        sheet.used = self.clock;
        let mesh = Mesh::with_texture(sheet.texture.id());
        Batch { began: &mut self.began, sheet, size, wide, mesh, waits: false }
    }
}

/// Counters of one size that are drawn together.
pub struct Batch<'a> {
    began: &'a mut Option<Instant>,
    sheet: &'a mut Sheet,
    size: u32,
    wide: f32,
    mesh: Mesh,
    waits: bool,
}

impl Batch<'_> {
    /// Puts a counter there, its middle at the point. False if its picture has to wait for the next frame.
    pub fn put(&mut self, counter: &Counter, middle: Pos2, opacity: f32) -> bool {
        let Some(slot) = self.slot(counter) else {
            self.waits = true;
            return false;
        };
        let half = self.wide / 2.0 * self.sheet.side as f32 / self.size as f32;
        let rect = Rect::from_center_size(middle, vec2(half * 2.0, half * 2.0));
        let whole = self.sheet.whole as f32;
        let [x, y] = self.sheet.corner(slot).map(|at| at as f32 / whole);
        let reach = self.sheet.side as f32 / whole;
        let color = Color32::from_white_alpha((opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
        let base = self.mesh.vertices.len() as u32;
        for (pos, uv) in [
            (rect.left_top(), pos2(x, y)),
            (rect.right_top(), pos2(x + reach, y)),
            (rect.right_bottom(), pos2(x + reach, y + reach)),
            (rect.left_bottom(), pos2(x, y + reach)),
        ] {
            self.mesh.vertices.push(Vertex { pos, uv, color });
        }
        self.mesh.indices.extend([base, base + 1, base + 2, base, base + 2, base + 3]);
        true
    }

    /// Draws everything that was put down.
    pub fn finish(self, painter: &Painter) {
        if !self.mesh.is_empty() {
            painter.add(Shape::mesh(self.mesh));
        }
        if self.waits {
            painter.ctx().request_repaint();
        }
    }

    fn slot(&mut self, counter: &Counter) -> Option<usize> {
        if let Some(slot) = self.sheet.slots.get(counter) {
            return Some(*slot);
        }
        let began = *self.began.get_or_insert_with(Instant::now);
        if began.elapsed() > PATIENCE {
            return None;
        }
        let room = self.sheet.columns() * self.sheet.columns();
        if self.sheet.slots.len() >= room {
            // More kinds than the sheet has room for: begin it anew. What this frame drew from it already is drawn again.
            self.sheet.slots.clear();
            self.waits = true;
        }
        let pixels = counter.drawing(self.size as f32).with_shadow().pixels(self.size).ok()?;
        let side = pixels.side as usize;
        let image = ColorImage::from_rgba_premultiplied([side, side], &pixels.rgba);
        let slot = self.sheet.slots.len();
        self.sheet.texture.set_partial(self.sheet.corner(slot), image, TextureOptions::LINEAR);
        self.sheet.slots.insert(counter.clone(), slot);
        Some(slot)
    }
}

/// Draws one counter into a widget, its middle at the point.
pub fn paint_one(sheets: &mut CounterSheets, painter: &Painter, counter: &Counter, middle: Pos2, wide: f32) {
    let mut batch = sheets.batch(painter.ctx(), wide);
    batch.put(counter, middle, 1.0);
    batch.finish(painter);
}
