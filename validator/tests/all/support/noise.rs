//! Packs that chance has spoilt: bytes, words, numbers and lines changed, moved and copied. The same seed gives the same pack.

use std::path::PathBuf;

use chartroom_format::fs::MemoryFs;

/// A small generator; nothing here needs a good one.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

/// Numbers and words that hurt.
const EVIL: &[&str] = &[
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "2147483648",
    "99999999999999999999",
    "65536",
    "1.5",
    "\"\"",
    "\"-\"",
    "\"1/0\"",
    "\"9223372036854775807/3\"",
    "\"5-1\"",
    "\"0d0\"",
    "\"999999999d999999999\"",
    "[]",
    "{}",
    "()",
    "None",
    "Some(())",
    "\u{202e}",
];

/// A pack with a few faults of chance.
pub(crate) fn spoilt(pack: &MemoryFs, seed: u64) -> MemoryFs {
    let mut chance = Chance::new(seed);
    let mut fs = pack.clone();
    let names: Vec<PathBuf> = fs.files.keys().cloned().collect();
    for _ in 0..=chance.below(3) {
        let name = &names[chance.below(names.len())];
        let donor = fs.files[&names[chance.below(names.len())]].clone();
        if let Some(text) = fs.files.get_mut(name) {
            *text = spoil(text, &donor, &mut chance);
        }
    }
    if chance.below(20) == 0 {
        fs.files.remove(&names[chance.below(names.len())]);
    }
    fs
}

fn spoil(text: &str, donor: &str, chance: &mut Chance) -> String {
    let at = border(text, chance.below(text.len()));
    let length = 1 << chance.below(8);
    let end = border(text, (at + length).min(text.len()));
    match chance.below(8) {
        0 => format!("{}{}", &text[..at], &text[end..]),
        1 => format!("{}{}{}", &text[..at], EVIL[chance.below(EVIL.len())], &text[at..]),
        2 | 3 => word(text, chance, |_| EVIL[chance_of(at)].to_owned()),
        4 => {
            let other = words(donor);
            let pick =
                other.get(at % other.len().max(1)).map_or(String::new(), |(from, to)| donor[*from..*to].to_owned());
            word(text, chance, |_| pick.clone())
        }
        5 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (one, two) = (chance.below(lines.len()), chance.below(lines.len()));
            if !lines.is_empty() {
                lines.swap(one, two);
            }
            lines.join("\n")
        }
        6 => {
            let lines: Vec<&str> = text.lines().collect();
            let line = lines.get(chance.below(lines.len())).copied().unwrap_or("");
            text.replacen(line, &format!("{line}\n{line}"), 1)
        }
        _ => format!("{}{}{}", &text[..end], &text[at..end], &text[end..]),
    }
}

const fn chance_of(at: usize) -> usize {
    at % EVIL.len()
}

/// Replaces one number, name or string.
fn word(text: &str, chance: &mut Chance, new: impl Fn(&str) -> String) -> String {
    let words = words(text);
    let Some((from, to)) = words.get(chance.below(words.len())) else { return text.to_owned() };
    format!("{}{}{}", &text[..*from], new(&text[*from..*to]), &text[*to..])
}

/// Numbers, names and strings outside of comments, roughly.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        let part = letter.is_alphanumeric() || matches!(letter, '"' | '-' | '_' | '#');
        match (part, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn border(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
