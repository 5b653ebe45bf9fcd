//! Where a program differs from the reference, or that nothing was found.

use std::path::Path;

use super::result::count;
use crate::report::text::{Thing, shown};
use crate::stress::{Again, End, Found, Hunt, ShrinkEnd, Terms};
use crate::units::short_duration;
use crate::verdict::Verdict;

pub(crate) fn nothing_found(name: &str, hunt: &Hunt) -> String {
    match hunt.ended {
        End::Interrupted => format!("{name}：已中断，目前没有发现不同"),
        End::Found | End::Tries | End::Time => format!("{name}：没有发现不同"),
    }
}

pub(crate) fn stress_tries(hunt: &Hunt, seed: u64) -> String {
    format!(
        "在 {}上全部正确，{}；种子 {seed}。",
        count(hunt.tries, Thing::Board),
        pace(hunt)
    )
}

fn pace(hunt: &Hunt) -> String {
    let time = short_duration(hunt.time);
    match hunt.rate() {
        0 => format!("用时 {time}"),
        rate => format!("用时 {time}（每秒 {rate} 个）"),
    }
}

pub(crate) fn no_proof(terms: &Terms) -> String {
    let next = terms.seed.wrapping_add(1);
    let ambiguous = if terms.ambiguous {
        ""
    } else {
        "对题意的不同理解会给出不同答案的棋盘没有使用，加上 --ambiguous 则一并使用。"
    };
    format!(
        "这不能证明程序正确：--seed {next} 换一批棋盘，--time 或 --tries 使用更多棋盘。{ambiguous}"
    )
}

pub(crate) fn stress_found(hunt: &Hunt, found: &Found, seed: u64) -> String {
    let first = count(found.first_blocks, Thing::Block);
    let hunted = format!(
        "在第 {} 个棋盘上发现，{}；种子 {seed}。",
        hunt.tries,
        pace(hunt)
    );
    if found.always {
        return format!("{hunted}在最简单的棋盘上，无论能否清空都已如此：与棋盘无关。");
    }
    let runs = found.shrunk.runs;
    let blocks = count(found.blocks, Thing::Block);
    let smaller = if found.first == found.input {
        format!("棋盘有 {blocks}")
    } else if found.first_blocks == found.blocks {
        format!("又运行 {runs} 次，化简了这个有 {first}的棋盘")
    } else {
        format!("又运行 {runs} 次，把棋盘从 {first}缩小到 {blocks}")
    };
    let end = match found.shrunk.ended {
        ShrinkEnd::Smallest => "；再小一步就不再这样出错",
        ShrinkEnd::Time => "；时间已到，可用 --time 延长",
        ShrinkEnd::Interrupted => "；随后被中断",
        ShrinkEnd::NotTried => "",
    };
    format!("{hunted}{smaller}{end}。")
}

pub(crate) fn found_ambiguous() -> &'static str {
    "对题意的不同理解在这个棋盘上给出不同答案：正确的程序在此也可能出错。"
}

pub(crate) fn found_by_chance(again: Again) -> String {
    let Again { runs, failed } = again;
    format!(
        "在此棋盘上再运行 {runs} 次，只有 {failed} 次如此出错：结果不只取决于棋盘。可能是变量未赋初值、\
         数组越界、用了随机数或时钟；此时棋盘并不重要。"
    )
}

pub(crate) fn to_run() -> &'static str {
    "在这个棋盘上运行程序："
}

pub(crate) fn stress_description(name: &str, verdict: Verdict) -> String {
    format!("{name} 在此得到 {}", verdict.code())
}

pub(crate) fn stands_in_the_way(path: &Path) -> String {
    format!("{} 已经存在：请另取文件名，或删除它", shown(path))
}

pub(crate) fn not_an_input(path: &Path) -> String {
    format!(
        "测试点的输入文件应名为 NAME.in（答案为 NAME.ans），而这里是 {}",
        shown(path)
    )
}

pub(crate) fn no_folder(folder: &Path) -> String {
    format!("没有目录 {}：请先建立", shown(folder))
}
