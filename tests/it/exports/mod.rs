//! The documents that other systems read: each a function of the report.

mod command;
mod events;
mod results;
mod sheets;
mod tables;

use insta::assert_snapshot;

/// Compares a document of the fixture with the one that is kept.
fn kept(name: &str, text: &str) {
    insta::with_settings!({snapshot_path => "../snapshots", prepend_module_to_snapshot => false}, {
        assert_snapshot!(name, text);
    });
}
