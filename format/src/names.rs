//! Near misses: the nearest known name to one that was mistyped, and ids made from titles.

/// The known name nearest to a mistyped one, if it is near enough to be meant.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    all_nearest(wrong, known).into_iter().next()
}

/// All names that are as near as the nearest, in their order; at most three, for more are no help.
pub fn all_nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let lower = wrong.to_lowercase();
    let allowed = (wrong.chars().count() / 3).clamp(1, 4);
    let mut close: Vec<(usize, &str)> = known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= allowed || begins_alike(&lower, &name.to_lowercase()))
        .collect();
    close.sort_unstable();
    close.dedup();
    let best = close.first().map(|(distance, _)| *distance);
    close
        .into_iter()
        .take_while(|(distance, _)| Some(*distance) == best)
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Whether one name is the beginning of the other, or they differ in their endings only: ability, abilities.
fn begins_alike(wrong: &str, known: &str) -> bool {
    let shared = wrong.chars().zip(known.chars()).take_while(|(a, b)| a == b).count();
    let longer = wrong.chars().count().max(known.chars().count());
    wrong.len() > 3 && (known.starts_with(wrong) || shared > 3 && shared * 3 >= longer * 2)
}

/// A well-formed id made from any words: "Long Range Bomber" becomes "long-range-bomber".
pub fn to_id(words: &str) -> String {
    let mut id = String::new();
    for letter in words.chars() {
        let plain = without_accent(letter);
        if letter.is_ascii_alphanumeric() {
            id.push(letter.to_ascii_lowercase());
        } else if !plain.is_empty() {
            id.push_str(plain);
        } else if !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    id.trim_end_matches('-').to_owned()
}

/// The plain letters for one with an accent, of the languages that names of places come from; nothing for any other.
const fn without_accent(letter: char) -> &'static str {
    match letter {
        'à'..='å' | 'À'..='Å' | 'ā' | 'ă' | 'ą' | 'Ą' => "a",
        'æ' | 'Æ' => "ae",
        'ç' | 'Ç' | 'ć' | 'Ć' | 'č' | 'Č' => "c",
        'ð' | 'đ' | 'Đ' | 'ď' => "d",
        'è'..='ë' | 'È'..='Ë' | 'ē' | 'ę' | 'Ę' | 'ě' => "e",
        'ì'..='ï' | 'Ì'..='Ï' | 'ī' | 'ı' | 'İ' => "i",
        'ł' | 'Ł' => "l",
        'ñ' | 'Ñ' | 'ń' | 'Ń' | 'ň' => "n",
        'ò'..='ö' | 'Ò'..='Ö' | 'ø' | 'Ø' | 'ō' | 'ő' | 'Ő' => "o",
        'œ' | 'Œ' => "oe",
        'ř' | 'Ř' => "r",
        'ś' | 'Ś' | 'š' | 'Š' | 'ş' | 'Ş' => "s",
        'ß' => "ss",
        'ť' => "t",
        'ù'..='ü' | 'Ù'..='Ü' | 'ū' | 'ů' | 'ű' | 'Ű' => "u",
        'ý' | 'ÿ' | 'Ý' => "y",
        'ź' | 'Ź' | 'ż' | 'Ż' | 'ž' | 'Ž' => "z",
        'þ' | 'Þ' => "th",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["infantry", "mechanized", "armor"];
        for (wrong, right) in [
            ("infantrie", Some("infantry")),
            ("Infantry", Some("infantry")),
            ("mechanised", Some("mechanized")),
            ("amror", Some("armor")),
            ("mech", Some("mechanized")),
            ("battleship", None),
        ] {
            assert_eq!(nearest(wrong, known).as_deref(), right, "{wrong}");
        }
    }

    #[test]
    fn ids_come_from_titles() {
        for (title, id) in [
            ("Long Range Bomber", "long-range-bomber"),
            (" U.S.A. ", "u-s-a"),
            ("é", "e"),
            ("Łódź", "lodz"),
            ("東", ""),
        ] {
            assert_eq!(to_id(title), id);
        }
    }
}
