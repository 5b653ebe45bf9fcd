//! A class: how its hand-ins were understood, and what was left out.

use crate::report::text::some;
use crate::sanitize;
use crate::submission::class::{Choice, Layout, LeftOut, Remark, Unused};

fn layout(layout: Layout) -> &'static str {
    match layout {
        Layout::Plain => "普通目录（学生/... 或 学生.cpp）",
        Layout::Noi => "NOI 或 LemonLime（source/学生/...）",
        Layout::Arbiter => "Arbiter（players/day1/学生/...）",
        Layout::Moodle => "Moodle 导出",
        Layout::Canvas => "Canvas 导出",
        Layout::Mapping => "按对应表",
    }
}

pub(crate) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::NothingHandedIn => "没有提交".to_owned(),
        Remark::NothingUsable { files } => {
            let files: Vec<String> = files.iter().map(left_out).collect();
            format!("提交的内容都无法评测：{}", files.join("；"))
        }
        Remark::SameName => "有多份提交是这个姓名，都没有算作此人的：名单中需要学号".to_owned(),
        Remark::Chosen { by, others } => {
            let why = chosen(*by);
            let others = some(others, "、", |more| format!(" 及另外 {more} 个"));
            format!("从多个文件中选用，{why}；未选用：{others}")
        }
        Remark::WrongPath { expected } => format!(
            "在 NOIP 中会是 0 分：路径错误，应为 {}",
            sanitize::line(expected)
        ),
        Remark::Late => "迟交".to_owned(),
        Remark::NotInRoster => "不在名单中".to_owned(),
    }
}

/// Why one of several files was taken.
fn chosen(by: Choice) -> &'static str {
    match by {
        Choice::Place => "因为位置正确",
        Choice::Name => "因为以题目命名",
        Choice::Newest => "因为最新",
        Choice::Order => "仅按文件名的顺序：请人工确认",
    }
}

pub(crate) fn own_remark(own: &Remark) -> String {
    match own {
        Remark::Chosen { by, .. } => format!("从多个文件中选用，{}", chosen(*by)),
        Remark::NothingUsable { .. } => absent(Some(own)).to_owned(),
        Remark::NothingHandedIn
        | Remark::SameName
        | Remark::WrongPath { .. }
        | Remark::Late
        | Remark::NotInRoster => remark(own),
    }
}

pub(crate) fn names(names: &[&str]) -> String {
    some(names, "、", |more| format!(" 及另外 {more} 个"))
}

pub(crate) fn absent(remark: Option<&Remark>) -> &'static str {
    match remark {
        Some(Remark::NothingHandedIn) => "没有提交",
        Some(Remark::NothingUsable { .. }) => "提交的内容都无法评测",
        Some(Remark::SameName) => "有多份提交是这个姓名",
        Some(
            Remark::Chosen { .. } | Remark::WrongPath { .. } | Remark::Late | Remark::NotInRoster,
        )
        | None => "没有评测",
    }
}

fn unused(why: &Unused) -> String {
    match why {
        Unused::NotChosen { contestant } => {
            format!("选用了 {} 的另一个文件", sanitize::line(contestant))
        }
        Unused::NoSource => "不是已知语言的源程序".to_owned(),
        Unused::NobodyS => "无法判断属于谁".to_owned(),
        Unused::TooLarge => "作为源程序过大".to_owned(),
        Unused::Empty => "空文件".to_owned(),
        Unused::Link => "符号链接，不予跟随".to_owned(),
        Unused::NotPlain => "不是普通文件".to_owned(),
        Unused::Unreadable { error } => format!("无法读取：{}", sanitize::line(error)),
        Unused::LeadsOut => "路径指向提交目录之外".to_owned(),
        Unused::Doubled => "压缩包中还有一个同路径的文件，选用了那一个".to_owned(),
        Unused::Missing => "对应表中有，但文件不存在".to_owned(),
        Unused::TooDeep => "目录层数过多".to_owned(),
        Unused::OtherProblem => "属于另一道题".to_owned(),
        Unused::Bomb => "压缩包解开后过大".to_owned(),
        Unused::BadArchive { error } => {
            format!("压缩包无法使用（{}）", sanitize::line(error))
        }
        Unused::Litter => "系统遗留文件".to_owned(),
    }
}

pub(crate) fn left_out(file: &LeftOut) -> String {
    format!("{}：{}", sanitize::line(&file.path), unused(&file.why))
}

pub(crate) fn understood(contestants: usize, graded: usize, layout: Layout) -> String {
    format!(
        "{contestants} 名选手，其中 {graded} 名可以评测；提交方式：{}",
        self::layout(layout)
    )
}

pub(crate) fn litter(files: usize) -> String {
    format!("另有 {files} 个系统遗留文件（.DS_Store 等）未列出")
}
