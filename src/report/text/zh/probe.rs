//! Boards besides the testcases.

use super::class::names;
use crate::event::Probing;
use crate::verdict::ProbeKind;

pub(crate) fn probing(probing: &Probing) -> String {
    let Probing {
        isomorphs,
        fresh,
        seed,
    } = probing;
    let mut parts = Vec::new();
    if *isomorphs > 0 {
        parts.push(format!("{isomorphs} 个换色棋盘"));
    }
    if *fresh > 0 {
        parts.push(format!("{fresh} 个同类新棋盘（种子 {seed}）"));
    }
    format!("每个通过的测试点另测 {}", parts.join("、"))
}

pub(crate) fn flagged(kind: ProbeKind, cases: &[&str]) -> String {
    let named = names(cases);
    match kind {
        ProbeKind::Isomorph => {
            format!("通过 {named}，同一棋盘换了颜色却不能通过：请查看答案是否写死在程序中")
        }
        ProbeKind::Fresh => {
            format!("通过 {named}，同类的新棋盘却不能通过：程序有错而数据没有查出，或者是打表")
        }
    }
}

pub(crate) fn probes_failed(kind: ProbeKind, failed: usize, all: usize) -> String {
    match kind {
        ProbeKind::Isomorph => format!("{all} 个换色棋盘中 {failed} 个未通过"),
        ProbeKind::Fresh => format!("{all} 个同类新棋盘中 {failed} 个未通过"),
    }
}

pub(crate) fn probes_unsaid(kind: ProbeKind, failed: usize) -> String {
    let why = match kind {
        ProbeKind::Isomorph => "它在测试点上也接近限制",
        ProbeKind::Fresh => "正确的程序在另一棋盘上也可能需要更多",
    };
    format!("另有 {failed} 个超出时间、内存或进程数的限制，不足为据：{why}。")
}

pub(crate) fn probe_example(kind: ProbeKind, puzzle: &str, code: &str, found: &str) -> String {
    let what = match kind {
        ProbeKind::Isomorph => "换色后",
        ProbeKind::Fresh => "在新棋盘上",
    };
    let found = match found {
        "" => String::new(),
        found => format!("（{found}）"),
    };
    format!("{what}，例如 `{puzzle}`，结果为 {code}{found}。")
}

pub(crate) fn probe_heading(kind: ProbeKind) -> &'static str {
    match kind {
        ProbeKind::Isomorph => "换色后的",
        ProbeKind::Fresh => "同类的新棋盘，测试点",
    }
}
