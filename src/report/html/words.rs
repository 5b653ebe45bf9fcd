//! The words that only pages have. Each language is one whole value, so that a
//! word missing in one doesn't compile.

use serde::Serialize;

use crate::lang::Lang;

/// The fixed words of a page.
pub(super) struct Words {
    pub(super) scoreboard: &'static str,
    pub(super) limits: &'static str,
    pub(super) memory: &'static str,
    pub(super) rules: &'static str,
    pub(super) isolation: &'static str,
    pub(super) interrupted: &'static str,
    pub(super) left_out_cases: &'static str,
    pub(super) partition: &'static str,
    pub(super) rank: &'static str,
    pub(super) name: &'static str,
    pub(super) score: &'static str,
    pub(super) slowest: &'static str,
    pub(super) failures: &'static str,
    pub(super) by_case: &'static str,
    pub(super) by_kind: &'static str,
    pub(super) attention: &'static str,
    pub(super) subtask: &'static str,
    pub(super) subtasks: &'static str,
    pub(super) cases: &'static str,
    pub(super) points: &'static str,
    pub(super) case: &'static str,
    pub(super) verdict: &'static str,
    pub(super) time: &'static str,
    pub(super) found: &'static str,
    pub(super) near_limit: &'static str,
    pub(super) stderr: &'static str,
    pub(super) same_stderr: &'static str,
    pub(super) compiler: &'static str,
    pub(super) remarks: &'static str,
    pub(super) hints: &'static str,
    pub(super) language: &'static str,
    pub(super) file: &'static str,
    pub(super) neighbours: &'static str,
    pub(super) colon: &'static str,
    pub(super) comma: &'static str,
    pub(super) made_by: &'static str,
    pub(super) verdicts: &'static str,
    pub(super) script: ScriptWords,
}

/// What the script says, with places to be filled in: `{i}` the number of the
/// move or step, `{n}` how many, `{m}` the move, `{b}` the block, `{x}` and `{y}`
/// its cell.
#[derive(Serialize)]
pub(super) struct ScriptWords {
    previous: &'static str,
    following: &'static str,
    filter: &'static str,
    shown: &'static str,
    open: &'static str,
    close: &'static str,
    first: &'static str,
    back: &'static str,
    play: &'static str,
    pause: &'static str,
    next: &'static str,
    last: &'static str,
    step: &'static str,
    steps: &'static str,
    keys: &'static str,
    output: &'static str,
    least: &'static str,
    impossible: &'static str,
    unplayable: &'static str,
    start: &'static str,
    right: &'static str,
    left: &'static str,
    fall: &'static str,
    marked: &'static str,
    vanished: &'static str,
    illegal: &'static str,
    ended: &'static str,
    clear: &'static str,
    stops: &'static str,
    before: &'static str,
    after: &'static str,
    after_least: &'static str,
    board: &'static str,
    colours: &'static str,
    column: &'static str,
    empty: &'static str,
}

/// The words of a language.
pub(super) const fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::English => &ENGLISH,
        Lang::Chinese => &CHINESE,
    }
}

const ENGLISH: Words = Words {
    scoreboard: "Scoreboard",
    limits: "Limits",
    memory: "Memory",
    rules: "Rules",
    isolation: "Isolation",
    interrupted: "The run was interrupted: what is missing was not graded yet.",
    left_out_cases: "Some testcases were left out, so there are no scores.",
    partition: "Part",
    rank: "Rank",
    name: "Name",
    score: "Score",
    slowest: "Slowest",
    failures: "What most failed on",
    by_case: "By testcase",
    by_kind: "By kind of fault",
    attention: "For a person to look at",
    subtask: "Subtask",
    subtasks: "Subtasks",
    cases: "Testcases",
    points: "Points",
    case: "Testcase",
    verdict: "Verdict",
    time: "Time",
    found: "What was found",
    near_limit: "near the time limit",
    stderr: "Standard error",
    same_stderr: "Standard error as on",
    compiler: "What the compiler said",
    remarks: "Remarks",
    hints: "Hints",
    language: "Language",
    file: "File",
    neighbours: "Other contestants",
    colon: ": ",
    comma: ", ",
    made_by: "Made by mayan-judge",
    verdicts: "Verdicts",
    script: ScriptWords {
        previous: "Previous: {n}",
        following: "Next: {n}",
        filter: "Filter by name or id",
        shown: "{i} of {n} shown",
        open: "Replay",
        close: "Close",
        first: "To the start",
        back: "One step back",
        play: "Play",
        pause: "Pause",
        next: "One step on",
        last: "To the end",
        step: "Step",
        steps: "Step {i} of {n}",
        keys: "Keys: ← → step, space plays and pauses, Home and End jump",
        output: "The output",
        least: "The least answer",
        impossible: "This board can’t be cleared: -1 is the answer.",
        unplayable: "The output has no move that can be played.",
        start: "The board at the start.",
        right: "Move {i}, {m}: block {b} is dragged from ({x}, {y}) to the right.",
        left: "Move {i}, {m}: block {b} is dragged from ({x}, {y}) to the left.",
        fall: "Move {i}, {m}: blocks fall.",
        marked: "Move {i}, {m}: {n} marked blocks are about to vanish.",
        vanished: "Move {i}, {m}: {n} blocks have vanished.",
        illegal: "Move {i} can’t be played.",
        ended: "No more moves.",
        clear: "The board is clear.",
        stops: "Stops here.",
        before: "before move {i}",
        after: "after {m}",
        after_least: "least answer: after {m}",
        board: "the board",
        colours: "Letters are colours:",
        column: "column {x}: {b}",
        empty: "empty",
    },
};

const CHINESE: Words = Words {
    scoreboard: "排行榜",
    limits: "限制",
    memory: "内存",
    rules: "规则",
    isolation: "隔离",
    interrupted: "评测被中断：缺少的部分尚未评测。",
    left_out_cases: "有测试点未参加评测，因此不给出分数。",
    partition: "部分",
    rank: "排名",
    name: "选手",
    score: "得分",
    slowest: "最慢",
    failures: "失分最多之处",
    by_case: "按测试点",
    by_kind: "按错误类型",
    attention: "需要人工查看",
    subtask: "子任务",
    subtasks: "子任务",
    cases: "测试点",
    points: "得分",
    case: "测试点",
    verdict: "评测结果",
    time: "时间",
    found: "说明",
    near_limit: "接近时间限制",
    stderr: "标准错误输出",
    same_stderr: "标准错误输出同",
    compiler: "编译器输出",
    remarks: "备注",
    hints: "提示",
    language: "语言",
    file: "文件",
    neighbours: "其他选手",
    colon: "：",
    comma: "、",
    made_by: "由 mayan-judge 生成，版本",
    verdicts: "评测结果的含义",
    script: ScriptWords {
        previous: "上一位：{n}",
        following: "下一位：{n}",
        filter: "按姓名或学号筛选",
        shown: "显示 {i} / {n} 人",
        open: "回放",
        close: "收起",
        first: "回到开头",
        back: "上一帧",
        play: "播放",
        pause: "暂停",
        next: "下一帧",
        last: "跳到结尾",
        step: "帧",
        steps: "第 {i} 帧，共 {n} 帧",
        keys: "按键：← → 逐帧，空格播放或暂停，Home、End 跳到首尾",
        output: "选手输出",
        least: "字典序最小的解",
        impossible: "此棋盘无解，应输出 -1。",
        unplayable: "输出中没有可以执行的移动。",
        start: "初始棋盘。",
        right: "第 {i} 步 {m}：把 ({x}, {y}) 处的方块 {b} 向右拖动。",
        left: "第 {i} 步 {m}：把 ({x}, {y}) 处的方块 {b} 向左拖动。",
        fall: "第 {i} 步 {m}：方块下落。",
        marked: "第 {i} 步 {m}：标出的 {n} 个方块即将消除。",
        vanished: "第 {i} 步 {m}：消除了 {n} 个方块。",
        illegal: "第 {i} 步不合法。",
        ended: "没有更多移动。",
        clear: "棋盘已清空。",
        stops: "回放在此停止。",
        before: "第 {i} 步之前",
        after: "{m} 之后",
        after_least: "字典序最小的解：{m} 之后",
        board: "棋盘",
        colours: "字母表示颜色：",
        column: "第 {x} 列：{b}",
        empty: "空",
    },
};

/// What a page of a class is called.
pub(super) fn class_title(lang: Lang, contest: &str) -> String {
    match lang {
        Lang::English => format!("{contest}: scoreboard"),
        Lang::Chinese => format!("{contest}：排行榜"),
    }
}

/// What a contestant's own page is called.
pub(super) fn student_title(lang: Lang, contest: &str, name: &str) -> String {
    match lang {
        Lang::English => format!("{contest}: {name}"),
        Lang::Chinese => format!("{contest}：{name}"),
    }
}

/// Points, of those that could be reached.
pub(super) fn points_of(lang: Lang, points: &str, of: &str) -> String {
    match lang {
        Lang::English => format!("{points} of {of}"),
        Lang::Chinese => format!("{points} / {of}"),
    }
}

/// Why a subtask gives no points.
pub(super) fn withheld(lang: Lang, other: &str) -> String {
    match lang {
        Lang::English => format!("no points without all of {other}"),
        Lang::Chinese => format!("须先得到“{other}”的全部分数"),
    }
}

/// How many of how many failed.
pub(super) fn failed(lang: Lang, number: usize, all: usize) -> String {
    match lang {
        Lang::English => format!("{number} of {all}"),
        Lang::Chinese => format!("{number} / {all}"),
    }
}

/// How many hand-ins have a kind of fault.
pub(super) fn hand_ins(lang: Lang, number: usize) -> String {
    match lang {
        Lang::English if number == 1 => "1 hand-in".to_owned(),
        Lang::English => format!("{number} hand-ins"),
        Lang::Chinese => format!("{number} 份"),
    }
}
