//! Commands on the register of players.

pub mod create;
pub mod edit;
pub mod import;
pub mod merge;
pub mod upsert;

use super::check::Faults;
use crate::store::players::{ExternalId, Player};
use crate::tournament::model::Sex;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A player as registered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPlayer {
    /// Name as printed.
    pub name: String,
    /// Name in Latin letters.
    #[serde(default)]
    pub latin_name: Option<String>,
    /// Sex.
    #[serde(default)]
    pub sex: Option<Sex>,
    /// Year of birth.
    #[serde(default)]
    pub birth_year: Option<i16>,
    /// Unit (单位): club, province, country.
    #[serde(default)]
    pub unit: Option<String>,
    /// Rating (等级分).
    #[serde(default)]
    pub rating: Option<i32>,
    /// Title (等级称号).
    #[serde(default)]
    pub title: Option<String>,
    /// The numbers other systems know the player by.
    #[serde(default)]
    pub external_ids: Vec<ExternalId>,
}

impl NewPlayer {
    /// Everything wrong with it.
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::default();
        faults.name("/name", &self.name, 200);
        faults.length("/latin_name", self.latin_name.as_deref(), 200);
        faults.length("/unit", self.unit.as_deref(), 200);
        faults.length("/title", self.title.as_deref(), 100);
        faults.range("/birth_year", self.birth_year.map(i64::from), 1850, 2200);
        faults.range("/rating", self.rating.map(i64::from), 0, 10_000);
        if self.external_ids.len() > 20 {
            faults.add("/external_ids", "至多 20 个", "at most 20");
        }
        for (i, id) in self.external_ids.iter().enumerate() {
            faults.external_id(&format!("/external_ids/{i}"), id);
            if self.external_ids[..i].contains(id) {
                faults.add(format!("/external_ids/{i}"), "重复", "is listed twice");
            }
        }
        faults
    }

    /// The player's row.
    pub fn into_player(self, id: Uuid, version: i64, now: OffsetDateTime) -> Player {
        let mut external_ids = self.external_ids;
        external_ids.sort();
        Player {
            id,
            version,
            name: self.name.trim().to_owned(),
            latin_name: self.latin_name,
            sex: self.sex,
            birth_year: self.birth_year,
            unit: self.unit,
            rating: self.rating,
            title: self.title,
            external_ids,
            updated_at: now,
        }
    }

    /// What of a player can be changed.
    pub fn of(player: &Player) -> NewPlayer {
        NewPlayer {
            name: player.name.clone(),
            latin_name: player.latin_name.clone(),
            sex: player.sex,
            birth_year: player.birth_year,
            unit: player.unit.clone(),
            rating: player.rating,
            title: player.title.clone(),
            external_ids: player.external_ids.clone(),
        }
    }
}

/// What to change of a player; absent fields stay, null clears.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(
    dead_code,
    reason = "the shape of a patch; the patch itself is merged as JSON"
)]
pub struct PlayerPatch {
    /// Name as printed.
    name: Option<String>,
    /// Name in Latin letters.
    latin_name: Option<String>,
    /// Sex.
    sex: Option<Sex>,
    /// Year of birth.
    birth_year: Option<i16>,
    /// Unit (单位).
    unit: Option<String>,
    /// Rating (等级分).
    rating: Option<i32>,
    /// Title (等级称号).
    title: Option<String>,
    /// All external ids.
    external_ids: Option<Vec<ExternalId>>,
}
