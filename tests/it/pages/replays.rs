//! Replays in a browser: keys and buttons, every frame, where playing stops.

use mayan_judge::lang::Lang;
use mayan_judge::summary::Report;
use serde_json::{Value, json};

use super::browser::{Browser, END, HOME, LEFT, RIGHT};
use super::frames::{Blocks, expected};
use super::views::{class_page, is_quiet};

/// The blocks of both boards of the open replay, as `frames` has them.
const BOARDS: &str = "
    const side = (it) => [...it.querySelectorAll('.block')].map((block) =>
      `${block.dataset.cell} ${block.querySelector('text').textContent}` +
      (block.classList.contains('marked') ? '!' : ''));
    const boards = (player) => [...player.querySelectorAll('.side')].map(side);
";

fn boards(value: &Value) -> [Blocks; 2] {
    let sides = value.as_array().unwrap();
    [&sides[0], &sides[1]].map(|side| {
        let blocks = side.as_array().unwrap().iter();
        blocks.map(|it| it.as_str().unwrap().to_owned()).collect()
    })
}

pub(super) fn keys_and_buttons_step(browser: &Browser, report: &Report) {
    browser.open(&(class_page(browser, report, Lang::English) + "#2023002-full/07-sample"));
    let result = &report.results[1].cases[4];
    let expected = expected(report, result);
    let last = expected.steps.len() - 1;
    let now = || boards(&browser.run(&format!("{BOARDS} return boards(document)"), &json!([])));
    assert_eq!(now(), expected.steps[0]);
    for step in &expected.steps[1..] {
        browser.press(RIGHT);
        assert_eq!(now(), *step);
    }
    browser.press(RIGHT);
    assert_eq!(now(), expected.steps[last]);
    browser.press(LEFT);
    assert_eq!(now(), expected.steps[last - 1]);
    browser.press(HOME);
    assert_eq!(now(), expected.steps[0]);
    browser.press(END);
    assert_eq!(now(), expected.steps[last]);
    assert_eq!(
        browser.text(".place"),
        format!("Step {} of {}", last + 1, last + 1)
    );
    for (button, at) in [(1, 0), (4, 1), (4, 2), (2, 1), (5, last), (1, 0)] {
        browser.click(&format!(".controls button:nth-child({button})"));
        assert_eq!(now(), expected.steps[at], "button {button}");
    }
    // The slider takes its keys by itself.
    browser.run("document.querySelector('.slider').focus()", &json!([]));
    browser.press(RIGHT);
    assert_eq!(now(), expected.steps[1]);
    browser.press(END);
    assert_eq!(now(), expected.steps[last]);
    let live = "return document.querySelector('.player [aria-live]').getAttribute('aria-live')";
    assert_eq!(browser.run(live, &json!([])), "polite");
    // Focus on nothing: keys still go to the open replay. Closed, to nobody.
    browser.run("document.activeElement.blur()", &json!([]));
    browser.press(HOME);
    assert_eq!(now(), expected.steps[0]);
    browser.click("tr.here button.open");
    assert_eq!(browser.seen("tr.replay"), 0);
    browser.press(RIGHT);
    is_quiet(browser);
}

pub(super) fn every_replay_shows_what_the_rules_say(browser: &Browser, report: &Report) {
    browser.open(&class_page(browser, report, Lang::Chinese));
    let script = format!(
        "{BOARDS}
        const row = document.getElementById(arguments[0]);
        const button = row.querySelector('button.open');
        if (!button) return null;
        if (!row.nextElementSibling?.matches('.replay')) button.click();
        const player = row.nextElementSibling;
        const last = Number(player.querySelector('.slider').max);
        const press = (key) => player.querySelector('.player').dispatchEvent(
          new KeyboardEvent('keydown', {{key, bubbles: true, cancelable: true}}));
        press('Home');
        const steps = [];
        for (let at = 0; at <= last; at += 1) {{
          const why = player.querySelector('p.why');
          steps.push([boards(player), why.hidden ? '' : why.textContent,
            player.querySelector('.caption').textContent]);
          press('ArrowRight');
        }}
        return steps;"
    );
    let mut seen = 0;
    // Rows are in the order of cases; everyone's first anchor is the plain one.
    let rows = "return [...document.querySelectorAll('section.person')].map((it) =>
        [it.id, [...it.querySelectorAll('table.cases > tbody > tr[id]')].map((row) => row.id)])";
    let rows = browser.run(rows, &json!([]));
    let rows = rows.as_array().unwrap();
    for standing in report.standings() {
        let Some(result) = standing.result else {
            continue;
        };
        let own = rows.iter().find(|row| {
            let cases = row[1].as_array().unwrap();
            let plain: String = result
                .begun
                .submission
                .chars()
                .map(|it| {
                    if it.is_alphanumeric() || it == '-' {
                        it
                    } else {
                        '_'
                    }
                })
                .collect();
            !cases.is_empty() && row[0] == plain
        });
        let own = own.unwrap();
        browser.hash(own[0].as_str().unwrap());
        browser.wait("the contestant", |it| it.seen("section.on.person") == 1);
        for (case, anchor) in result.cases.iter().zip(own[1].as_array().unwrap()) {
            let steps = browser.run(&script, &json!([anchor]));
            let code = case.verdict.code();
            let Some(steps) = steps.as_array() else {
                assert!(matches!(code, "CE" | "JE" | "SK"), "{anchor}: {code}");
                continue;
            };
            let expected = expected(report, case);
            assert_eq!(steps.len(), expected.steps.len(), "{anchor}");
            for (at, (step, boards_expected)) in steps.iter().zip(&expected.steps).enumerate() {
                assert_eq!(boards(&step[0]), *boards_expected, "{anchor}, step {at}");
                let says_why = step[1] != "";
                assert_eq!(
                    says_why,
                    expected.stops_at.is_some_and(|it| at >= it),
                    "{anchor}"
                );
            }
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} replays");
    is_quiet(browser);
}

pub(super) fn playing_stops_at_the_first_bad_move(browser: &Browser, report: &Report) {
    let address = class_page(browser, report, Lang::English);
    for (anchor, at, words) in [
        (
            "2023002-full/09_right____first_",
            expected(report, &report.results[1].cases[6])
                .stops_at
                .unwrap(),
            "For the same block, right (1) comes before left (-1).",
        ),
        (
            "evil_cba_-full/07-sample",
            expected(report, &report.results[3].cases[4])
                .stops_at
                .unwrap(),
            "y = 7 is no row: they are 0 to 6",
        ),
    ] {
        browser.open(&format!("{address}#{anchor}"));
        // Faster than for people.
        let hurry = "window.setInterval = ((own) => (what) => own(what, 5))(window.setInterval)";
        browser.run(hurry, &json!([]));
        browser.press(' ');
        let place = format!("Step {} of ", at + 1);
        browser.wait("the bad move", |it| {
            it.text(".place").starts_with(&place) && it.seen(".controls [aria-label='Play']") == 1
        });
        assert!(
            browser.text(".player .why").contains(words),
            "{}",
            browser.text(".player .why")
        );
        browser.press(' ');
        browser.wait("the end", |it| {
            let place = it.text(".place");
            let (now, of) = place
                .strip_prefix("Step ")
                .unwrap()
                .split_once(" of ")
                .unwrap();
            now == of && it.seen(".controls [aria-label='Play']") == 1
        });
    }
    // Pausing.
    browser.press(HOME);
    browser.run("window.setInterval = () => 12345", &json!([]));
    browser.press(' ');
    assert_eq!(browser.seen(".controls [aria-label='Pause']"), 1);
    browser.press(' ');
    assert_eq!(browser.seen(".controls [aria-label='Play']"), 1);
    is_quiet(browser);
}
