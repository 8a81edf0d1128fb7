//! Changes the pairing of a draft by hand: the whole of it, or by wishes around which the rest is
//! paired; compared with the engine's pairing, the difference recorded with the round.
use super::{RoundChanged, facts, find, pair, warn};
use crate::open;
use crate::service::check::Faults;
use crate::service::command::Seen;
use crate::service::views::RoundView;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::store::{entries, rounds};
use crate::tournament::dossier::RoundState;
use crate::tournament::event_file::{self, Fault};
use crate::tournament::format::PairedRound;
use crate::tournament::format::swiss::hand::{self, ByHand, FixedGame, HandError, Wishes};
use crate::tournament::format::swiss::{bridge, feasibility, state};
use crate::tournament::model::{Event, Format, Game, Number, Round};
use crate::tournament::teams::{LineUps, boards_of, with_boards};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// A pairing changed by hand: either the whole of it in `games` and `byes`, or, in a Swiss, what is
/// wished of it in `fix`, `forbid`, `bye` and `swap`.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HandPairing {
    /// Who meets whom: the whole round.
    pub games: Option<Vec<HandGame>>,
    /// Swiss: who has the bye; with `games`.
    pub byes: Vec<Number>,
    /// Games that stand; the rest is paired around them.
    pub fix: Vec<FixedGame>,
    /// Pairs that shall not be in this round.
    pub forbid: Vec<[Number; 2]>,
    /// Who has the bye; the rest is paired without him.
    pub bye: Option<Number>,
    /// Afterwards these change places (opponent, colour, bye); alone, in the draft as it stands.
    pub swap: Vec<[Number; 2]>,
    /// Why; recorded.
    pub reason: Option<String>,
}

/// One game of a pairing made by hand.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandGame {
    /// Table; its place in the list when absent.
    #[serde(default)]
    pub table: Option<u32>,
    /// Number with red.
    pub red: Number,
    /// Number with black.
    pub black: Number,
    /// Which game of several between the two.
    #[serde(default)]
    pub game: Option<u32>,
    /// The match of a bracket.
    #[serde(default, rename = "match")]
    pub match_code: Option<String>,
}

/// Changes the pairing of a draft.
///
/// # Errors
/// Faults of the wish; somebody twice, missing or not playing (`paired_twice`, `left_out`,
/// `not_playing` …); `infeasible` where the rest cannot be paired; `not_a_draft`; and those of every
/// command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    seen: Seen,
    wish: HandPairing,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::ManageRounds, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (stage, before) = find(&command, &dossier, place, Seen::Unsaid)?;
    command.expect(seen, before.version)?;
    if before.state != RoundState::Draft {
        return Err(Error::refused(
            "not_a_draft",
            "该轮已公布, 不能再改编排",
            "this round is published: its pairing is fixed",
        ));
    }
    let swiss = stage.stage.format == Format::Swiss;
    wish.check(swiss)?;
    let event = dossier.event();
    let (s, r) = (place.0 as usize - 1, place.1 as usize - 1);
    let (round, mut pairing) = if swiss {
        let draft = before.full();
        let wish = wish.clone();
        // A large field is paired beside the runtime, under the tournament's lock.
        tokio::task::spawn_blocking(move || of_swiss(event, (s, r), draft, &wish))
            .await
            .map_err(|e| Error::Fault(format!("pairing failed: {e}")))??
    } else {
        let round = whole(&event, (s, r), before.full(), &wish)?;
        let mut changed = event;
        changed.stages[s].rounds[r] = round.clone();
        let warnings = json!(warn::about(&changed, s, r));
        let pairing = pair::by_hand(before.pairing.as_deref(), &warnings);
        (round, pairing)
    };
    pairing["paired_at_revision"] = json!(dossier.revision);
    let mut after = facts::draft(round, pairing);
    after.id = before.id;
    after.version = before.version + 1;
    let ids = entries::ids_by_number(command.conn(), tournament).await?;
    let now = command.now();
    rounds::replace_pairings(command.conn(), tournament, &after, &ids, now).await?;
    command.draft(json!({"before": {"round": before.full()}, "after": {"round": after.full()}}));
    let answer = RoundChanged {
        round: RoundView::new(&dossier, place.0, &after).explained(&after),
        revision: command.revision(),
    };
    let reply = Reply::changed(after.version, &answer)?;
    let subject = json!({"stage": place.0, "round": place.1});
    command
        .finish("round.repair", subject, wish.reason, reply)
        .await
}

impl HandPairing {
    /// Whether it asks for one thing or the other, and only for what the format has.
    fn check(&self, swiss: bool) -> Result<()> {
        let mut faults = Faults::default();
        let wishes = [
            ("/fix", !self.fix.is_empty()),
            ("/forbid", !self.forbid.is_empty()),
            ("/bye", self.bye.is_some()),
            ("/swap", !self.swap.is_empty()),
        ];
        let asked = wishes.iter().filter(|w| w.1);
        for (pointer, _) in asked.clone() {
            if !swiss {
                faults.add(*pointer, "仅用于积分编排制", "is for a Swiss only");
            } else if self.games.is_some() {
                faults.add(
                    *pointer,
                    "不能与 games 同用",
                    "cannot be given together with games",
                );
            }
        }
        if self.games.is_none() {
            if asked.count() == 0 {
                faults.add(
                    "/games",
                    "须给出 games, 或 fix、forbid、bye、swap 之一",
                    "give games, or one of fix, forbid, bye, swap",
                );
            }
            if !self.byes.is_empty() {
                faults.add("/byes", "须与 games 同用", "goes together with games");
            }
        }
        faults.length("/reason", self.reason.as_deref(), 1000);
        faults.done()
    }

    /// Where in the wish a number stands the last time.
    fn pointer_to(&self, number: Number) -> String {
        let games = self.games.iter().flatten().enumerate();
        let games = games.flat_map(|(k, g)| {
            [
                (g.red, format!("/games/{k}/red")),
                (g.black, format!("/games/{k}/black")),
            ]
        });
        let byes = self.byes.iter().enumerate();
        let byes = byes.map(|(k, &n)| (n, format!("/byes/{k}")));
        let fix = self.fix.iter().enumerate().flat_map(|(k, g)| {
            [
                (g.red, format!("/fix/{k}/red")),
                (g.black, format!("/fix/{k}/black")),
            ]
        });
        let pairs = |name: &'static str, list: &[[Number; 2]]| {
            let places: Vec<(Number, String)> = list
                .iter()
                .enumerate()
                .flat_map(|(k, pair)| {
                    (0..2).map(move |side| (pair[side], format!("/{name}/{k}/{side}")))
                })
                .collect();
            places
        };
        games
            .chain(byes)
            .chain(fix)
            .chain(pairs("forbid", &self.forbid))
            .chain(self.bye.map(|n| (n, "/bye".to_owned())))
            .chain(pairs("swap", &self.swap))
            .filter(|(n, _)| *n == number)
            .last()
            .map_or_else(|| "/games".to_owned(), |(_, pointer)| pointer)
    }
}

/// The whole round as it is given, with its faults.
fn whole(event: &Event, (s, r): (usize, usize), draft: Round, wish: &HandPairing) -> Result<Round> {
    let mut round = draft;
    round.byes = wish.byes.clone();
    round.games = wish
        .games
        .iter()
        .flatten()
        .zip(1..)
        .map(|(g, table)| Game {
            table: g.table.unwrap_or(table),
            red: g.red,
            black: g.black,
            game: g.game.unwrap_or(1),
            match_code: g.match_code.clone(),
            ..Game::default()
        })
        .collect();
    for game in &mut round.games {
        let known = boards_of(event, (s, round.number), game, &LineUps::default(), false);
        game.boards = known.unwrap_or_default();
    }
    round.by_hand = Some(ByHand {
        reason: wish.reason.clone(),
        deviations: Vec::new(),
    });
    let mut event = event.clone();
    event.stages[s].rounds[r] = round.clone();
    let prefix = format!("/stages/{s}/rounds/{r}");
    let faults = event_file::check(&event).into_iter().filter_map(|mut f| {
        f.pointer = f.pointer.strip_prefix(&prefix)?.to_owned();
        Some(f)
    });
    Faults(faults.collect()).done()?;
    Ok(round)
}

/// A Swiss round after the changes, and what is stored of how it came about.
fn of_swiss(
    mut event: Event,
    (s, r): (usize, usize),
    draft: Round,
    wish: &HandPairing,
) -> Result<(Round, Value)> {
    let number = draft.number;
    let as_hand = |round: &Round| hand::HandPairing {
        games: round
            .games
            .iter()
            .filter(|g| g.game == 1)
            .map(|g| hand::HandGame {
                table: g.table,
                red: g.red,
                black: g.black,
            })
            .collect(),
        byes: round.byes.clone(),
    };
    let swaps: Vec<(Number, Number)> = wish.swap.iter().map(|p| (p[0], p[1])).collect();
    let compared = if wish.games.is_some() {
        let round = whole(&event, (s, r), draft.clone(), wish)?;
        hand::compare_hand_pairing(&event, s, number, &as_hand(&round))
    } else if wish.fix.is_empty() && wish.forbid.is_empty() && wish.bye.is_none() {
        hand::swapped(&event, s, number, as_hand(&draft), &swaps)
    } else {
        let wishes = Wishes {
            fix: wish.fix.clone(),
            forbid: wish.forbid.iter().map(|p| (p[0], p[1])).collect(),
            bye: wish.bye,
            swap: swaps,
        };
        hand::arrange(&event, s, number, &wishes)
    };
    let compared = compared.map_err(|error| refusal(&error, wish))?;
    let games = event.regulations(s).games_per_pairing;
    let mut paired = with_boards(&event, s, bridge::common(&compared.pairing, games));
    let state = state::before_round(&event, s, number)
        .map_err(|error| refusal(&HandError::Pairing(error), wish))?;
    paired.feasibility = feasibility::after(&state, &compared.pairing);
    let round = Round {
        games: games_of(&paired),
        byes: paired.byes.clone(),
        by_hand: (!compared.deviations.is_empty()).then(|| ByHand {
            reason: wish.reason.clone(),
            deviations: compared.deviations.clone(),
        }),
        ..draft
    };
    event.stages[s].rounds[r] = round.clone();
    paired.warnings = warn::about(&event, s, r);
    let mut pairing = serde_json::to_value(&paired)?;
    pairing["by_hand"] = json!(true);
    pairing["deviations"] = json!(compared.deviations);
    pairing["engine"] = match &compared.engine {
        Some(engine) => serde_json::to_value(bridge::common(engine, games))?,
        None => Value::Null,
    };
    Ok((round, pairing))
}

fn games_of(paired: &PairedRound) -> Vec<Game> {
    paired.to_round().games
}

/// What may never be (principle 3), or cannot.
fn refusal(error: &HandError, wish: &HandPairing) -> Error {
    let mut refusal = Refusal::new(error.code(), error.zh(), error.en()).clause(error.clause());
    let numbers = error.numbers();
    refusal.faults = match error {
        HandError::Pairing(_) | HandError::Missing { .. } => numbers
            .iter()
            .map(|n| Fault {
                pointer: format!("/{}/{n}", error.code()),
                en: format!("number {n}"),
                zh: format!("序号 {n}"),
            })
            .collect(),
        HandError::Byes => return Error::AgainstRules(refusal.at("/bye")),
        HandError::Table { table } => {
            let at = wish.fix.iter().rposition(|g| g.table == Some(*table));
            let pointer = at.map_or("/games".to_owned(), |k| format!("/fix/{k}/table"));
            return Error::AgainstRules(refusal.at(pointer));
        }
        _ => {
            let pointer = numbers.first().map(|&n| wish.pointer_to(n));
            return Error::AgainstRules(refusal.at(pointer.unwrap_or_default()));
        }
    };
    Error::AgainstRules(refusal)
}
