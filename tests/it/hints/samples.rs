//! Sources that compilers refuse, and what mends them.

use mayan_judge::hint::Hint;

use super::{call, clash, foreign, missing};

/// A source that is refused, the hints on it, and how each is followed: what
/// is replaced by what (nothing replaced: put in front).
pub(super) struct Sample {
    pub(super) source: &'static str,
    pub(super) hints: Vec<Hint>,
    pub(super) mend: &'static [(&'static str, &'static str)],
}

/// Globals of these names, and a use of each.
fn clashes(names: [&'static str; 6]) -> Sample {
    let globals: String = names.map(|it| format!("int {it}[9];\n")).concat();
    let uses: String = names.map(|it| format!("{it}[1] = 2;\n")).concat();
    let source = format!(
        "#include <iostream>\n#include <cmath>\n#include <cstring>\n#include <map>\n\
         #include <algorithm>\nusing namespace std;\n{globals}int main() {{\n{uses}}}\n"
    );
    Sample {
        source: source.leak(),
        hints: names.map(clash).to_vec(),
        mend: names
            .map(|it| (&*format!("{it}[").leak(), &*format!("my_{it}[").leak()))
            .to_vec()
            .leak(),
    }
}

/// Names that the compiler doesn't know.
fn unknown_names() -> Vec<Sample> {
    vec![
        Sample {
            source: "#include <iostream>\nint a[9];\nint main() { memset(a, 0, sizeof a); }\n",
            hints: vec![missing("memset", "<cstring>")],
            mend: &[("", "#include <cstring>")],
        },
        Sample {
            source: "int main() { int n; scanf(\"%d\", &n); printf(\"%d\", n); }\n",
            hints: vec![missing("scanf", "<cstdio>"), missing("printf", "<cstdio>")],
            mend: &[("", "#include <cstdio>")],
        },
        Sample {
            source: "template <class T> void f(T x) { printf(\"%d\", 3); }\n\
                     int main() { f(1); }\n",
            hints: vec![missing("printf", "<cstdio>")],
            mend: &[("", "#include <cstdio>")],
        },
        Sample {
            source: "#include <cstdio>\nint main() { return abs(-1) + atoi(\"1\"); }\n",
            hints: vec![missing("abs", "<cstdlib>"), missing("atoi", "<cstdlib>")],
            mend: &[("", "#include <cstdlib>")],
        },
        Sample {
            source: "int main() { return INT_MAX; }\n",
            hints: vec![missing("INT_MAX", "<climits>")],
            mend: &[("", "#include <climits>")],
        },
        Sample {
            source: "#include <vector>\nint main() { std::vector<int> v; std::cout << 1; }\n",
            hints: vec![missing("cout", "<iostream>")],
            mend: &[("", "#include <iostream>")],
        },
        Sample {
            source: "#include <iostream>\nusing namespace std;\nint a[3];\n\
                     int main() { sort(a, a + 3); reverse(a, a + 3); }\n",
            hints: vec![
                missing("sort", "<algorithm>"),
                missing("reverse", "<algorithm>"),
            ],
            mend: &[("", "#include <algorithm>")],
        },
        Sample {
            source: "#include <cstdio>\nusing namespace std;\n\
                     struct A { vector<int> v; map<int, int> m; queue<int> q; set<int> s; };\n\
                     int main() {}\n",
            hints: vec![
                missing("vector", "<vector>"),
                missing("map", "<map>"),
                missing("queue", "<queue>"),
                missing("set", "<set>"),
            ],
            mend: &[(
                "",
                "#include <vector>\n#include <map>\n#include <queue>\n#include <set>",
            )],
        },
        Sample {
            source: "#include <iostream>\nusing namespace std;\n\
                     int main() { ifstream fin(\"mayan.in\"); ofstream fout(\"mayan.out\"); }\n",
            hints: vec![
                missing("ifstream", "<fstream>"),
                missing("ofstream", "<fstream>"),
            ],
            mend: &[("", "#include <fstream>")],
        },
        Sample {
            source: "#include <iostream>\n#include <algorithm>\n\
                     int main() { int n; cin >> n; cout << n << endl; sort(&n, &n); }\n",
            hints: vec![Hint::MissingNamespace {
                name: "cin".to_owned(),
            }],
            mend: &[("int main", "using namespace std;\nint main")],
        },
    ]
}

/// Names that clash, and what another compiler or an older language had.
fn others() -> Vec<Sample> {
    vec![
        Sample {
            source: "#include <cmath>\nint y1;\nint main() { return 0; }\n",
            hints: vec![clash("y1")],
            mend: &[("y1", "my_y1")],
        },
        Sample {
            source: "#include <ctime>\nint time[5];\nint main() { return 0; }\n",
            hints: vec![clash("time")],
            mend: &[(" time", " my_time")],
        },
        Sample {
            source: "#include <iostream.h>\nint main() { cout << 1; }\n",
            hints: vec![Hint::OldHeader {
                header: "iostream.h".to_owned(),
                instead: "<iostream>".to_owned(),
            }],
            mend: &[(
                "#include <iostream.h>",
                "#include <iostream>\nusing namespace std;",
            )],
        },
        Sample {
            source: "void main() {}\n",
            hints: vec![Hint::VoidMain],
            mend: &[("void", "int")],
        },
        Sample {
            source: "#include <cstdio>\nint main() { getch(); Sleep(5); __int64 x = 1; }\n",
            hints: vec![call("getch"), call("Sleep"), call("__int64")],
            mend: &[("getch(); Sleep(5); ", ""), ("__int64", "long long")],
        },
        Sample {
            source: "#include <cstdio>\nchar s[9];\nint main() { gets(s); }\n",
            hints: vec![Hint::Removed {
                name: "gets".to_owned(),
                instead: "fgets or getline".to_owned(),
            }],
            mend: &[("gets(s)", "fgets(s, 9, stdin)")],
        },
        // Nothing is known of an own name that wasn't declared.
        Sample {
            source: "#include <cstdio>\nint main() { count = 1; }\n",
            hints: vec![],
            mend: &[("count", "int count")],
        },
    ]
}

/// What both compilers refuse.
pub(super) fn samples() -> Vec<Sample> {
    let mut samples = unknown_names();
    samples.extend(others());
    for header in ["conio.h", "windows.h", "graphics.h", "dos.h"] {
        samples.push(Sample {
            source: format!("#include <{header}>\nint main() {{}}\n").leak(),
            hints: vec![foreign(header)],
            mend: vec![(&*format!("#include <{header}>").leak(), "")].leak(),
        });
    }
    // Several at once: a compiler takes its time for each source.
    for names in [
        ["hash", "next", "prev", "count", "map", "rank"],
        ["left", "right", "move", "max", "data", "size"],
        ["y0", "yn", "j0", "j1", "exp", "index"],
    ] {
        samples.push(clashes(names));
    }
    samples
}
