//! A bundled world map as a picture 4,000 pixels wide, from the files on disk to the file on disk, against Tiled's rasteriser on
//! a hex map with as many hexes. `cargo bench -p chartroom-atlas --bench against_tiled`; needs `tmxrasterizer` (Debian: tiled).

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use chartroom_atlas::chart::{self, Holdings};
use chartroom_atlas::render;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::map::Grid;

const WIDTH: u32 = 4000;
const RUNS: usize = 7;
/// Colours of the tiles of the other side's map: as many as a plain map has kinds of hex.
const TILES: [[u8; 3]; 6] =
    [[169, 201, 221], [239, 231, 208], [216, 199, 166], [242, 226, 181], [198, 214, 168], [211, 221, 184]];

fn main() -> Result<(), Box<dyn Error>> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let folder = tempfile::tempdir()?;
    println!("{:<20} {:>6} {:>22} {:>22} {:>8}", "map", "hexes", "chartroom", "tmxrasterizer", "faster");
    for pack in ["hitlers-global-war", "global-war-1975"] {
        let (own, theirs) = (folder.path().join("own.png"), folder.path().join("theirs.png"));
        let (columns, rows) = size(&content.join(pack))?;
        let map = write_tiled_map(folder.path(), columns, rows)?;
        let mut times = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            times.0.push(timed(|| draw(&content, pack, &own))?);
            times.1.push(timed(|| rasterise(&map, &theirs))?);
        }
        let (own_time, their_time) = (median(times.0), median(times.1));
        println!(
            "{pack:<20} {:>6} {:>10.0?} {:>9} B {:>10.0?} {:>9} B {:>7.1}x",
            columns * rows,
            own_time,
            fs::metadata(&own)?.len(),
            their_time,
            fs::metadata(&theirs)?.len(),
            their_time.as_secs_f64() / own_time.as_secs_f64()
        );
    }
    Ok(())
}

fn timed(work: impl FnOnce() -> Result<(), Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn size(pack: &Path) -> Result<(u32, u32), Box<dyn Error>> {
    let map = load::load(&DiskFs, pack)?.content.map.ok_or("no map")?;
    let Grid::Hexes(grid) = map.grid else { return Err("no hexes".into()) };
    Ok((grid.columns, grid.rows))
}

/// What `chartroom render` does: read the pack, draw it, write the picture.
fn draw(content: &Path, pack: &str, file: &Path) -> Result<(), Box<dyn Error>> {
    let loaded = load::load(&DiskFs, &content.join(pack))?;
    let geography = fs::read_to_string(content.join("geo/countries-50m.json"))?;
    let scene = chart::chart(&loaded.content, &Holdings::default(), Some(&geography))?;
    fs::write(file, render::png(&scene, WIDTH)?)?;
    Ok(())
}

fn rasterise(map: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let run = Command::new("tmxrasterizer").env("QT_QPA_PLATFORM", "offscreen").arg(map).arg(file).output();
    let run = run.map_err(|error| format!("tmxrasterizer: {error}; install the Debian package tiled"))?;
    if run.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&run.stderr).into_owned().into()) }
}

/// A hex map of flat tiles, as wide in pixels as our picture.
fn write_tiled_map(folder: &Path, columns: u32, rows: u32) -> Result<PathBuf, Box<dyn Error>> {
    let wide = 2 * WIDTH / (2 * columns + 1);
    let (high, side) = (wide * 8 / 7, wide * 4 / 7);
    write_tiles(&folder.join("tiles.png"), wide, high)?;
    let mut map = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"hexagonal\" renderorder=\"right-down\" \
         width=\"{columns}\" height=\"{rows}\" tilewidth=\"{wide}\" tileheight=\"{high}\" infinite=\"0\" \
         hexsidelength=\"{side}\" staggeraxis=\"y\" staggerindex=\"odd\">\n<tileset firstgid=\"1\" name=\"t\" \
         tilewidth=\"{wide}\" tileheight=\"{high}\" tilecount=\"{count}\" columns=\"{count}\"><image source=\"tiles.png\" \
         width=\"{all}\" height=\"{high}\"/></tileset>\n<layer id=\"1\" name=\"l\" width=\"{columns}\" height=\"{rows}\">\
         <data encoding=\"csv\">\n",
        count = TILES.len(),
        all = wide * TILES.len() as u32
    );
    for row in 0..rows {
        for column in 0..columns {
            // Continents by overlapping waves: land lies together, as it does on our map.
            let (x, y) = (f64::from(column) * 0.11, f64::from(row) * 0.13);
            let is_land = x.sin() + (y * 1.3).cos() + (x * 0.6 + y).sin() > 0.15;
            let tile = if is_land { 2 + (((x * 2.0).cos() + (y * 2.0).sin() + 2.0) as u32).min(4) } else { 1 };
            let end = if (row + 1, column + 1) == (rows, columns) { "" } else { "," };
            let _ = write!(map, "{tile}{end}");
        }
        map.push('\n');
    }
    map.push_str("</data></layer></map>\n");
    let path = folder.join(format!("map{columns}x{rows}.tmx"));
    fs::write(&path, map)?;
    Ok(path)
}

fn write_tiles(file: &Path, wide: u32, high: u32) -> Result<(), Box<dyn Error>> {
    let inside = |x: u32, y: u32| {
        let (x, y) = ((f64::from(x) + 0.5) / f64::from(wide) - 0.5, (f64::from(y) + 0.5) / f64::from(high) - 0.5);
        x.abs() + 2.0 * y.abs() < 1.0
    };
    let picture = image::RgbaImage::from_fn(wide * TILES.len() as u32, high, |x, y| {
        let [red, green, blue] = TILES[(x / wide) as usize];
        let dark = |channel: u8| channel / 2;
        match (inside(x % wide, y), x % wide == 0) {
            (false, _) => image::Rgba([0, 0, 0, 0]),
            (true, true) => image::Rgba([dark(red), dark(green), dark(blue), 255]),
            (true, false) => image::Rgba([red, green, blue, 255]),
        }
    });
    picture.save(file)?;
    Ok(())
}
