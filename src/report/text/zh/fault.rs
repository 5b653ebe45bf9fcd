//! The errors of the rooms below: what can't be read or used, and why.

use mayan_reference::diagnostic::{Diagnostic, Names};
use mayan_reference::input::InputFault;
use mayan_reference::{InputError, WIDTH};

use super::notice::cannot_read;
use crate::config::ConfigError;
use crate::journal::{FORMAT, JournalError};
use crate::report::text::{shown, typed};
use crate::sanitize;
use crate::submission::SubmissionError;
use crate::submission::class::{ClassError, Field, TableFault};
use crate::testcase::TestcaseError;

pub(crate) fn submission(error: &SubmissionError) -> String {
    match error {
        SubmissionError::Unreadable { path, error } => cannot_read(path, &error.to_string()),
        SubmissionError::Folder(path) => format!(
            "{} 是目录：请给出其中的程序或源文件，或只给出该目录，作为全班的提交",
            shown(path)
        ),
        SubmissionError::NotPlain(path) => format!("{} 不是普通文件", shown(path)),
        SubmissionError::WindowsScript(path) => {
            let (path, typed) = (shown(path), typed(path));
            format!(
                "{path} 的第一行（#!）以回车符结尾：请转换为 Unix 换行符，例如用 `dos2unix {typed}`"
            )
        }
        SubmissionError::OtherMachine(path) => {
            format!("{} 是另一种机器上的程序", shown(path))
        }
        SubmissionError::Unknown { path, languages } => format!(
            "{} 既不是程序（可执行文件或以 #! 开头的脚本），也不是比赛语言的源文件（{languages}）",
            shown(path)
        ),
        SubmissionError::NotExecutable(path) => {
            let (path, typed) = (shown(path), typed(path));
            format!("{path} 是程序，但没有执行权限：请运行 `chmod +x {typed}`")
        }
    }
}

pub(crate) fn class(error: &ClassError) -> String {
    match error {
        ClassError::Unreadable { path, error } => cannot_read(path, &error.to_string()),
        ClassError::NotZip { path, error } => format!(
            "无法把 {} 作为 zip 文件读取：{}；应为提交目录，或其 zip 文件",
            shown(path),
            sanitize::line(error)
        ),
        ClassError::TooMany {
            path,
            most,
            fullest,
        } => format!(
            "{} 中的文件和目录超过 {most} 个，大多在 `{}` 中：这是提交目录吗？",
            shown(path),
            sanitize::line(fullest)
        ),
        ClassError::NoMapping => {
            "这种目录结构需要一个 CSV 文件，每行形如 `2023001,folder/mayan.cpp`".to_owned()
        }
        ClassError::Table {
            path,
            line,
            column,
            fault,
        } => format!("{}:{line}:{column}：{}", shown(path), table(fault)),
    }
}

fn table(fault: &TableFault) -> String {
    match fault {
        TableFault::NoText => {
            "应为 UTF-8、UTF-16 或 GBK 文本，却有不属于其中任何一种的字节：请把表格另存为 CSV UTF-8"
                .to_owned()
        }
        TableFault::Workbook => {
            "应为 CSV 文件，却是电子表格或压缩包：请打开它并另存为 CSV UTF-8".to_owned()
        }
        TableFault::TooLarge => "应为至多 16 MiB 的表格：是这个文件吗？".to_owned(),
        TableFault::FullWidthComma => "各字段之间应为 `,`，却是全角的 `，`：请替换".to_owned(),
        TableFault::Empty(what) => {
            format!("应为{}，却是空的：请填上，或删除此行", field(*what))
        }
        TableFault::Missing(what, example) => {
            format!("此行缺少{}：每行应形如 `{example}`", field(*what))
        }
        TableFault::LineBreak(what) => {
            format!(
                "应为一行之内的{}，却有换行：引号是否没有闭合？",
                field(*what)
            )
        }
        TableFault::Duplicate { id, first } => format!(
            "学号不能重复，`{}` 在第 {first} 行已经出现：请改正其中一个",
            sanitize::line(id)
        ),
        TableFault::Nobody(example) => format!("没有一行形如 `{example}`"),
    }
}

fn field(field: Field) -> &'static str {
    match field {
        Field::Id => "学号",
        Field::Path => "路径",
        Field::PathAfterId => "学号之后的路径",
    }
}

fn journal_fault(error: &JournalError) -> String {
    match error {
        JournalError::File { path, error } => {
            format!("评测日志 {} 无法使用：{error}", shown(path))
        }
        JournalError::InUse(path) => format!(
            "评测日志 {} 正被另一个 mayan-judge 使用：请等它结束，或用 --out 另取文件名",
            shown(path)
        ),
        JournalError::Foreign(path) => format!(
            "{} 不是 mayan-judge 的评测日志（第一行应以 {{\"run\": 开头）",
            shown(path)
        ),
        JournalError::Headless(path) => format!(
            "{} 中有结果，但没有评测的开头（{{\"run\":）：请在它所属的 `grade` 命令中用 --out \
             指定它，结果会保留并补上开头",
            shown(path)
        ),
        JournalError::Newer { path, found } => format!(
            "评测日志 {} 的格式是 {found}，本程序只认识 {FORMAT}：请使用生成它的评测程序",
            shown(path)
        ),
    }
}

pub(crate) fn journal(error: &JournalError) -> String {
    let fault = journal_fault(error);
    match error {
        JournalError::Foreign(_) => format!("{fault}：请用 --out 另取文件名，或删除它"),
        _ => fault,
    }
}

pub(crate) fn journal_to_merge(error: &JournalError) -> String {
    let fault = journal_fault(error);
    match error {
        JournalError::Foreign(_) => {
            format!("{fault}：`merge` 合并评测日志（.jsonl），`report` 显示报告（.json）")
        }
        _ => fault,
    }
}

pub(crate) fn config(error: &ConfigError) -> String {
    match error {
        ConfigError::Unreadable { path, error } => cannot_read(path, &error.to_string()),
        ConfigError::Invalid {
            path, diagnostic, ..
        } => format!("{}：{}", shown(path), diagnostic.title),
    }
}

pub(crate) fn testcase(error: &TestcaseError) -> String {
    match error {
        TestcaseError::Unreadable { path, error } => cannot_read(path, &error.to_string()),
        TestcaseError::Input { path, error, .. } => {
            let drawn = input(error);
            format!(
                "{}:{}：{}；{}",
                shown(path),
                error.position,
                drawn.title,
                drawn.label
            )
        }
    }
}

pub(crate) fn input(error: &InputError) -> Diagnostic {
    let fault = &error.fault;
    Diagnostic {
        title: input_fault(fault),
        span: error.span.clone(),
        label: expected(fault),
        // The same faults have help in every language.
        help: error.diagnostic().help.map(|_| help(fault).to_owned()),
    }
}

fn input_fault(fault: &InputFault) -> String {
    match fault {
        InputFault::Empty => "输入为空".to_owned(),
        InputFault::ByteOrderMark => "输入以字节序标记（BOM）开头".to_owned(),
        InputFault::Utf16 => "输入是 UTF-16 文本".to_owned(),
        InputFault::CarriageReturn => "输入中有回车符（Windows 或旧 Mac 的换行）".to_owned(),
        InputFault::NotNumber { found } => format!("`{found}` 不是整数"),
        InputFault::MovesOutOfRange { found } => format!("n = {found} 超出范围"),
        InputFault::ColourOutOfRange { found } => format!("颜色 {found} 无效"),
        InputFault::ColumnTooTall { x } => format!("x = {x} 的列超过 7 个方块"),
        InputFault::ColumnNotClosed { x } => format!("x = {x} 的列没有结束"),
        InputFault::TooFewColumns { found } => format!("棋盘只有 {found} 列，应为 5 列"),
        InputFault::TooManyColumns => "棋盘超过 5 列".to_owned(),
        InputFault::TrailingGarbage { found } => format!("棋盘之后还有 `{found}`"),
    }
}

fn expected(fault: &InputFault) -> String {
    match fault {
        InputFault::Empty | InputFault::MovesOutOfRange { .. } => {
            "应为 n，即步数，1 到 5".to_owned()
        }
        InputFault::ByteOrderMark | InputFault::Utf16 => "应为以 n 开头的纯文本".to_owned(),
        InputFault::CarriageReturn => "应为单独的换行符".to_owned(),
        InputFault::NotNumber { .. } => "应为十进制整数".to_owned(),
        InputFault::ColourOutOfRange { .. } => "应为 1 到 10 的颜色，或结束此列的 0".to_owned(),
        InputFault::ColumnTooTall { .. } => "应为 0：一列至多 7 个方块".to_owned(),
        InputFault::ColumnNotClosed { .. } => "应为结束此列的 0".to_owned(),
        InputFault::TooFewColumns { found } => {
            format!("还应有 {} 列，空列写作 `0`", WIDTH - found)
        }
        InputFault::TooManyColumns | InputFault::TrailingGarbage { .. } => {
            "五列之后文件应结束".to_owned()
        }
    }
}

fn help(fault: &InputFault) -> &'static str {
    match fault {
        InputFault::ByteOrderMark => "请把文件另存为不带 BOM 的 UTF-8：大多数选手程序读不了 BOM",
        InputFault::Utf16 => "请把文件另存为 ASCII 或不带 BOM 的 UTF-8",
        InputFault::CarriageReturn => {
            "请把文件转换为 Unix 换行符，例如用 `dos2unix FILE`：按行读取的程序会读到回车符"
        }
        InputFault::TooManyColumns => "0 表示一列结束，列中间的 0 会把它分成两列",
        InputFault::NotNumber { found } | InputFault::TrailingGarbage { found }
            if found.contains("\\u{0}") =>
        {
            "有 NUL 字节：如果文件是 UTF-16，请另存为 ASCII 或 UTF-8"
        }
        InputFault::NotNumber { .. } | InputFault::TrailingGarbage { .. } => {
            "请使用半角的数字和空格，不要用全角的"
        }
        InputFault::Empty
        | InputFault::MovesOutOfRange { .. }
        | InputFault::ColourOutOfRange { .. }
        | InputFault::ColumnTooTall { .. }
        | InputFault::ColumnNotClosed { .. }
        | InputFault::TooFewColumns { .. } => "",
    }
}

pub(crate) fn diagnostic_names() -> Names {
    Names {
        error: "错误",
        warning: "警告",
        note: "说明",
        help: "建议",
    }
}
