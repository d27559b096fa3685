//! Maps from geography and pictures, and pictures of maps.
