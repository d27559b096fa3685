//! The editor as a program of its own; `chartroom edit` is the same. Arguments: a pack folder, `--recover`, `--content FOLDER`,
//! `--do COMMAND` (again and again), `--screenshot FILE.png`, `--state FILE.json`.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_editor::EditorOptions;

fn main() -> ExitCode {
    let mut options = EditorOptions { content: PathBuf::from("content"), ..EditorOptions::default() };
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--recover") => options.recover = true,
            Some("--do") => options.script.extend(arguments.next().map(|line| line.to_string_lossy().into_owned())),
            Some("--screenshot") => options.screenshot = arguments.next().map(PathBuf::from),
            Some("--state") => options.state = arguments.next().map(PathBuf::from),
            Some("--content") => options.content = arguments.next().map(PathBuf::from).unwrap_or_default(),
            _ => options.pack = Some(PathBuf::from(argument)),
        }
    }
    match chartroom_editor::run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("chartroom-editor: {message}");
            ExitCode::from(2)
        }
    }
}
