//! What there is to say of testcases.

use std::path::Path;

use mayan_reference::diagnostic::Diagnostic;

use super::result::{answer, count, finding, rules};
use crate::report::text::{Thing, Words, shown};
use crate::sanitize;
use crate::testcase::CaseId;
use crate::units::short_duration;
use crate::validate::hardness::{Least, Solutions};
use crate::validate::issue::{
    Awkward, Issue, Kind, OfAnswer, OfBoard, OfFile, OfName, OfSample, OfSubtask, Reading, Twin,
};
use crate::validate::layout::LayoutFault;

pub(crate) fn issue(issue: &Issue) -> Diagnostic {
    let Words(diagnostic) = match &issue.kind {
        Kind::Input { error } => return super::input(error),
        Kind::File(it) => Words::new(file(it)),
        Kind::Layout {
            fault,
            times,
            mendable,
        } => layout(*fault, *times).help(fix(*mendable)),
        Kind::Board(it) => board(it),
        Kind::Answer(it) => about_answer(it),
        Kind::Twin(it) => twin(it),
        Kind::Name(it) => name(it),
        Kind::Subtask(it) => Words::new(subtask(it)).at("应为 0"),
        Kind::Sample(it) => sample(it, issue.case.as_ref()),
    };
    Diagnostic {
        span: issue.span.clone().unwrap_or(0..0),
        ..diagnostic
    }
}

fn about_answer(it: &OfAnswer) -> Words {
    match it {
        OfAnswer::Missing {} => Words::new("没有答案文件")
            .help("`grade` 不需要，其他评测系统需要：`mayan-judge solve NAME.in > NAME.ans`"),
        OfAnswer::Two {} => Words::new("同时还有 .ans：有的评测系统用这个，有的用那个"),
        OfAnswer::Wrong { outcome, n, .. } => {
            Words::new("答案错误").at(finding(&outcome.finding, *n))
        }
        OfAnswer::Ambiguous {
            readings,
            on_purpose,
        } => {
            let title = if *on_purpose {
                "测试点有歧义；它不计分，可以有歧义"
            } else {
                "测试点有歧义：对规则理解不同的程序，答案不同"
            };
            let readings: Vec<String> = readings.iter().map(reading).collect();
            Words::new(title).at("n 为此值时").help(readings.join("\n"))
        }
        OfAnswer::MoreMovesThanNeeded { n, least } => {
            let least = count(*least, Thing::Move);
            Words::new(format!("n = {n}，而 {least}就能消完棋盘")).at("多于所需")
        }
    }
}

fn twin(it: &Twin) -> Words {
    match it {
        Twin::Duplicate { of } => Words::new(format!("与 {} 完全相同", sanitize::line(&of.0)))
            .help("两者作用相同，请删除其一"),
        Twin::Isomorph { of } => {
            Words::new(format!("与 {} 只有颜色编号不同", sanitize::line(&of.0)))
                .help("颜色的编号不影响游戏：两者答案相同，一个对则另一个也对，请删除其一")
        }
        Twin::Mirror { of } => Words::new(format!("与 {} 左右对称", sanitize::line(&of.0)))
            .help("这是另一道题：答案的顺序从左到右"),
    }
}

fn reading(reading: &Reading) -> String {
    let under: Vec<String> = reading.rules.iter().copied().map(rules).collect();
    format!(
        "`{}`：{}",
        answer(reading.answer.as_deref()),
        under.join("；")
    )
}

fn layout(fault: LayoutFault, times: usize) -> Words {
    let (title, label) = match fault {
        LayoutFault::ByteOrderMark => ("文件以字节序标记（BOM）开头", "应为纯文本"),
        LayoutFault::CarriageReturn => (
            "文件中有回车符（Windows 或旧 Mac 的换行）",
            "应为单独的换行符",
        ),
        LayoutFault::OneLine => ("所有内容都在一行", "此处应换行"),
        LayoutFault::SharedLine => ("两行的内容在同一行", "此处应换行"),
        LayoutFault::SplitLine => ("一行的内容分成了两行", "应在上一行"),
        LayoutFault::Tab => ("有空格以外的空白字符", "应为空格"),
        LayoutFault::LeadingBlank => ("行首有空格", "应为数"),
        LayoutFault::TrailingBlank => ("行末有空格", "此行应结束"),
        LayoutFault::DoubledBlank => ("两个数之间有多个空格", "应为一个空格"),
        LayoutFault::BlankLine => ("有空行", "应为数，或文件应结束"),
        LayoutFault::NoFinalNewline => ("最后一行没有换行符", "应为换行符"),
    };
    let title = match times {
        1 => title.to_owned(),
        times => format!("{title}（{times} 处）"),
    };
    Words::new(title).at(label)
}

fn fix(mendable: bool) -> &'static str {
    if mendable {
        "用 `--fix` 可以改正"
    } else {
        "数有错误的文件，`--fix` 不会改动：请先改正其中的数"
    }
}

fn board(it: &OfBoard) -> Words {
    match it {
        OfBoard::RunAtStart { .. } => Words::new("第一步之前就有可以消除的方块")
            .at("此方块在三个或更多的同色连线中")
            .help("题目保证没有这种情况，程序对此的处理各不相同"),
        OfBoard::ColourGap { missing, highest } => {
            Words::new(format!("有颜色 {highest} 的方块，却没有颜色 {missing} 的"))
                .at("颜色应从 1 开始连续编号")
        }
        OfBoard::Empty {} => Words::new("棋盘是空的")
            .at("应有方块")
            .help("恰好 n 步时答案为 -1，因为无法移动；至多 n 步时输出为空"),
    }
}

fn subtask(it: &OfSubtask) -> String {
    match it {
        OfSubtask::AboveBottomRow { .. } => "只有最下面一行的测试点，在上面有方块".to_owned(),
        OfSubtask::BottomRowElsewhere { subtask } => format!(
            "所有方块都在最下面一行，却在子任务 {} 中",
            sanitize::line(subtask)
        ),
        OfSubtask::NoSubtask {} => "不属于任何子任务，没有分".to_owned(),
        OfSubtask::Empty {
            subtask,
            pattern,
            points,
        } => {
            let (subtask, pattern) = (sanitize::line(subtask), sanitize::line(pattern));
            format!(
                "子任务 {subtask} 没有测试点：没有与 \"{pattern}\" 相符的，其 {points} 分无法得到"
            )
        }
        OfSubtask::NoneFits { patterns } => {
            let patterns: Vec<String> = patterns.iter().map(|it| sanitize::line(it)).collect();
            format!("没有测试点属于任何子任务（{}）", patterns.join(", "))
        }
    }
}

fn sample(it: &OfSample, case: Option<&CaseId>) -> Words {
    let case = case.map_or(String::new(), |it| {
        format!("在 {} 上", sanitize::line(&it.0))
    });
    match it {
        OfSample::Skipped { error: Some(error) } => {
            Words::new(format!("样例程序无法使用：{}", sanitize::line(error)))
        }
        OfSample::Skipped { error: None } => Words::new("不是样例程序：第一行没有写明评测结果")
            .help("请在第一行写注释，如 `expect: AC - why` 或 `expect: TLE - why`"),
        OfSample::Fails { expected, verdict } => {
            Words::new(format!("{case}得到 {verdict}，应为 {expected}"))
        }
        OfSample::LittleTime { time, limit } => {
            let [time, limit] = [time, limit].map(|it| short_duration(*it));
            Words::new(format!(
                "正确的程序{case}用时 {time}，超过时限 {limit} 的一半"
            ))
            .help("在较慢的机器上它会超时：请放宽时限，或换一个较容易的测试点")
        }
        OfSample::MuchTime { time, limit } => {
            let [time, limit] = [time, limit].map(|it| short_duration(*it));
            Words::new(format!(
                "应超时的程序{case}用时最多，为 {time}，不到时限 {limit} 的 1.5 倍"
            ))
            .help("在较快的机器上它会通过：请收紧时限，或增加更难的测试点")
        }
    }
}

fn file(it: &OfFile) -> String {
    match it {
        OfFile::Unreadable { error } => format!("无法读取：{}", sanitize::line(error)),
        OfFile::Unwritable { error } => format!("无法改正：{}", sanitize::line(error)),
        OfFile::TooLarge { most } => format!("超过 {most}，测试点的文件不会这么大"),
        OfFile::OrphanAnswer {} => "没有对应的输入文件（.in），未使用".to_owned(),
        OfFile::OrphanDescription {} => "没有对应的测试点".to_owned(),
        OfFile::NotPlain {} => "不是普通文件，未使用".to_owned(),
        OfFile::BrokenLink {} => "是失效的链接，未使用".to_owned(),
        OfFile::Hidden {} => "文件名以点开头，未使用".to_owned(),
        OfFile::OtherExtension { expected } => {
            format!("未使用：文件名应以 .{expected} 结尾")
        }
    }
}

fn name(it: &OfName) -> Words {
    match it {
        OfName::Awkward { why } => Words::new(awkward(*why)),
        OfName::CaseOnly { other } => Words::new(format!(
            "在 Windows 和 macOS 上与 {} 同名",
            sanitize::line(&other.0)
        )),
        OfName::NumberOrder { first, second } => {
            let [first, second] = [first, second].map(|it| sanitize::line(&it.0));
            Words::new(format!(
                "此处 {first} 在 {second} 之前，按文本排序时则在其后"
            ))
            .help("请把编号写成相同的位数：01, 02, 10")
        }
    }
}

fn awkward(why: Awkward) -> String {
    match why {
        Awkward::NotUtf8 => "文件名不是 UTF-8，无法照原样显示".to_owned(),
        Awkward::Control => "文件名中有控制字符".to_owned(),
        Awkward::Blank => "文件名中有空格，脚本会把它拆开".to_owned(),
        Awkward::Hyphen => "文件名以连字符开头，像命令行选项".to_owned(),
        Awkward::Shell(character) => {
            format!("文件名中有 `{character}`，它在 shell 中有特殊含义")
        }
        Awkward::Windows(character) => {
            format!("文件名中有 `{character}`，Windows 不允许")
        }
        Awkward::Device => "文件名是 Windows 的设备名".to_owned(),
        Awkward::Dot => "文件名以点结尾，Windows 会去掉它".to_owned(),
        Awkward::NotAscii => {
            "文件名中有非 ASCII 字符，Windows 的 zip 文件会使它变成乱码".to_owned()
        }
    }
}

pub(crate) fn more_issues(number: usize, places: &[String]) -> String {
    let more = if number > places.len() { "……" } else { "" };
    format!("另有 {number} 处：{}{more}", places.join("，"))
}

pub(crate) fn layout_fault(fault: LayoutFault) -> &'static str {
    match fault {
        LayoutFault::ByteOrderMark => "字节序标记",
        LayoutFault::CarriageReturn => "回车符",
        LayoutFault::OneLine => "所有内容在一行",
        LayoutFault::SharedLine => "两行并为一行",
        LayoutFault::SplitLine => "一行分成两行",
        LayoutFault::Tab => "制表符",
        LayoutFault::LeadingBlank => "行首空格",
        LayoutFault::TrailingBlank => "行末空格",
        LayoutFault::DoubledBlank => "多余空格",
        LayoutFault::BlankLine => "空行",
        LayoutFault::NoFinalNewline => "文件末尾没有换行符",
    }
}

pub(crate) fn mended(path: &Path, faults: &[LayoutFault]) -> String {
    let faults: Vec<&str> = faults.iter().copied().map(layout_fault).collect();
    format!("已改正 {}：{}", shown(path), faults.join("，"))
}

pub(crate) fn more_mended(files: usize) -> String {
    format!("另外改正了 {}", count(files, Thing::File))
}

pub(crate) fn case_columns() -> [&'static str; 8] {
    [
        "测试点",
        "n",
        "方块",
        "颜色",
        "答案",
        "最少步数",
        "搜索棋盘",
        "解数",
    ]
}

pub(crate) fn hardest(shown: usize, all: usize) -> String {
    format!("{} 中最难的 {shown} 个：", count(all, Thing::Case))
}

pub(crate) fn least_moves(least: Least) -> String {
    match least {
        Least::Moves(moves) => moves.to_string(),
        Least::MoreThan(moves) => format!(">{moves}"),
        Least::Never => "无解".to_owned(),
    }
}

pub(crate) fn solutions(solutions: Solutions) -> String {
    match solutions {
        Solutions::Exactly(number) => number.to_string(),
        Solutions::AtLeast(number) => format!("{number}+"),
        Solutions::Uncounted => "?".to_owned(),
    }
}

pub(crate) fn sample_columns() -> [&'static str; 5] {
    ["样例程序", "应得", "最慢的测试点", "用时", "与时限之比"]
}

pub(crate) fn validated(cases: usize, errors: usize, warnings: usize, notes: usize) -> String {
    format!(
        "{}：{errors} 个错误，{warnings} 个警告，{notes} 条说明",
        count(cases, Thing::Case)
    )
}

pub(crate) fn no_such_testcases(path: &Path) -> String {
    format!(
        "{} 既不是测试点目录，也不是输入文件（NAME.in）",
        shown(path)
    )
}

pub(crate) fn no_samples(path: &Path) -> String {
    format!(
        "{} 中没有样例程序：应为第一行写有 `expect: AC` 或 `expect: TLE` 的程序",
        shown(path)
    )
}
