//! A team's roster: checked when it is handed in, its changes after the start recorded (11.1, 11.2).
use super::now_playing;
use crate::service::check::Faults;
use crate::service::command::Command;
use crate::service::{Error, Refusal, Result};
use crate::tournament::dossier::{Dossier, EntryFacts, RoundState, Status};
use crate::tournament::model::{Entry, Kind, Member, MemberRef, Number, Tournament};
use crate::tournament::regulations::Regulations;
use crate::tournament::teams::roster::{self, RosterChange};
use std::collections::BTreeSet;

/// Everything wrong with a roster: names, captain, how many there are, the order by rating where the
/// level of the event asks for it (11.1).
pub fn faults(faults: &mut Faults, tournament: &Tournament, members: &[Member]) {
    if tournament.kind == Kind::Individual {
        if !members.is_empty() {
            faults.add(
                "/members",
                "只有团体赛才有队员名单",
                "only a team event has rosters",
            );
        }
        return;
    }
    if members.len() > 64 {
        faults.add("/members", "至多 64 名队员", "at most 64 members");
    }
    for (i, member) in members.iter().enumerate() {
        faults.length(&format!("/members/{i}/name"), Some(&member.name), 200);
        faults.length(&format!("/members/{i}/title"), member.title.as_deref(), 100);
        let rating = member.rating.map(i64::from);
        faults.range(&format!("/members/{i}/rating"), rating, 0, 10_000);
    }
    let team = Entry {
        members: members.to_vec(),
        ..Entry::default()
    };
    let regulations = Regulations::resolve(tournament, None);
    faults.0.extend(roster::check(&team, &regulations));
}

/// Records a change of a roster after the start: the members before it, and until which round they
/// played. Whoever has played keeps his place, because boards on record name players by it.
///
/// # Errors
/// `roster_place_played`, and those of the database.
pub(crate) async fn record(
    command: &mut Command,
    before: &EntryFacts,
    after: &mut EntryFacts,
    reason: Option<&str>,
) -> Result<()> {
    let frame = &command.tournament()?.frame;
    let started = frame.status != Status::Scheduled;
    if before.entry.members == after.entry.members
        || !started
        || frame.tournament.kind != Kind::Team
    {
        return Ok(());
    }
    let dossier = command.dossier().await?;
    let played = played(&dossier, before.entry.number);
    let faults = roster::change_faults(&before.entry, &after.entry, &played);
    if !faults.is_empty() {
        let mut refusal = Refusal::new(
            "roster_place_played",
            "已出场队员的次序不能改动",
            "members who have played keep their places",
        );
        refusal.faults = faults;
        return Err(Error::Refused(refusal));
    }
    let (stage, after_round) = now_playing(&dossier);
    after.entry.roster_changes.push(RosterChange {
        stage,
        after_round,
        before: before.entry.members.clone(),
        note: reason.map(str::to_owned),
    });
    Ok(())
}

/// The places of a team's roster that sit at a board of a published round.
fn played(dossier: &Dossier, team: Number) -> BTreeSet<u32> {
    let rounds = dossier.stages.iter().flat_map(|s| &s.rounds);
    let out = rounds.filter(|r| r.state != RoundState::Draft);
    let games = out.flat_map(|r| &r.games).map(|g| &g.game);
    let mut places = BTreeSet::new();
    for game in games.filter(|g| g.opponent_of(team).is_some()) {
        for board in &game.boards {
            let has_red = board.red_team_has_red() == (game.red == team);
            if let Some(MemberRef::Place(place)) = if has_red { &board.red } else { &board.black } {
                places.insert(*place);
            }
        }
    }
    places
}
