//! The languages that are known if a configuration names no others. The
//! repository's `judge.toml` spells them out and says more of them.

use std::collections::BTreeMap;

use super::{CommandLine, Language, SourceName, TimeFactor};
use crate::units::Bytes;

/// A language that is compiled to a program.
fn compiled(extensions: &str, version: &str, compile: &str, install: &str) -> Language {
    Language {
        extensions: words(extensions),
        name: SourceName::default(),
        interpreter: None,
        version: Some(CommandLine::fixed(version)),
        compile: Some(CommandLine::fixed(compile)),
        run: CommandLine::fixed("{exe}"),
        needs: Vec::new(),
        install: install.to_owned(),
        time_factor: TimeFactor::default(),
        memory_extra: Bytes(0),
    }
}

/// A language whose interpreter runs the source.
fn interpreted(extensions: &str, interpreter: &[&str], check: &str, install: &str) -> Language {
    let interpreter = interpreter.iter().map(|&word| word.to_owned()).collect();
    let interpreter = CommandLine::new(interpreter).expect("a fixed command line is right");
    Language {
        interpreter: Some(interpreter),
        run: CommandLine::fixed("{interpreter} {source}"),
        ..compiled(extensions, "{interpreter} --version", check, install)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn go() -> Language {
    // Its cache is as large as the standard library and must not be taken for
    // part of the program; and it would load another version of itself.
    let build = "HOME=$TMPDIR CGO_ENABLED=0 GOTOOLCHAIN=local exec go build -o {exe} {source}";
    let build = ["sh", "-c", build].map(str::to_owned).into();
    let build = CommandLine::new(build).expect("a fixed command line is right");
    Language {
        compile: Some(build),
        ..compiled("go", "go version", "go", "apt-get install golang-go")
    }
}

fn java() -> Language {
    let compile = "javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-XX:-UsePerfData \
                   -encoding UTF-8 -d . {source}";
    let run = "java -XX:+UseSerialGC -XX:-UsePerfData -XX:-UseContainerSupport -Xms8m -Xss64m \
               -cp {folder} {name}";
    Language {
        name: SourceName::PublicClass,
        run: CommandLine::fixed(run),
        ..compiled(
            "java",
            "javac -J-XX:TieredStopAtLevel=1 -version",
            compile,
            "apt-get install default-jdk-headless",
        )
    }
}

fn javascript() -> Language {
    Language {
        // It doesn't start if one of these is there and can't be read.
        needs: words("/etc/pki/tls/openssl.cnf /etc/ssl/openssl.cnf"),
        ..interpreted(
            "js mjs cjs",
            &["node", "-p", "process.execPath"],
            "{interpreter} --check {source}",
            "apt-get install nodejs",
        )
    }
}

fn pascal() -> Language {
    Language {
        // What Debian's `/etc/fpc.cfg` is a link to.
        needs: words("/etc/fpc-3.0.4.cfg /etc/fpc-3.2.0.cfg /etc/fpc-3.2.2.cfg"),
        ..compiled(
            "pas pp",
            "fpc -iV",
            "fpc -O2 -o{exe} {source}",
            "apt-get install fpc",
        )
    }
}

fn rust() -> Language {
    Language {
        needs: words("~/.rustup ~/.cargo/bin $RUSTUP_HOME $CARGO_HOME/bin"),
        ..compiled(
            "rs",
            "rustc --version",
            "rustc --edition=2021 -O -C strip=debuginfo -o {exe} {source}",
            "apt-get install rustc, or see https://rustup.rs",
        )
    }
}

/// The languages that are known if a configuration names no others.
///
/// # Panics
/// Never: the command lines are fixed and a test reads them all.
#[must_use]
pub fn default_languages() -> BTreeMap<String, Language> {
    let cpp = |compiler: &str, extensions: &str, install: &str| {
        compiled(
            extensions,
            &format!("{compiler} --version"),
            &format!("{compiler} -std=gnu++17 -O2 -o {{exe}} {{source}}"),
            install,
        )
    };
    let languages = [
        (
            "c",
            compiled(
                "c",
                "gcc --version",
                "gcc -std=gnu11 -O2 -o {exe} {source} -lm",
                "apt-get install gcc",
            ),
        ),
        ("cpp", cpp("g++", "cpp cc cxx c++ C", "apt-get install g++")),
        ("cpp-clang", cpp("clang++", "", "apt-get install clang")),
        ("go", go()),
        ("java", java()),
        ("javascript", javascript()),
        ("pascal", pascal()),
        (
            "python",
            interpreted(
                "py",
                &["python3", "-c", "import sys; print(sys.executable)"],
                "{interpreter} -m py_compile {source}",
                "apt-get install python3",
            ),
        ),
        ("rust", rust()),
    ];
    languages
        .into_iter()
        .map(|(name, language)| (name.to_owned(), language))
        .collect()
}
