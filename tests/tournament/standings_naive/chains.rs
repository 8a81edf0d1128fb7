//! The chains of article 14, written from the text once more.
use saiwu::tournament::model::{Edition, Event, Format, Kind};
use saiwu::tournament::regulations::{Regulations, SwissMethod};

/// The names of a stage's criteria, in order.
pub(super) fn chain(event: &Event, settings: &Regulations, format: Format) -> Vec<String> {
    let approved = event.tournament.edition == Edition::Approved;
    let team = event.tournament.kind == Kind::Team;
    let multi = settings.cycles > 1 || settings.games_per_pairing > 1;
    let text = if let Some(chain) = &settings.chain {
        let names: Vec<String> = chain
            .iter()
            .map(|c| {
                serde_json::to_value(c)
                    .unwrap()
                    .as_str()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        names.join(" ")
    } else {
        let swiss = format == Format::Swiss;
        match (swiss, team, settings.swiss_method) {
            (false, false, _) if multi => "match_points game_points wins direct fouls black_wins",
            (false, false, _) => "points small_score wins direct fouls black_games was_black",
            (false, true, _) if approved && settings.cycles > 1 => {
                "match_points game_points match_wins wins direct fouls extra_match"
            }
            (false, true, _) => {
                "match_points game_points match_wins wins direct fouls black_wins black_games"
            }
            (true, false, SwissMethod::Opponents) if approved => {
                "points opponents wins fouls direct black_games previous"
            }
            (true, false, SwissMethod::Opponents) => {
                "points opponents wins fouls black_games previous"
            }
            (true, false, _) => "points cumulative wins fouls black_games without",
            (true, true, SwissMethod::MatchPoints) => {
                "match_points opponents game_points match_wins wins fouls previous"
            }
            (true, true, _) => "game_points match_points match_wins wins fouls previous",
        }
        .to_owned()
    };
    text.split(' ').map(str::to_owned).collect()
}
