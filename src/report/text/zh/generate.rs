//! 生成的测试点，以及无法生成的棋盘。

use std::path::PathBuf;

use crate::generate::find::Tally;
use crate::generate::made::{Made, Reason};
use crate::generate::shape::Shape;
use crate::generate::wanted::{Contradiction, Property};
use crate::report::text::{shown, some};
use crate::sanitize;

pub(crate) fn contradiction(why: Contradiction) -> String {
    match why {
        Contradiction::BottomRowHolds { blocks } => format!(
            "没有这样的棋盘：最下面一行只能放 5 个方块，而要求至少 {blocks} 个；请用 \
             --blocks 1..5，或去掉 --bottom-row"
        ),
        Contradiction::FullColumnsHold { blocks } => format!(
            "没有这样的棋盘：五个满列共有 35 个方块，而要求至多 {blocks} 个；请去掉 --blocks 或 \
             --full-columns"
        ),
        Contradiction::MoreColoursThanBlocks { colours, blocks } => format!(
            "没有这样的棋盘：{colours} 种颜色至少要 {colours} 个方块，而至多只有 {blocks} 个"
        ),
        Contradiction::TooFewToClear { colours, blocks } => format!(
            "没有这样的棋盘：能消完的颜色至少有 3 个方块，{colours} 种颜色要 {} 个，而至多只有 \
             {blocks} 个",
            3 * colours
        ),
        Contradiction::ChainTooLong { chain, blocks } => format!(
            "没有这样的棋盘：每次消除至少消去 3 个方块，{chain} 次要 {} 个，而至多只有 {blocks} 个",
            3 * chain
        ),
        Contradiction::ChainOfNothing => {
            "没有这样的棋盘：--cascade 说的是解中的一步，而 --unsolvable 没有解".to_owned()
        }
    }
}

pub(crate) fn not_found(found: usize, wanted: usize, tally: &Tally) -> String {
    let mut lost: Vec<String> = tally
        .lacked
        .iter()
        .map(|(&property, number)| format!("{number} 个{}", lacked(property)))
        .collect();
    if tally.nothing > 0 {
        lost.push(format!("{} 次没有得到棋盘", tally.nothing));
    }
    if tally.again > 0 {
        lost.push(format!("{} 个重复", tally.again));
    }
    let lost = match lost.as_slice() {
        [] => String::new(),
        lost => format!("（{}）", lost.join("，")),
    };
    format!(
        "要 {wanted} 个测试点，找到 {found} 个；试了 {} 个棋盘{lost}；可能没有更多：请放宽要求，\
         增大 --tries，或换一个 --seed",
        tally.attempts
    )
}

fn lacked(property: Property) -> &'static str {
    match property {
        Property::Numbers => "的步数、方块数或颜色数不符",
        Property::BottomRow => "在最下面一行之上还有方块",
        Property::FullColumns => "有不满的列",
        Property::Solvable => "无解",
        Property::Unsolvable => "有解",
        Property::Chain => "的连锁不够长",
        Property::Unambiguous => "有歧义",
        Property::Ambiguous => "没有歧义",
    }
}

pub(crate) fn unknown_mutant(name: &str, known: &[&str]) -> String {
    let name = sanitize::line(name);
    format!("没有变异程序 `{name}`；现有：{}", known.join("、"))
}

pub(crate) fn mutant_is_right(name: &str) -> String {
    format!("{name} 对每个棋盘都输出正确答案：没有测试点能判错它")
}

pub(crate) fn needs_ambiguous(name: &str) -> String {
    format!("{name} 只在有歧义的棋盘上出错，而要求的棋盘没有歧义：请加上 --ambiguous")
}

pub(crate) fn not_killed(names: &[&str], attempts: usize) -> String {
    format!(
        "试了 {attempts} 个棋盘，都判不错：{}；请增大 --tries，或换一个 --seed",
        names.join("、")
    )
}

pub(crate) fn no_room(names: &[&str]) -> String {
    format!(
        "测试点数目不够，判不错 {}：请增大 --count",
        names.join("、")
    )
}

pub(crate) fn only_ambiguous(names: &[&str]) -> String {
    format!(
        "只有有歧义的测试点才能判错 {}：可用 `generate --ambiguous --kills MUTANT` 生成",
        names.join("、")
    )
}

pub(crate) fn set_made(cases: usize, killed: usize, all: usize) -> String {
    format!("{cases} 个测试点，判错 {all} 个变异程序中的 {killed} 个")
}

pub(crate) fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::RowAtTop => "最上面一行的横向消除",
        Shape::ColumnToTop => "到达最上面一行的纵向消除",
        Shape::RunOfFive => "五个相连",
        Shape::RunOfFour => "四个相连",
        Shape::SharedBlock => "横纵共用一个方块",
        Shape::TwoHoles => "一列中有两处空缺",
        Shape::SeveralRuns => "几处同时消除",
        Shape::Chain => "连锁",
        Shape::LongFall => "方块落下很远",
        Shape::DraggedLeft => "有方块向左移动",
        Shape::FullColumns => "五列全满",
        Shape::SevenHigh => "有一列七个方块",
        Shape::TenColours => "十种颜色",
        Shape::BottomRow => "方块全在最下面一行",
    }
}

pub(crate) fn why_made(made: &Made) -> String {
    let reason = match &made.reason {
        Reason::Wanted => String::new(),
        Reason::Hard { cost } => format!("朴素搜索要看 {cost} 个棋盘。"),
        Reason::Kills { kills, .. } if kills.len() <= 3 => format!("判错 {}。", kills.join("、")),
        Reason::Kills { kills, alone } => {
            let names = some(alone, "、", |more| format!(" 等 {} 个", more + 3));
            let alone = match alone.len() {
                0 => String::new(),
                _ => format!("，其中 {names}只有它能判错"),
            };
            format!("判错 {} 个变异程序{alone}。", kills.len())
        }
    };
    let puzzle = made.puzzle();
    let answer = if made.is_solvable() { "" } else { "，无解" };
    let shapes = made.shapes.iter().map(|&it| match it {
        Shape::Chain => format!("；连锁 {} 次", made.chain),
        it => format!("；{}", shape(it)),
    });
    format!(
        "{reason}{} 步，{} 个方块，{} 种颜色{answer}{}。",
        puzzle.n,
        puzzle.board.block_count(),
        made.colours(),
        shapes.collect::<String>()
    )
}

pub(crate) fn files_there(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|it| shown(it)).collect();
    let names = some(&names, "，", |more| format!(" 等 {} 个文件", more + 3));
    format!("已有内容不同的同名文件：{names}；什么都没有写入：请换一个文件夹，或删除这些文件")
}
