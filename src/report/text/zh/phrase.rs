//! What stands around results: headings, columns, lines of a run.

use mayan_reference::Move;

use super::class::names;
use super::result::{count, finding};
use crate::config::{Io, IoMode};
use crate::event::{Compilation, Limits};
use crate::finding::Finding;
use crate::journal::merge::{Conflict, Part, SPEEDS};
use crate::report::overview::Ending;
use crate::report::search::Hardness;
use crate::report::text::{Fact, Label, Thing, shown};
use crate::sanitize;
use crate::scoring::GroupScore;
use crate::source::Encoding;
use crate::summary::{Score, SubmissionReport, Uncounted};
use crate::units::{short_duration, written};
use crate::verdict::{CaseResult, Usage, Verdict};

pub(crate) fn label(label: Label) -> &'static str {
    match label {
        Label::After => "之后",
        Label::AtRest => "静止",
        Label::Before => "之前",
        Label::Cases | Label::Testcases => "测试点",
        Label::Compiled => "编译",
        Label::Compiling => "编译中",
        Label::Contest => "比赛",
        Label::Difference => "比较",
        Label::DifferenceSigns => "（- 输出，+ 字典序最小的解）",
        Label::DoesNotCount => "不计分",
        Label::DoesNotCompile => "编译不通过：",
        Label::DraggedLeft => "<A] 向左拖动",
        Label::DraggedRight => "[A> 向右拖动",
        Label::Error => "错误",
        Label::Fallen => "落下后",
        Label::Finished => "完成",
        Label::ForAPerson => "需要人工查看",
        Label::Grading => "评测",
        Label::HandIn => "文件",
        Label::Hint => "提示",
        Label::Interrupted => "中断",
        Label::Isolation => "隔离",
        Label::LeftOut => "未采用的文件",
        Label::LinesLeftOut => "（省略若干行）",
        Label::Meant => "(A) 所指位置",
        Label::Memory => "内存",
        Label::LookAt => "请查看",
        Label::MostFailedOn => "失分最多之处",
        Label::Moved => "移动后",
        Label::Name => "选手",
        Label::NoLine => "（没有内容）",
        Label::NotGraded => "未评测",
        Label::NotCounted | Label::Note => "说明",
        Label::NothingChanges => "结果没有变化。",
        Label::Printed => "它输出",
        Label::Mutant => "变异程序",
        Label::Points | Label::Score => "得分",
        Label::Probes => "另测",
        Label::RestsOn => "评测依据",
        Label::Rules => "规则",
        Label::Slowest => "最慢",
        Label::StandardError => "标准错误输出：",
        Label::TheBoard => "初始棋盘",
        Label::Vanishing => "*A* 被消除",
        Label::Warning => "警告",
        Label::WhatCanBeDone => "可以这样做：",
    }
}

pub(crate) fn contest(cases: usize, uncounted: usize, left_out: usize, limits: &Limits) -> String {
    let aside = match (uncounted, left_out) {
        (0, 0) => String::new(),
        (0, number) => format!("（另有 {number} 个未选）"),
        (number, 0) => format!("（其中 {number} 个不计分）"),
        (one, other) => format!("（其中 {one} 个不计分，另有 {other} 个未选）"),
    };
    format!(
        "{}{aside}，每个限 CPU 时间 {}、内存 {}",
        count(cases, Thing::Case),
        written(limits.cpu_time),
        limits.memory
    )
}

pub(crate) fn compiled(compilation: &Compilation) -> String {
    let how = match compilation.encoding {
        Encoding::Utf8 | Encoding::Utf8Bom | Encoding::Unknown => "",
        Encoding::Gbk => "，由 GBK 转换",
        Encoding::Utf16 => "，由 UTF-16 转换",
    };
    if compilation.cached {
        format!("以前已编译{how}")
    } else {
        format!("用时 {}{how}", short_duration(compilation.time))
    }
}

pub(crate) fn group_points(group: &GroupScore) -> String {
    if !group.counts {
        return label(Label::DoesNotCount).to_owned();
    }
    match (group.points, &group.withheld) {
        (Some(points), None) => format!("{points} / {} 分", group.of),
        (Some(points), Some(other)) => {
            let other = sanitize::line(other);
            format!("{points} / {} 分（需要 {other} 得满分）", group.of)
        }
        (None, _) => String::new(),
    }
}

pub(crate) fn worth(submission: &SubmissionReport, left_out: usize) -> String {
    if let Some(Score { points, of }) = submission.score {
        format!("{points} / {of} 分")
    } else if submission.verdict == Verdict::JudgeError {
        "没有：评测机出错，不能因此扣分".to_owned()
    } else if left_out > 0 {
        "没有：有测试点未选".to_owned()
    } else {
        "没有：有测试点没有评测".to_owned()
    }
}

pub(crate) fn unscored(is_ours: bool, left_out: bool) -> &'static str {
    if is_ours {
        "没有得分：评测机出错，不扣分"
    } else if left_out {
        "没有得分：略去了部分测试点"
    } else {
        "没有得分：没有全部评测"
    }
}

pub(crate) fn score(worth: &str, code: &str, verdict: &str) -> String {
    format!("{worth}；{code}（{verdict}）")
}

pub(crate) fn and(one: &str, other: &str) -> String {
    format!("{one}；{other}")
}

pub(crate) fn list(all: &[&str]) -> String {
    all.join("、")
}

pub(crate) fn of(what: &str, said: &str) -> String {
    format!("{what}：{said}")
}

pub(crate) fn aside(what: &str, aside: &str) -> String {
    format!("{what}（{aside}）")
}

pub(crate) fn sentence(text: &str) -> String {
    format!("{text}。")
}

pub(crate) fn first_failure(counts: bool, explained: &str) -> String {
    if counts {
        format!("第一个未通过的测试点 {explained}")
    } else {
        format!("不计分的测试点 {explained}")
    }
}

pub(crate) fn uncounted(found: Uncounted) -> String {
    let Uncounted {
        failed,
        read_otherwise,
    } = found;
    let why = match read_otherwise {
        0 => String::new(),
        all if all == failed => "，但按题意的另一种理解是正确的".to_owned(),
        some => format!("，其中 {some} 个按题意的另一种理解是正确的"),
    };
    format!("{failed} 个不计分的测试点未按要求作答{why}；不影响得分和结果")
}

pub(crate) fn read_otherwise(hand_ins: usize) -> String {
    format!("{hand_ins} 份提交在不计分的测试点上按题意的另一种理解作答：不扣分")
}

pub(crate) fn not_counted(said: &str) -> String {
    format!("不计分：{said}")
}

pub(crate) fn case_heading(case: &str, verdict: Verdict) -> String {
    format!("{case}：{}（{}）", super::verdict(verdict), verdict.code())
}

pub(crate) fn verdict_heading(verdict: Verdict) -> String {
    format!("{}（{}）", super::verdict(verdict), verdict.code())
}

pub(crate) fn about_case(description: &str) -> String {
    format!("此测试点：{description}")
}

pub(crate) fn answer_file(name: &str) -> String {
    format!("输出取自程序写的 {name}。")
}

pub(crate) fn beside(found: &Finding, result: &CaseResult, n: usize) -> String {
    let what = match result.answer_file.as_deref() {
        Some(name) => format!(" {name} "),
        None => "标准输出".to_owned(),
    };
    match found {
        Finding::Right => format!("它此前写到{what}的内容是正确答案。"),
        other => format!("{}中的答案：{}。", what.trim_start(), finding(other, n)),
    }
}

pub(crate) fn interrupted(done: usize, all: usize) -> String {
    format!("共 {all} 次评测，已完成 {done} 次")
}

pub(crate) fn finished(all: usize, accepted: usize) -> String {
    format!("{}，{accepted} 份正确", count(all, Thing::Submission))
}

pub(crate) fn legend(colours: &str, marks: &str) -> String {
    if marks.is_empty() {
        format!("颜色：{colours}")
    } else {
        format!("颜色：{colours}；{marks}")
    }
}

pub(crate) fn before_move(number: usize) -> String {
    format!("第 {number} 步之前")
}

pub(crate) fn after_move(played: Move) -> String {
    format!("{played} 之后")
}

pub(crate) fn least_after(played: Move) -> String {
    format!("最小解：{played} 之后")
}

pub(crate) fn least_answer(answer: &str) -> String {
    format!("字典序最小的解：{answer}")
}

pub(crate) fn fact(fact: Fact) -> &'static str {
    match fact {
        Fact::Attempts => "各次评测",
        Fact::Compiler => "编译器",
        Fact::Digest => "SHA-256",
        Fact::File => "提交的文件",
        Fact::InputOutput => "输入输出",
        Fact::Isolation => "隔离",
        Fact::Judge => "评测程序",
        Fact::Language => "语言",
        Fact::Limits => "限制",
        Fact::Machine => "机器",
        Fact::Probes => "另测",
        Fact::Rules => "规则",
        Fact::Subtask => "子任务",
        Fact::Used => "实际使用",
    }
}

pub(crate) fn limits(limits: &Limits) -> String {
    format!(
        "CPU 时间 {}，时钟时间 {}，内存 {}，输出 {}",
        written(limits.cpu_time),
        written(limits.wall_time),
        limits.memory,
        limits.output
    )
}

pub(crate) fn used(usage: &Usage) -> String {
    format!(
        "CPU 时间 {}，时钟时间 {}，内存 {}",
        short_duration(usage.cpu_time),
        short_duration(usage.wall_time),
        usage.peak_memory.short()
    )
}

pub(crate) fn input_output(io: &Io) -> String {
    let Io { input, output, .. } = io;
    let (input, output) = (sanitize::line(input), sanitize::line(output));
    match io.mode {
        IoMode::Auto => format!("{input} 或标准输入；{output}，否则标准输出"),
        IoMode::Stdio => "标准输入，标准输出".to_owned(),
        IoMode::File => format!("{input}，{output}"),
    }
}

pub(crate) fn reproduce(is_least: bool) -> &'static str {
    if is_least {
        "逐步查看字典序最小的解："
    } else {
        "逐步查看："
    }
}

pub(crate) fn nth_move(number: usize) -> String {
    format!("第 {number} 步：")
}

pub(crate) fn cannot_be_played(why: &str) -> String {
    format!("这一步不合法：{why}。")
}

pub(crate) fn played_right(answer_exists: bool) -> &'static str {
    if answer_exists {
        "棋盘已清空，而且没有字典序更小的解。"
    } else {
        "输出是 -1：这个棋盘无法清空，答案正确。"
    }
}

pub(crate) fn of_all(number: usize, all: usize) -> String {
    format!("{number} / {all}")
}

pub(crate) fn kind_count(number: usize, kind: &str) -> String {
    format!("{}：{kind}", count(number, Thing::HandIn))
}

pub(crate) fn judge_failed(submissions: &[&str], message: &str) -> String {
    format!(
        "评测机出错（JE，不扣分）：{}：{message}",
        names(submissions)
    )
}

pub(crate) fn of_contestants(names: &[&str], remark: &str) -> String {
    format!("{}：{remark}", names.join("、"))
}

pub(crate) fn hint_line(hint: &str) -> String {
    format!("提示：{hint}")
}

pub(crate) fn left_out_line(file: &str) -> String {
    format!("未采用：{file}")
}

pub(crate) fn left_out_more(files: usize) -> String {
    format!("未采用：另有 {files} 个文件，见 --dry-run")
}

pub(crate) fn left_out_strange(files: usize) -> String {
    format!("未采用：{files} 个文件不是已知语言的源程序，见 --dry-run")
}

pub(crate) fn ending(numbers: &Ending) -> String {
    let mut said = vec![
        count(numbers.contestants, Thing::Contestant),
        format!("{} 名全部正确", numbers.accepted),
    ];
    for (number, what) in [
        (numbers.refused, "编译不通过"),
        (numbers.judge_errors, "遇到评测机错误"),
        (numbers.absent, "没有可评测的提交"),
    ] {
        if number > 0 {
            said.push(format!("{number} 名{what}"));
        }
    }
    if let Some(missing) = numbers.missing {
        said.push(format!("{missing} 名尚未评测"));
    }
    said.join("，")
}

pub(crate) fn would_change(contestants: usize) -> String {
    format!("{contestants} 名选手的结果会改变：")
}

pub(crate) fn score_change(was: &str, is: &str) -> String {
    format!("得分 {was} -> {is}")
}

pub(crate) fn progress(done: usize, all: usize, doing: &str) -> String {
    format!("{done} / {all} 个结果；正在评测 {doing}")
}

pub(crate) fn conflict(conflict: &Conflict) -> String {
    match conflict {
        Conflict::Contest {
            path,
            first,
            differs,
        } => {
            let differs: Vec<&str> = differs.iter().map(|it| part(*it)).collect();
            let differs = if differs.is_empty() {
                "比赛".to_owned()
            } else {
                differs.join("、")
            };
            format!(
                "{} 与 {} 的评测方式不同：{differs}。请用相同的评测程序、judge.toml \
                 和测试点重新评测",
                shown(path),
                shown(first)
            )
        }
        Conflict::Inputs {
            submission,
            case,
            paths: [one, other],
        } => format!(
            "{}：{} 和 {} 评测的源程序或编译器不同。请在其中一台上重新评测",
            what(submission, case.as_ref().map(|it| it.0.as_str())),
            shown(one),
            shown(other)
        ),
        Conflict::Verdicts {
            submission,
            case,
            verdicts: [(one, first), (other, second)],
        } => format!(
            "{}：{} 中是 {first}，{} 中是 {second}。请检查这两台机器，重新评测，并去掉错误的日志",
            what(submission, case.as_ref().map(|it| it.0.as_str())),
            shown(one),
            shown(other)
        ),
        Conflict::Speed {
            path,
            machine,
            ratio,
        } => format!(
            "{}：机器 {} 用时是第一台的 {ratio:.2} 倍（允许 {} 到 {}），它的时间不可靠。请在\
             相近的机器上评测，或用 --any-speed 采用",
            shown(path),
            sanitize::line(machine),
            SPEEDS.start(),
            SPEEDS.end(),
        ),
    }
}

fn part(part: Part) -> &'static str {
    match part {
        Part::Judge => "评测程序的版本",
        Part::Limits => "限制",
        Part::Rules => "规则",
        Part::Io => "输入输出方式",
        Part::Cases => "测试点",
        Part::Subtasks => "子任务",
        Part::Probing => "测试点以外的棋盘",
        Part::Contest => "比赛",
    }
}

fn what(submission: &str, case: Option<&str>) -> String {
    let submission = sanitize::line(submission);
    match case {
        Some(case) => format!("{submission}，{}", sanitize::line(case)),
        None => format!("{submission}，编译"),
    }
}

pub(crate) fn more_conflicts(number: usize) -> String {
    format!("另有 {number} 处冲突")
}

pub(crate) fn hardness(n: usize, found: &Hardness) -> [(&'static str, String); 10] {
    let search = &found.search;
    [
        ("搜索的棋盘数", search.nodes().to_string()),
        ("  按剩余步数", found.levels(n)),
        ("  被下界剪枝", search.cut_by_bound.to_string()),
        ("  此前已判无解", search.failed_before.to_string()),
        ("未尝试的移动", String::new()),
        ("  不满足下界", search.too_weak.to_string()),
        ("  已按另一顺序搜索", search.commuted.to_string()),
        ("尝试的最后一步", search.last_moves.to_string()),
        (
            "能清空的移动序列",
            match found.solutions {
                Hardness::CAP => format!("{} 或更多", Hardness::CAP),
                count => count.to_string(),
            },
        ),
        (
            "清空所需最少步数",
            match found.least_clear {
                Some(moves) => moves.to_string(),
                None => format!("超过 {n}，或无法清空"),
            },
        ),
    ]
}
