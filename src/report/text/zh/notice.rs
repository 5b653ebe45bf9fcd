//! What the judge says to its user: errors, warnings and notes on what it was
//! given.

use std::path::Path;

use super::class::names;
use crate::report::file::{FileError, Kind};
use crate::report::text::{shown, some, typed};
use crate::sanitize;
use crate::testcase::PassedOver;

pub(crate) fn cannot_read(path: &Path, error: &str) -> String {
    format!("无法读取 {}：{error}", shown(path))
}

pub(crate) fn cannot_write(path: &Path, error: &str) -> String {
    format!("无法写入 {}：{error}", shown(path))
}

pub(crate) fn unknown_variable(name: &str, known: &str) -> String {
    format!("环境变量 {name} 没有意义；可用的有 {known}")
}

pub(crate) fn one_standard_input() -> &'static str {
    "只能有一个文件是标准输入（-）"
}

pub(crate) fn is_journal(path: &Path) -> String {
    let (path, typed) = (shown(path), typed(path));
    format!("{path} 是评测日志：请用 `mayan-judge merge {typed}` 查看")
}

pub(crate) fn other_version(path: &Path, version: u32, own: u32) -> String {
    format!(
        "{} 是版本 {version} 的报告，本程序只能读取版本 {own}：请使用生成它的评测程序",
        shown(path)
    )
}

pub(crate) fn no_report(path: &Path, line: usize, column: usize, error: &str) -> String {
    format!(
        "{}:{line}:{column}：这不是 mayan-judge 的报告：{error}；应为 `grade --json` 写出的文件",
        shown(path)
    )
}

pub(crate) fn no_contestant(name: &str) -> String {
    let name = sanitize::line(name);
    format!("报告中没有学号或姓名为 `{name}` 的选手")
}

pub(crate) fn no_step(step: usize, played: usize, why: &str) -> String {
    let why = if why.is_empty() {
        String::new()
    } else {
        format!("（{why}）")
    };
    format!("没有第 {step} 步：输出中只有 {played} 步可以执行{why}")
}

pub(crate) fn unusable_file(path: &Path, error: &FileError) -> String {
    let why = match error {
        FileError::System(error) => error.to_string(),
        FileError::Foreign(kind) => format!(
            "文件已存在，而且不是 mayan-judge 的{}：请另取文件名，或删除它",
            document(*kind)
        ),
        FileError::NoFolder(folder) => format!("没有目录 {}", shown(folder)),
    };
    cannot_write(path, &why)
}

fn document(kind: Kind) -> &'static str {
    match kind {
        Kind::Report => "报告",
        Kind::Page => "网页",
        Kind::Table => "表格",
        Kind::JUnit => " JUnit XML",
        Kind::Results => " results.json",
        Kind::LemonLime => " LemonLime 表格",
        Kind::Filled => "这张表的填写结果",
    }
}

pub(crate) fn dash(option: &str) -> String {
    format!("{option} - 会成为名为 - 的文件：要写到标准输出，请用 {option} /dev/stdout")
}

pub(crate) fn one_file_for_two(option: &str, path: &Path) -> String {
    format!(
        "{option} {} 是本次运行另一个文档的文件：请为每个文档取不同的文件名",
        shown(path)
    )
}

pub(crate) fn over_template(option: &str, template: &Path) -> String {
    format!(
        "{option} 会覆盖要填写的 {}：请为填写结果另取文件名",
        shown(template)
    )
}

pub(crate) fn stale_pages(folder: &Path, names: &[String]) -> String {
    let names = some(names, "、", |more| format!(" 及另外 {more} 个"));
    format!("{} 中有以前的报告的网页，保持原样：{names}", shown(folder))
}

pub(crate) fn filled_column(heading: &str) -> String {
    format!("得分写入“{}”一列", sanitize::line(heading))
}

pub(crate) fn part_of_class() -> &'static str {
    "这份报告只是班级的一部分，而哪一行属于谁取决于所有人：请先合并各部分"
}

pub(crate) fn column_of_nothing() -> &'static str {
    "--column 和 --scale 用于 --canvas 和 --moodle：请用其中之一给出教师的表格"
}

pub(crate) fn not_one(submissions: usize) -> String {
    format!(
        "--gradescope 是一份提交的结果，而这里有 {submissions} 份：`mayan-judge report FILE \
         --student ID --gradescope PATH` 写出一名选手的结果"
    )
}

pub(crate) fn no_documents() -> &'static str {
    "没有写出任何文档：新的结果尚未生效"
}

pub(crate) fn written(files: &[String]) -> String {
    let files = some(files, "、", |more| format!(" 及另外 {more} 个文件"));
    format!("已写出 {files}")
}

pub(crate) fn json_dash() -> &'static str {
    "--json - 会成为名为 - 的文件：要写到标准输出，请用 --format json 或 --json /dev/stdout"
}

pub(crate) fn report_and_journal(path: &Path) -> String {
    format!(
        "{} 不能既是报告又是评测日志：请用 --out 为日志另取文件名",
        shown(path)
    )
}

pub(crate) fn rejudge_without_journal() -> &'static str {
    "--rejudge 需要以前的评测日志：请用 --out 指定"
}

pub(crate) fn nothing_to_rejudge(path: &Path) -> String {
    format!("没有可重新评测的：评测日志 {} 不存在", shown(path))
}

pub(crate) fn other_folder(journal: &Path, last: &str, own: &str) -> String {
    format!(
        "{} 属于 {} 中的程序，而不是 {} 的：请用 --json 为这些程序的报告另取文件名",
        shown(journal),
        sanitize::line(last),
        sanitize::line(own)
    )
}

pub(crate) fn rejudge_interrupted() -> &'static str {
    "重新评测被中断，没有替换任何结果；再次运行同一命令会继续"
}

pub(crate) fn judge_failed_rejudge(new: &Path) -> String {
    format!(
        "没有替换任何结果：评测机在一些程序上出错（JE），不能因此扣分。新的结果在 {} \
         中；排除故障后再次运行同一命令会继续",
        shown(new)
    )
}

pub(crate) fn not_replaced(new: &Path) -> String {
    format!(
        "没有替换任何结果：新的结果在 {} 中。要采用，请再次运行并加上 --rejudge \
         --yes；不采用，请删除该文件",
        shown(new)
    )
}

pub(crate) fn replaced() -> &'static str {
    "已用新的结果替换旧的"
}

pub(crate) fn report_is(path: &Path) -> String {
    format!(
        "报告是 {}；`mayan-judge report {} 姓名` 解释一名选手的结果",
        shown(path),
        typed(path)
    )
}

pub(crate) fn nothing_named() -> &'static str {
    "没有可评测的程序：请给出程序、源文件或提交目录，例如 `mayan-judge grade solution.cpp`"
}

pub(crate) fn roster_without_class() -> &'static str {
    "--roster 用于整个班级：请给出一个提交目录或 zip 文件"
}

pub(crate) fn no_hand_in() -> &'static str {
    "没有可评测的程序：没有找到提交的程序；--dry-run 会显示如何理解该目录"
}

pub(crate) fn kept(kept: usize, all: usize, journal: &Path) -> String {
    format!("{all} 个结果中有 {kept} 个取自 {}", shown(journal))
}

pub(crate) fn damaged(journal: &Path, line: usize) -> String {
    format!("{}:{line}：此行已损坏，其内容将重新评测", shown(journal))
}

pub(crate) fn damaged_not_taken(journal: &Path, line: usize) -> String {
    format!("{}:{line}：此行已损坏，未采用", shown(journal))
}

pub(crate) fn torn(journal: &Path) -> String {
    format!("{}：最后一行不完整，未采用", shown(journal))
}

pub(crate) fn results_missing(missing: usize, all: usize) -> String {
    format!("{all} 个结果中缺少 {missing} 个：请评测缺少的部分，或继续被中断的评测")
}

pub(crate) fn nothing_merged() -> &'static str {
    "没有合并"
}

pub(crate) fn no_testcases(folder: &Path, is_named: bool) -> String {
    let why = if folder.exists() {
        "不是目录"
    } else {
        "不存在"
    };
    let hint = if is_named {
        ""
    } else {
        "；请用 --testcases DIR 或在 judge.toml 中指定目录"
    };
    format!("测试点目录 `{}` {why}{hint}", shown(folder))
}

pub(crate) fn passed_over(passed_over: &PassedOver) -> String {
    let (path, why) = match passed_over {
        PassedOver::Orphan(path) => (path, "没有对应的输入文件（.in）"),
        PassedOver::NotPlain(path) => (path, "不是普通文件"),
        PassedOver::BadLink(path) => (path, "是失效的链接"),
    };
    format!("{} {why}，未使用", shown(path))
}

pub(crate) fn mend_testcases(normalisable: bool) -> String {
    let more = if normalisable {
        "（`--layout normalise` 会去掉 BOM 和 Windows 换行符）"
    } else {
        ""
    };
    format!("必须先改正测试点，才能用来评测{more}")
}

pub(crate) fn no_input(folder: &Path) -> String {
    format!("没有测试点：{} 及其子目录中没有 NAME.in", shown(folder))
}

pub(crate) fn run_at_start(case: &str) -> String {
    format!(
        "测试点 {}：第一步之前棋盘上就有三个相连的同色方块，不符合题意",
        sanitize::line(case)
    )
}

pub(crate) fn no_subtask_fits(patterns: &str, first: &str) -> String {
    format!(
        "没有测试点属于任何子任务：cases = {patterns} 都不匹配，例如 {}；`*` 不跨目录，`**` \
         跨目录，不含 `/` 的模式也会只与文件名比较",
        sanitize::line(first)
    )
}

pub(crate) fn empty_subtask(name: &str, pattern: &str, points: u32) -> String {
    format!(
        "没有测试点属于子任务 `{}`（cases = \"{pattern}\"）：无法得到它的 {points} 分",
        sanitize::line(name)
    )
}

pub(crate) fn outside_subtasks(cases: usize, first: &str) -> String {
    format!(
        "{cases} 个测试点不属于任何子任务，没有分值：第一个是 {}",
        sanitize::line(first)
    )
}

pub(crate) fn no_case_fits(all: usize, pattern: &str) -> String {
    format!("没有可用的测试点：{all} 个测试点都不匹配 --case '{pattern}'")
}

pub(crate) fn not_least_answer(path: &Path, case: &str) -> String {
    format!(
        "{} 不是 {} 的字典序最小的解",
        shown(path),
        sanitize::line(case)
    )
}

pub(crate) fn wrong_answer_files() -> &'static str {
    "没有评测任何程序：错误的答案文件会让学生丢分。请改正它；如果删除它，评测程序会自己计算答案"
}

pub(crate) fn several_contestants(name: &str, ids: &[&str]) -> String {
    let name = sanitize::line(name);
    format!(
        "有多名选手叫 `{name}`：请给出学号，即以下之一：{}",
        names(ids)
    )
}

pub(crate) fn no_case(name: &str, fitting: &[&str]) -> String {
    let name = sanitize::line(name);
    if fitting.is_empty() {
        format!("报告中没有名为 `{name}` 的测试点")
    } else {
        let fitting = names(fitting);
        format!("报告中有多个测试点与 `{name}` 相符：{fitting}")
    }
}

pub(crate) fn not_graded(contestant: &str, case: &str) -> String {
    format!(
        "{} 在 {} 上没有结果：没有评测",
        sanitize::line(contestant),
        sanitize::line(case)
    )
}
