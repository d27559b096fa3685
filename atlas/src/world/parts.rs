//! Parts of the world that scenarios are often set in, ready to choose.

use chartroom_format::schema::recipe::Extent;

use super::World;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    World,
    Europe,
    Mediterranean,
    NorthAtlantic,
    EastAsia,
    Pacific,
}

impl Part {
    pub const ALL: [Self; 6] =
        [Self::World, Self::Europe, Self::Mediterranean, Self::NorthAtlantic, Self::EastAsia, Self::Pacific];

    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::World => "The whole world",
            Self::Europe => "Europe",
            Self::Mediterranean => "The Mediterranean",
            Self::NorthAtlantic => "The North Atlantic",
            Self::EastAsia => "East Asia",
            Self::Pacific => "The Pacific",
        }
    }

    #[must_use]
    pub const fn world(self) -> World {
        let (north, south, west, east, columns) = match self {
            Self::World => return World { extent: World::WHOLE, columns: 100 },
            Self::Europe => (71.0, 34.0, -11.0, 45.0, 60),
            Self::Mediterranean => (48.0, 28.0, -10.0, 40.0, 70),
            Self::NorthAtlantic => (68.0, 20.0, -90.0, 20.0, 70),
            Self::EastAsia => (54.0, -11.0, 70.0, 150.0, 60),
            Self::Pacific => (60.0, -48.0, 95.0, 245.0, 80),
        };
        World { extent: Extent { north, south, west, east }, columns }
    }
}
