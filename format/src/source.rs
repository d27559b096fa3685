//! Places in text: byte spans, and the lines and columns people read.

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// The span pulled back inside the text and onto character boundaries.
    #[must_use]
    pub fn clamped(self, text: &str) -> Self {
        let start = floor_boundary(text, self.start.min(text.len()));
        let end = floor_boundary(text, self.end.min(text.len()).max(start));
        Self { start, end: end.max(start) }
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Line and column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { starts: std::iter::once(0).chain(breaks).collect() }
    }

    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = floor_boundary(text, offset.min(text.len()));
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts[line - 1];
        Position { line, column: text[start..offset].chars().count() + 1 }
    }

    /// The byte at which a line and column (both from 1) begin.
    pub fn offset(&self, text: &str, line: usize, column: usize) -> usize {
        let Some(start) = self.starts.get(line.saturating_sub(1)).copied() else { return text.len() };
        text[start..].char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| start + at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_come_back() {
        let text = "a\nbéc\n\nd";
        let index = LineIndex::new(text);
        for (offset, line, column) in [(0, 1, 1), (2, 2, 1), (5, 2, 3), (7, 3, 1), (8, 4, 1), (9, 4, 2)] {
            assert_eq!(index.position(text, offset), Position { line, column }, "offset {offset}");
            assert_eq!(index.offset(text, line, column), offset, "line {line} column {column}");
        }
    }

    #[test]
    fn a_span_inside_a_character_moves_to_its_start() {
        assert_eq!(Span::new(1, 9).clamped("éa"), Span::new(0, 3));
    }
}
