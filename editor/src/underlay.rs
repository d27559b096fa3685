//! A scanned picture under the map, to trace from: opened in the background, placed by three points. It is no part of the
//! pack; the editor remembers it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};

use chartroom_atlas::picture::place::Pin;
use chartroom_atlas::picture::{Limits, Picture, Placement};
use egui::epaint::{Mesh, Vertex};
use egui::{Color32, ColorImage, Context, Pos2, Shape, TextureHandle, TextureOptions, Vec2, pos2};
use serde::{Deserialize, Serialize};

/// Larger pictures are shrunk for the screen; their points are still counted in their own pixels.
const LONGEST_SHOWN: usize = 4096;
/// No file larger than this is read.
const LARGEST_FILE: u64 = 512 * 1024 * 1024;

/// What is remembered of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remembered {
    pub path: PathBuf,
    pub opacity: f32,
    pub pins: Option<[Pin; 3]>,
}

/// A picture that has been opened.
#[derive(Clone)]
pub struct Opened {
    pub path: PathBuf,
    /// In its own pixels.
    pub size: [u32; 2],
    image: ColorImage,
}

/// The picture under the map.
pub struct Underlay {
    pub path: PathBuf,
    pub opacity: f32,
    pub size: [u32; 2],
    pub pins: Option<[Pin; 3]>,
    /// Nothing only if the picture has no size.
    placement: Option<Placement>,
    image: Option<ColorImage>,
    texture: Option<TextureHandle>,
}

impl Underlay {
    /// Lays a picture over the whole map, or where it was placed before.
    pub fn new(opened: Opened, map: Vec2, opacity: f32, pins: Option<[Pin; 3]>) -> Self {
        let [width, height] = opened.size.map(f64::from);
        let corners = [
            ((0.0, 0.0), (0.0, 0.0)),
            ((width, 0.0), (f64::from(map.x.max(1.0)), 0.0)),
            ((0.0, height), (0.0, f64::from(map.y.max(1.0)))),
        ];
        let placed = pins.and_then(|pins| Placement::by_three_points(pins).ok());
        Self {
            path: opened.path,
            opacity,
            size: opened.size,
            pins,
            placement: placed.or_else(|| Placement::by_three_points(corners).ok()),
            image: Some(opened.image),
            texture: None,
        }
    }

    pub fn remembered(&self) -> Remembered {
        Remembered { path: self.path.clone(), opacity: self.opacity, pins: self.pins }
    }

    /// Places it by three points; the error says why they do not do.
    pub fn place(&mut self, pins: [Pin; 3]) -> Result<(), String> {
        self.placement = Some(Placement::by_three_points(pins).map_err(|error| error.to_string())?);
        self.pins = Some(pins);
        Ok(())
    }

    /// The pixel under a point of the map.
    pub fn pixel(&self, point: Pos2) -> (f64, f64) {
        let point = (f64::from(point.x), f64::from(point.y));
        self.placement.map_or(point, |placement| placement.to_picture(point))
    }

    /// The place of a pixel on the map.
    pub fn on_map(&self, pixel: (f64, f64)) -> Pos2 {
        let (x, y) = self.placement.map_or(pixel, |placement| placement.to_map(pixel));
        pos2(x as f32, y as f32)
    }

    /// The picture as a shape on the screen.
    pub fn shape(&mut self, ctx: &Context, to_screen: impl Fn(Pos2) -> Pos2) -> Option<Shape> {
        if let Some(image) = self.image.take() {
            self.texture = Some(ctx.load_texture("underlay", image, TextureOptions::LINEAR));
        }
        let texture = self.texture.as_ref()?;
        let [width, height] = self.size.map(f64::from);
        let color = Color32::WHITE.gamma_multiply(self.opacity);
        let mut mesh = Mesh::with_texture(texture.id());
        for (pixel, uv) in [
            ((0.0, 0.0), pos2(0.0, 0.0)),
            ((width, 0.0), pos2(1.0, 0.0)),
            ((width, height), pos2(1.0, 1.0)),
            ((0.0, height), pos2(0.0, 1.0)),
        ] {
            mesh.vertices.push(Vertex { pos: to_screen(self.on_map(pixel)), uv, color });
        }
        mesh.indices.extend([0, 1, 2, 0, 2, 3]);
        Some(Shape::mesh(mesh))
    }
}

/// A picture that is being opened.
pub struct Opening {
    pub path: PathBuf,
    pub opacity: f32,
    pub pins: Option<[Pin; 3]>,
    from: Receiver<Result<Opened, String>>,
    stopped: Arc<AtomicBool>,
}

impl Opening {
    /// Starts to open a picture; `wake` is called when there is a result.
    pub fn start(remembered: Remembered, wake: impl FnOnce() + Send + 'static) -> Self {
        let (to, from) = channel();
        let stopped = Arc::new(AtomicBool::new(false));
        let (path, stop) = (remembered.path.clone(), stopped.clone());
        std::thread::spawn(move || {
            let result = open(&path);
            if !stop.load(Ordering::Relaxed) && to.send(result).is_ok() {
                wake();
            }
        });
        Self { path: remembered.path, opacity: remembered.opacity, pins: remembered.pins, from, stopped }
    }

    /// What came of it, once.
    pub fn result(&self) -> Option<Result<Opened, String>> {
        self.from.try_recv().ok()
    }

    /// Nobody waits for it any more.
    pub fn cancel(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

/// Opens a picture file. Its size is judged before it is read.
pub fn open(path: &Path) -> Result<Opened, String> {
    let name = path.display();
    let size = std::fs::metadata(path).map_err(|error| format!("{name} cannot be read: {error}"))?.len();
    if size > LARGEST_FILE {
        return Err(format!("{name} has {size} bytes; a picture may have {LARGEST_FILE}"));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
    let picture = Picture::open(&bytes, Limits::default()).map_err(|error| format!("{name}: {error}"))?;
    Ok(Opened { path: path.to_owned(), size: [picture.width, picture.height], image: shrunk(&picture) })
}

/// The picture small enough for the screen: every shown pixel is one of its own.
fn shrunk(picture: &Picture) -> ColorImage {
    let (width, height) = (picture.width as usize, picture.height as usize);
    let step = width.max(height).div_ceil(LONGEST_SHOWN).max(1);
    let size = [width.div_ceil(step), height.div_ceil(step)];
    let pixels = picture.pixels();
    let shown = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| y * step * width + x * step));
    let pixels = shown.map(|at| pixels.get(at).map_or(Color32::BLACK, |[r, g, b]| Color32::from_rgb(*r, *g, *b)));
    ColorImage::new(size, pixels.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 0]));
        picture.write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
        bytes.into_inner()
    }

    #[test]
    fn bad_pictures_are_refused_with_a_reason() {
        let folder = tempfile::tempdir().expect("a folder");
        let cases: [(&str, Vec<u8>, &str); 2] = [
            ("words.png", b"this is no picture".to_vec(), "no PNG or JPEG"),
            ("torn.png", png(40, 40)[..60].to_vec(), "damaged"),
        ];
        for (name, bytes, reason) in cases {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).expect("a file");
            let error = open(&path).err().unwrap_or_default();
            assert!(error.contains(reason) && error.contains(name), "{name}: {error}");
        }
        assert!(open(&folder.path().join("nothing.png")).err().unwrap_or_default().contains("cannot be read"));
    }

    #[test]
    fn three_points_place_a_picture() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("scan.png");
        std::fs::write(&path, png(200, 100)).expect("a file");
        let mut underlay = Underlay::new(open(&path).expect("it opens"), Vec2::new(400.0, 200.0), 0.5, None);
        assert_eq!(underlay.pixel(pos2(400.0, 200.0)), (200.0, 100.0));
        underlay
            .place([((0.0, 0.0), (10.0, 20.0)), ((200.0, 0.0), (210.0, 20.0)), ((0.0, 100.0), (10.0, 120.0))])
            .expect("placed");
        assert_eq!(underlay.on_map((100.0, 50.0)), pos2(110.0, 70.0));
        assert!(underlay.place([((0.0, 0.0), (0.0, 0.0)); 3]).is_err());
        assert_eq!(underlay.on_map((100.0, 50.0)), pos2(110.0, 70.0), "a bad placement changes nothing");
    }
}
