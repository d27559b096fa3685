//! `chartroom diff A B`: what changed between two packs, in the words of the game.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_atlas::render;
use chartroom_exchange::diff::{self, picture, text};
use chartroom_format::load::Loaded;

use crate::revision::Place;
use crate::{find, output};

/// Show what changed between two packs: prices, stats, terrain, holders, set-ups, rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom diff war-game-ww2 my-war-game
  chartroom diff HEAD~1:content/war-game-ww2 content/war-game-ww2
  chartroom diff main content/war-game-ww2 --markdown > comment.md
  chartroom diff v1.0 war-game-ww2 --map changed.png

A and B are folders of packs, names of packs under content/, or states of one in git, written REVISION:FOLDER. A revision alone
means the other pack at that time. Packs are compared as they are after overlays; comments and layout do not count.")]
pub(crate) struct Args {
    /// The earlier pack.
    before: String,
    /// The later pack.
    after: String,
    /// Everything as JSON.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Markdown for a pull request.
    #[arg(long)]
    markdown: bool,
    /// Tell all, however much it is.
    #[arg(long)]
    all: bool,
    /// Draw the map of B with the changed spaces into this file: .png or .svg.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Width of the picture in pixels.
    #[arg(long, requires = "map", default_value_t = 2400, value_parser = clap::value_parser!(u32).range(200..=20_000))]
    width: u32,
    /// End with 1 if anything differs.
    #[arg(long)]
    exit_code: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    if let Some(map) = &args.map {
        output::may_write(map)?;
    }
    let (before, after) = Place::pair(&args.before, &args.after)?;
    let (before, after) = rayon::join(|| before.load(), || after.load());
    let (before, after) = (before?, after?);
    for (name, loaded) in [(&args.before, &before), (&args.after, &after)] {
        if loaded.has_errors() {
            eprintln!("chartroom: {name} has errors; what could not be read is missing from the comparison");
        }
    }
    let diff = diff::compare(&before.content, &after.content);
    let length = if args.all { text::Length::ALL } else { text::Length::SHORT };
    if let Some(map) = &args.map {
        draw(&diff, &after, map, args.width)?;
    }
    if args.json {
        output::print_json(&diff)?;
    } else if args.markdown {
        output::print(&text::markdown(&diff, length))?;
    } else {
        output::print(&text::plain(&diff, length))?;
    }
    Ok(ExitCode::from(u8::from(args.exit_code && !diff.is_empty())))
}

fn draw(diff: &diff::Diff, after: &Loaded, target: &std::path::Path, width: u32) -> Result<(), String> {
    let content = &after.content;
    let geography = content.recipe.as_ref().and_then(|recipe| find::geography(&after.root, &recipe.geography));
    let scene = picture::scene(diff, content, geography.as_deref()).map_err(|error| error.to_string())?;
    let bytes = match target.extension().and_then(|ending| ending.to_str()) {
        Some("png") => render::png(&scene, width).map_err(|error| error.to_string())?,
        Some("svg") => render::svg(&scene, width).map_err(|error| error.to_string())?.into_bytes(),
        _ => return Err(format!("{} is neither .png nor .svg", target.display())),
    };
    output::write(target, &bytes)?;
    eprintln!("wrote {}", target.display());
    Ok(())
}
