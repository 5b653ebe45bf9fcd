//! Every colour that text stands on, against its text, in both schemes.

use std::collections::BTreeMap;

use crate::support::root;

type Colours = BTreeMap<String, [f64; 3]>;

/// How bright a colour is, from 0 to 1 (WCAG 2).
pub(super) fn luminance(rgb: [f64; 3]) -> f64 {
    let [r, g, b] = rgb.map(|it| {
        if it <= 0.040_45 {
            it / 12.92
        } else {
            ((it + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// The contrast of two colours, from 1 to 21.
pub(super) fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn colours(text: &str) -> Colours {
    let lines = text.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(": #")?;
        let digit = |at: usize| u8::from_str_radix(&value[at..at + 2], 16).unwrap();
        let rgb = [0, 2, 4].map(|at| f64::from(digit(at)) / 255.0);
        Some((name.to_owned(), rgb))
    });
    lines.collect()
}

#[test]
fn every_pair_of_colours_can_be_read() {
    let style = std::fs::read_to_string(root().join("templates/colours.css")).unwrap();
    let (light, dark) = style.split_once("@media").unwrap();
    let light = colours(light);
    let mut both = light.clone();
    both.extend(colours(dark));
    assert!(light.len() > 60 && both.len() == light.len());
    let mut pairs = 0;
    for (scheme, colours) in [("light", light), ("dark", both)] {
        for (name, text) in &colours {
            let base = ["-text", "-dim", "-link"]
                .iter()
                .find_map(|role| name.strip_suffix(role));
            let Some(base) = base else { continue };
            let found = contrast(colours[base], *text);
            assert!(found >= 4.5, "{scheme}: {name} on {base} is {found:.2}");
            pairs += 1;
        }
    }
    assert!(pairs > 60, "{pairs}");
}
