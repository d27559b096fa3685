//! `chartroom edit`: opens the editor.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_editor::EditorOptions;

use crate::find::{CONTENT, pack_folder};

pub(crate) fn run(pack: Option<&str>, recover: bool) -> Result<ExitCode, String> {
    let pack = pack.map(pack_folder).transpose()?;
    chartroom_editor::run(EditorOptions {
        pack,
        content: PathBuf::from(CONTENT),
        recover,
        ..EditorOptions::default()
    })?;
    Ok(ExitCode::SUCCESS)
}
