//! Pictures of units and flags by player, so that a map does not depend on those that TripleA brings along.

use chartroom_atlas::counter::Counter;
use chartroom_atlas::render::Rgb;
use chartroom_format::schema::ids::UnitId;

use super::tiles::picture;
use super::{Export, ExportError};

/// The face of a counter: with its margin it is as wide as TripleA's own units, 48 pixels.
const FACE: u32 = 34;
/// Names and sizes of flags.
const FLAGS: [(&str, usize, usize); 3] = [("", 32, 20), ("_small", 16, 10), ("_large", 96, 60)];

impl Export<'_> {
    /// The files of all players.
    pub(super) fn pictures(&self) -> Result<Vec<(String, Vec<u8>)>, ExportError> {
        let mut files = Vec::new();
        for (id, power) in &self.content.powers {
            let Some(player) = self.names.power(id.as_str()) else { continue };
            let named =
                self.content.units.keys().map(UnitId::as_str).chain(self.content.features.keys().map(|id| id.as_str()));
            for unit in named {
                let Some(name) =
                    self.names.unit(unit).filter(|name| self.game.units.iter().any(|known| known.name == **name))
                else {
                    continue;
                };
                let mut counter = Counter::of(self.content, &UnitId(unit.to_owned()), Some(id));
                if let Some(feature) =
                    self.content.features.get(unit).filter(|_| !self.content.units.contains_key(unit))
                {
                    counter.emblem = chartroom_atlas::counter::Emblem::Works;
                    counter.label = feature.title.chars().take(3).collect::<String>().to_uppercase();
                }
                let drawn =
                    counter.drawing(FACE as f32).png(FACE).map_err(|error| ExportError::Picture(error.to_string()))?;
                files.push((format!("units/{player}/{name}.png"), drawn));
            }
            let Rgb(red, green, blue) = Rgb::parse(&power.colour).unwrap_or(Rgb(0x80, 0x80, 0x80));
            for (end, wide, high) in FLAGS {
                let rim = |x: usize, y: usize| x == 0 || y == 0 || x + 1 == wide || y + 1 == high;
                let cells: Vec<u8> = (0..wide * high).map(|at| u8::from(rim(at % wide, at / wide))).collect();
                let colours = [[red, green, blue, 0xff], [red / 2, green / 2, blue / 2, 0xff]];
                files.push((format!("flags/{player}{end}.png"), picture(wide, high, &cells, &colours)?));
            }
        }
        Ok(files)
    }
}
