//! One move judged: the order in which the meanings of a move are asked for (24, 26.4).

use super::arena::{Arena, Id, NONE, Ply, bit};
use super::block;
use super::chase::{self, Chased};
use super::clause::Clause;
use super::effort::Effort;
use super::exception;
use super::exchange::{self, Offer};
use super::kill;
use super::label::Label;
use super::scene::{Grounds, Scene};
use super::worth::{EQUAL, WEAK};

/// A judged move.
pub(super) struct Verdict {
    /// What it is.
    pub(super) label: Label,
    /// The move and its surroundings, for later questions about its quality.
    pub(super) scene: Scene,
    /// The pieces it chases; also set when 26.2 excused them.
    pub(super) chased: Vec<Chased>,
    /// The mating series of a kill, from the position after the move.
    pub(super) kill: Vec<Ply>,
    /// Its offers to exchange.
    pub(super) offers: Vec<Offer>,
    /// Captures left out of the demonstrations.
    pub(super) excluded: Vec<Ply>,
    /// The articles used.
    pub(super) clauses: Vec<Clause>,
    /// 26.2 made a chase idle.
    pub(super) excused: bool,
    /// A search cap was reached where it may have mattered.
    pub(super) capped: bool,
}

/// Judges the move `ply` played on `board`.
pub(super) fn judge(
    board: &Arena,
    ply: Ply,
    trial: bool,
    known: &Grounds,
    effort: Effort,
) -> Verdict {
    let scene = Scene::new(board, ply, trial, known, effort);
    let side = scene.side;
    let mut verdict = Verdict {
        label: Label::Idle,
        scene,
        chased: Vec::new(),
        kill: Vec::new(),
        offers: Vec::new(),
        excluded: Vec::new(),
        clauses: Vec::new(),
        excused: false,
        capped: false,
    };
    if verdict.scene.after.arena.in_check(side ^ 1) {
        verdict.label = Label::Check;
        verdict.clauses.push(Clause::Check);
        return verdict;
    }
    let answers = verdict.scene.answered != 0;
    if answers && ply.id == board.general(side) {
        verdict.clauses.push(Clause::AnswersCheck);
        return verdict;
    }
    verdict.offers = exchange::offers(&mut verdict.scene);
    verdict.excluded = Scene::excluded(&verdict.offers);
    if kills(&mut verdict) {
        verdict.label = Label::Kill;
        verdict.clauses.push(Clause::Kill);
        if answers {
            verdict.clauses.push(Clause::AnswersCheck);
        }
        return verdict;
    }
    let left_out = exchange::left_out(&mut verdict.scene, &verdict.offers);
    verdict.chased = exchange::losing_to_accept(&mut verdict.scene, &verdict.offers);
    let offered: u32 = verdict.chased.iter().map(|chase| bit(chase.victim)).sum();
    let excluded = verdict.excluded.clone();
    let more = chase::chased(&mut verdict.scene, &excluded, left_out | offered);
    verdict.chased.extend(more);
    verdict.capped |= verdict.scene.effort.capped;
    if !verdict.chased.is_empty() {
        if exception::holds_the_draw(&mut verdict.scene, &verdict.chased) {
            verdict.excused = true;
            verdict.clauses.push(Clause::HoldsDraw);
            return verdict;
        }
        verdict.label = Label::Chase;
        chase_clauses(&mut verdict, offered);
        return verdict;
    }
    if !verdict.excluded.is_empty() {
        verdict.label = Label::Exchange;
        verdict.clauses.push(Clause::Exchange);
        verdict.clauses.push(if left_out != 0 {
            Clause::TouchedProtected
        } else {
            Clause::Offers
        });
    } else if block::blocks_a_kill(&mut verdict.scene) {
        verdict.label = Label::Block;
        verdict.clauses.push(Clause::Block);
    } else {
        verdict.clauses.push(Clause::Idle);
    }
    verdict
}

/// 杀: a mating series exists, and after an answer to a check it is a new one (26.1.2, 26.3).
fn kills(verdict: &mut Verdict) -> bool {
    let scene = &verdict.scene;
    // A piece that offers itself may not take what it offers to exchange, unless the opponent
    // would be mated for accepting (26.10).
    let left_out: Vec<Ply> = verdict
        .offers
        .iter()
        .filter(|offer| !offer.accepting_is_mated())
        .map(|offer| offer.taking)
        .collect();
    let cap = scene.effort.kill_cap();
    let mut search = kill::Search::new(&scene.after.arena, scene.side, &left_out, cap);
    let found = search.first_moves(kill::DEPTH);
    verdict.capped |= found.capped;
    verdict.scene.effort.spend(search.nodes, false);
    let scene = &verdict.scene;
    let mut first = found.first;
    if scene.answered != 0 && !first.is_empty() {
        let mut before = kill::Search::new(&scene.before.arena, scene.side, &left_out, cap);
        first.retain(|&ply| !before.repeats(ply, kill::DEPTH));
    }
    let Some(&ply) = first.first() else {
        return false;
    };
    verdict.kill = search.line(ply, kill::DEPTH);
    true
}

fn chase_clauses(verdict: &mut Verdict, offered: u32) {
    use super::arena::Kind;
    verdict.clauses.push(Clause::Chase);
    let mover = verdict.scene.ply.id;
    if matches!(
        verdict.scene.after.arena.kind(mover),
        Kind::General | Kind::Soldier
    ) {
        verdict.clauses.push(Clause::HumbleOpens);
    }
    if verdict.scene.answered != 0 {
        verdict.clauses.push(Clause::AnswersCheck);
    }
    if verdict.chased.iter().all(|chase| chase.gain == EQUAL) {
        verdict.clauses.push(Clause::EqualExchange);
    } else if verdict.chased.iter().all(|chase| chase.gain < WEAK) {
        verdict.clauses.push(Clause::Soldiers);
    }
    if offered != 0 {
        verdict.clauses.push(Clause::Offers);
    }
    if verdict.offers.iter().any(Offer::stands) {
        verdict.clauses.push(Clause::Heaviest);
    }
}

impl Verdict {
    /// The pieces chased, as numbers; a fork has none.
    pub(super) fn victims(&self) -> impl Iterator<Item = Id> + '_ {
        self.chased
            .iter()
            .map(|chase| chase.victim)
            .filter(|&id| id != NONE)
    }
}
