//! The cells of a layer as Tiled packs them: by commas, or as base64, plain or compressed.

use std::io::Read;

use super::sheet::{MOST_CELLS, TiledError, unturned};

/// Unpacks the cells of a layer.
pub(super) fn cells(layer: &str, text: &str, encoding: &str, compression: &str) -> Result<Vec<u32>, TiledError> {
    let fault = |message: String| TiledError::Map(format!("the layer `{layer}`: {message}"));
    match encoding {
        "csv" => {
            let numbers = text.split(',').map(str::trim).filter(|part| !part.is_empty());
            numbers.map(|part| part.parse().map(unturned).map_err(|_| fault(format!("`{part}` is no tile")))).collect()
        }
        "base64" => {
            let packed = base64(text).ok_or_else(|| fault("its data is no base64".to_owned()))?;
            let most = MOST_CELLS * 4;
            let mut bytes = Vec::new();
            // What comes out counts, not what the file says: a small file may hold very much.
            let read = |from: &mut dyn Read, bytes: &mut Vec<u8>| from.take(most as u64 + 1).read_to_end(bytes);
            let done = match compression {
                "" => read(&mut packed.as_slice(), &mut bytes),
                "zlib" => read(&mut flate2::read::ZlibDecoder::new(packed.as_slice()), &mut bytes),
                "gzip" => read(&mut flate2::read::GzDecoder::new(packed.as_slice()), &mut bytes),
                other => {
                    return Err(fault(format!("compression `{other}` is not read; save it with zlib, gzip or as CSV")));
                }
            };
            done.map_err(|error| fault(format!("its data cannot be unpacked: {error}")))?;
            if bytes.len() > most {
                return Err(TiledError::TooLarge(format!("more than {MOST_CELLS} cells in the layer `{layer}`")));
            }
            let word = |bytes: &[u8]| unturned(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            Ok(bytes.chunks_exact(4).map(word).collect())
        }
        other => Err(fault(format!("encoding `{other}` is not read; save it as CSV"))),
    }
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() * 3 / 4);
    let (mut word, mut bits) = (0_u32, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        word = word << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_unpacked() {
        for (text, encoding, compression, expected) in [
            ("1, 2,\n3", "csv", "", vec![1, 2, 3]),
            ("AQAAAAIAAAA=", "base64", "", vec![1, 2]),
            ("eJxjZGBgYAJiAAAYAAQ=", "base64", "zlib", vec![1, 2]),
            // A turned tile is the same tile.
            ("2147483649", "csv", "", vec![1]),
        ] {
            assert_eq!(cells("l", text, encoding, compression).expect(text), expected);
        }
        for (text, encoding, compression, word) in [
            ("1,x", "csv", "", "`x` is no tile"),
            ("*", "base64", "", "no base64"),
            ("AQAAAA==", "base64", "zstd", "zstd"),
            ("AQAAAA==", "base64", "zlib", "cannot be unpacked"),
            ("", "morse", "", "morse"),
        ] {
            let error = cells("l", text, encoding, compression).expect_err(text).to_string();
            assert!(error.contains(word), "{error}");
        }
    }
}
