//! A small software renderer for egui's meshes, so that picture tests need no GPU: textured triangles, premultiplied
//! alpha, blended in gamma space as egui's own shaders do.

use std::collections::HashMap;

use egui::epaint::{Primitive, Vertex};
use egui::{Color32, ImageData, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::RgbaImage;

struct Texture {
    size: [usize; 2],
    pixels: Vec<Color32>,
    smooth: bool,
}

#[derive(Default)]
pub(crate) struct Raster {
    textures: HashMap<TextureId, Texture>,
}

impl TestRenderer for Raster {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut set: Vec<_> = std::mem::take(&mut delta.set).into_iter().collect();
        set.sort_by_key(|(id, _)| format!("{id:?}"));
        for (id, images) in set {
            for image in images {
                let ImageData::Color(new) = &image.image;
                match image.pos {
                    None => {
                        let smooth = image.options.magnification == egui::TextureFilter::Linear;
                        self.textures.insert(id, Texture { size: new.size, pixels: new.pixels.clone(), smooth });
                    }
                    Some([left, top]) => {
                        let Some(texture) = self.textures.get_mut(&id) else { continue };
                        for row in 0..new.size[1] {
                            let to = (top + row) * texture.size[0] + left;
                            texture.pixels[to..to + new.size[0]]
                                .copy_from_slice(&new.pixels[row * new.size[0]..(row + 1) * new.size[0]]);
                        }
                    }
                }
            }
        }
        delta.free.clear();
    }

    fn render(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let mut canvas = Canvas { width: size.x.round() as usize, height: size.y.round() as usize, pixels: Vec::new() };
        canvas.pixels = vec![[0.0; 4]; canvas.width * canvas.height];
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            let Primitive::Mesh(mesh) = &clipped.primitive else {
                return Err("paint callbacks cannot be drawn here".to_owned());
            };
            let texture = self.textures.get(&mesh.texture_id).ok_or("a mesh uses a texture that does not exist")?;
            for corners in mesh.indices.chunks_exact(3) {
                let [a, b, c] = [corners[0], corners[1], corners[2]].map(|at| mesh.vertices[at as usize]);
                canvas.triangle([a, b, c], texture, clipped.clip_rect, scale);
            }
        }
        let bytes = canvas
            .pixels
            .iter()
            .flat_map(|pixel| pixel.map(|channel| channel.round().clamp(0.0, 255.0) as u8))
            .collect();
        RgbaImage::from_raw(canvas.width as u32, canvas.height as u32, bytes).ok_or_else(|| "no picture".to_owned())
    }
}

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<[f32; 4]>,
}

impl Canvas {
    fn triangle(&mut self, corners: [Vertex; 3], texture: &Texture, clip: Rect, scale: f32) {
        let points = corners.map(|corner| [corner.pos.x * scale, corner.pos.y * scale]);
        let colors = corners.map(|corner| corner.color.to_array().map(f32::from));
        let area = edge(points[0], points[1], points[2]);
        if area == 0.0 {
            return;
        }
        let low = |axis: usize, clip: f32| {
            points.iter().map(|point| point[axis]).fold(f32::INFINITY, f32::min).max(clip * scale)
        };
        let high = |axis: usize, clip: f32| {
            points.iter().map(|point| point[axis]).fold(f32::NEG_INFINITY, f32::max).min(clip * scale)
        };
        let (left, right) =
            (low(0, clip.left()).floor().max(0.0) as usize, high(0, clip.right()).ceil().max(0.0) as usize);
        let (top, bottom) =
            (low(1, clip.top()).floor().max(0.0) as usize, high(1, clip.bottom()).ceil().max(0.0) as usize);
        let flat = corners.iter().all(|corner| corner.uv == corners[0].uv);
        let plain = corners.iter().all(|corner| corner.color == corners[0].color);
        let texel = texture.sample([corners[0].uv.x, corners[0].uv.y]);
        for y in top..bottom.min(self.height) {
            let height = y as f32 + 0.5;
            if height < clip.top() * scale || height >= clip.bottom() * scale {
                continue;
            }
            let (from, to) = span(points, height, left, right.min(self.width));
            for x in from..to {
                let here = [x as f32 + 0.5, height];
                if here[0] < clip.left() * scale || here[0] >= clip.right() * scale {
                    continue;
                }
                let weights = [
                    edge(points[1], points[2], here) / area,
                    edge(points[2], points[0], here) / area,
                    edge(points[0], points[1], here) / area,
                ];
                // A pixel on a shared side belongs to one of the two triangles only.
                let inside = (0..3).all(|n| {
                    weights[n] > 0.0 || (weights[n] == 0.0 && owns(points[(n + 1) % 3], points[(n + 2) % 3], area))
                });
                if !inside {
                    continue;
                }
                let texel = if flat { texel } else { texture.sample(mixed_uv(&corners, weights)) };
                let tint = if plain {
                    colors[0]
                } else {
                    [0, 1, 2, 3].map(|channel| (0..3).map(|n| weights[n] * colors[n][channel]).sum::<f32>())
                };
                let under = &mut self.pixels[y * self.width + x];
                let alpha = tint[3] * texel[3] / 255.0;
                for channel in 0..4 {
                    under[channel] = tint[channel] * texel[channel] / 255.0 + under[channel] * (1.0 - alpha / 255.0);
                }
            }
        }
    }
}

fn mixed_uv(corners: &[Vertex; 3], weights: [f32; 3]) -> [f32; 2] {
    [0, 1]
        .map(|axis| (0..3).map(|n| weights[n] * if axis == 0 { corners[n].uv.x } else { corners[n].uv.y }).sum::<f32>())
}

/// The pixels of a row that a triangle may touch, a little too many rather than too few.
fn span(points: [[f32; 2]; 3], height: f32, left: usize, right: usize) -> (usize, usize) {
    let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
    for n in 0..3 {
        let (a, b) = (points[n], points[(n + 1) % 3]);
        if (a[1] - height) * (b[1] - height) <= 0.0 {
            let rise = b[1] - a[1];
            let at = if rise.abs() > 0.0 { (height - a[1]) / rise } else { 0.0 };
            let crossing = a[0] + (b[0] - a[0]) * at;
            // A side that lies in the row touches it from end to end.
            let other = if rise.abs() > 0.0 { crossing } else { b[0] };
            low = low.min(crossing.min(other));
            high = high.max(crossing.max(other));
        }
    }
    if low > high {
        return (0, 0);
    }
    (left.max((low - 1.5).max(0.0) as usize), right.min((high + 1.5).max(0.0) as usize))
}

fn edge(a: [f32; 2], b: [f32; 2], p: [f32; 2]) -> f32 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

fn owns(a: [f32; 2], b: [f32; 2], area: f32) -> bool {
    let (x, y) = if area > 0.0 { (b[0] - a[0], b[1] - a[1]) } else { (a[0] - b[0], a[1] - b[1]) };
    y < 0.0 || (y == 0.0 && x > 0.0)
}

impl Texture {
    fn sample(&self, uv: [f32; 2]) -> [f32; 4] {
        let at = |x: i64, y: i64| {
            let (x, y) = (x.clamp(0, self.size[0] as i64 - 1) as usize, y.clamp(0, self.size[1] as i64 - 1) as usize);
            self.pixels[y * self.size[0] + x].to_array().map(f32::from)
        };
        let (x, y) = (uv[0] * self.size[0] as f32, uv[1] * self.size[1] as f32);
        if !self.smooth {
            return at(x.floor() as i64, y.floor() as i64);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (left, top) = (x.floor(), y.floor());
        let (along, down) = (x - left, y - top);
        let (left, top) = (left as i64, top as i64);
        let corners = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
        [0, 1, 2, 3].map(|channel| {
            let upper = corners[0][channel] * (1.0 - along) + corners[1][channel] * along;
            let lower = corners[2][channel] * (1.0 - along) + corners[3][channel] * along;
            upper * (1.0 - down) + lower * down
        })
    }
}
