//! The chains of article 14, as data: which criteria, in which order, by which clause.
use super::super::model::{Edition, Format, Kind};
use super::super::regulations::{Criterion, Regulations, SwissMethod, TeamMode};
use super::error::StandingsError;
use serde::Serialize;
use utoipa::ToSchema;

/// One criterion of a chain with the clause it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    /// The criterion.
    pub criterion: Criterion,
    /// The clause; none for criteria that only regulations know.
    pub clause: Option<&'static str>,
}

/// A chain of the rules: its clause and its criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The clause in the edition asked for.
    pub clause: &'static str,
    /// The criteria, most important first.
    pub criteria: &'static [Criterion],
}

use Criterion::*;

const ROUND_ROBIN: &[Criterion] = &[
    Points, SmallScore, Wins, Direct, Fouls, BlackGames, WasBlack,
];
const ROUND_ROBIN_GAMES: &[Criterion] = &[MatchPoints, GamePoints, Wins, Direct, Fouls, BlackWins];
const SWISS_OPPONENTS_TRIAL: &[Criterion] = &[Points, Opponents, Wins, Fouls, BlackGames, Previous];
const SWISS_OPPONENTS_APPROVED: &[Criterion] =
    &[Points, Opponents, Wins, Fouls, Direct, BlackGames, Previous];
const SWISS_CUMULATIVE: &[Criterion] = &[Points, Cumulative, Wins, Fouls, BlackGames, Without];
const TEAM_ROUND_ROBIN: &[Criterion] = &[
    MatchPoints,
    GamePoints,
    MatchWins,
    Wins,
    Direct,
    Fouls,
    BlackWins,
    BlackGames,
];
const TEAM_DOUBLE_ROUND_ROBIN: &[Criterion] = &[
    MatchPoints,
    GamePoints,
    MatchWins,
    Wins,
    Direct,
    Fouls,
    ExtraMatch,
];
const TEAM_SWISS_MATCH_POINTS: &[Criterion] = &[
    MatchPoints,
    Opponents,
    GamePoints,
    MatchWins,
    Wins,
    Fouls,
    Previous,
];
const TEAM_SWISS_GAME_POINTS: &[Criterion] =
    &[GamePoints, MatchPoints, MatchWins, Wins, Fouls, Previous];
const MEMBERS_PLACES: &[Criterion] = &[Places, BestPlace];
const PLAYOFF: &[Criterion] = &[Points, Wins];
const TEAM_PLAYOFF: &[Criterion] = &[MatchPoints, GamePoints];

/// Whether a pairing of an individual event is a match of several games (14.2).
pub const fn has_matches_of_games(regulations: &Regulations) -> bool {
    regulations.games_per_pairing > 1 || regulations.cycles > 1
}

/// The chain of the rules for a format, kind and edition.
///
/// # Errors
/// A knock-out has no table; a Swiss method may not go with the kind of event.
pub fn preset(regulations: &Regulations, format: Format) -> Result<Preset, StandingsError> {
    let approved = regulations.edition == Edition::Approved;
    let by_edition = |trial: &'static str, b: &'static str| if approved { b } else { trial };
    let team = regulations.kind == Kind::Team;
    let (clause, criteria) = match format {
        Format::SingleElimination | Format::DoubleElimination => {
            return Err(StandingsError::NoTable { format });
        }
        _ if team && regulations.team_mode == TeamMode::MembersPlaces => {
            (by_edition("14.8", "14.9"), MEMBERS_PLACES)
        }
        Format::RoundRobin if team && approved && regulations.cycles > 1 => {
            ("14.6", TEAM_DOUBLE_ROUND_ROBIN)
        }
        // The trial edition has no chain for a double round robin of teams: its single one.
        Format::RoundRobin if team => ("14.5", TEAM_ROUND_ROBIN),
        Format::RoundRobin if has_matches_of_games(regulations) => ("14.2", ROUND_ROBIN_GAMES),
        Format::RoundRobin => ("14.1", ROUND_ROBIN),
        Format::Swiss => match (team, regulations.swiss_method) {
            (false, SwissMethod::Opponents) if approved => ("14.3.1", SWISS_OPPONENTS_APPROVED),
            (false, SwissMethod::Opponents) => ("14.3.1", SWISS_OPPONENTS_TRIAL),
            (false, SwissMethod::Cumulative) => ("14.3.2", SWISS_CUMULATIVE),
            (true, SwissMethod::MatchPoints) => {
                (by_edition("14.6", "14.7"), TEAM_SWISS_MATCH_POINTS)
            }
            (true, SwissMethod::GamePoints) => (by_edition("14.7", "14.8"), TEAM_SWISS_GAME_POINTS),
            (false, _) => {
                return Err(StandingsError::Method {
                    zh: "swiss_method 为 match_points、game_points 只用于团体赛(14.6–14.8)"
                        .to_owned(),
                    en: "swiss_method match_points and game_points are for team events (14.6–14.8)"
                        .to_owned(),
                });
            }
            (true, _) => {
                return Err(StandingsError::Method {
                    zh: "swiss_method 为 opponents、cumulative 只用于个人赛(14.3)".to_owned(),
                    en: "swiss_method opponents and cumulative are for individual events (14.3)"
                        .to_owned(),
                });
            }
        },
        Format::Playoff if team => ("13.2", TEAM_PLAYOFF),
        Format::Playoff => ("13.1", PLAYOFF),
    };
    Ok(Preset { clause, criteria })
}

/// The chain in force: the one of the regulations, otherwise the preset; 18.5 directly after the
/// first criterion unless it is placed elsewhere.
///
/// # Errors
/// A criterion that makes no sense here is refused by name.
pub fn chain(regulations: &Regulations, format: Format) -> Result<Vec<Link>, StandingsError> {
    let preset = preset(regulations, format)?;
    let criteria: &[Criterion] = regulations.chain.as_deref().unwrap_or(preset.criteria);
    for criterion in criteria {
        admit(*criterion, criteria[0], regulations, format)?;
    }
    let mut links: Vec<Link> = criteria
        .iter()
        .map(|criterion| Link {
            criterion: *criterion,
            clause: if preset.criteria.contains(criterion) {
                Some(preset.clause)
            } else {
                home_clause(*criterion, regulations)
            },
        })
        .collect();
    if !criteria.contains(&Penalties) && !criteria.contains(&Places) {
        links.insert(
            1,
            Link {
                criterion: Penalties,
                clause: Some("18.5"),
            },
        );
    }
    Ok(links)
}

/// Where the rules define a criterion that the preset chain does not hold.
const fn home_clause(criterion: Criterion, regulations: &Regulations) -> Option<&'static str> {
    let approved = matches!(regulations.edition, Edition::Approved);
    let team = matches!(regulations.kind, Kind::Team);
    match criterion {
        Points => Some("13.1"),
        MatchPoints | GamePoints => Some("13.2"),
        SmallScore | Wins | Direct | Fouls | BlackGames | WasBlack => Some("14.1"),
        BlackWins => Some("14.2"),
        Opponents if team => Some(if approved { "14.7" } else { "14.6" }),
        Opponents | Previous => Some("14.3.1"),
        Cumulative | Without => Some("14.3.2"),
        MatchWins => Some("14.5"),
        Places | BestPlace => Some(if approved { "14.9" } else { "14.8" }),
        Penalties => Some("18.5"),
        ExtraMatch if approved => Some("14.6"),
        ExtraMatch | OpponentsCut | Lots => None,
    }
}

/// Whether a criterion means anything in this kind of event, format and place.
fn admit(
    criterion: Criterion,
    first: Criterion,
    regulations: &Regulations,
    format: Format,
) -> Result<(), StandingsError> {
    let team = regulations.kind == Kind::Team;
    let places = team && regulations.team_mode == TeamMode::MembersPlaces;
    let refuse = |zh: &str, en: &str| {
        Err(StandingsError::Criterion {
            criterion,
            zh: zh.to_owned(),
            en: en.to_owned(),
        })
    };
    match criterion {
        Places | BestPlace if !places => refuse(
            "只用于队员总分制(11.5)",
            "it is for teams ranked by their members' places (11.5)",
        ),
        Lots if regulations.lots_seed.is_none() => refuse(
            "抽签须有记录在案的种子(lots_seed)",
            "lots need a recorded seed (lots_seed)",
        ),
        Places | BestPlace | Lots | ExtraMatch | Penalties => Ok(()),
        _ if places => refuse(
            "队员总分制只按队员名次排列(11.5)",
            "teams ranked by their members' places have no games of their own (11.5)",
        ),
        Points if team => refuse(
            "团体赛用场分(match_points)或局分(game_points)",
            "a team event counts match_points and game_points (13.2)",
        ),
        MatchPoints | MatchWins if !team && !has_matches_of_games(regulations) => refuse(
            "个人赛只有两局或多局制才有场分(14.2)",
            "in an individual event only a match of several games has match points (14.2)",
        ),
        Opponents | OpponentsCut if format == Format::RoundRobin => refuse(
            "循环制中积分相等者的对手分必然相等",
            "in a round robin everyone meets everyone: it separates nobody of equal points",
        ),
        Cumulative | Without | Previous if format == Format::RoundRobin => refuse(
            "循环制的轮次先后由抽签而定, 不反映成绩",
            "in a round robin the order of opponents is by lot and says nothing",
        ),
        Previous if !super::criteria::previous::has_rounds(first) => refuse(
            "链中第一项没有逐轮成绩",
            "the first criterion of the chain has no score after each round",
        ),
        WasBlack if !team && has_matches_of_games(regulations) => refuse(
            "两局或多局制中双方先后手相等(14.2)",
            "in a match of several games both have been black (14.2)",
        ),
        _ => Ok(()),
    }
}
