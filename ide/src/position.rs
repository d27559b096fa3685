//! Places as the protocol counts them, line by line in UTF-16 or UTF-8 units, and the bytes of our spans.

use chartroom_format::source::Span;
use lsp_types::{Position, Range};

/// What a column counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    #[default]
    Utf16,
    Utf8,
}

/// Where the lines of a text begin. A line ends with `\n`, `\r\n` or a lone `\r`, as the protocol wants it.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || *byte == b'\r' && bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at as u32 + 1);
            }
        }
        Self { starts }
    }

    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    pub(crate) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = Span::new(offset, offset).clamped(text).start;
        let line = self.line_of(offset);
        let before = &text[self.starts[line] as usize..offset];
        let character = match encoding {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        Position::new(line as u32, character as u32)
    }

    pub(crate) fn range(&self, text: &str, span: Span, encoding: Encoding) -> Range {
        Range::new(self.position(text, span.start, encoding), self.position(text, span.end, encoding))
    }

    /// The byte of a position. One beyond its line is taken as the line's end, one inside a character as its start.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some(start) = self.starts.get(position.line as usize).map(|start| *start as usize) else {
            return text.len();
        };
        let end = self.starts.get(position.line as usize + 1).map_or(text.len(), |end| *end as usize);
        let line = text[start..end].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (at, letter) in line.char_indices() {
            units += match encoding {
                Encoding::Utf8 => letter.len_utf8(),
                Encoding::Utf16 => letter.len_utf16(),
            };
            if units > position.character as usize {
                return start + at;
            }
        }
        start + line.len()
    }

    pub(crate) fn span(&self, text: &str, range: Range, encoding: Encoding) -> Span {
        let (start, end) = (self.offset(text, range.start, encoding), self.offset(text, range.end, encoding));
        Span::new(start.min(end), end.max(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_the_client_counts() {
        let text = "a😀b\r\n\ré\n";
        let lines = Lines::new(text);
        for (offset, line, utf16, utf8) in [
            (0, 0, 0, 0),
            (1, 0, 1, 1),
            (5, 0, 3, 5),
            (6, 0, 4, 6),
            (8, 1, 0, 0),
            (9, 2, 0, 0),
            (11, 2, 1, 2),
            (12, 3, 0, 0),
        ] {
            for (encoding, character) in [(Encoding::Utf16, utf16), (Encoding::Utf8, utf8)] {
                let position = Position::new(line, character);
                assert_eq!(lines.position(text, offset, encoding), position, "byte {offset}, {encoding:?}");
                assert_eq!(lines.offset(text, position, encoding), offset, "{position:?}, {encoding:?}");
            }
        }
    }

    #[test]
    fn positions_that_no_text_has_are_pulled_back() {
        let text = "a😀\nb";
        let lines = Lines::new(text);
        for (line, character, offset) in [(0, 2, 1), (0, 99, 5), (1, 99, 7), (99, 0, 7), (u32::MAX, u32::MAX, 7)] {
            assert_eq!(
                lines.offset(text, Position::new(line, character), Encoding::Utf16),
                offset,
                "{line}:{character}"
            );
        }
    }
}
