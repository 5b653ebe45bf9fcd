//! What every page has around its body: the head, and the policy that lets
//! nothing run or load but the page's own style and script.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::lang::Lang;

/// The style of every page.
const STYLE: &str = concat!(
    include_str!("../../../templates/colours.css"),
    include_str!("../../../templates/page.css"),
    include_str!("../../../templates/tables.css"),
    include_str!("../../../templates/replay.css"),
    include_str!("../../../templates/matrix.css"),
);

/// The script of pages with replays.
const SCRIPT: &str = concat!(
    include_str!("../../../templates/frames.js"),
    include_str!("../../../templates/draw.js"),
    include_str!("../../../templates/player.js"),
    include_str!("../../../templates/page.js"),
);

/// A page, as far as its head goes.
pub(super) struct Page {
    pub(super) lang: Lang,
    pub(super) title: String,
    /// The version of the judge that made the results.
    pub(super) judge: String,
}

impl Page {
    /// The language's tag.
    pub(super) fn tag(&self) -> &'static str {
        self.lang.tag()
    }

    /// The style, exactly as its digest in the policy has it.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(super) fn style(&self) -> &'static str {
        STYLE
    }

    /// The script, exactly as its digest in the policy has it.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(super) fn script(&self) -> &'static str {
        SCRIPT
    }

    /// The content security policy.
    #[expect(clippy::unused_self, reason = "templates call it")]
    pub(super) fn policy(&self) -> String {
        let mut policy = "default-src 'none'".to_owned();
        for (what, text) in [("style", STYLE), ("script", SCRIPT)] {
            let digest = STANDARD.encode(Sha256::digest(text));
            // Writing to a string can't fail.
            let _ = write!(policy, "; {what}-src 'sha256-{digest}'");
        }
        policy + "; base-uri 'none'; form-action 'none'"
    }
}
