//! 测试数据有多强。

use crate::validate::strength::{Outcome, Smallest, Strength};

pub(crate) fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Survives => "存活：本可判错，却没有测试点判错它们",
        Outcome::NeedsAmbiguous => "存活：要有歧义的测试点才能判错它们",
        Outcome::OnlyByAmbiguous => "只被有歧义的测试点判错",
        Outcome::Killed => "已判错",
        Outcome::Equivalent => "等价：在任何测试点上都正确",
    }
}

pub(crate) fn outcome_short(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Survives => "存活",
        Outcome::NeedsAmbiguous => "需要有歧义的测试点",
        Outcome::OnlyByAmbiguous => "只被有歧义的测试点判错",
        Outcome::Killed => "已判错",
        Outcome::Equivalent => "等价",
    }
}

pub(crate) fn strength_title(mutants: usize, cases: usize) -> String {
    format!("{mutants} 个错误程序（变异程序），{cases} 个测试点")
}

pub(crate) fn strength_legend() -> &'static str {
    "# 判错   . 通过   ? 未定：搜索量超出上限\n行末：被几个无歧义的测试点判错，几个有歧义的（a）；\n每个变异程序错在哪里，见 --html 写出的网页"
}

pub(crate) fn too_wide(cases: usize) -> String {
    format!("{cases} 个测试点的矩阵太宽，终端放不下：用 --html 或 --format json 查看。")
}

pub(crate) fn worth_headings() -> [&'static str; 4] {
    ["测试点", "判错", "独有", ""]
}

pub(crate) fn worth_remark(ambiguous: bool, redundant: bool) -> &'static str {
    match (ambiguous, redundant) {
        (true, _) => "有歧义",
        (false, true) => "冗余：别的也都能判错",
        (false, false) => "",
    }
}

pub(crate) fn smallest(smallest: &Smallest) -> String {
    let cases: Vec<&str> = smallest.cases.iter().map(|it| it.0.as_str()).collect();
    let which = if smallest.proven {
        "效果相同的最小集合"
    } else {
        "找到的效果相同的最小集合"
    };
    format!("{which}有 {} 个测试点：{}。", cases.len(), cases.join("、"))
}

pub(crate) fn strength_conclusion(strength: &Strength) -> String {
    let survivors = strength.count(Outcome::Survives);
    let killable = strength.killable();
    let killed = strength.count(Outcome::Killed);
    let mut said = if killed == killable {
        format!("强：无歧义的测试点能判错的 {killable} 个变异程序全部被判错。")
    } else if survivors == 0 {
        format!(
            "若有歧义的测试点也算，则强：无歧义的测试点能判错的 {killable} 个变异程序中，\
             {killed} 个被这样的测试点判错。"
        )
    } else {
        format!(
            "弱：无歧义的测试点能判错的 {killable} 个变异程序中，{survivors} 个存活，{killed} 个被判错。\
             用 `generate --kills 名称` 生成能判错它的测试点。"
        )
    };
    let only = strength.count(Outcome::OnlyByAmbiguous);
    let needs = strength.count(Outcome::NeedsAmbiguous);
    if only > 0 {
        said += &format!("{only} 个只被有歧义的测试点判错。");
    }
    if needs > 0 {
        said += &format!("{needs} 个要有歧义的测试点才能判错。");
    }
    said + &format!("{} 个等价。", strength.count(Outcome::Equivalent))
}
