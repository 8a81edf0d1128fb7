//! Brings in a whole tournament from an event file: as a new one, or into one that is still empty.
use super::bounds;
use crate::open;
use crate::service::games::journal::{BEFORE, Journal, phase};
use crate::service::games::play;
use crate::service::games::signed::confirms;
use crate::service::rounds::facts::game;
use crate::service::views::TournamentView;
use crate::service::{Answer, Caller, Command, Error, Office, Permission, Reply, Result, check};
use crate::store::games::Confirmation;
use crate::store::log::Logged;
use crate::store::rounds::rfc3339;
use crate::store::{entries, facts, games, log, rounds, shape, stages, tournaments};
use crate::tournament::conduct::kept::MatchSignature;
use crate::tournament::conduct::{Entry, KeptLog};
use crate::tournament::dossier::{
    Change, EntryFacts, Frame, GameFacts, GameState, RoundFacts, RoundState, StageFacts, Status,
};
use crate::tournament::event_file::{self, EventFileError, Fault};
use crate::tournament::model::{Event, Game, Stage};
use crate::tournament::regulations::Regulations;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// What came in.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Imported {
    /// The tournament.
    #[serde(flatten)]
    pub tournament: TournamentView,
    /// Entries.
    pub entries: u32,
    /// Stages.
    pub stages: u32,
    /// Rounds.
    pub rounds: u32,
    /// Games.
    pub games: u32,
}

/// Makes a tournament from an event file.
///
/// # Errors
/// Faults of the file by pointer, illegal moves included; those of every command.
pub async fn as_new(
    office: &Office,
    caller: &Caller,
    file: &[u8],
    dry_run: bool,
) -> Result<Answer> {
    let id = Uuid::now_v7();
    let empty = Frame {
        version: 1,
        status: Status::Scheduled,
        tournament: Default::default(),
    };
    let mut command = open!(office.on_new_tournament(caller, id, empty).await?);
    let event = read(file).await?;
    let frame = Frame {
        version: 1,
        status: status(&event),
        tournament: event.tournament.clone(),
    };
    let now = command.now();
    tournaments::insert(command.conn(), id, &frame, now).await?;
    let whole = Box::new(frame.clone());
    command.public(Change::Frame {
        before: whole.clone(),
        after: whole,
    });
    let imported = fill(&mut command, id, frame, event).await?;
    if dry_run {
        return Answer::unsaved(&imported);
    }
    let reply = Reply::created(format!("/tournaments/{id}"), 1, &imported)?;
    command
        .finish("tournament.import", json!({"tournament": id}), None, reply)
        .await
}

/// Fills an empty tournament from an event file.
///
/// # Errors
/// `not_empty`; as [`as_new`].
pub async fn into_empty(
    office: &Office,
    caller: &Caller,
    id: Uuid,
    file: &[u8],
    dry_run: bool,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::EditTournament, id)
            .await?
    );
    let event = read(file).await?;
    let dossier = command.dossier().await?;
    if !dossier.entries.is_empty() || !dossier.stages.is_empty() {
        return Err(Error::refused(
            "not_empty",
            "只能导入到尚无参赛者与阶段的赛事",
            "only a tournament without entries and stages can be filled from a file",
        ));
    }
    let frame = Frame {
        version: dossier.frame.version + 1,
        status: status(&event),
        tournament: event.tournament.clone(),
    };
    tournaments::update(command.conn(), id, &frame).await?;
    command.public(Change::Frame {
        before: Box::new(dossier.frame),
        after: Box::new(frame.clone()),
    });
    let version = frame.version;
    let imported = fill(&mut command, id, frame, event).await?;
    if dry_run {
        return Answer::unsaved(&imported);
    }
    let reply = Reply::changed(version, &imported)?;
    command
        .finish("tournament.import", json!({"tournament": id}), None, reply)
        .await
}

/// A file with rounds is a tournament under way.
fn status(event: &Event) -> Status {
    if event.stages.iter().any(|s| !s.rounds.is_empty()) {
        Status::Running
    } else {
        Status::Scheduled
    }
}

/// Reads a file and checks all of it, beside the runtime: every move is played again.
async fn read(file: &[u8]) -> Result<Event> {
    let file = file.to_vec();
    tokio::task::spawn_blocking(move || whole(&file))
        .await
        .map_err(|e| Error::Fault(format!("reading a file failed: {e}")))?
}

fn whole(file: &[u8]) -> Result<Event> {
    no_nul(file)?;
    let mut event = event_file::parse(file).map_err(|error| match error {
        EventFileError::Shape(message) => Error::invalid(
            "",
            format!("不是 {} 文件: {message}", event_file::FORMAT),
            format!("not a {} file: {message}", event_file::FORMAT),
        ),
        EventFileError::Content(faults) => Error::Invalid(faults),
    })?;
    let mut faults = check::Faults(event_file::check(&event));
    check::frame_values(&mut faults, "/tournament", &event.tournament);
    faults.0.extend(bounds::faults(&event).0);
    faults.done()?;
    let faults = moves(&mut event);
    if faults.is_empty() {
        Ok(event)
    } else {
        Err(Error::Invalid(faults))
    }
}

/// Refuses a file with a NUL in any of its texts, which PostgreSQL cannot keep.
fn no_nul(file: &[u8]) -> Result<()> {
    // JSON has a NUL only as an escape; a file without one need not be read twice.
    if !file.windows(6).any(|bytes| bytes == br"\u0000") {
        return Ok(());
    }
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    // What is no JSON is told by the reader of event files.
    let Ok(raw) = serde_json::from_slice(file) else {
        return Ok(());
    };
    check::no_nul(&raw).done()
}

/// Holds every move against the rules and writes it as it is kept; the faults by pointer.
fn moves(event: &mut Event) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (s, stage) in event.stages.iter_mut().enumerate() {
        for (r, round) in stage.rounds.iter_mut().enumerate() {
            for (g, game) in round.games.iter_mut().enumerate() {
                let pointer = format!("/stages/{s}/rounds/{r}/games/{g}");
                let mut check = |fen: Option<&str>, moves: &mut Vec<String>, at: String| {
                    if moves.is_empty() && fen.is_none() {
                        return;
                    }
                    let played = play::start(fen)
                        .and_then(|p| play::extend(p, moves, &format!("{at}/moves"), 0));
                    match played {
                        Ok((_, kept)) => *moves = kept,
                        Err(Error::Invalid(found)) => {
                            faults.extend(found.into_iter().map(|mut f| {
                                if f.pointer == "/fen" {
                                    f.pointer = format!("{at}/fen");
                                }
                                f
                            }));
                        }
                        Err(Error::AgainstRules(refusal)) => faults.extend(refusal.faults),
                        Err(_) => {}
                    }
                };
                check(game.fen.as_deref(), &mut game.moves, pointer.clone());
                for (b, board) in game.boards.iter_mut().enumerate() {
                    check(None, &mut board.moves, format!("{pointer}/boards/{b}"));
                }
            }
        }
    }
    faults
}

/// What a file carries of the conduct of one game: its logs by board, and the signatures of a match.
struct Conduct {
    logs: Vec<(u32, KeptLog)>,
    signatures: Vec<MatchSignature>,
}

/// A game as it is kept, and apart from it what its file says of its conduct.
fn apart(mut facts: Game) -> (GameFacts, Conduct) {
    let mut logs: Vec<(u32, KeptLog)> = Vec::new();
    logs.extend(facts.log.take().map(|log| (0, *log)));
    for board in &mut facts.boards {
        logs.extend(board.log.take().map(|log| (board.board, *log)));
    }
    let signatures = std::mem::take(&mut facts.signatures);
    let mut facts = game(facts);
    let own = logs.iter().find(|(board, _)| *board == 0);
    // The file was checked: its log replays.
    if let Some(state) = own.and_then(|(_, log)| log.state("").ok()) {
        facts.state = phase(state.public_phase());
    }
    let signed: Vec<_> = signatures.iter().map(|s| (s.signature, s.agree)).collect();
    if !facts.is_open() && confirms(&signed) {
        facts.state = GameState::Confirmed;
    }
    (facts, Conduct { logs, signatures })
}

async fn keep(
    command: &mut Command,
    facts: &GameFacts,
    conduct: Conduct,
    regulations: &Regulations,
) -> Result<()> {
    let (game, revision, now) = (facts.id, command.revision(), command.now());
    for (board, kept) in conduct.logs {
        log::fix_settings(command.conn(), game, board, &kept.settings).await?;
        let named = |entry: Entry| {
            let name = entry.by.id.clone();
            (entry, name.unwrap_or_else(|| BEFORE.to_owned()))
        };
        let entries: Vec<_> = kept.entries.into_iter().map(named).collect();
        log::append(command.conn(), game, board, 0, &entries, revision).await?;
        // The result of a single game that waits for its second person waits on.
        if board > 0 {
            continue;
        }
        let settings = Some(kept.settings);
        let logged = entries.into_iter().map(|(entry, name)| Logged {
            entry,
            name,
            revision,
        });
        let logged = logged.collect();
        let journal = Journal::of(&facts.game, board, regulations, settings, logged, now)?;
        if let Some(proposed) = journal.proposed() {
            let proposed = serde_json::to_value(proposed)?;
            games::update(command.conn(), facts, facts, Some(&proposed), now).await?;
        }
    }
    for said in conduct.signatures {
        let confirmation = Confirmation {
            role: shape::name(said.signature)?,
            agrees: said.agree,
            note: said.note,
            by_key: None,
            by_name: said.by,
            at: said.at,
        };
        games::confirm(command.conn(), game, &confirmation).await?;
    }
    Ok(())
}

async fn fill(command: &mut Command, id: Uuid, frame: Frame, event: Event) -> Result<Imported> {
    let now = command.now();
    for entry in &event.entries {
        let facts = EntryFacts {
            id: Uuid::now_v7(),
            version: 1,
            player_id: None,
            entry: entry.clone(),
        };
        entries::insert(command.conn(), id, &facts, now).await?;
    }
    let ids = entries::ids_by_number(command.conn(), id).await?;
    for (stage, number) in event.stages.iter().zip(1..) {
        let facts = StageFacts {
            id: Uuid::now_v7(),
            version: 1,
            stage: Stage {
                rounds: Vec::new(),
                ..stage.clone()
            },
            rounds: Vec::new(),
        };
        stages::insert(command.conn(), id, number, &facts, now).await?;
        for round in &stage.rounds {
            let mut round = round.clone();
            let (games, conduct): (Vec<_>, Vec<_>) = std::mem::take(&mut round.games)
                .into_iter()
                .map(apart)
                .unzip();
            let open = games.iter().any(|g| g.is_open());
            let round = RoundFacts {
                id: Uuid::now_v7(),
                version: 1,
                state: if open {
                    RoundState::Published
                } else {
                    RoundState::Locked
                },
                published_at: Some(rfc3339(now)),
                round,
                pairing: None,
                games,
            };
            rounds::insert(command.conn(), id, facts.id, &round, &ids, now).await?;
            let regulations = Regulations::resolve(&frame.tournament, Some(&stage.regulations));
            for (game, conduct) in round.games.iter().zip(conduct) {
                keep(command, game, conduct, &regulations).await?;
            }
        }
    }
    for lots in &event.draws {
        stages::insert_draw(command.conn(), id, lots, now).await?;
    }
    // What was stored is what is told: the changes come from reading it back.
    let dossier = facts::load(command.conn(), id)
        .await?
        .ok_or(Error::NotFound)?;
    command.public(Change::Entries {
        before: Vec::new(),
        after: dossier.entries.clone(),
    });
    for stage in &dossier.stages {
        let settings = Some(Box::new(stage.settings()));
        command.public(Change::Stage {
            before: None,
            after: settings,
        });
        for round in &stage.rounds {
            let after = Some(Box::new(round.clone()));
            command.public(Change::Round {
                stage: stage.id,
                before: None,
                after,
            });
        }
    }
    for lots in &dossier.draws {
        command.public(Change::Draw {
            draw: Box::new(lots.clone()),
        });
    }
    let count = |f: fn(&RoundFacts) -> usize| {
        dossier
            .stages
            .iter()
            .flat_map(|s| &s.rounds)
            .map(f)
            .sum::<usize>() as u32
    };
    Ok(Imported {
        tournament: TournamentView::new(id, command.revision(), &frame),
        entries: dossier.entries.len() as u32,
        stages: dossier.stages.len() as u32,
        rounds: count(|_| 1),
        games: count(|r| r.games.len()),
    })
}
