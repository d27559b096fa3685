//! One table as comma-, semicolon- or tab-separated text.

/// The cells of a text, line by line; quotes hold separators and line ends.
#[must_use]
pub fn cells(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let separator = separator(text);
    let (mut lines, mut line, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                quoted = true;
            }
            letter if quoted => cell.push(letter),
            '\r' => {}
            '\n' => {
                line.push(std::mem::take(&mut cell));
                lines.push(std::mem::take(&mut line));
            }
            letter if letter == separator => line.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    if !cell.is_empty() || !line.is_empty() {
        line.push(cell);
        lines.push(line);
    }
    lines
}

/// What the first line has most of.
fn separator(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let count = |separator: char| first.matches(separator).count();
    [';', '\t'].into_iter().filter(|&other| count(other) > count(',')).max_by_key(|&other| count(other)).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn quotes_and_separators_are_read() {
        for (text, expected) in [
            ("a,b\n1,2\n", vec![vec!["a", "b"], vec!["1", "2"]]),
            ("a;b\r\n1;\"2;3\"", vec![vec!["a", "b"], vec!["1", "2;3"]]),
            ("a\tb\n\"say \"\"x\"\"\"\t\n", vec![vec!["a", "b"], vec!["say \"x\"", ""]]),
            ("\u{feff}a\n", vec![vec!["a"]]),
            ("\"open", vec![vec!["open"]]),
            ("", vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text:?}");
        }
    }
}
