//! Finding a space by its number or name.

use chartroom_format::content::Content;

use super::scene::Scene;

/// Spaces that match what was typed, best first: the number itself, then names that begin with it, then names that hold it.
pub fn find(scene: &Scene, content: &Content, typed: &str, most: usize) -> Vec<(usize, String)> {
    let typed = typed.trim().to_lowercase();
    if typed.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(u8, usize, String)> = Vec::new();
    for (at, id) in scene.ids().iter().enumerate() {
        let name = content.spaces.get(id.as_str()).and_then(|space| space.name.as_deref()).unwrap_or("");
        let (low_id, low_name) = (id.to_lowercase(), name.to_lowercase());
        let rank = if low_id == typed {
            0
        } else if low_name == typed {
            1
        } else if low_name.starts_with(&typed) {
            2
        } else if low_id.starts_with(&typed) {
            3
        } else if low_name.contains(&typed) || low_id.contains(&typed) {
            4
        } else {
            continue;
        };
        found.push((rank, at, if name.is_empty() { id.clone() } else { format!("{name} ({id})") }));
    }
    found.sort_by(|a, b| (a.0, &a.2).cmp(&(b.0, &b.2)));
    found.into_iter().take(most).map(|(_, at, title)| (at, title)).collect()
}
