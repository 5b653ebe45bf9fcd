//! What the libraries of C and C++ have and where, and what only Windows has.

/// Something in the standard library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Its header in C++, without brackets, such as `cstring`.
    pub(super) header: &'static str,
    /// Whether it is a function: only what is called is meant.
    pub(super) called: bool,
    /// Whether C doesn't have it, so that it is in `std` alone.
    pub(super) std_only: bool,
}

/// Functions that C has too, by header.
const C_FUNCTIONS: [(&str, &[&str]); 6] = [
    (
        "cstring",
        &[
            "memchr", "memcmp", "memcpy", "memmove", "memset", "strcat", "strchr", "strcmp",
            "strcpy", "strlen", "strncmp", "strncpy", "strrchr", "strstr", "strtok",
        ],
    ),
    (
        "cstdio",
        &[
            "fclose", "feof", "fflush", "fgetc", "fgets", "fopen", "fprintf", "fputs", "fread",
            "freopen", "fscanf", "fwrite", "getchar", "printf", "putchar", "puts", "scanf",
            "sprintf", "sscanf",
        ],
    ),
    (
        "cstdlib",
        &[
            "atof", "atoi", "atol", "calloc", "exit", "free", "labs", "malloc", "qsort", "rand",
            "realloc", "srand", "system",
        ],
    ),
    (
        "cmath",
        &[
            "acos", "asin", "atan", "atan2", "ceil", "cos", "exp", "fabs", "floor", "fmod", "log",
            "log10", "log2", "pow", "round", "sin", "sqrt", "tan",
        ],
    ),
    (
        "cctype",
        &[
            "isalpha", "isdigit", "islower", "isspace", "isupper", "tolower", "toupper",
        ],
    ),
    ("ctime", &["clock", "difftime", "time"]),
];

/// Values, types and macros that C has too.
const C_NAMES: [(&str, &[&str]); 4] = [
    (
        "climits",
        &[
            "CHAR_MAX",
            "INT_MAX",
            "INT_MIN",
            "LLONG_MAX",
            "LLONG_MIN",
            "LONG_MAX",
            "LONG_MIN",
            "UINT_MAX",
        ],
    ),
    ("cfloat", &["DBL_MAX", "DBL_MIN", "FLT_MAX"]),
    ("cstdio", &["EOF", "FILE", "stderr", "stdin", "stdout"]),
    ("ctime", &["CLOCKS_PER_SEC", "clock_t", "time_t"]),
];

/// Functions of C++.
const STD_FUNCTIONS: [(&str, &[&str]); 5] = [
    (
        "algorithm",
        &[
            "copy",
            "count",
            "fill",
            "find",
            "is_sorted",
            "lower_bound",
            "max",
            "max_element",
            "min",
            "min_element",
            "next_permutation",
            "nth_element",
            "prev_permutation",
            "random_shuffle",
            "remove",
            "replace",
            "reverse",
            "rotate",
            "sort",
            "stable_sort",
            "swap",
            "unique",
            "upper_bound",
        ],
    ),
    ("numeric", &["accumulate", "iota", "partial_sum"]),
    ("utility", &["make_pair", "move"]),
    ("iomanip", &["setfill", "setprecision", "setw"]),
    ("string", &["getline", "stoi", "to_string"]),
];

/// Types and objects of C++.
const STD_NAMES: [(&str, &[&str]); 18] = [
    ("array", &["array"]),
    ("bitset", &["bitset"]),
    ("chrono", &["chrono"]),
    ("deque", &["deque"]),
    (
        "fstream",
        &[
            "basic_fstream",
            "basic_ifstream",
            "basic_ofstream",
            "fstream",
            "ifstream",
            "ofstream",
        ],
    ),
    ("functional", &["function", "greater", "less"]),
    (
        "iostream",
        &[
            "cerr", "cin", "clog", "cout", "endl", "ios", "istream", "ostream",
        ],
    ),
    ("limits", &["numeric_limits"]),
    ("list", &["list"]),
    ("map", &["map", "multimap"]),
    ("queue", &["priority_queue", "queue"]),
    ("set", &["multiset", "set"]),
    (
        "sstream",
        &[
            "basic_istringstream",
            "basic_ostringstream",
            "basic_stringstream",
            "istringstream",
            "ostringstream",
            "stringstream",
        ],
    ),
    ("stack", &["stack"]),
    ("string", &["string"]),
    ("tuple", &["make_tuple", "tuple"]),
    ("utility", &["pair"]),
    ("vector", &["vector"]),
];

/// Where the library has a name.
pub(super) fn entry(name: &str) -> Option<Entry> {
    let look = |table: &[(&'static str, &[&str])], called, std_only| {
        let row = table.iter().find(|(_, names)| names.contains(&name));
        row.map(|(header, _)| Entry {
            header,
            called,
            std_only,
        })
    };
    // `abs` of whole numbers is in <cstdlib>.
    if name == "abs" {
        return look(&[("cstdlib", &["abs"])], true, false);
    }
    look(&C_FUNCTIONS, true, false)
        .or_else(|| look(&C_NAMES, false, false))
        .or_else(|| look(&STD_FUNCTIONS, true, true))
        .or_else(|| look(&STD_NAMES, false, true))
        // Hash tables have headers of their own names.
        .or_else(|| look(&[("unordered_map", &["unordered_map"])], false, true))
        .or_else(|| look(&[("unordered_set", &["unordered_set"])], false, true))
}

/// Names of the library that contest programs like to give their globals.
pub(super) const CLASHES: [&str; 46] = [
    "abs", "advance", "array", "begin", "bind", "copy", "count", "data", "distance", "div", "end",
    "equal", "exp", "fill", "find", "floor", "function", "gamma", "hash", "index", "j0", "j1",
    "left", "less", "link", "list", "log", "map", "max", "merge", "min", "move", "next", "pipe",
    "prev", "rank", "ref", "right", "search", "size", "swap", "time", "y0", "y1", "yn", "byte",
];

/// Headers of Windows, DOS and their compilers.
pub(super) const FOREIGN_HEADERS: [&str; 17] = [
    "alloc.h",
    "bios.h",
    "conio.h",
    "direct.h",
    "dos.h",
    "easyx.h",
    "graphics.h",
    "io.h",
    "mem.h",
    "mmsystem.h",
    "pch.h",
    "process.h",
    "shellapi.h",
    "stdafx.h",
    "tchar.h",
    "windows.h",
    "winsock2.h",
];

/// Headers from before 1998, and the standard's.
pub(super) const OLD_HEADERS: [(&str, &str); 14] = [
    ("algo.h", "<algorithm>"),
    ("fstream.h", "<fstream>"),
    ("iomanip.h", "<iomanip>"),
    ("iostream.h", "<iostream>"),
    ("list.h", "<list>"),
    ("map.h", "<map>"),
    ("queue.h", "<queue>"),
    ("set.h", "<set>"),
    ("stack.h", "<stack>"),
    ("stl.h", "<algorithm> and the like"),
    ("string.hpp", "<string>"),
    ("strstream.h", "<sstream>"),
    ("vector.h", "<vector>"),
    ("iostream.hpp", "<iostream>"),
];

/// Functions of Windows and DOS.
pub(super) const WINDOWS_CALLS: [&str; 19] = [
    "GetTickCount",
    "MessageBox",
    "QueryPerformanceCounter",
    "SetConsoleTextAttribute",
    "Sleep",
    "_getch",
    "_kbhit",
    "_sleep",
    "clrscr",
    "delay",
    "getch",
    "getche",
    "gotoxy",
    "itoa",
    "kbhit",
    "stricmp",
    "strrev",
    "textcolor",
    "ultoa",
];

/// Types and constants of Windows.
pub(super) const WINDOWS_NAMES: [&str; 5] = ["BOOL", "DWORD", "HANDLE", "_int64", "__int64"];

/// What the language had once, and what to use in its place.
pub(super) const REMOVED: [(&str, &str); 4] = [
    ("auto_ptr", "unique_ptr"),
    ("gets", "fgets or getline"),
    ("random_shuffle", "shuffle"),
    ("register", "nothing: leave the word out"),
];
