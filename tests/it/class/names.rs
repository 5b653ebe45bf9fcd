//! Names of any bytes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use proptest::prelude::*;

use super::{Hand, text, try_find};
use crate::zips::RawZip;

/// A name of any bytes, most often with an extension that means something.
fn name() -> impl Strategy<Value = Vec<u8>> {
    let byte = any::<u8>().prop_filter("a name", |byte| !matches!(byte, 0 | b'/'));
    let extension = prop::sample::select(vec!["", ".cpp", ".py", ".zip", ".rar", ".in", "~"]);
    (prop::collection::vec(byte, 1..12), extension)
        .prop_map(|(name, extension)| [&name, extension.as_bytes()].concat())
        .prop_filter("no folder", |name| name != b"." && name != b"..")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_file_is_graded_or_left_out_once(
        files in prop::collection::vec((prop::collection::vec(name(), 0..3), name(), 0..3_usize), 1..12)
    ) {
        let hand = Hand::new();
        std::fs::create_dir(hand.path()).unwrap();
        let mut count = 0;
        for (folders, name, size) in files {
            // Folders of litter are named once, whatever is in them.
            let folders = folders.iter().map(|it| [b"f", &it[..], b"f"].concat());
            let mut path = hand.path();
            path.extend(folders.map(|it| OsStr::from_bytes(&it).to_owned()));
            let made = std::fs::create_dir_all(&path);
            path.push(OsStr::from_bytes(&name));
            if made.is_ok() && !path.exists() && std::fs::write(&path, vec![b'x'; size]).is_ok() {
                count += 1;
            }
        }
        let class = hand.find();
        let graded = class.entries.iter().filter(|it| it.1.is_some()).count();
        prop_assert_eq!(graded + class.left_out.len(), count, "{}", text(&class));
        let ids: std::collections::BTreeSet<_> = class.entries.iter().map(|it| &it.0.id).collect();
        prop_assert_eq!(ids.len(), class.entries.len());
    }

    #[test]
    fn no_archive_breaks_the_class(
        names in prop::collection::vec(name(), 1..6),
        flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut zip = RawZip::new();
        for name in &names {
            zip = zip.file(name);
        }
        let mut bytes = zip.finish();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let hand = Hand::with(&["good.cpp"]);
        hand.write("bad/a.zip", &bytes);
        let class = hand.find();
        prop_assert!(class.entries.iter().any(|it| it.0.file.as_deref() == Some("good.cpp")));
        let path = hand.beside("class.zip", &bytes);
        let _ = try_find(&path, &[]);
    }
}
