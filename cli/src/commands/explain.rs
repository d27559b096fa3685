//! `chartroom explain CODE`.

use std::process::ExitCode;

use chartroom_format::codes;
use chartroom_format::names::nearest;

use crate::output;

pub(crate) fn run(wanted: &str) -> Result<ExitCode, String> {
    let code = codes::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(wanted) || code.info().name == wanted);
    if let Some(code) = code {
        output::print(&code.explain()).map(|()| ExitCode::SUCCESS)
    } else {
        let close = nearest(wanted, codes::ALL.iter().flat_map(|code| [code.as_str(), code.info().name]));
        let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        Err(format!("there is no code `{wanted}`{hint}"))
    }
}
