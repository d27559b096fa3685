//! What a repository needs so that git merges content files by their content.

/// The name git knows the driver by.
pub const DRIVER: &str = "chartroom";
/// Settings of the repository, by name.
pub const SETTINGS: [(&str, &str); 2] = [
    ("merge.chartroom.name", "Chartroom packs, merged by entry and cell"),
    ("merge.chartroom.driver", "chartroom merge-driver %O %A %B %P"),
];
const LINE: &str = "*.ron merge=chartroom";

/// The text of `.gitattributes` with our line in it; none if it says so already.
#[must_use]
pub fn attributes(existing: &str) -> Option<String> {
    let says_so = |line: &str| {
        let mut words = line.split_whitespace();
        words.next() == Some("*.ron") && words.any(|word| word == "merge=chartroom")
    };
    if existing.lines().any(says_so) {
        return None;
    }
    let gap = if existing.is_empty() || existing.ends_with('\n') { "" } else { "\n" };
    Some(format!("{existing}{gap}{LINE}\n"))
}

#[cfg(test)]
mod tests {
    use super::attributes;

    #[test]
    fn the_line_is_added_once() {
        let once = attributes("*.png binary").expect("a line is missing");
        assert_eq!(once, "*.png binary\n*.ron merge=chartroom\n");
        assert_eq!(attributes(&once), None);
        assert_eq!(attributes("*.ron text eol=lf merge=chartroom\n"), None);
        assert_eq!(attributes("*.ron text eol=lf\n").as_deref(), Some("*.ron text eol=lf\n*.ron merge=chartroom\n"));
    }
}
