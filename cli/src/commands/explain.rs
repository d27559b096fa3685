//! `chartroom explain CODE`.

use std::process::ExitCode;

use chartroom_validator::codes;

use crate::output;

pub(crate) fn run(wanted: &str) -> Result<ExitCode, String> {
    let code = codes::find(wanted)?;
    output::print(&code.explain()).map(|()| ExitCode::SUCCESS)
}
