//! A bundled world map as a picture 4,000 pixels wide against Tiled's rasteriser on a hex map with as many hexes. The tiles of that
//! map are cut from our own picture, so that both sides paint and pack the same wealth of detail.
//! `cargo bench -p chartroom-atlas --bench against_tiled`; needs `tmxrasterizer` (Debian: tiled).

#![allow(clippy::print_stdout, reason = "a benchmark tells its figures")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use chartroom_atlas::chart::{self, Holdings};
use chartroom_atlas::render::{self, Scene};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::map::Grid;

const WIDTH: u32 = 4000;
const RUNS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let geography = fs::read_to_string(content.join("geo/countries-50m.json"))?;
    let folder = tempfile::tempdir()?;
    let (own, theirs) = (folder.path().join("own.png"), folder.path().join("theirs.png"));
    println!(
        "{:<20} {:>6} {:>10} {:>11} {:>14} {:>13} {:>8}",
        "map", "hexes", "chartroom", "its file", "tmxrasterizer", "its file", "faster"
    );
    for pack in ["hitlers-global-war", "global-war-1975"] {
        let loaded = load::load(&DiskFs, &content.join(pack))?;
        let (columns, rows) = size(&loaded.content)?;
        let scene = chart::chart(&loaded.content, &Holdings::default(), Some(&geography))?;
        draw(&scene, &own)?;
        let map = write_tiled_map(folder.path(), &own, columns, rows)?;
        let mut times = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            times.0.push(timed(|| draw(&scene, &own))?);
            times.1.push(timed(|| rasterise(&map, &theirs))?);
        }
        let (own_time, their_time) = (median(times.0), median(times.1));
        println!(
            "{pack:<20} {:>6} {:>7} ms {:>9} B {:>11} ms {:>11} B {:>7.1}x",
            columns * rows,
            own_time.as_millis(),
            fs::metadata(&own)?.len(),
            their_time.as_millis(),
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

fn size(content: &Content) -> Result<(u32, u32), Box<dyn Error>> {
    match content.map.as_ref().map(|map| &map.grid) {
        Some(Grid::Hexes(grid)) => Ok((grid.columns, grid.rows)),
        _ => Err("no hexes".into()),
    }
}

fn draw(scene: &Scene, file: &Path) -> Result<(), Box<dyn Error>> {
    fs::write(file, render::png(scene, WIDTH)?)?;
    Ok(())
}

fn rasterise(map: &Path, file: &Path) -> Result<(), Box<dyn Error>> {
    let run = Command::new("tmxrasterizer").env("QT_QPA_PLATFORM", "offscreen").arg(map).arg(file).output();
    let run = run.map_err(|error| format!("tmxrasterizer: {error}; install the Debian package tiled"))?;
    if run.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&run.stderr).into_owned().into()) }
}

/// A hex map whose tiles are cut from a picture, as wide in pixels as that.
fn write_tiled_map(folder: &Path, picture: &Path, columns: u32, rows: u32) -> Result<PathBuf, Box<dyn Error>> {
    let (width, height) = image::image_dimensions(picture)?;
    let source = folder.join("tiles.png");
    fs::copy(picture, &source)?;
    let wide = 2 * WIDTH / (2 * columns + 1);
    let (high, side) = (wide * 8 / 7, wide * 4 / 7);
    let (across, down) = (width / wide, height / high);
    let mut map = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"hexagonal\" renderorder=\"right-down\" \
         width=\"{columns}\" height=\"{rows}\" tilewidth=\"{wide}\" tileheight=\"{high}\" infinite=\"0\" \
         hexsidelength=\"{side}\" staggeraxis=\"y\" staggerindex=\"odd\">\n<tileset firstgid=\"1\" name=\"t\" \
         tilewidth=\"{wide}\" tileheight=\"{high}\" tilecount=\"{count}\" columns=\"{across}\"><image source=\"tiles.png\" \
         width=\"{width}\" height=\"{height}\"/></tileset>\n<layer id=\"1\" name=\"l\" width=\"{columns}\" height=\"{rows}\">\
         <data encoding=\"csv\">\n",
        count = across * down
    );
    let tile = |row: u32, column: u32| 1 + (row % down) * across + column % across;
    let lines =
        (0..rows).map(|row| (0..columns).map(|column| tile(row, column).to_string()).collect::<Vec<_>>().join(","));
    let _ = write!(map, "{}\n</data></layer></map>\n", lines.collect::<Vec<_>>().join(",\n"));
    let path = folder.join(format!("map{columns}x{rows}.tmx"));
    fs::write(&path, map)?;
    Ok(path)
}
