//! Integer mathematics of maps: coordinates, boards, printed numbers, neighbours, and the one bridge to pixels.
//!
//! * [`hex`]: axial coordinates on an endless plane: distance, rings, lines, turning;
//! * [`offset`]: a [`Board`] of columns and rows, its edges, and a seam where east meets west;
//! * [`numbering`]: the number printed in a hex (`W3119`, `19107`, `Q13`) and back;
//! * [`layout`]: the only place where a hex becomes a point on paper, and the only floats;
//! * [`zones`]: who neighbours whom where the spaces are irregular outlines.
//!
//! Nothing here knows terrain, files or rules.

pub mod hex;
pub mod layout;
pub mod numbering;
pub mod offset;
pub mod zones;

pub use hex::{Direction, Hex};
pub use layout::{Layout, Point};
pub use numbering::{NumberError, Numbering};
pub use offset::{Board, BoardError, Cell, OffsetParity, Orientation};
