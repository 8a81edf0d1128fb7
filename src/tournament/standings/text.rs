//! Names of the criteria: on the wire, in Chinese as the rules write them, in English.
use super::super::regulations::Criterion;

/// The name on the wire.
pub const fn name(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Points => "points",
        Criterion::SmallScore => "small_score",
        Criterion::Opponents => "opponents",
        Criterion::OpponentsCut => "opponents_cut",
        Criterion::Cumulative => "cumulative",
        Criterion::Wins => "wins",
        Criterion::Direct => "direct",
        Criterion::Fouls => "fouls",
        Criterion::BlackGames => "black_games",
        Criterion::BlackWins => "black_wins",
        Criterion::WasBlack => "was_black",
        Criterion::MatchPoints => "match_points",
        Criterion::GamePoints => "game_points",
        Criterion::MatchWins => "match_wins",
        Criterion::Previous => "previous",
        Criterion::Without => "without",
        Criterion::Places => "places",
        Criterion::BestPlace => "best_place",
        Criterion::Penalties => "penalties",
        Criterion::Lots => "lots",
        Criterion::ExtraMatch => "extra_match",
    }
}

/// The name in Chinese.
pub const fn zh(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Points => "积分",
        Criterion::SmallScore => "小分",
        Criterion::Opponents => "对手分",
        Criterion::OpponentsCut => "对手分(去低)",
        Criterion::Cumulative => "累进分",
        Criterion::Wins => "胜局",
        Criterion::Direct => "直胜",
        Criterion::Fouls => "犯规",
        Criterion::BlackGames => "后走局数",
        Criterion::BlackWins => "后走胜局",
        Criterion::WasBlack => "对局时后走",
        Criterion::MatchPoints => "场分",
        Criterion::GamePoints => "局分",
        Criterion::MatchWins => "胜场",
        Criterion::Previous => "前一轮成绩",
        Criterion::Without => "去轮",
        Criterion::Places => "名次总和",
        Criterion::BestPlace => "最高个人名次",
        Criterion::Penalties => "处分",
        Criterion::Lots => "抽签",
        Criterion::ExtraMatch => "附加赛",
    }
}

/// The name in English.
pub const fn en(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Points => "points",
        Criterion::SmallScore => "small score",
        Criterion::Opponents => "opponents' score",
        Criterion::OpponentsCut => "opponents' score, cut",
        Criterion::Cumulative => "cumulative score",
        Criterion::Wins => "games won",
        Criterion::Direct => "direct result",
        Criterion::Fouls => "fouls",
        Criterion::BlackGames => "games as black",
        Criterion::BlackWins => "wins as black",
        Criterion::WasBlack => "was black in their game",
        Criterion::MatchPoints => "match points",
        Criterion::GamePoints => "game points",
        Criterion::MatchWins => "matches won",
        Criterion::Previous => "score after the previous rounds",
        Criterion::Without => "cumulative score without the first rounds",
        Criterion::Places => "sum of places",
        Criterion::BestPlace => "best single place",
        Criterion::Penalties => "penalties",
        Criterion::Lots => "lots",
        Criterion::ExtraMatch => "extra match",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_event_file() {
        for (name_, value) in [
            ("points", Criterion::Points),
            ("was_black", Criterion::WasBlack),
        ] {
            assert_eq!(name(value), name_);
        }
        for criterion in super::super::criteria::ALL {
            assert_eq!(
                serde_json::to_value(criterion).unwrap(),
                serde_json::json!(name(criterion))
            );
        }
    }
}
