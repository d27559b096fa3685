//! File addresses of the protocol and paths of the disk. Findings speak of paths with forward slashes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// The file that an address means; none if it means something else, such as a text that was never saved.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // `file://host/path` names another machine; only this one's files are served.
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    if !path.starts_with('/') {
        return None;
    }
    let path = String::from_utf8(decoded(path)).ok()?;
    let bytes = path.as_bytes();
    let has_drive = bytes.len() >= 3 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path[..] }))
}

/// The address of a file. Letters that could mean something else are written as numbers.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut out = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~' | b':') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    Uri::from_str(&out).ok()
}

fn decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let number = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match number.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_go_there_and_back() {
        for (path, uri) in [
            ("/a/b c.ron", "file:///a/b%20c.ron"),
            ("/ä/100%/#1.ron", "file:///%C3%A4/100%25/%231.ron"),
            ("c:/x/y.ron", "file:///c:/x/y.ron"),
        ] {
            assert_eq!(uri_of(Path::new(path)).expect("an address").as_str(), uri);
            assert_eq!(path_of(&Uri::from_str(uri).expect("an address")), Some(PathBuf::from(path)));
        }
    }

    #[test]
    fn other_addresses_are_no_files() {
        for uri in ["untitled:Untitled-1", "file://elsewhere/a.ron", "git:/a.ron"] {
            assert_eq!(path_of(&Uri::from_str(uri).expect("an address")), None, "{uri}");
        }
        assert_eq!(path_of(&Uri::from_str("file:///c%3A/x").expect("an address")), Some(PathBuf::from("c:/x")));
    }
}
