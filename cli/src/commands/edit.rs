//! `chartroom edit`: opens the editor, at a place if one is named. A window that has the pack open already shows the place itself.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_editor::{EditorOptions, mail};
use chartroom_format::entries::EntryKind;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::names::nearest;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map::Grid;

use crate::find::{CONTENT, pack_folder};
use crate::output;

pub(crate) fn run(pack: Option<&str>, recover: bool, at: Option<&str>) -> Result<ExitCode, String> {
    let pack = pack.map(pack_folder).transpose()?;
    let script = match (&pack, at) {
        (Some(pack), Some(at)) => vec![shown_at(pack, at)?],
        _ => Vec::new(),
    };
    if let (Some(pack), false, Some(folder)) = (&pack, recover || script.is_empty(), mail::folder())
        && mail::deliver(&folder, pack, &script)
    {
        output::print("the window that has the pack open shows it\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    // The window system would say so in words of its own.
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let displays = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];
    if cfg!(all(unix, not(target_os = "macos"))) && !displays.into_iter().any(is_set) {
        return Err("the editor needs a display; `chartroom check`, `table` and `render` do without".to_owned());
    }
    chartroom_editor::run(EditorOptions {
        pack,
        content: PathBuf::from(CONTENT),
        recover,
        script,
        ..EditorOptions::default()
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The words that bring the editor to a space or a table.
fn shown_at(pack: &Path, at: &str) -> Result<String, String> {
    let kinds = [Kind::Map, Kind::Spaces, Kind::Table];
    let content = load::load_kinds(&DiskFs, pack, &kinds)?.content;
    let is_hex = || match content.map.as_ref().map(|map| &map.grid) {
        Some(Grid::Hexes(grid)) => grid.board().is_ok_and(|board| grid.numbering.parse(&board, at).is_ok()),
        _ => false,
    };
    if content.has(EntryKind::Space, at) || is_hex() {
        return Ok(format!("look:{at}"));
    }
    if content.has(EntryKind::Table, at) {
        return Ok(format!("table:{at}"));
    }
    let known = content.ids(EntryKind::Space).chain(content.ids(EntryKind::Table));
    let hint = nearest(at, known).map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
    Err(format!("the pack has no space and no table `{at}`{hint}"))
}
