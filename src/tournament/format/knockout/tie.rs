//! Who wins a match of one or more games, and what is played while nobody has (12.4, appendix 3).
use crate::tournament::points::Points;
use crate::tournament::regulations::{Period, TieControls, TieStep, TimeControl};

/// One game of a match as its two sides see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieGame {
    /// Side a has red (teams: red on odd boards).
    pub a_has_red: bool,
    /// Finished: what each side made of it; none while it is open.
    pub score: Option<Score>,
    /// Fouls on record of side a and of side b.
    pub fouls: [u32; 2],
}

/// What the two sides made of a game (teams: of a match).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points (teams: match points) of a and b.
    pub points: [Points; 2],
    /// Teams: game points of a and b.
    pub game_points: [Points; 2],
    /// Neither appeared (20.2).
    pub nobody: bool,
    /// Drawn.
    pub draw: bool,
}

/// One of the two sides of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideOf {
    /// The upper side.
    A,
    /// The lower side.
    B,
}

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A game is not finished.
    Open,
    /// Decided.
    Won {
        /// Who won.
        side: SideOf,
        /// The step that decided it; none: the match itself.
        step: Option<TieStep>,
    },
    /// Neither side appeared: nobody moves on (20.2).
    Nobody,
    /// More games are needed.
    Play {
        /// The step they belong to; none: the match itself.
        step: Option<TieStep>,
        /// How many.
        games: u32,
    },
    /// Lots decide.
    Lots,
}

/// Games of one step.
const fn games_of(step: TieStep) -> u32 {
    match step {
        TieStep::TwoGames => 2,
        TieStep::Rapid | TieStep::Blitz | TieStep::ExtraGame => 1,
        TieStep::Lots => 0,
    }
}

/// Judges a match: `base` games first; while they are level the steps of the procedure in order,
/// each compared for itself; the last step is repeated until it decides.
pub fn judge(games: &[TieGame], base: u32, procedure: &[TieStep]) -> Verdict {
    let mut rest = games;
    let mut steps = std::iter::once(None).chain(procedure.iter().copied().map(Some));
    let mut step = None;
    loop {
        // After the last step of the list that step again; an empty list leaves it to lots.
        step = match steps.next() {
            Some(next) => next,
            None => step.or(Some(TieStep::Lots)),
        };
        if step == Some(TieStep::Lots) {
            return Verdict::Lots;
        }
        let needed = step.map_or(base, games_of) as usize;
        let played = &rest[..needed.min(rest.len())];
        if played.iter().any(|game| game.score.is_none()) {
            return Verdict::Open;
        }
        if played.len() < needed {
            return Verdict::Play {
                step,
                games: (needed - played.len()) as u32,
            };
        }
        if let Some(verdict) = compare(played, step) {
            return verdict;
        }
        rest = &rest[needed..];
    }
}

/// The winner of the games of one step, if there is one.
fn compare(games: &[TieGame], step: Option<TieStep>) -> Option<Verdict> {
    let mut points = [Points::ZERO; 2];
    let mut game_points = [Points::ZERO; 2];
    for game in games {
        let score = game.score?;
        for side in 0..2 {
            points[side] += score.points[side];
            game_points[side] += score.game_points[side];
        }
        if step == Some(TieStep::ExtraGame) && score.draw {
            // 和棋黑胜: a draw of the extra game is won by Black.
            let side = if game.a_has_red { SideOf::B } else { SideOf::A };
            return Some(Verdict::Won { side, step });
        }
    }
    let order = points[0]
        .cmp(&points[1])
        .then(game_points[0].cmp(&game_points[1]));
    match order {
        std::cmp::Ordering::Greater => Some(Verdict::Won {
            side: SideOf::A,
            step,
        }),
        std::cmp::Ordering::Less => Some(Verdict::Won {
            side: SideOf::B,
            step,
        }),
        std::cmp::Ordering::Equal => games
            .iter()
            .all(|game| game.score.is_some_and(|score| score.nobody))
            .then_some(Verdict::Nobody),
    }
}

/// Games of the final of a double knock-out (appendix 3, notes 2–5).
pub const FINAL_GAMES: usize = 4;
/// Of these with the event's own clock; the others are rapid.
pub const FINAL_SLOW_GAMES: usize = 2;

/// Judges the final of a double knock-out: side a is unbeaten, side b once beaten.
///
/// The unbeaten side is champion as soon as it wins a game; the once-beaten side needs two wins,
/// or one win with the rest drawn; four draws: the unbeaten side. In the rapid games a drawing
/// side with a foul on record has lost; with fouls on both sides the draw stands.
pub fn judge_final(games: &[TieGame]) -> Verdict {
    let mut wins_of_b = 0;
    for (i, game) in games.iter().take(FINAL_GAMES).enumerate() {
        let Some(score) = game.score else {
            return Verdict::Open;
        };
        let rapid = i >= FINAL_SLOW_GAMES;
        let step = rapid.then_some(TieStep::Rapid);
        let winner = final_game_winner(game, score, rapid);
        match winner {
            Some(SideOf::A) => {
                return Verdict::Won {
                    side: SideOf::A,
                    step,
                };
            }
            Some(SideOf::B) => wins_of_b += 1,
            None => {}
        }
        if wins_of_b == 2 {
            return Verdict::Won {
                side: SideOf::B,
                step,
            };
        }
    }
    if games.len() < FINAL_GAMES {
        let rapid = games.len() >= FINAL_SLOW_GAMES;
        return Verdict::Play {
            step: rapid.then_some(TieStep::Rapid),
            games: 1,
        };
    }
    Verdict::Won {
        side: if wins_of_b == 1 { SideOf::B } else { SideOf::A },
        step: Some(TieStep::Rapid),
    }
}

fn final_game_winner(game: &TieGame, score: Score, rapid: bool) -> Option<SideOf> {
    let by_fouls = match (score.draw && rapid, game.fouls) {
        (true, [a, 0]) if a > 0 => Some(SideOf::B),
        (true, [0, b]) if b > 0 => Some(SideOf::A),
        _ => None,
    };
    let [a, b] = score.points;
    let [game_a, game_b] = score.game_points;
    by_fouls.or(match a.cmp(&b).then(game_a.cmp(&game_b)) {
        std::cmp::Ordering::Greater => Some(SideOf::A),
        std::cmp::Ordering::Less => Some(SideOf::B),
        std::cmp::Ordering::Equal => None,
    })
}

/// The clock of a game of a tie procedure; none: the event's own.
pub fn time_control(step: Option<TieStep>, controls: &TieControls) -> Option<TimeControl> {
    let period = |minutes: u32, increment_seconds: u32| {
        vec![Period {
            base_seconds: minutes * 60,
            moves: None,
            increment_seconds,
            delay_seconds: 0,
        }]
    };
    let same = |minutes, increment| TimeControl {
        periods: period(minutes, increment),
        black_periods: None,
        rapid: true,
        draw_is_black_win: false,
    };
    match step? {
        TieStep::Rapid => Some(controls.rapid.clone().unwrap_or_else(|| same(10, 10))),
        TieStep::Blitz => Some(controls.blitz.clone().unwrap_or_else(|| same(5, 3))),
        TieStep::ExtraGame => Some(controls.extra_game.clone().unwrap_or_else(|| TimeControl {
            periods: period(6, 3),
            black_periods: Some(period(4, 3)),
            rapid: true,
            draw_is_black_win: true,
        })),
        TieStep::TwoGames | TieStep::Lots => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+` a won, `-` a lost, `=` drawn, `0` nobody appeared, `?` open.
    fn games(text: &str) -> Vec<TieGame> {
        text.chars()
            .enumerate()
            .map(|(i, c)| {
                let (a, b) = match c {
                    '+' => (2, 0),
                    '-' => (0, 2),
                    '=' => (1, 1),
                    _ => (0, 0),
                };
                TieGame {
                    a_has_red: i % 2 == 0,
                    score: (c != '?').then_some(Score {
                        points: [Points::whole(a), Points::whole(b)],
                        game_points: [Points::ZERO; 2],
                        nobody: c == '0',
                        draw: c == '=',
                    }),
                    fouls: [0, 0],
                }
            })
            .collect()
    }

    fn won(side: SideOf, step: Option<TieStep>) -> Verdict {
        Verdict::Won { side, step }
    }

    #[test]
    fn a_match_of_two_games_is_played_to_the_end_12_4() {
        let judge = |text| judge(&games(text), 2, &[TieStep::Rapid]);
        assert_eq!(
            judge(""),
            Verdict::Play {
                step: None,
                games: 2
            }
        );
        assert_eq!(
            judge("+"),
            Verdict::Play {
                step: None,
                games: 1
            }
        );
        assert_eq!(judge("+?"), Verdict::Open);
        assert_eq!(judge("+="), won(SideOf::A, None));
        assert_eq!(
            judge("+-"),
            Verdict::Play {
                step: Some(TieStep::Rapid),
                games: 1
            }
        );
        assert_eq!(judge("+--"), won(SideOf::B, Some(TieStep::Rapid)));
        assert_eq!(judge("00"), Verdict::Nobody);
        assert_eq!(
            judge("=="),
            Verdict::Play {
                step: Some(TieStep::Rapid),
                games: 1
            }
        );
    }

    #[test]
    fn the_tie_procedure_goes_step_by_step_and_repeats_its_last() {
        use TieStep::*;
        let chain = [TwoGames, Rapid, Blitz];
        let judge = |text| judge(&games(text), 1, &chain);
        assert_eq!(
            judge("="),
            Verdict::Play {
                step: Some(TwoGames),
                games: 2
            }
        );
        assert_eq!(judge("==+"), won(SideOf::A, Some(TwoGames)));
        assert_eq!(
            judge("=+-"),
            Verdict::Play {
                step: Some(Rapid),
                games: 1
            }
        );
        assert_eq!(
            judge("=+-="),
            Verdict::Play {
                step: Some(Blitz),
                games: 1
            }
        );
        assert_eq!(
            judge("=+-=="),
            Verdict::Play {
                step: Some(Blitz),
                games: 1
            }
        );
        assert_eq!(judge("=+-===-"), won(SideOf::B, Some(Blitz)));
    }

    #[test]
    fn a_drawn_extra_game_is_won_by_black() {
        let chain = [TieStep::ExtraGame];
        // The second game: a has black.
        assert_eq!(
            judge(&games("=="), 1, &chain),
            won(SideOf::A, Some(TieStep::ExtraGame))
        );
        assert_eq!(judge(&games("=0"), 1, &chain), Verdict::Nobody);
    }

    #[test]
    fn lots_end_the_procedure() {
        assert_eq!(
            judge(&games("=="), 1, &[TieStep::Rapid, TieStep::Lots]),
            Verdict::Lots
        );
        assert_eq!(judge(&games("="), 1, &[]), Verdict::Lots);
    }

    /// Appendix 3, notes 2 and 3: every sequence of results, against the words of the notes.
    #[test]
    fn the_final_of_the_double_knock_out_in_every_branch() {
        let all = ['+', '-', '='];
        for k in 0..81usize {
            let text: String = (0..4).map(|i| all[k / 3usize.pow(i) % 3]).collect();
            // Play on until somebody is champion.
            let mut end = None;
            for played in 0..=4 {
                match judge_final(&games(&text[..played])) {
                    Verdict::Won { side, .. } => {
                        end = Some((played, side));
                        break;
                    }
                    Verdict::Play { step, games } => {
                        assert_eq!(games, 1);
                        assert_eq!(step.is_some(), played >= 2, "games 3 and 4 are rapid");
                    }
                    other => panic!("{text} {played}: {other:?}"),
                }
            }
            let first_win_of_a = text.find('+').map(|i| i + 1);
            let second_win_of_b = text.match_indices('-').nth(1).map(|(i, _)| i + 1);
            let expected = match (first_win_of_a, second_win_of_b) {
                (Some(a), None) => (a, SideOf::A),
                (None, Some(b)) => (b, SideOf::B),
                (Some(a), Some(b)) if a < b => (a, SideOf::A),
                (Some(_), Some(b)) => (b, SideOf::B),
                (None, None) if text.contains('-') => (4, SideOf::B),
                (None, None) => (4, SideOf::A),
            };
            assert_eq!(end, Some(expected), "{text}");
        }
    }

    /// Appendix 3, note 5: in the rapid games a foul on record turns a draw into a loss.
    #[test]
    fn a_foul_loses_a_drawn_rapid_game_of_the_final() {
        let with_fouls = |text: &str, game: usize, fouls: [u32; 2]| {
            let mut list = games(text);
            list[game].fouls = fouls;
            judge_final(&list)
        };
        let rapid = Some(TieStep::Rapid);
        assert_eq!(with_fouls("===", 2, [0, 1]), won(SideOf::A, rapid));
        assert_eq!(with_fouls("====", 3, [2, 0]), won(SideOf::B, rapid));
        assert_eq!(with_fouls("-==", 2, [1, 0]), won(SideOf::B, rapid));
        // Both have fouls: the draw stands. In a slow game fouls change nothing.
        assert_eq!(with_fouls("====", 3, [1, 1]), won(SideOf::A, rapid));
        assert!(matches!(with_fouls("==", 1, [0, 1]), Verdict::Play { .. }));
        // A foul does not turn a win.
        assert_eq!(with_fouls("==-=", 2, [0, 3]), won(SideOf::B, rapid));
    }

    #[test]
    fn the_extra_game_gives_red_more_time() {
        let control = time_control(Some(TieStep::ExtraGame), &TieControls::default()).unwrap();
        assert_eq!(control.periods[0].base_seconds, 360);
        assert_eq!(control.black_periods.unwrap()[0].base_seconds, 240);
        assert!(control.draw_is_black_win);
        assert_eq!(time_control(None, &TieControls::default()), None);
    }
}
