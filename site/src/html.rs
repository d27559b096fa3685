//! The few pieces of markup that are made outside of templates: text that cannot be taken for markup, and links.

/// Text that cannot be taken for markup, also inside of quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// A link, or the bare text where there is nowhere to lead.
pub(crate) fn link(href: Option<&str>, text: &str) -> String {
    match href {
        Some(href) => format!("<a href=\"{}\">{}</a>", escaped(href), escaped(text)),
        None => escaped(text),
    }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// An id as people read it: "unit-cost" is "unit cost".
pub(crate) fn plain(id: &str) -> String {
    id.replace(['-', '_'], " ")
}

/// A variant's name as people read it: "TurnEnd" is "turn end".
pub(crate) fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// A colour of a pack, if it is one; it goes into styles.
pub(crate) fn colour(text: &str) -> &str {
    let digits = text.strip_prefix('#').unwrap_or("");
    let is_colour = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_colour { text } else { "#888888" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_as_people_write_them() {
        for (parts, wanted) in [("", ""), ("a", "a"), ("a b", "a and b"), ("a b c", "a, b and c")] {
            let parts: Vec<String> = parts.split_whitespace().map(ToOwned::to_owned).collect();
            assert_eq!(listed(&parts, "and"), wanted);
        }
        assert_eq!(spaced("TurnEnd"), "turn end");
        assert_eq!(colour("#a0B1c2"), "#a0B1c2");
        assert_eq!(colour("red;}</style>"), "#888888");
        assert_eq!(link(Some("a\"b"), "<x>"), "<a href=\"a&quot;b\">&lt;x&gt;</a>");
    }
}
