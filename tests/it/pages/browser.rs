//! A headless Chromium, driven through its `WebDriver`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take; machines of tests are slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// Keys, as `WebDriver` calls them.
pub(super) const LEFT: char = '\u{e012}';
pub(super) const RIGHT: char = '\u{e014}';
pub(super) const HOME: char = '\u{e011}';
pub(super) const END: char = '\u{e010}';

/// A browser with one window. It ends with its value, also where a test panics.
pub(super) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: TempDir,
}

impl Browser {
    pub(super) fn start() -> Self {
        let folder = tempfile::Builder::new()
            .prefix("pages 页 ")
            .tempdir()
            .unwrap();
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let port = lines.by_ref().find_map(|line| {
            let line = line.ok()?;
            let (_, rest) = line.split_once("started successfully on port ")?;
            rest.trim_end_matches('.').parse().ok()
        });
        // Nobody reads what else it says, which must not stop it.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Self {
            driver,
            port: port.expect("chromedriver says its port"),
            session: String::new(),
            folder,
        };
        let profile = browser.folder.path().join("profile");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1200,900",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.display()));
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let made = browser.send("POST", "/session", &wanted);
        made["sessionId"]
            .as_str()
            .unwrap()
            .clone_into(&mut browser.session);
        // What it does of its own accord when it starts is not the pages'.
        browser.open("about:blank");
        browser.log("browser");
        browser.log("performance");
        browser
    }

    /// Writes a page where the browser can open it, and gives its address.
    pub(super) fn file(&self, name: &str, page: &str) -> String {
        let path = self.folder.path().join(format!("{name}.html"));
        std::fs::write(&path, page).unwrap();
        let path = path.to_str().unwrap();
        let safe = |it: &u8| it.is_ascii_alphanumeric() || b"/.-_".contains(it);
        let escaped: String = path
            .bytes()
            .map(|it| {
                if safe(&it) {
                    char::from(it).to_string()
                } else {
                    format!("%{it:02X}")
                }
            })
            .collect();
        format!("file://{escaped}")
    }

    pub(super) fn open(&self, address: &str) {
        // A new document, even where only the part behind # differs.
        self.post("/url", &json!({"url": "about:blank"}));
        self.post("/url", &json!({"url": address}));
    }

    /// Goes to a part of the page that is open.
    pub(super) fn hash(&self, name: &str) {
        self.run("location.hash = arguments[0]", &json!([name]));
        self.wait("the part of the page", |it| {
            let at = it.run("return decodeURIComponent(location.hash)", &json!([]));
            at == format!("#{name}")
        });
    }

    pub(super) fn back(&self) {
        self.post("/back", &json!({}));
    }

    /// What a script returns.
    pub(super) fn run(&self, script: &str, arguments: &Value) -> Value {
        self.post(
            "/execute/sync",
            &json!({"script": script, "args": arguments}),
        )
    }

    /// The text of the first element that fits, empty if none does.
    pub(super) fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        let text = self.run(script, &json!([selector]));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// How many elements that fit are to be seen.
    pub(super) fn seen(&self, selector: &str) -> u64 {
        let script = "return [...document.querySelectorAll(arguments[0])]
            .filter((it) => it.checkVisibility()).length";
        self.run(script, &json!([selector])).as_u64().unwrap()
    }

    pub(super) fn click(&self, selector: &str) {
        let found = json!({"using": "css selector", "value": selector});
        let element = self.post("/element", &found);
        let id = element.as_object().unwrap().values().next().unwrap();
        let id = id.as_str().unwrap();
        self.post(&format!("/element/{id}/click"), &json!({}));
    }

    /// Presses a key, wherever the focus is.
    pub(super) fn press(&self, key: char) {
        let key = key.to_string();
        self.post(
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keyboard", "actions": [
                {"type": "keyDown", "value": key},
                {"type": "keyUp", "value": key},
            ]}]}),
        );
    }

    /// A command of the browser's own protocol.
    pub(super) fn command(&self, name: &str, parameters: &Value) -> Value {
        let command = json!({"cmd": name, "params": parameters});
        self.post("/goog/cdp/execute", &command)
    }

    pub(super) fn emulate(&self, features: &[(&str, &str)]) {
        let features = features
            .iter()
            .map(|(name, value)| json!({"name": name, "value": value}));
        let features: Vec<Value> = features.collect();
        self.command("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    pub(super) fn width(&self, width: u32) {
        let size = json!({
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false,
        });
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }

    pub(super) fn pdf(&self) -> Vec<u8> {
        let encoded = self.post("/print", &json!({"background": true}));
        STANDARD.decode(encoded.as_str().unwrap()).unwrap()
    }

    /// What the browser wrote to a log since it was last asked.
    pub(super) fn log(&self, kind: &str) -> Vec<Value> {
        let log = self.post("/se/log", &json!({"type": kind}));
        log.as_array().unwrap().clone()
    }

    /// Keeps a picture of the whole page, where somebody wants to look.
    pub(super) fn keep_picture(&self, name: &str) {
        let Some(folder) = pictures() else { return };
        let whole = json!({"captureBeyondViewport": false, "format": "png"});
        let picture = self.command("Page.captureScreenshot", &whole);
        let picture = STANDARD.decode(picture["data"].as_str().unwrap()).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// Waits until something is true.
    pub(super) fn wait(&self, what: &str, is_true: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_true(self) {
            assert!(start.elapsed() < PATIENCE, "waited too long for {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send("POST", &format!("/session/{}{path}", self.session), body)
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let (status, answer) = self.try_send(method, path, body).unwrap();
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer["value"].clone()
    }

    fn try_send(&self, method: &str, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|it| it.parse().ok());
        let mut length = 0;
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            if line.trim().is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        Ok((status.unwrap_or(0), serde_json::from_slice(&answer)?))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // All that it started, seen before its parents are gone.
        let started = descendants(self.driver.id());
        if !self.session.is_empty() {
            let path = format!("/session/{}", self.session);
            let _ = self.try_send("DELETE", &path, &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        for (pid, began) in started {
            // Not another process that has its number by now.
            if began == start_time(pid)
                && let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw)
            {
                let _ = kill_process(pid, Signal::KILL);
            }
        }
    }
}

/// The processes below one, each with when it began.
fn descendants(root: u32) -> Vec<(u32, Option<String>)> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let parents: Vec<(u32, u32)> = processes
        .filter_map(|entry| {
            let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
            let parent = stat(pid)?.get(1)?.parse().ok()?;
            Some((pid, parent))
        })
        .collect();
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let children = parents.iter().filter(|(_, parent)| *parent == found[at]);
        let children: Vec<u32> = children.map(|(pid, _)| *pid).collect();
        found.extend(children);
        at += 1;
    }
    let below = found.into_iter().skip(1);
    below.map(|pid| (pid, start_time(pid))).collect()
}

fn start_time(pid: u32) -> Option<String> {
    stat(pid)?.get(19).cloned()
}

/// The fields of a process behind its name, from its state on.
fn stat(pid: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = stat.rsplit_once(") ")?;
    Some(fields.split(' ').map(str::to_owned).collect())
}

/// Where pictures are to be kept, if anywhere.
pub(super) fn pictures() -> Option<PathBuf> {
    let folder = std::env::var_os("MAYAN_TEST_SCREENSHOTS")?;
    let folder = Path::new(&folder).to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    Some(folder)
}
