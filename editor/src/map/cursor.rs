//! The keyboard's place on the map: which space lies beside another in a direction.

use egui::Vec2;

use super::scene::Scene;

/// The neighbour that lies most nearly in a direction; nothing if all lie elsewhere. A box has no neighbours: there the next space of
/// the list in the direction of reading is as good as any.
pub fn beside(scene: &Scene, at: usize, direction: Vec2) -> Option<usize> {
    let here = scene.middle(at);
    let how_near = |other: usize| {
        let way = scene.middle(other) - here;
        let long = way.length().max(1e-3);
        // Straight ahead and near is best.
        (way / long).dot(direction)
    };
    let ahead = scene.neighbours(at).into_iter().filter(|other| how_near(*other) > 0.35);
    ahead.max_by(|a, b| how_near(*a).total_cmp(&how_near(*b)).then_with(|| b.cmp(a)))
}

/// The space nearest to a point of the map, for a cursor that is nowhere yet.
pub fn nearest(scene: &Scene, point: egui::Pos2) -> Option<usize> {
    let away = |at: &usize| (scene.middle(*at) - point).length_sq();
    scene.hit(point).or_else(|| (0..scene.cells.len()).min_by(|a, b| away(a).total_cmp(&away(b))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::map::scene::Palette;
    use crate::testing::TestPack;
    use crate::theme::{Theme, Tokens};
    use egui::vec2;

    #[test]
    fn arrows_go_to_the_hex_that_lies_there_and_stop_at_the_edge() {
        let pack = TestPack::new();
        let document = Document::open(&pack.root()).expect("it opens");
        let scene = Scene::new(&Palette::new(document.content(), None, Tokens::of(Theme::Light)), 0);
        let go = |from: &str, x: f32, y: f32| {
            beside(&scene, scene.index(from).expect("a hex"), vec2(x, y)).map(|at| scene.id(at).to_owned())
        };
        assert_eq!(go("0303", 1.0, 0.0).as_deref(), Some("0304"));
        assert_eq!(go("0303", -1.0, 0.0).as_deref(), Some("0302"));
        let down = go("0303", 0.0, 1.0).expect("a row below");
        assert!(down.starts_with("04"), "{down}");
        assert_eq!(go(&down, 0.0, -1.0).map(|id| id[..2].to_owned()).as_deref(), Some("03"));
        assert_eq!(go("0101", -1.0, 0.0), None);
        assert_eq!(go("0101", 0.0, -1.0), None);
        assert_eq!(nearest(&scene, egui::pos2(-50.0, -50.0)), scene.index("0101"));
    }
}
