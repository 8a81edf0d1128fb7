//! The reasons in words, Chinese and English.

use super::super::arena::{Id, Ids, Kind, bit, each};
use super::super::clause::Edition;
use super::super::explain::{capital, color, piece, square, text};
use super::super::label::Label;
use super::super::request::{
    Answer, Confidence, CycleAnswer, MoveAnswer, QualityAnswer, Sentence, SideAnswer,
};
use super::super::ruling::{Profile, Ruling};
use super::attack::{Attack, Why};
use super::conduct::Decision;
use super::reading::{Doubt, Reading};
use super::section::Section;
use super::verdict::Verdict;
use crate::rules::{Color, Move};

/// The answer to a judged record.
pub(super) fn answer(decision: &Decision, moves: &[Move]) -> Answer {
    let first = decision.cycle.start;
    let list = decision.moves.iter().enumerate().map(|(i, verdict)| {
        let ply = first + i;
        move_answer(verdict, ply, moves[ply])
    });
    let sections = sections(decision);
    let [red, black] = decision.conduct.map(|conduct| SideAnswer {
        profile: conduct.profile,
    });
    Answer {
        id: None,
        edition: Edition::World,
        ruling: decision.ruling,
        confidence: Confidence::with(&decision.doubts),
        cycle: CycleAnswer::from(&decision.cycle),
        red,
        black,
        moves: list.collect(),
        reasons: reasons(decision, &sections),
        clauses: sections.iter().map(|s| s.name().to_owned()).collect(),
    }
}

fn move_answer(verdict: &Verdict, ply: usize, mv: Move) -> MoveAnswer {
    let after = &verdict.after;
    let label = verdict.label();
    let fresh: Vec<&Attack> = verdict.fresh(Reading::TEXT).collect();
    let (mut targets, mut attackers) = (0, 0);
    if verdict.checks {
        targets |= bit(after.general(verdict.side ^ 1));
        attackers |= after.checkers(verdict.side ^ 1);
    }
    for attack in &fresh {
        targets |= bit(attack.victim);
        attackers |= bit(attack.attacker);
    }
    let line = match fresh.first() {
        Some(attack) if label == Label::Chase => {
            vec![text(
                after.ply(attack.attacker, after.square(attack.victim)),
            )]
        }
        _ => Vec::new(),
    };
    MoveAnswer {
        ply,
        r#move: mv,
        label,
        label_zh: label.zh().to_owned(),
        quality: (label == Label::Chase).then(|| quality(verdict, &fresh)),
        targets: points(verdict, targets),
        attackers: points(verdict, attackers),
        line,
        new: label == Label::Chase,
        clauses: move_sections(verdict, &fresh)
            .into_iter()
            .map(|section| section.name().to_owned())
            .collect(),
        reason: move_reason(verdict, &fresh, mv),
    }
}

fn points(verdict: &Verdict, ids: Ids) -> Vec<String> {
    let mut points: Vec<u8> = each(ids).map(|id| verdict.after.square(id)).collect();
    points.sort_unstable();
    points.into_iter().map(square).collect()
}

fn quality(verdict: &Verdict, fresh: &[&Attack]) -> QualityAnswer {
    let rook = |attack: &&Attack| verdict.after.kind(attack.victim) == Kind::Rook;
    if fresh.iter().any(rook) {
        QualityAnswer::Rook
    } else {
        QualityAnswer::Unprotected
    }
}

fn move_sections(verdict: &Verdict, fresh: &[&Attack]) -> Vec<Section> {
    let mut sections = Vec::new();
    if verdict.checks {
        sections.push(Section::PerpetualCheck);
    }
    if !fresh.is_empty() {
        sections.push(Section::PerpetualChase);
    }
    if verdict.held(Reading::TEXT) != 0 {
        sections.push(Section::HeldRook);
    }
    for attack in fresh {
        match attack.why {
            Why::Unprotected => {}
            Why::FalseRoot { .. } => sections.push(Section::RealAndFalseRoots),
            Why::LesserAttacker { .. } => sections.push(Section::LesserAttacker),
        }
    }
    if sections.is_empty() {
        sections.push(Section::Allowed);
    }
    sections.sort_unstable();
    sections.dedup();
    sections
}

/// A piece by its name and point, in both languages.
fn name(verdict: &Verdict, id: Id) -> (String, String) {
    let (what, at) = (piece(&verdict.after, id), square(verdict.after.square(id)));
    (
        format!("{at}{}", what.zh()),
        format!("{} {at}", what.kind.en()),
    )
}

fn move_reason(verdict: &Verdict, fresh: &[&Attack], mv: Move) -> Sentence {
    let side = color(verdict.side);
    let mover = piece(&verdict.after, verdict.ply.id);
    let (mut zh, mut en) = (Vec::new(), Vec::new());
    if verdict.checks {
        zh.push("将军".to_owned());
        en.push("gives check".to_owned());
    }
    for attack in fresh {
        let (attacker, victim) = (name(verdict, attack.attacker), name(verdict, attack.victim));
        let (why_zh, why_en) = match attack.why {
            Why::Unprotected => ("该子无根", "which nothing protects"),
            Why::FalseRoot { .. } => (
                "其根为假根，不能反吃",
                "whose protector cannot take back, a false root",
            ),
            Why::LesserAttacker { .. } => (
                "以马、炮等捉车，有根亦为捉",
                "a rook attacked by a lesser piece, chased though protected",
            ),
        };
        zh.push(format!("{}捉{}，{why_zh}", attacker.0, victim.0));
        en.push(format!(
            "attacks the {} with the {}, {why_en}",
            victim.1, attacker.1
        ));
    }
    if zh.is_empty() {
        zh.push("没有将军，也没有新的捉，为允许着法（杀、兑、献、拦等均允许）".to_owned());
        en.push(
            "neither checks nor attacks anything anew: allowed, as are threats of mate, \
             exchanges, sacrifices and blocks"
                .to_owned(),
        );
    }
    Sentence {
        zh: format!("{}方{}{mv}：{}。", side.zh(), mover.zh(), zh.join("；")),
        en: format!(
            "{} {} {mv}: {}.",
            capital(side.en()),
            mover.kind.en(),
            en.join("; ")
        ),
    }
}

/// The sections the ruling rests on.
fn sections(decision: &Decision) -> Vec<Section> {
    let [red, black] = decision.conduct.map(|conduct| conduct.profile);
    let mut sections = vec![Section::Repetition];
    for profile in [red, black] {
        sections.push(match profile {
            Profile::PerpetualCheck => Section::PerpetualCheck,
            Profile::Heavy => Section::HeldRook,
            Profile::Light => Section::PerpetualChase,
            Profile::Allowed => Section::Allowed,
        });
    }
    match (red.min(black), red.max(black)) {
        _ if decision.ruling == Ruling::NotRepeated => sections.truncate(1),
        (Profile::Allowed, _) => {}
        (lesser, heavier) if lesser == heavier => sections.push(Section::MutualViolation),
        (_, Profile::PerpetualCheck) => sections.push(Section::CheckOverChase),
        _ => {}
    }
    sections.sort_unstable();
    sections.dedup();
    // What both sides did within the rules is only worth naming when neither did more.
    if sections.len() > 2 {
        sections.retain(|&section| section != Section::Allowed);
    }
    sections
}

fn reasons(decision: &Decision, sections: &[Section]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    if let Some(rarest) = decision.rarest {
        let occurrences = decision.cycle.occurrences;
        sentences.push(Sentence {
            zh: format!("现局面出现 {occurrences} 次，循环中最少的局面出现 {rarest} 次；不足三次，不构成循环。"),
            en: format!("The present position has occurred {occurrences} times, the rarest of its cycle {rarest} times: fewer than three, no ruling is due."),
        });
        return sentences;
    }
    for side in Color::ALL {
        sentences.push(side_sentence(decision, side));
    }
    let (zh, en) = ruling_words(decision);
    let names = |zh: bool| {
        sections
            .iter()
            .map(|section| if zh { section.zh() } else { section.name() })
            .collect::<Vec<_>>()
            .join(if zh { "、" } else { ", " })
    };
    sentences.push(Sentence {
        zh: format!("依据世界象棋规则（{}）：{zh}", names(true)),
        en: format!("By the World rules ({}): {en}", names(false)),
    });
    for &doubt in &decision.doubts {
        let (zh, en) = doubt_words(doubt);
        sentences.push(Sentence {
            zh: format!("须由裁判长决定：{zh}"),
            en: format!("For the arbiter: {en}"),
        });
    }
    sentences
}

fn side_sentence(decision: &Decision, side: Color) -> Sentence {
    let own: Vec<&Verdict> = decision
        .moves
        .iter()
        .filter(|verdict| verdict.side == side.index())
        .collect();
    let labels = |zh: bool| {
        own.iter()
            .map(|verdict| {
                let label = verdict.label();
                if zh { label.zh() } else { label.en() }
            })
            .collect::<Vec<_>>()
            .join(if zh { "、" } else { ", " })
    };
    let conduct = decision.conduct[side.index()];
    let victims = |zh: bool| {
        let Some(verdict) = own.first() else {
            return String::new();
        };
        let mut names: Vec<_> = each(conduct.chased)
            .map(|id| {
                let what = piece(&verdict.after, id);
                if zh { what.zh() } else { what.kind.en() }
            })
            .collect();
        names.dedup();
        names.join(if zh { "、" } else { " and " })
    };
    let (zh, en) = match conduct.profile {
        Profile::PerpetualCheck => ("长将".to_owned(), "perpetual check".to_owned()),
        Profile::Heavy => (
            "长捉被马牵制的车".to_owned(),
            "perpetual chase of a rook held by a horse".to_owned(),
        ),
        Profile::Light if conduct.counter => (
            "步步反捉捉子的棋子".to_owned(),
            "every move chases back at the chasers".to_owned(),
        ),
        Profile::Light => (
            format!("长捉对方同一个{}", victims(true)),
            format!("perpetual chase of one and the same {}", victims(false)),
        ),
        Profile::Allowed if own.iter().all(|verdict| verdict.label() != Label::Idle) => (
            "不是步步将军，也不是步步捉同一子，为允许着法".to_owned(),
            "neither check on every move nor a chase of one and the same piece: allowed".to_owned(),
        ),
        Profile::Allowed => (
            "有允许着法".to_owned(),
            "at least one move is allowed".to_owned(),
        ),
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

fn ruling_words(decision: &Decision) -> (&'static str, &'static str) {
    let heavier = decision.conduct[0].profile.max(decision.conduct[1].profile);
    match decision.ruling {
        Ruling::Draw if heavier == Profile::Allowed => (
            "双方均无犯例，不变判和。",
            "neither side violates the rules: a draw unless one changes.",
        ),
        Ruling::Draw => (
            "双方犯例相当，不变判和。",
            "both sides violate the rules alike: a draw unless one changes.",
        ),
        Ruling::RedLoses => (
            "红方犯例较重，应变着，不变判负。",
            "Red violates the rules more gravely and loses unless it changes.",
        ),
        Ruling::BlackLoses => (
            "黑方犯例较重，应变着，不变判负。",
            "Black violates the rules more gravely and loses unless it changes.",
        ),
        Ruling::RedMustChange | Ruling::BlackMustChange | Ruling::NotRepeated => (
            "未构成循环局面。",
            "the positions have not been repeated often enough.",
        ),
    }
}

fn doubt_words(doubt: Doubt) -> (&'static str, &'static str) {
    match doubt {
        Doubt::OpenedRoot => (
            "保护子只因吃子本身打开线路才不能反吃，是否为假根。",
            "whether a root is false that is pinned only because the capture itself opens a line.",
        ),
        Doubt::LesserAttacker => (
            "士、象捉有根车是否为捉。",
            "whether an advisor or an elephant chases a protected rook.",
        ),
        Doubt::CheckAndChase => (
            "将军同时捉子的着法是否计入长捉。",
            "whether a move that gives check and attacks the same piece continues the chase.",
        ),
        Doubt::CounterChase => (
            "步步反捉不同的捉子者是否为长捉。",
            "whether chasing back at several chasers in turn is a perpetual chase.",
        ),
    }
}
