//! Draws the order of the players in every match of a round (11.3 of edition B).
use super::{MatchesChanged, deadline, kept_of, opened, placed, waits};
use crate::open;
use crate::service::command::Seen;
use crate::service::games::save;
use crate::service::rounds::find;
use crate::service::stages::draw::fresh_seed;
use crate::service::{Answer, Caller, Error, Office, Permission, Refusal, Reply, Result};
use crate::store::rounds::rfc3339;
use crate::store::stages;
use crate::tournament::dossier::Change;
use crate::tournament::lots::Seed;
use crate::tournament::teams::drawn::drawn;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// How to draw.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OrderDrawWish {
    /// The seed, 64 hexadecimal digits; from the operating system when absent.
    pub seed: Option<Seed>,
}

/// Draws the order of both teams in every match of a round that waits for its line-ups.
///
/// # Errors
/// `not_drawn` where the regulations or the edition know no drawn order, `lineups_handed_in` where a
/// team has handed in its own, and those of every command.
pub async fn run(
    office: &Office,
    caller: &Caller,
    tournament: Uuid,
    place: (u32, u32),
    wish: OrderDrawWish,
) -> Result<Answer> {
    let mut command = open!(
        office
            .on_tournament(caller, Permission::Draw, tournament)
            .await?
    );
    let dossier = command.dossier().await?;
    let (_, round) = find(&command, &dossier, place, Seen::Unsaid)?;
    deadline::published(round.state)?;
    let event = dossier.event();
    let regulations = event.regulations(place.0 as usize - 1);
    let kept = kept_of(command.conn(), &round.games).await?;
    let seed = match wish.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let now = command.now();
    let mut matches = Vec::new();
    for game in round.games.iter().filter(|g| waits(&regulations, g)) {
        if kept.contains_key(&game.id) {
            let table = game.game.table;
            return Err(Error::refused(
                "lineups_handed_in",
                format!("第 {table} 台已有队提交阵容"),
                format!("a team of table {table} has handed in its line-up"),
            ));
        }
        let place_in_event = (place.0 as usize - 1, place.1);
        let Some((line_ups, lots)) = drawn(&event, place_in_event, &game.game, seed) else {
            return Err(not_drawn());
        };
        let Some(after) = opened(&event, place, game, line_ups, false) else {
            return Err(not_drawn());
        };
        for mut draw in lots {
            draw.drawn_at = Some(rfc3339(now));
            stages::insert_draw(command.conn(), tournament, &draw, now).await?;
            command.public(Change::Draw {
                draw: Box::new(draw),
            });
        }
        let placed = placed(&mut command, game.id).await?;
        matches.push(save(&mut command, &placed, after, None, Vec::new()).await?);
    }
    if matches.is_empty() {
        return Err(not_drawn());
    }
    let answer = MatchesChanged {
        matches,
        revision: command.revision(),
    };
    let subject = json!({"stage": place.0, "round": place.1, "seed": seed});
    command
        .finish("lineup.draw", subject, None, Reply::done(&answer)?)
        .await
}

fn not_drawn() -> Error {
    Error::Refused(
        Refusal::new(
            "not_drawn",
            "没有可抽签定台的场次: 须为临时定台制、审定版规则、有名单且尚无阵容",
            "no match has an order to draw: that needs mode order_per_match, the approved edition, rosters, and line-ups still to come",
        )
        .clause("11.3"),
    )
}
