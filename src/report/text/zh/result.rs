//! Verdicts, findings and causes.

use mayan_reference::{IllegalMove, Move, MoveCount, Rules, SameColourSwap};

use crate::event::{CaseInfo, Limits};
use crate::finding::{CheckOutcome, Finding, Note};
use crate::report::text::{Thing, signal_name};
use crate::units::{short_duration, written};
use crate::verdict::{AnswerFileFault, Attempt, Cause, FOLDER, Idle, Skip, Verdict};

pub(crate) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Accepted => "答案正确",
        Verdict::Skipped => "未评测",
        Verdict::PresentationError => "格式错误",
        Verdict::WrongAnswer => "答案错误",
        Verdict::TimeLimitExceeded => "超过时间限制",
        Verdict::IdlenessLimitExceeded => "超过空闲时间限制",
        Verdict::MemoryLimitExceeded => "超过空间限制",
        Verdict::OutputLimitExceeded => "超过输出限制",
        Verdict::RuntimeError => "运行时错误",
        Verdict::CompileError => "编译错误",
        Verdict::JudgeError => "评测机错误",
    }
}

pub(crate) fn count(number: usize, thing: Thing) -> String {
    let thing = match thing {
        Thing::Block => "个方块",
        Thing::Board => "个棋盘",
        Thing::Case => "个测试点",
        Thing::Contestant => "名选手",
        Thing::File => "个文件",
        Thing::HandIn | Thing::Submission => "份程序",
        Thing::Move => "步",
        Thing::Number => "个数",
        Thing::Result => "个结果",
        Thing::Run => "次评测",
    };
    format!("{number} {thing}")
}

pub(crate) fn rules(rules: Rules) -> String {
    let moves = match rules.moves {
        MoveCount::Exact => "恰好 n 步",
        MoveCount::AtMost => "至多 n 步",
    };
    let swaps = match rules.same_colour_swap {
        SameColourSwap::Legal => "同色方块可以交换",
        SameColourSwap::Forbidden => "同色方块不可交换",
    };
    format!("{moves}，{swaps}")
}

pub(crate) fn answer(answer: Option<&[Move]>) -> String {
    match answer {
        None => "-1".to_owned(),
        Some([]) => "不需要移动，输出为空".to_owned(),
        Some(moves) => {
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            moves.join(", ")
        }
    }
}

pub(crate) fn illegal(why: IllegalMove, numbers: &[String; 3]) -> String {
    let [x, y, g] = numbers;
    match why {
        IllegalMove::ColumnOutOfRange => format!("x = {x} 不是列号，列号为 0 到 4"),
        IllegalMove::RowOutOfRange => format!("y = {y} 不是行号，行号为 0 到 6"),
        IllegalMove::DirectionOutOfRange => {
            format!("g = {g} 不是方向，1 表示向右，-1 表示向左")
        }
        IllegalMove::NoBlock => format!("({x}, {y}) 处没有方块"),
        IllegalMove::OverEdge => format!("({x}, {y}) 处的方块会移出棋盘"),
        IllegalMove::SameColourSwap => {
            format!("({x}, {y}) 处的方块会与同色的方块交换，按本场规则不算移动")
        }
    }
}

pub(crate) fn finding(finding: &Finding, n: usize) -> String {
    match finding {
        Finding::Right => String::new(),
        Finding::NothingPrinted => "输出为空".to_owned(),
        Finding::NotInteger { found, at } => {
            format!("`{found}`（{at}）不是整数")
        }
        Finding::Utf16 => "输出是 UTF-16 文本".to_owned(),
        Finding::AfterMinusOne { found, at } => format!("-1 之后还有 `{found}`（{at}）"),
        Finding::IncompleteMove { index, numbers } => {
            format!("第 {} 步只有 {numbers} 个数，应为 3 个", index + 1)
        }
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => format!("第 {} 步：{}", index + 1, illegal(*why, numbers)),
        Finding::TooFewMoves { found, left } => {
            format!("只有 {found} 步，应为 {n} 步，还剩 {left} 个方块")
        }
        Finding::TooManyMoves { found, at } => {
            format!("{n} 步之后还有 `{found}`（{at}）")
        }
        Finding::NotCleared { left } => format!("最后一步之后还剩 {left} 个方块"),
        Finding::ClearedEarly { after: 0, .. } => "棋盘已空，却还有移动".to_owned(),
        Finding::ClearedEarly { after, .. } => format!("第 {after} 步后就已清空，应为 {n} 步"),
        Finding::MovesAfterClear { after } => {
            format!("第 {after} 步后已清空，之后还有输出")
        }
        Finding::ClaimsNone => "输出 -1，但是有解".to_owned(),
        Finding::NotLeast {
            index,
            printed,
            least,
        } => format!(
            "不是字典序最小：第 {} 步是 {printed}，应为 {least}",
            index + 1
        ),
        Finding::NoAnswerExists { .. } => "输出了移动，但是无解，应为 -1".to_owned(),
    }
}

pub(crate) fn kind(cause: &Cause) -> &'static str {
    match cause {
        Cause::Answer(outcome) => match &outcome.finding {
            Finding::Right => "正确",
            Finding::NothingPrinted => "没有输出",
            Finding::NotInteger { .. } | Finding::Utf16 => "输出的不是数",
            Finding::AfterMinusOne { .. } => "-1 之后还有输出",
            Finding::IncompleteMove { .. } => "最后一步不完整",
            Finding::IllegalMove { .. } => "移动不合法",
            Finding::TooFewMoves { .. } => "步数不足",
            Finding::TooManyMoves { .. } => "步数超过 n",
            Finding::NotCleared { .. } => "没有清空棋盘",
            Finding::ClearedEarly { .. } | Finding::MovesAfterClear { .. } => {
                "清空之后还在移动，或者步数不够就停止"
            }
            Finding::ClaimsNone => "有解却输出 -1",
            Finding::NotLeast { .. } => "能清空，但不是字典序最小的解",
            Finding::NoAnswerExists { .. } => "无解却输出了移动",
        },
        Cause::AnswerFile { .. } => "没有输出文件，或输出文件不可用",
        Cause::CpuTime => "超时",
        Cause::WallTime { .. } => "在等待，没有在计算",
        Cause::Memory => "占用内存太多",
        Cause::Output { .. } => "输出太多",
        Cause::Processes { .. } => "进程太多",
        Cause::ExitCode { .. } => "返回值不是 0",
        Cause::Signal { .. } => "程序崩溃",
        Cause::Compile => "编译不通过",
        Cause::NotRun { .. } => "没有评测",
        Cause::Judge { .. } => "评测机出错",
    }
}

pub(crate) fn explanation(outcome: &CheckOutcome, n: usize, rules: Rules) -> String {
    let ask = match rules.moves {
        MoveCount::Exact => format!("恰好 {n} 步"),
        MoveCount::AtMost => format!("至多 {n} 步"),
    };
    match (&outcome.finding, outcome.expected.as_deref()) {
        (Finding::ClaimsNone, Some([])) => {
            return "输出了 -1，但棋盘一开始就是空的：答案是不移动，输出为空。".to_owned();
        }
        (Finding::NoAnswerExists { because }, _)
            if matches!(**because, Finding::ClearedEarly { after: 0, .. }) =>
        {
            return "棋盘一开始就是空的，空棋盘上没有可以移动的方块，所以应输出 -1。".to_owned();
        }
        _ => {}
    }
    sentences(&outcome.finding, n, &ask)
}

fn sentences(finding: &Finding, n: usize, ask: &str) -> String {
    match finding {
        Finding::Right => "输出就是字典序最小的解。".to_owned(),
        Finding::NothingPrinted => {
            format!("输出为空。应为{ask}，每行三个数，或者 -1。")
        }
        Finding::NotInteger { found, at } => format!(
            "输出的第 {} 行第 {} 列是 `{found}`，此处应为一步移动的整数。一步移动是三个整数 x \
             y g：不能有字母、其他符号、正号或前导零。",
            at.line, at.column
        ),
        Finding::Utf16 => {
            "输出是 UTF-16 文本，任何比赛都不会这样读取。请输出普通的 ASCII 字符。".to_owned()
        }
        Finding::AfterMinusOne { found, at } => format!(
            "-1 表示无解，应单独输出；但第 {} 行第 {} 列还有 `{found}`。",
            at.line, at.column
        ),
        Finding::IncompleteMove { index, numbers } => {
            format!("第 {} 步只有 {numbers} 个数，应为三个数 x y g。", index + 1)
        }
        Finding::IllegalMove {
            index,
            numbers,
            why,
        } => format!(
            "第 {} 步 `{}` 不合法：{}。",
            index + 1,
            numbers.join(" "),
            illegal(*why, numbers)
        ),
        Finding::TooFewMoves { found, left } => {
            format!("输出只有 {found} 步，棋盘上还剩 {left} 个方块。应为{ask}。")
        }
        Finding::TooManyMoves { found, at } => format!(
            "应为{ask}，之后不能再有内容；但第 {} 行第 {} 列还有 `{found}`。",
            at.line, at.column
        ),
        Finding::NotCleared { left } => {
            format!("每一步都合法，但最后一步之后棋盘上还剩 {left} 个方块。")
        }
        Finding::ClearedEarly { after, printed } => {
            let more = if printed > after {
                "之后的输出不是合法的移动：空棋盘上没有方块。"
            } else {
                ""
            };
            format!("第 {after} 步之后棋盘就已清空，但答案应为{ask}。{more}")
        }
        Finding::MovesAfterClear { after } => {
            format!("第 {after} 步之后棋盘已清空，但还有输出。空棋盘上没有可以移动的方块。")
        }
        Finding::ClaimsNone => {
            format!("输出了 -1，但这个棋盘可以用{ask}清空。")
        }
        Finding::NotLeast {
            index,
            printed,
            least,
        } => format!(
            "这些移动能清空棋盘，但还有字典序更小的解。第一处不同在第 {} 步：输出为 \
             `{printed}`，应为 `{least}`。{}",
            index + 1,
            why_less(*printed, *least)
        ),
        Finding::NoAnswerExists { because } => format!(
            "这个棋盘无法以{ask}清空，应输出 -1。输出的移动也没有清空棋盘（{}）。",
            self::finding(because, n)
        ),
    }
}

/// Why one move is less than another.
fn why_less(printed: Move, least: Move) -> &'static str {
    if least.cell.x != printed.cell.x {
        "x 小者优先。"
    } else if least.cell.y != printed.cell.y {
        "x 相同时，y 小者优先。"
    } else {
        "同一个方块，向右（1）优先于向左（-1）。"
    }
}

pub(crate) fn right_under(other: Rules, rules: Rules) -> String {
    let mut parts = Vec::new();
    if other.moves != rules.moves {
        parts.push(match other.moves {
            MoveCount::Exact => "要求恰好 n 步（--moves exact）",
            MoveCount::AtMost => "允许少于 n 步（--moves at-most）",
        });
    }
    if other.same_colour_swap != rules.same_colour_swap {
        parts.push(match other.same_colour_swap {
            SameColourSwap::Legal => "同色方块交换也算一步（--same-colour-swap legal）",
            SameColourSwap::Forbidden => "同色方块交换不算一步（--same-colour-swap forbidden）",
        });
    }
    format!("如果{}，这个输出就是正确的。", parts.join("，并且"))
}

pub(crate) fn note(note: Note) -> &'static str {
    match note {
        Note::ByteOrderMark => "输出以字节序标记（BOM）开头，已忽略。",
        Note::CarriageReturns => "输出中有回车符，按空白处理。",
        Note::StandardOutputIgnored => {
            "程序还向标准输出写了内容；因为它写了输出文件，标准输出不作评判。"
        }
        Note::AnswerFileIgnored => "程序还写了输出文件，但只评判标准输出（--io stdio）。",
    }
}

pub(crate) fn cause(cause: &Cause, case: &CaseInfo, limits: &Limits) -> String {
    match cause {
        Cause::Answer(outcome) => finding(&outcome.finding, case.n),
        Cause::AnswerFile { name, why } => match why {
            AnswerFileFault::Missing => format!("没有生成 {name}"),
            AnswerFileFault::NotRegular => format!("{name} 不是普通文件"),
            AnswerFileFault::HardLink => format!("{name} 是另一个文件的硬链接"),
            AnswerFileFault::Unreadable => format!("{name} 无法读取"),
        },
        Cause::CpuTime => format!("CPU 时间超过 {}", written(limits.cpu_time)),
        Cause::WallTime { why } => {
            let doing = why.map_or(String::new(), |why| format!("：{}", idle(why)));
            format!("{} 内没有结束{doing}", written(limits.wall_time))
        }
        Cause::Memory => format!("占用内存超过 {}", limits.memory),
        Cause::Output { stream } if stream == FOLDER => "程序目录中的文件太多或太大".to_owned(),
        Cause::Output { stream } => {
            format!("{}超过 {}", self::stream(stream), limits.output)
        }
        Cause::Processes { limit } => format!("进程超过 {limit} 个"),
        Cause::ExitCode { code } => format!("返回值为 {code}"),
        Cause::Signal { number } => match (signal_name(*number), signal(*number)) {
            (Some(name), Some(meaning)) => format!("{name}：{meaning}"),
            _ => format!("信号 {number}"),
        },
        Cause::Compile => "编译不通过".to_owned(),
        Cause::NotRun { why } => match why {
            Skip::FailFast => "之前的测试点未通过，没有评测".to_owned(),
            Skip::Interrupted => "评测中断，没有评测".to_owned(),
        },
        Cause::Judge { message } => message.clone(),
    }
}

fn stream(stream: &str) -> String {
    match stream {
        "standard output" => "标准输出".to_owned(),
        "standard error" => "标准错误输出".to_owned(),
        file => format!("{file} "),
    }
}

/// What a signal most often means.
fn signal(number: i32) -> Option<&'static str> {
    Some(match number {
        libc::SIGABRT => "程序中止，例如断言失败或内存分配失败",
        libc::SIGSEGV => "访问了不该访问的内存，例如数组越界或递归过深",
        libc::SIGFPE => "除以零",
        libc::SIGILL => "非法指令",
        libc::SIGBUS => "内存访问错误",
        libc::SIGTRAP => "陷阱",
        libc::SIGKILL => "被杀死，但不是评测机所为",
        libc::SIGTERM => "被终止，但不是评测机所为",
        libc::SIGPIPE => "向已关闭的管道写入",
        libc::SIGSYS => "禁止的系统调用",
        libc::SIGHUP => "挂断，但不是评测机所为",
        libc::SIGINT => "中断，但不是评测机所为",
        libc::SIGQUIT => "退出，但不是评测机所为",
        libc::SIGALRM => "程序自己设置的闹钟",
        libc::SIGVTALRM => "程序自己设置的计时器",
        libc::SIGPROF => "性能分析计时器",
        libc::SIGXCPU => "CPU 时间限制，但不是评测机所设",
        libc::SIGUSR1 | libc::SIGUSR2 => "程序自己发出的信号",
        _ => return None,
    })
}

pub(crate) fn attempts(attempts: &[Attempt]) -> String {
    let runs: Vec<String> = attempts
        .iter()
        .map(|it| {
            let alone = if it.alone { "单独重测 " } else { "" };
            let time = short_duration(it.usage.cpu_time);
            format!("{alone}{} {}", time.trim(), it.verdict)
        })
        .collect();
    if runs.is_empty() {
        String::new()
    } else {
        format!("接近时间限制，重新评测：{}", runs.join("，"))
    }
}

/// What a program does that doesn't end, as the end of a sentence.
fn idle(why: Idle) -> &'static str {
    match why {
        Idle::WaitsForInput => "程序在等待更多输入",
        Idle::Sleeps => "程序在休眠",
        Idle::Blocked => "程序在等待永远不会发生的事件",
        Idle::Starved => "程序本可运行，但评测机繁忙",
    }
}
