//! Zip files for tests: ordinary ones, and such as no library makes.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::{FileOptions, SimpleFileOptions};

/// A zip file as programs make them.
pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options: SimpleFileOptions = FileOptions::default();
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A zip file without compression and without checks of any kind: names are any
/// bytes, `flags` are as given, `external` is the mode in the upper half.
pub(crate) struct RawZip {
    bytes: Vec<u8>,
    pub(crate) directory: Vec<u8>,
    pub(crate) count: u16,
}

impl RawZip {
    pub(crate) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            directory: Vec::new(),
            count: 0,
        }
    }

    pub(crate) fn add(mut self, name: &[u8], content: &[u8], flags: u16, external: u32) -> Self {
        let offset = u32::try_from(self.bytes.len()).unwrap();
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let mut common = Vec::new();
        common.extend(20_u16.to_le_bytes());
        common.extend(flags.to_le_bytes());
        common.extend([0; 6]);
        common.extend(crc32(content).to_le_bytes());
        common.extend([size, size].concat());
        common.extend(length);
        common.extend([0; 2]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&common);
        self.bytes.extend(name);
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\x03");
        self.directory.extend(&common);
        self.directory.extend([0; 6]);
        self.directory.extend(external.to_le_bytes());
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name);
        self.count += 1;
        self
    }

    pub(crate) fn file(self, name: &[u8]) -> Self {
        self.add(name, b"int main() {}\n", 0, 0)
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let offset = u32::try_from(self.bytes.len()).unwrap();
        let size = u32::try_from(self.directory.len()).unwrap();
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(self.count.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(offset.to_le_bytes());
        self.bytes.extend([0; 2]);
        self.bytes
    }
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}
