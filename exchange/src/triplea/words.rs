//! The words of TripleA and ours: names as its files spell them, titles as people read them, ids as packs spell them.

use chartroom_format::names::to_id;

/// Words as people read them: `aaGun` becomes "Aa Gun", `Sea_Zone` "Sea Zone".
pub(super) fn title(name: &str) -> String {
    let mut title = String::new();
    let mut before = ' ';
    for letter in name.replace('_', " ").chars() {
        if letter.is_ascii_uppercase() && before.is_ascii_lowercase() {
            title.push(' ');
        }
        if title.is_empty() {
            title.extend(letter.to_uppercase())
        } else {
            title.push(letter)
        }
        before = letter;
    }
    title
}

/// The id of a name, before it is told apart from others.
pub(super) fn id_of(name: &str) -> String {
    let folded: String = title(name).chars().map(plain).collect();
    to_id(&folded)
}

/// Letters of western Europe without their marks; others stay and become hyphens.
fn plain(letter: char) -> char {
    match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'À'..='Å' => 'A',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'È'..='Ë' => 'E',
        'ì'..='ï' => 'i',
        'Ì'..='Ï' => 'I',
        'ñ' | 'ń' => 'n',
        'ò'..='ö' | 'ø' | 'ō' => 'o',
        'Ò'..='Ö' | 'Ø' => 'O',
        'ù'..='ü' | 'ū' => 'u',
        'Ù'..='Ü' => 'U',
        'ł' => 'l',
        'ś' | 'š' | 'ß' => 's',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

/// A name as an id of its files may be spelt: letters, digits and underscores, a letter first.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// `aa-gun` as its files spell names of several words: `aaGun`.
pub(super) fn camel(id: &str) -> String {
    let mut name = String::new();
    for part in id.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty()) {
        let mut letters = part.chars();
        match letters.next() {
            Some(first) if !name.is_empty() => name.push(first.to_ascii_uppercase()),
            Some(first) => name.push(first),
            None => {}
        }
        name.extend(letters);
    }
    if is_name(&name) { name } else { format!("_{name}") }
}

/// The same with a capital in front, for names that follow another word: `buyAaGun`.
pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name from which the import makes this id and title again; failing that, one from which it makes the id. Units are
/// spelt with a small letter, players with a capital.
pub(super) fn name_for(id: &str, wanted: &str, capital: bool) -> String {
    let spelt = wanted.replace(' ', "_");
    let parted = id.replace('-', "_");
    let candidates = if capital { [capitalised(&camel(id)), spelt, parted] } else { [camel(id), parted, spelt] };
    let same_id = |name: &&String| is_name(name) && id_of(name) == id;
    let both = candidates.iter().find(|name| same_id(name) && title(name) == wanted);
    both.or(candidates.iter().find(same_id)).cloned().unwrap_or_else(|| camel(id))
}

/// A version as both write it: two or three numbers with points between, padded to three. Anything else is 1.0.0.
pub(super) fn version(text: &str) -> String {
    let parts: Vec<&str> = text.trim().split('.').collect();
    let sound = (1..=3).contains(&parts.len())
        && parts.iter().all(|part| (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()));
    if !sound {
        return "1.0.0".to_owned();
    }
    let number = |place: usize| parts.get(place).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    format!("{}.{}.{}", number(0), number(1), number(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_three_numbers() {
        for (text, expected) in
            [("1.2", "1.2.0"), ("2.0.1", "2.0.1"), (" 3 ", "3.0.0"), ("beta", "1.0.0"), ("1.2.3.4", "1.0.0")]
        {
            assert_eq!(version(text), expected, "{text}");
        }
    }

    #[test]
    fn a_name_gives_its_id_and_title_back() {
        for (id, wanted, expected) in [
            ("infantry", "Infantry", "infantry"),
            ("aa-gun", "Aa Gun", "aaGun"),
            ("aa-gun", "Aa gun", "aa_gun"),
            ("united-states", "United States", "unitedStates"),
            ("a-10", "A 10", "a_10"),
            ("1st-army", "1st Army", "_1stArmy"),
        ] {
            let name = name_for(id, wanted, false);
            assert_eq!((name.as_str(), id_of(&name).as_str()), (expected, id));
            assert!(is_name(&name));
        }
        assert_eq!(name_for("greek-city-states", "Greek City States", true), "GreekCityStates");
        assert_eq!(title("seaZone"), "Sea Zone");
    }
}
