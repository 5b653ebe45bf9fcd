//! The pages in a browser: views, paper, colours, narrow screens, no script.

use mayan_judge::lang::Lang;
use mayan_judge::report::html;
use mayan_judge::summary::Report;
use serde_json::{Value, json};

use super::browser::{Browser, END, RIGHT, pictures};
use super::contrast::contrast;
use super::replays;
use crate::fixture;
use crate::support::has;

/// One browser for all: to start one takes longer than most of what follows.
#[test]
fn pages_in_a_browser() {
    let test = "pages_in_a_browser";
    if !has("chromedriver", test) || !has("chromium", test) {
        return;
    }
    let browser = Browser::start();
    let report = fixture::report();
    views_follow_the_address(&browser, &report);
    replays::keys_and_buttons_step(&browser, &report);
    replays::every_replay_shows_what_the_rules_say(&browser, &report);
    replays::playing_stops_at_the_first_bad_move(&browser, &report);
    text_stays_text(&browser, &report);
    paper_has_boards(&browser, &report);
    colours_can_be_read(&browser, &report);
    narrow_screens_are_enough(&browser, &report);
    a_contestants_page_stands_alone(&browser, &report);
    motion_can_be_less(&browser, &report);
    a_large_class_is_usable_at_once(&browser);
    tables_need_no_script(&browser, &report);
}

/// Nothing was said on the console, and nothing was asked of anybody.
pub(super) fn is_quiet(browser: &Browser) {
    let console = browser.log("browser");
    assert_eq!(console, Vec::<Value>::new());
    let mut seen = 0;
    for entry in browser.log("performance") {
        let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
        let message = &message["message"];
        if message["method"] == "Network.requestWillBeSent" {
            let address = message["params"]["request"]["url"].as_str().unwrap();
            let is_own = address.starts_with("file:") && address.contains(".html");
            assert!(
                is_own || address.starts_with("data:") || address == "about:blank",
                "{address}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0, "the log of requests has at least the page");
}

pub(super) fn class_page(browser: &Browser, report: &Report, lang: Lang) -> String {
    browser.file(
        &format!("class {}", lang.tag()),
        &html::class(report, report, lang),
    )
}

fn views_follow_the_address(browser: &Browser, report: &Report) {
    let address = class_page(browser, report, Lang::English);
    browser.open(&address);
    assert_eq!(
        (browser.seen("table.board"), browser.seen("section.person")),
        (1, 0)
    );
    browser.keep_picture("class-en-light");
    browser.run("window.scrollTo(0, 150)", &json!([]));
    browser.click("table.board a[href='#2023002-full/07-sample']");
    browser.wait("the contestant", |it| it.seen("section.person") == 1);
    assert_eq!(browser.seen("table.board"), 0);
    assert_eq!(browser.seen("[id='2023002'] tr.here + tr.replay"), 1);
    assert!(browser.text("tr.here").contains("full/07-sample"));
    browser.keep_picture("replay-en-light");
    browser.back();
    browser.wait("the board", |it| it.seen("table.board") == 1);
    assert_eq!(browser.run("return window.scrollY", &json!([])), 150);
    // As a link from elsewhere would have it.
    let cases = [
        ("王_五", "王 五", false),
        ("王_五-bottom-row/空_板", "王 五", true),
        ("o___co", "<script>alert(1)</script>", false),
        ("a-b", "Robert'); --", false),
        ("board", "judge’s fault", false),
    ];
    for (name, shown, is_case) in cases {
        browser.run(
            "location.hash = encodeURIComponent(arguments[0])",
            &json!([name]),
        );
        browser.wait(name, |it| it.text("section.on h2").starts_with(shown));
        assert_eq!(browser.seen("tr.here"), u64::from(is_case), "{name}");
        assert_eq!(browser.seen("main > section"), 1);
    }
    // From one to the next, back to the board, and a link that is no link.
    browser.hash("2023001");
    let next = browser.text("section.on .up .after");
    browser.click("section.on .up .after");
    browser.wait("the next one", |it| {
        next.ends_with(
            &it.run(
                "return document.querySelector('section.on h2').firstChild.textContent.trim()",
                &json!([]),
            )
            .as_str()
            .unwrap()
            .to_owned(),
        )
    });
    browser.click("section.on .up .board");
    browser.wait("the board", |it| it.seen("table.board") == 1);
    browser.run("location.hash = '%E5%'", &json!([]));
    assert_eq!(browser.seen("table.board"), 1);
    // The filter.
    let script = "const input = document.querySelector('.filter input');
        input.value = arguments[0]; input.dispatchEvent(new Event('input'))";
    browser.run(script, &json!(["2023"]));
    assert_eq!(browser.seen("table.board tbody tr"), 4);
    browser.run(script, &json!(["五"]));
    assert_eq!(browser.seen("table.board tbody tr"), 1);
    assert_eq!(browser.text(".filter output"), "1 of 12 shown");
    is_quiet(browser);
}

fn text_stays_text(browser: &Browser, report: &Report) {
    for lang in Lang::ALL {
        browser.open(&class_page(browser, report, lang));
        let names = browser.run(
            "return document.querySelector('table.board').textContent",
            &json!([]),
        );
        let names = names.as_str().unwrap();
        for shown in [
            "<script>alert(1)</script>",
            "\\u{1b}[2J\\u{2066}bidi\\u{0}",
            "o'\"&co",
        ] {
            assert!(names.contains(shown), "{shown}");
        }
        let elements = "return document.querySelectorAll('script, img, iframe, object').length";
        assert_eq!(browser.run(elements, &json!([])), 2);
        browser.hash("王_五");
        browser.wait("the contestant", |it| {
            it.text("section.on h2").starts_with("王 五")
        });
        let error = "return document.querySelector('section.on pre').textContent";
        let error = browser.run(error, &json!([]));
        assert_eq!(
            error,
            "terminate called after throwing <std::bad_alloc> & co\n\\u{1b}[31mred\\u{1b}[0m \
             \\u{202e}gnorw\n</pre><script>alert(4)</script>"
        );
    }
    is_quiet(browser);
}

fn paper_has_boards(browser: &Browser, report: &Report) {
    browser.open(&(class_page(browser, report, Lang::English) + "#2023002"));
    browser.emulate(&[("prefers-color-scheme", "dark")]);
    browser.run("window.dispatchEvent(new Event('beforeprint'))", &json!([]));
    let pictures_of = "return [...document.querySelectorAll('tr.paper')].map((it) =>
        [it.previousElementSibling.id,
         [...it.querySelectorAll('figcaption')].map((caption) => caption.textContent)])";
    let papers = browser.run(pictures_of, &json!([]));
    let of = |case: &str| {
        let all = papers.as_array().unwrap();
        let own = all.iter().find(|it| it[0] == format!("2023002-{case}"));
        own.unwrap_or_else(|| panic!("{papers}"))[1].clone()
    };
    let least = json!(["before move 3", "after 4 0 -1", "least answer: after 3 0 1"]);
    assert_eq!(of("full/07-sample"), least);
    assert_eq!(of("full/08-chain-of-two"), json!(["the board"]));
    // The first picture has the arrow of its move, the others have none.
    let arrows = "return [...document.querySelectorAll('tr.paper figure:not(:first-child)')]
        .filter((it) => it.querySelector('.arrow, .dragged')).length";
    assert_eq!(browser.run(arrows, &json!([])), 0);
    browser.run("window.dispatchEvent(new Event('afterprint'))", &json!([]));
    assert_eq!(browser.seen("tr.paper"), 0);
    for (name, hash) in [("student", "#2023002-full/07-sample"), ("class", "")] {
        browser.open(&format!(
            "{}{hash}",
            class_page(browser, report, Lang::English)
        ));
        let pdf = browser.pdf();
        assert!(
            pdf.starts_with(b"%PDF") && pdf.len() > 10_000,
            "{}",
            pdf.len()
        );
        if let Some(folder) = pictures() {
            std::fs::write(folder.join(format!("{name}.pdf")), &pdf).unwrap();
        }
    }
    browser.command(
        "Emulation.setEmulatedMedia",
        &json!({"media": "print", "features": [
        {"name": "prefers-color-scheme", "value": "dark"}]}),
    );
    let background = "return getComputedStyle(document.querySelector('table')).backgroundColor";
    assert_eq!(browser.run(background, &json!([])), "rgb(255, 255, 255)");
    assert_eq!(browser.seen("button, .filter, .up"), 0);
    browser.command(
        "Emulation.setEmulatedMedia",
        &json!({"media": "", "features": []}),
    );
    is_quiet(browser);
}

/// Each text that is seen, with its colour and what it stands on.
const COLOURS: &str = "
    const opaque = (element) => {
      for (let it = element; it; it = it.parentElement) {
        const colour = getComputedStyle(it).backgroundColor;
        if (colour !== 'rgba(0, 0, 0, 0)') return colour;
      }
      return 'rgb(255, 255, 255)';
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Map();
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
      const own = getComputedStyle(element);
      let pair;
      if (element instanceof SVGElement) {
        const block = element.closest('.block');
        const rect = (block ?? element.closest('.grid')).querySelector('rect');
        // The numbers at the sides stand beside the grid.
        const under = block ? getComputedStyle(rect).fill : opaque(element.closest('td'));
        pair = [own.fill, under];
      } else {
        pair = [own.color, opaque(element)];
      }
      found.set(pair.join(), [...pair, `${element.tagName}.${element.className.baseVal ?? element.className}`]);
    }
    return [...found.values()];
";

fn rgb(colour: &Value) -> [f64; 3] {
    let colour = colour.as_str().unwrap();
    let numbers = colour.trim_start_matches("rgb(").trim_end_matches(')');
    let mut numbers = numbers
        .split(", ")
        .map(|it| it.parse::<f64>().unwrap() / 255.0);
    std::array::from_fn(|_| numbers.next().unwrap())
}

fn colours_can_be_read(browser: &Browser, report: &Report) {
    for scheme in ["light", "dark"] {
        browser.emulate(&[("prefers-color-scheme", scheme)]);
        for (lang, tag) in [(Lang::English, "en"), (Lang::Chinese, "zh")] {
            browser.open(&class_page(browser, report, lang));
            for (name, hash) in [
                ("class", ""),
                ("student", "2023002"),
                ("replay", "2023002-full/07-sample"),
                ("illegal", "evil_cba_-full/08-chain-of-two"),
                ("refused", "ce"),
                ("crashed", "王_五"),
                ("limits", "slow-one"),
            ] {
                if !hash.is_empty() {
                    browser.hash(hash);
                    browser.wait(hash, |it| it.seen("section.on.person") == 1);
                }
                if name == "replay" {
                    browser.emulate(&[
                        ("prefers-color-scheme", scheme),
                        ("prefers-reduced-motion", "reduce"),
                    ]);
                    browser.press(RIGHT);
                    browser.keep_picture(&format!("dragged-{tag}-{scheme}"));
                    (0..2).for_each(|_| browser.press(RIGHT));
                }
                if name == "illegal" {
                    browser.press(END);
                }
                let pairs = browser.run(COLOURS, &json!([]));
                let pairs = pairs.as_array().unwrap();
                assert!(pairs.len() > 3);
                for pair in pairs {
                    let found = contrast(rgb(&pair[0]), rgb(&pair[1]));
                    assert!(found >= 4.5, "{scheme} {name}: {pair} is {found:.2}");
                }
                browser.keep_picture(&format!("{name}-{tag}-{scheme}"));
            }
        }
    }
    browser.emulate(&[]);
    is_quiet(browser);
}

fn narrow_screens_are_enough(browser: &Browser, report: &Report) {
    browser.width(360);
    browser.open(&class_page(browser, report, Lang::Chinese));
    for hash in ["", "2023002", "2023002-full/07-sample", "slow-one", "王_五"] {
        if !hash.is_empty() {
            browser.hash(hash);
            browser.wait(hash, |it| it.seen("section.on.person") == 1);
        }
        let wider = "const it = document.documentElement; return it.scrollWidth - it.clientWidth";
        assert_eq!(browser.run(wider, &json!([])), 0, "{hash}");
        browser.keep_picture(&format!("narrow-{}", hash.replace('/', "_")));
    }
    browser.command("Emulation.clearDeviceMetricsOverride", &json!({}));
    is_quiet(browser);
}

fn a_contestants_page_stands_alone(browser: &Browser, report: &Report) {
    for lang in Lang::ALL {
        let page = html::student(report, "2023002", lang).unwrap();
        let address = browser.file(&format!("student {}", lang.tag()), &page);
        browser.open(&address);
        assert_eq!(
            (browser.seen("section.on"), browser.seen("nav, .filter")),
            (1, 0)
        );
        assert_eq!(browser.seen("table.cases button.open"), 8);
        browser.hash("2023002-full/10-bottom-first");
        browser.wait("the replay", |it| it.seen("tr.here + tr.replay") == 1);
        let before = browser.text(".place");
        browser.press(RIGHT);
        assert_ne!(browser.text(".place"), before);
        browser.keep_picture(&format!("alone-{}", lang.tag()));
    }
    is_quiet(browser);
}

fn motion_can_be_less(browser: &Browser, report: &Report) {
    browser.open(&(class_page(browser, report, Lang::English) + "#2023002-full/07-sample"));
    let slides = "return getComputedStyle(document.querySelector('.block')).transitionDuration";
    assert_eq!(browser.run(slides, &json!([])), "0.35s");
    browser.emulate(&[("prefers-reduced-motion", "reduce")]);
    assert_eq!(browser.run(slides, &json!([])), "0s");
    browser.emulate(&[]);
    is_quiet(browser);
}

fn a_large_class_is_usable_at_once(browser: &Browser) {
    let report = super::large(500);
    browser.open(&browser.file("large", &html::class(&report, &report, Lang::English)));
    assert_eq!(browser.seen("table.board tbody tr"), 500);
    let took = "return performance.getEntriesByType('navigation')[0].domComplete";
    eprintln!(
        "a class of 500: drawn after {} ms",
        browser.run(took, &json!([]))
    );
    browser.keep_picture("large");
    if let Some(folder) = pictures() {
        std::fs::write(folder.join("large.pdf"), browser.pdf()).unwrap();
    }
    browser.hash("20230499-full/20-some-name");
    browser.wait("the contestant", |it| it.seen("tr.here + tr.replay") == 1);
    is_quiet(browser);
}

fn tables_need_no_script(browser: &Browser, report: &Report) {
    let address = class_page(browser, report, Lang::English);
    browser.command(
        "Emulation.setScriptExecutionDisabled",
        &json!({"value": true}),
    );
    browser.open(&address);
    // Scripts of the driver run all the same.
    assert_eq!(browser.seen("table.board tbody tr"), 12);
    assert_eq!(browser.seen("section.person"), 12);
    assert_eq!(browser.seen("table.cases > tbody > tr"), 80);
    assert_eq!(browser.seen("button, .filter"), 0);
    browser.command(
        "Emulation.setScriptExecutionDisabled",
        &json!({"value": false}),
    );
}
