//! The reasons in words, Chinese and English, as a chief arbiter would read them out.

use super::arena::{Arena, Id, Kind, NONE, Ply, Side, bit, each};
use super::chase::Fresh;
use super::clause::{Clause, Edition};
use super::doubt::Doubt;
use super::judge::Decision;
use super::label::Label;
use super::profile::Judged;
use super::quality::Quality;
use super::request::{
    Answer, Confidence, CycleAnswer, MoveAnswer, QualityAnswer, Sentence, SideAnswer,
};
use super::ruling::{Profile, Ruling};
use super::weight::Weight;
use crate::rules::{Color, Move, Piece, PieceKind, Square};

/// The answer to a judged record.
pub(super) fn answer(mut decision: Decision, moves: &[Move]) -> Answer {
    let mut list: Vec<MoveAnswer> = Vec::new();
    let edition = decision.edition;
    for judged in &mut decision.moves {
        if judged.verdict.label == Label::Chase {
            judged.weight();
        }
        for &ply in &judged.plies {
            list.push(move_answer(judged, ply, moves[ply], edition));
        }
    }
    list.sort_by_key(|answer| answer.ply);
    let clauses = ruling_clauses(&decision);
    Answer {
        id: None,
        edition,
        ruling: decision.ruling,
        confidence: Confidence::with(&decision.doubts),
        cycle: CycleAnswer::from(&decision.cycle),
        red: SideAnswer {
            profile: decision.profiles[0],
        },
        black: SideAnswer {
            profile: decision.profiles[1],
        },
        moves: list,
        reasons: reasons(&decision, &clauses),
        clauses: clauses
            .iter()
            .map(|clause| clause.number(edition).to_owned())
            .collect(),
    }
}

pub(super) fn square(at: u8) -> String {
    Square::from_index(at)
        .map(|square| square.to_string())
        .unwrap_or_default()
}

/// A move as the wire writes it.
pub(super) fn text(ply: Ply) -> String {
    square(ply.from) + &square(ply.to)
}

pub(super) fn piece(arena: &Arena, id: Id) -> Piece {
    let color = if arena.side(id) == 0 {
        Color::Red
    } else {
        Color::Black
    };
    let kind = match arena.kind(id) {
        Kind::General => PieceKind::General,
        Kind::Advisor => PieceKind::Advisor,
        Kind::Elephant => PieceKind::Elephant,
        Kind::Horse => PieceKind::Horse,
        Kind::Rook => PieceKind::Rook,
        Kind::Cannon => PieceKind::Cannon,
        Kind::Soldier => PieceKind::Soldier,
    };
    Piece::new(color, kind)
}

pub(super) fn color(side: Side) -> Color {
    if side == 0 { Color::Red } else { Color::Black }
}

/// The answer for one move.
fn move_answer(judged: &Judged, ply: usize, mv: Move, edition: Edition) -> MoveAnswer {
    let verdict = &judged.verdict;
    let scene = &verdict.scene;
    let after = &scene.after.arena;
    let (mut targets, mut attackers, mut line) = (Vec::new(), Vec::new(), Vec::new());
    match verdict.label {
        Label::Check => {
            targets.push(after.general(scene.side ^ 1));
            attackers.extend(each(after.checkers(scene.side ^ 1)));
        }
        Label::Kill => {
            targets.push(after.general(scene.side ^ 1));
            attackers.extend(verdict.kill.iter().step_by(2).map(|ply| ply.id));
            line.clone_from(&verdict.kill);
        }
        Label::Chase => {
            targets.extend(verdict.victims());
            for chase in &verdict.chased {
                let direct = each(after.pieces(scene.side))
                    .filter(|&id| scene.after.takes[id as usize] & bit(chase.victim) != 0);
                let before = attackers.len();
                attackers.extend(direct);
                if attackers.len() == before {
                    let own = |ply: &&Ply| after.side(ply.id) == scene.side;
                    attackers.extend(chase.line.iter().filter(own).map(|ply| ply.id));
                }
            }
            if let Some(best) = verdict.chased.iter().max_by_key(|chase| chase.gain) {
                line.clone_from(&best.line);
            }
        }
        Label::Exchange => {
            for offer in verdict.offers.iter().filter(|offer| offer.stands()) {
                targets.push(offer.taking.victim);
                attackers.push(offer.taking.id);
            }
        }
        Label::Offer | Label::Block | Label::Follow | Label::Idle => {}
    }
    let points = |mut ids: Vec<Id>| {
        ids.sort_unstable();
        ids.dedup();
        let mut points: Vec<u8> = ids.into_iter().map(|id| after.square(id)).collect();
        points.sort_unstable();
        points.into_iter().map(square).collect::<Vec<_>>()
    };
    let (targets, attackers) = (points(targets), points(attackers));
    let mut clauses = verdict.clauses.clone();
    if let Some(weight) = &judged.weight
        && weight.joint
    {
        clauses.push(Clause::Joint);
    }
    let line: Vec<String> = line.into_iter().map(text).collect();
    MoveAnswer {
        ply,
        r#move: mv,
        label: verdict.label,
        label_zh: verdict.label.zh().to_owned(),
        quality: judged.weight.as_ref().map(quality_answer),
        reason: move_reason(judged, mv, &targets, &line),
        targets,
        attackers,
        line,
        new: matches!(verdict.label, Label::Chase | Label::Kill),
        clauses: clauses
            .into_iter()
            .map(|clause| clause.number(edition).to_owned())
            .collect(),
    }
}

fn quality_answer(weight: &Weight) -> QualityAnswer {
    match (weight.joint, weight.quality) {
        (true, _) => QualityAnswer::Joint,
        (_, Quality::Rook) => QualityAnswer::Rook,
        (_, Quality::Unprotected) => QualityAnswer::Unprotected,
        (_, Quality::UnderProtected) => QualityAnswer::UnderProtected,
    }
}

fn move_reason(judged: &Judged, mv: Move, targets: &[String], line: &[String]) -> Sentence {
    let verdict = &judged.verdict;
    let scene = &verdict.scene;
    let arena = &scene.after.arena;
    let mover = piece(arena, scene.ply.id);
    let side = color(scene.side);
    let (head_zh, head_en) = (
        format!("{}方{}{mv}", side.zh(), mover.zh()),
        format!("{} {} {mv}", capital(side.en()), mover.kind.en()),
    );
    let line_text = line.join(" ");
    let (zh, en) = match verdict.label {
        Label::Check => ("直接攻击对方将（帅），为将。".into(), "attacks the general: check.".into()),
        Label::Kill => (
            format!("企图下一着起连续将军将死对方（{line_text}），为杀。"),
            format!("threatens mate by checks ({line_text}): a kill."),
        ),
        Label::Chase => {
            let victims = |zh: bool| {
                verdict
                    .chased
                    .iter()
                    .map(|chase| {
                        if chase.victim == NONE {
                            return if zh { "子".to_owned() } else { "some piece".to_owned() };
                        }
                        let victim = piece(arena, chase.victim);
                        let at = square(arena.square(chase.victim));
                        if zh { format!("{at}{}", victim.zh()) } else { format!("{} {at}", victim.kind.en()) }
                    })
                    .collect::<Vec<_>>()
                    .join(if zh { "、" } else { ", " })
            };
            let kind = judged.weight.as_ref().map(quality_words);
            let (zh_kind, en_kind) = kind.unwrap_or(("", ""));
            let (why_zh, why_en) = fresh_words(&verdict.chased[0].fresh);
            (
                format!("捉{}{zh_kind}，{why_zh}；演示：{line_text}。", victims(true)),
                format!("chases {}{en_kind}: {why_en}; shown by {line_text}.", victims(false)),
            )
        }
        Label::Exchange => (
            format!("与{}邀兑，对方接受后不致立即受损，为兑。", targets.join("、")),
            format!("offers an exchange at {}, which may be accepted without loss.", targets.join(", ")),
        ),
        Label::Block => (
            "阻拦对方棋子的杀着，又不具攻击作用，为拦。".into(),
            "blocks the line of the other side's kill and attacks nothing.".into(),
        ),
        _ if verdict.excused => (
            "守和方只有一个进攻子，占据守和要点附带捉士象，按闲处理。".into(),
            "takes the point the defence needs with its only attacking piece; an advisor or elephant attacked by the way does not count.".into(),
        ),
        _ if verdict.clauses.contains(&Clause::AnswersCheck) => (
            "走动将（帅）应将，按闲处理。".into(),
            "answers a check with the general: idle whatever it attacks.".into(),
        ),
        Label::Offer | Label::Follow | Label::Idle => (
            "没有新的将、杀、捉，为闲。".into(),
            "makes no check, kill or new chase: idle.".into(),
        ),
    };
    Sentence {
        zh: format!("{head_zh}：{zh}"),
        en: format!("{head_en}: {en}"),
    }
}

fn quality_words(weight: &Weight) -> (&'static str, &'static str) {
    match quality_answer(weight) {
        QualityAnswer::Rook => ("（捉车）", " (a rook)"),
        QualityAnswer::Unprotected => ("（无根子）", " (unprotected)"),
        QualityAnswer::UnderProtected => ("（少根子或交换得子）", " (under-protected)"),
        QualityAnswer::Joint => ("（联合捉子）", " (jointly)"),
    }
}

fn fresh_words(fresh: &Fresh) -> (&'static str, &'static str) {
    match fresh {
        Fresh::More => ("走子前不能得此子", "it could not be won before"),
        Fresh::Direct => ("走子后新形成直接攻击", "the direct attack is new"),
        Fresh::Fled => (
            "动子离开受攻位置并参与攻击，此前的得子并不成立",
            "the moved piece takes part; while it hung the gain was not real",
        ),
        Fresh::Fork => ("下一着起将军必得其一", "checks win one piece or another"),
        Fresh::Offered => (
            "邀兑而对方兑后受损",
            "it offers an exchange that costs the other side",
        ),
    }
}

pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The articles the ruling rests on.
fn ruling_clauses(decision: &Decision) -> Vec<Clause> {
    let mut clauses = match decision.ruling {
        Ruling::NotRepeated if decision.doubts.contains(&Doubt::NineRounds) => {
            vec![Clause::TooEarly, Clause::NineRounds]
        }
        Ruling::NotRepeated => vec![Clause::TooEarly],
        Ruling::RedLoses | Ruling::BlackLoses => {
            vec![Clause::NoPerpetualCheck, Clause::LosesAtOnce]
        }
        Ruling::Draw if decision.profiles == [Profile::Allowed; 2] => {
            vec![Clause::BothAllowed, Clause::TwoRounds]
        }
        Ruling::Draw => vec![Clause::OtherwiseDraw, Clause::TwoRounds],
        Ruling::RedMustChange | Ruling::BlackMustChange => {
            if decision.profiles.contains(&Profile::Allowed) {
                vec![Clause::ForbiddenAgainstAllowed, Clause::TwoRounds]
            } else {
                vec![heavy_clause(decision), Clause::TwoRounds]
            }
        }
    };
    if decision.doubts.contains(&Doubt::HoldsDraw) {
        clauses.push(Clause::HoldsDraw);
    }
    clauses
}

/// Which of 26.9.1–26.9.3 makes the heavy side change.
fn heavy_clause(decision: &Decision) -> Clause {
    let light = if decision.profiles[0] == Profile::Light {
        0
    } else {
        1
    };
    let jointly = |side: Side, quality: Quality, joint: bool| {
        decision
            .moves
            .iter()
            .filter(|judged| judged.verdict.scene.side == side)
            .all(|judged| {
                judged
                    .weight
                    .as_ref()
                    .is_some_and(|weight| weight.joint == joint && weight.quality == quality)
            })
    };
    for (quality, clause) in [
        (Quality::Rook, Clause::RookAgainstJoint),
        (Quality::Unprotected, Clause::UnprotectedAgainstJoint),
    ] {
        if jointly(light ^ 1, quality, false) && jointly(light, quality, true) {
            return clause;
        }
    }
    Clause::HeavyKinds
}

fn reasons(decision: &Decision, clauses: &[Clause]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let number = |clause: &Clause| clause.number(decision.edition);
    if let Some(rarest) = decision.rarest {
        let occurrences = decision.cycle.occurrences;
        sentences.push(Sentence {
            zh: format!("现局面出现 {occurrences} 次，循环中最少的局面出现 {rarest} 次；不足三次，不予受理（23.3）。"),
            en: format!("The present position has occurred {occurrences} times, the rarest of its cycle {rarest} times: fewer than three, the claim is not accepted (23.3)."),
        });
    } else {
        for side in Color::ALL {
            sentences.push(side_sentence(decision, side));
        }
        let (zh, en) = ruling_words(decision.ruling);
        let articles = clauses.iter().map(number).collect::<Vec<_>>();
        sentences.push(Sentence {
            zh: format!("依据 {}：{zh}", articles.join("、")),
            en: format!("By {}: {en}", articles.join(", ")),
        });
    }
    for doubt in &decision.doubts {
        let (zh, en) = doubt_words(*doubt);
        sentences.push(Sentence {
            zh: format!("须由裁判长决定：{zh}"),
            en: format!("For the arbiter: {en}"),
        });
    }
    sentences
}

fn side_sentence(decision: &Decision, side: Color) -> Sentence {
    let mut own: Vec<(usize, &Judged)> = decision
        .moves
        .iter()
        .filter(|judged| judged.verdict.scene.side == side.index())
        .filter_map(|judged| judged.plies.first().map(|&ply| (ply, judged)))
        .collect();
    own.sort_by_key(|&(ply, _)| ply);
    let labels = |zh: bool| {
        own.iter()
            .map(|(_, judged)| {
                let label = judged.verdict.label;
                if zh { label.zh() } else { label.en() }
            })
            .collect::<Vec<_>>()
            .join(if zh { "、" } else { ", " })
    };
    let (zh, en) = match decision.profiles[side.index()] {
        Profile::Allowed => ("有允许着法", "at least one move is allowed"),
        Profile::Light => ("均为禁止着法", "every move is forbidden"),
        Profile::Heavy => (
            "均为禁止着法（将、杀、捉车或捉无根子）",
            "every move is forbidden, by checks, kills, or chases of a rook or an unprotected piece",
        ),
        Profile::PerpetualCheck => ("长将", "perpetual check"),
    };
    Sentence {
        zh: format!("{}方各着为{}：{zh}。", side.zh(), labels(true)),
        en: format!(
            "{}'s moves are {}: {en}.",
            capital(side.en()),
            labels(false)
        ),
    }
}

fn ruling_words(ruling: Ruling) -> (&'static str, &'static str) {
    match ruling {
        Ruling::RedLoses => (
            "红方单方长将，立即判负。",
            "Red gives perpetual check alone and loses at once.",
        ),
        Ruling::BlackLoses => (
            "黑方单方长将，立即判负。",
            "Black gives perpetual check alone and loses at once.",
        ),
        Ruling::RedMustChange => (
            "红方应变着，两个回合内不变判负。",
            "Red must change within two rounds, or loses.",
        ),
        Ruling::BlackMustChange => (
            "黑方应变着，两个回合内不变判负。",
            "Black must change within two rounds, or loses.",
        ),
        Ruling::Draw => (
            "双方均可变着，两个回合内不变判和。",
            "either side may change within two rounds; otherwise it is a draw.",
        ),
        Ruling::NotRepeated => (
            "未构成重复局面。",
            "the positions have not been repeated often enough.",
        ),
    }
}

fn doubt_words(doubt: Doubt) -> (&'static str, &'static str) {
    match doubt {
        Doubt::SecondCheck => (
            "须连续两次将军才能得子。",
            "the piece is won only by two checks.",
        ),
        Doubt::Fork => (
            "将军抽子，得何子由对方选择。",
            "checks win one piece or another, at the opponent's choice.",
        ),
        Doubt::Equal => (
            "交换后价值相当（26.5）。",
            "the exchange is at equal value (26.5).",
        ),
        Doubt::Soldier => (
            "是否得子取决于过河兵（卒）的价值（26.7）。",
            "whether there is a gain hangs on a crossed soldier (26.7).",
        ),
        Doubt::Mount => (
            "是否联合捉子取决于本方炮架能否吃子（24.17）。",
            "whether the chase is joint hangs on a mount that could take the piece itself (24.17).",
        ),
        Doubt::OtherVictim => (
            "动子仅因脱离受攻位置而使此捉成立（26.3）。",
            "the move makes the gain possible only by stepping out of attack (26.3).",
        ),
        Doubt::Cap => (
            "搜索达到上限，未能穷尽。",
            "a search reached its limit before it was complete.",
        ),
        Doubt::Newness => (
            "是否为新的捉，取决于走子前受攻的动子如何计算（24.3、26.3）。",
            "whether the chase is new depends on how the moved piece, attacked before, is counted (24.3, 26.3).",
        ),
        Doubt::HoldsDraw => (
            "引用了 26.2（守和方占据守和要点）。",
            "26.2 (the defence takes up its point) was applied.",
        ),
        Doubt::NineRounds => (
            "连续九个回合在三个或以上点上走动，可否按待判局面裁决（23.4）。",
            "nine rounds on three points or more: whether to rule as on a repetition (23.4).",
        ),
    }
}
