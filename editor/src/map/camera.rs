//! Where the map is looked at from: pan, zoom toward the pointer, fit.

use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// A point of the map in the middle of the view, and how many screen points one map unit takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub middle: Pos2,
    pub zoom: f32,
}

impl Camera {
    /// Shows all of a map inside a view, with a little air around it.
    pub fn fit(map: Vec2, view: Vec2) -> Self {
        let zoom = ((view.x - 24.0).max(8.0) / map.x.max(1.0)).min((view.y - 24.0).max(8.0) / map.y.max(1.0));
        Self { middle: (map / 2.0).to_pos2(), zoom: zoom.max(1e-4) }
    }

    pub fn to_screen(&self, view: Rect, point: Pos2) -> Pos2 {
        view.center() + (point - self.middle) * self.zoom
    }

    pub fn to_map(&self, view: Rect, point: Pos2) -> Pos2 {
        self.middle + (point - view.center()) / self.zoom
    }

    /// The part of the map that is in view.
    pub fn visible(&self, view: Rect) -> Rect {
        Rect::from_center_size(self.middle, view.size() / self.zoom)
    }

    pub fn pan(&mut self, by: Vec2) {
        self.middle -= by / self.zoom;
    }

    /// Zooms so that what lies under the pointer stays there.
    pub fn zoom_at(&mut self, view: Rect, pointer: Pos2, factor: f32, limits: (f32, f32)) {
        let under = self.to_map(view, pointer);
        self.zoom = (self.zoom * factor).clamp(limits.0, limits.1);
        self.middle = under - (pointer - view.center()) / self.zoom;
    }

    /// Keeps some of the map in view.
    pub fn keep_near(&mut self, map: Vec2) {
        self.middle = pos2(self.middle.x.clamp(0.0, map.x), self.middle.y.clamp(0.0, map.y));
    }

    pub fn look_at(&mut self, point: Pos2, least_zoom: f32) {
        self.middle = point;
        self.zoom = self.zoom.max(least_zoom);
    }
}

impl Default for Camera {
    fn default() -> Self {
        Self { middle: Pos2::ZERO, zoom: 1.0 }
    }
}

/// Size of the smallest view the camera works with.
pub const LEAST_VIEW: Vec2 = vec2(16.0, 16.0);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn zooming_keeps_the_point_under_the_pointer(x in 0.0..800.0_f32, y in 0.0..600.0_f32, factor in 0.2..5.0_f32) {
            let view = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
            let mut camera = Camera::fit(vec2(1000.0, 700.0), view.size());
            let pointer = pos2(x, y);
            let before = camera.to_map(view, pointer);
            camera.zoom_at(view, pointer, factor, (0.01, 100.0));
            prop_assert!((camera.to_map(view, pointer) - before).length() < 0.5);
            prop_assert!((camera.to_screen(view, before) - pointer).length() < 0.5);
        }
    }

    #[test]
    fn a_fitted_map_is_all_in_view() {
        let view = Rect::from_min_size(pos2(10.0, 20.0), vec2(640.0, 480.0));
        let camera = Camera::fit(vec2(3600.0, 1600.0), view.size());
        assert!(camera.visible(view).contains_rect(Rect::from_min_size(Pos2::ZERO, vec2(3600.0, 1600.0))));
    }
}
