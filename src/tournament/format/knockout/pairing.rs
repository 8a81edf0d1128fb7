//! The next session of a knock-out: the games that can be played now.
use super::progress::{Bracket, MatchState, MatchStatus, Seat, bracket};
use super::{lots_seed, tie};
use crate::tournament::event_file::Fault;
use crate::tournament::format::paired::{
    PairReason, PairedGame, PairedRound, PairingError, Warning,
};
use crate::tournament::model::{Event, GameResult, Number};
use crate::tournament::regulations::TieStep;

/// The next round of the stage: first the games that tied matches still need, and when there are
/// none every match whose two sides are known. A round of the stage is therefore a session; which
/// round of the bracket a game belongs to is said by its match.
///
/// # Errors
/// [`PairingError::Waiting`] while a game is open, [`PairingError::Finished`] at the end,
/// [`PairingError::Invalid`] where recorded games contradict the bracket or lots cannot be drawn.
pub fn pair_next(event: &Event, stage: usize) -> Result<PairedRound, PairingError> {
    let bracket = bracket(event, stage)?;
    if !bracket.conflicts.is_empty() {
        return Err(PairingError::Invalid(bracket.conflicts));
    }
    let with = |status: MatchStatus| bracket.matches.iter().filter(move |m| m.status == status);
    let open: Vec<String> = with(MatchStatus::Playing).map(|m| m.code.clone()).collect();
    if !open.is_empty() {
        return Err(PairingError::Waiting { open });
    }
    if let Some(m) = with(MatchStatus::LotsNeeded).next() {
        return Err(PairingError::Invalid(vec![Fault {
            pointer: format!("/stages/{stage}/regulations/lots_seed"),
            en: format!(
                "match {} is decided by lots: a seed to draw from, or a recorded decision, is needed",
                m.code
            ),
            zh: format!("场次 {} 须抽签决定: 请给出抽签种子或记录抽签结果", m.code),
        }]));
    }
    let more: Vec<&MatchState> = with(MatchStatus::MoreGames).collect();
    let session = if more.is_empty() {
        with(MatchStatus::Ready).collect()
    } else {
        more
    };
    let number = event.stages[stage].rounds.len() as u32 + 1;
    if session.is_empty() {
        return Err(PairingError::Finished { rounds: number - 1 });
    }
    let mut colours = Colours::new(event, stage);
    let mut round = PairedRound {
        round: number,
        rests: if number == 1 {
            first_round_byes(&bracket)
        } else {
            Vec::new()
        },
        ..PairedRound::default()
    };
    for (i, m) in session.into_iter().enumerate() {
        games_of(event, stage, m, i as u32 + 1, &mut colours, &mut round);
    }
    if colours.substituted {
        round.warnings.push(Warning::new(
            "colours_not_drawn",
            "没有登记抽签种子(lots_seed), 先后走由名单推定而非抽签; 可改, 或先抽签(12.4)",
            "no seed (lots_seed) is recorded: colours follow from the list of entries and were not drawn; change them or draw first (12.4)",
        ));
    }
    Ok(round)
}

fn first_round_byes(bracket: &Bracket) -> Vec<Number> {
    bracket
        .matches
        .iter()
        .filter(|m| m.round == 1 && m.status == MatchStatus::Decided)
        .filter_map(|m| match (m.a.seat, m.b.seat) {
            (Seat::Entry(n), Seat::Bye) | (Seat::Bye, Seat::Entry(n)) => Some(n),
            _ => None,
        })
        .collect()
}

/// The games one match needs next.
fn games_of(
    event: &Event,
    stage: usize,
    m: &MatchState,
    table: u32,
    colours: &mut Colours<'_>,
    round: &mut PairedRound,
) {
    let (Some(a), Some(b), Some((step, games))) = (m.a.seat.number(), m.b.seat.number(), m.needed)
    else {
        return;
    };
    let left = |n: Number| {
        event
            .last_round_taken_part_in(stage, n)
            .is_some_and(|last| last < round.round)
    };
    let (a_left, b_left) = (left(a), left(b));
    for k in 0..games {
        let (a_is_red, colour_reason) = colours.of(m, a, k);
        let (red, black) = if a_is_red { (a, b) } else { (b, a) };
        let (red_left, black_left) = if a_is_red {
            (a_left, b_left)
        } else {
            (b_left, a_left)
        };
        let result = match (red_left, black_left) {
            (false, false) => None,
            (true, false) => Some(GameResult::RedForfeit),
            (false, true) => Some(GameResult::BlackForfeit),
            (true, true) => Some(GameResult::DoubleForfeit),
        };
        let mut reasons = vec![
            PairReason::new(
                "bracket",
                "附录三",
                format!("{}, 场次 {}", m.title_zh, m.code),
                format!("{}, match {}", m.title_en, m.code),
            ),
            colour_reason,
        ];
        reasons.extend(step.map(step_reason));
        if result.is_some() {
            reasons.push(PairReason::new(
                "withdrawn",
                "19",
                "对手已退出比赛, 作弃权",
                "the opponent has left the event: a forfeit",
            ));
        }
        round.games.push(PairedGame {
            table,
            red,
            black,
            game: k + 1,
            match_code: Some(m.code.clone()),
            tie_step: step,
            result,
            boards: Vec::new(),
            reasons,
        });
    }
}

fn step_reason(step: TieStep) -> PairReason {
    let (code, zh, en) = match step {
        TieStep::TwoGames => ("two_games", "加赛两局", "two further games"),
        TieStep::Rapid => ("rapid", "加赛快棋", "a rapid game"),
        TieStep::Blitz => ("blitz", "加赛超快棋", "a blitz game"),
        TieStep::ExtraGame => (
            "extra_game",
            "加赛附加局, 和棋黑胜",
            "an extra game in which a draw is a Black win",
        ),
        TieStep::Lots => ("lots", "抽签", "lots"),
    };
    let mut reason = PairReason::new(code, "附录三", zh, en);
    reason.data = tie::time_control(Some(step), &Default::default())
        .and_then(|control| serde_json::to_value(control).ok());
    reason
}

/// Colours of a match: the first game by lot, every further one exchanged (12.4; appendix 3, note 4).
struct Colours<'a> {
    event: &'a Event,
    stage: usize,
    substituted: bool,
}

impl<'a> Colours<'a> {
    const fn new(event: &'a Event, stage: usize) -> Colours<'a> {
        Colours {
            event,
            stage,
            substituted: false,
        }
    }

    /// Whether side a has red in the k-th (from 0) of the games to be paired now.
    fn of(&mut self, m: &MatchState, a: Number, k: u32) -> (bool, PairReason) {
        if let Some(last) = m.games.last() {
            let a_had_red = last.red == a;
            return (a_had_red == (k % 2 == 1), exchanged());
        }
        let seed = lots_seed::recorded(&self.event.regulations(self.stage));
        self.substituted |= seed.is_none();
        let by_lot = seed.is_some();
        let seed = seed.unwrap_or_else(|| lots_seed::substitute(self.event, self.stage));
        let purpose = format!("colours/{}/{}", self.stage + 1, m.code);
        let first = seed.derive(&purpose).sequence().coin();
        if k > 0 {
            return (first == k.is_multiple_of(2), exchanged());
        }
        let reason = if by_lot {
            PairReason::new(
                "colours_by_lot",
                "12.4",
                "首局抽签决定先后走",
                "colours of the first game by lot",
            )
        } else {
            PairReason::new(
                "colours_substituted",
                "12.4",
                "未抽签, 先后走由名单推定",
                "no lots were drawn: colours follow from the list of entries",
            )
        };
        (first, reason)
    }
}

fn exchanged() -> PairReason {
    PairReason::new(
        "colours_exchanged",
        "12.4",
        "与上局互换先后走",
        "colours exchanged after the game before",
    )
}
