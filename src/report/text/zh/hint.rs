//! Hints: what, where, what to do.

use crate::hint::Hint;

pub(crate) fn hint(hint: &Hint) -> String {
    match hint {
        Hint::MissingHeader { name, header } => {
            format!("用到了 `{name}`，但没有包含它的头文件。请在开头加上 `#include {header}`。")
        }
        Hint::MissingNamespace { name } => format!(
            "`{name}` 属于命名空间 std。请在 #include 之后加上 `using namespace std;`，或写成 \
             `std::{name}`。"
        ),
        Hint::NameClash { name } => format!(
            "标准库里也有 `{name}` 这个名字，编译器分不清是哪一个。请把你的改成别的名字，例如 \
             `my_{name}`，所有出现的地方都要改。"
        ),
        Hint::WindowsFormat { format } => {
            let standard = format.replace("I64", "ll");
            format!(
                "`{format}` 只有在 Windows 上才能读写 64 位整数。请对 long long 使用 \
                 `{standard}`。"
            )
        }
        Hint::VoidMain => "`void main` 是错误的，返回值不确定。请写成 `int main()`，并在末尾加上 \
                           `return 0;`。"
            .to_owned(),
        Hint::UntypedMain => "`main` 没有返回类型。请写成 `int main()`。".to_owned(),
        Hint::ForeignHeader { header } if header == "bits/stdc++.h" => {
            "`bits/stdc++.h` 只有 g++ 才有，这个编译器没有。请包含实际用到的头文件，例如 \
             <cstdio> 和 <algorithm>，或者改用 g++。"
                .to_owned()
        }
        Hint::ForeignHeader { header } => format!(
            "`{header}` 只有 Windows 或 DOS 才有，而程序在 Linux 上运行。请去掉这个 #include \
             以及用到它的代码。"
        ),
        Hint::OldHeader { header, instead } => format!(
            "`{header}` 是 C++ 标准化以前的头文件。请改为包含 {instead}，并加上 `using \
             namespace std;`。"
        ),
        Hint::ForeignCall { call } if call.ends_with("_int64") => {
            format!("`{call}` 只有 Windows 才有。请写成 `long long`。")
        }
        Hint::ForeignCall { call } => format!(
            "`{call}` 只有 Windows 或 DOS \
             才有，而程序在 Linux 上运行。请去掉它：比赛程序不需要暂停、按键或颜色，其余的都可\
             以用标准 C++ 写出。"
        ),
        Hint::Removed { name, instead } => {
            format!("这里使用的语言版本已没有 `{name}`。请改用：{instead}。")
        }
        Hint::ForeignUnit { unit } => {
            format!("这里没有安装单元 `{unit}`。请从 `uses` 中去掉它以及用到它的代码。")
        }
        Hint::OldPython { what, line } => format!(
            "{}`{what}` 是 Python 2 的写法，而这里用 Python 3 运行。{}",
            at(*line),
            python_remedy(what)
        ),
        Hint::MixedTabs { line } => format!(
            "{}缩进混用了制表符和空格，Python 3 不接受。请只用空格。",
            at(*line)
        ),
        Hint::JavaClass { class } => format!(
            "公共类 `{class}` 必须放在同名文件中。请把文件改名为 `{class}.java`，或去掉 \
             `public`。"
        ),
        Hint::ReadsOther {
            name,
            line,
            expected,
        } => format!(
            "{}程序读取 `{name}`，但没有这个文件：输入文件是 \
             `{expected}`。文件名必须完全一致（区分大小写），不能带目录。",
            at(Some(*line))
        ),
        Hint::WritesOther {
            name,
            line,
            expected,
        } => format!(
            "{}程序写入 `{name}`，但答案应在 \
             `{expected}` 中。文件名必须完全一致（区分大小写），不能带目录。",
            at(Some(*line))
        ),
    }
}

/// Where, as the beginning of a text.
fn at(line: Option<usize>) -> String {
    line.map_or(String::new(), |line| format!("第 {line} 行："))
}

fn python_remedy(what: &str) -> &'static str {
    match what {
        "print" => "请写成 `print(...)`。",
        "exec" => "请写成 `exec(...)`。",
        "except" => "请写成 `except Error as e`。",
        "raw_input" => "请写成 `input()`。",
        "xrange" => "请写成 `range(...)`。",
        "unichr" => "请写成 `chr(...)`。",
        "unicode" => "请写成 `str(...)`。",
        "0777" => "请写成 `0o777`；如果不是八进制数，请写成 777。",
        _ => "请按 Python 3 的写法改写。",
    }
}
