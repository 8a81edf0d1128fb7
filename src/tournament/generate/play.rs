//! Results by rating, in whole numbers.
use super::Amount;
use super::dice::Dice;
use crate::tournament::model::GameResult;
use crate::tournament::reason::ResultReason;

/// The middle of the field.
pub const MEAN_RATING: i32 = 2000;

/// A rating: the sum of three dice, most near the middle.
pub fn rating(dice: &mut Dice) -> i32 {
    let sum: u64 = (0..3).map(|_| dice.below(401)).sum();
    MEAN_RATING - 600 + sum as i32
}

/// Expected score, in a thousand, of the stronger side by rating difference in steps of 50 (the
/// usual logistic curve of 400 points).
const EXPECTED: [u64; 17] = [
    500, 571, 640, 703, 760, 808, 849, 882, 909, 930, 947, 959, 969, 977, 983, 987, 990,
];

fn expected(difference: i32) -> u64 {
    let size = difference.unsigned_abs() as usize;
    let step = size / 50;
    let high = if step + 1 >= EXPECTED.len() {
        EXPECTED[EXPECTED.len() - 1]
    } else {
        let (from, to) = (EXPECTED[step], EXPECTED[step + 1]);
        from + (to - from) * (size % 50) as u64 / 50
    };
    if difference >= 0 { high } else { 1000 - high }
}

/// The result of a game that is played.
pub fn result(red: i32, black: i32, draws_per_mille: u32, dice: &mut Dice) -> GameResult {
    if dice.chance(draws_per_mille) {
        GameResult::Draw
    } else if dice.below(1000) < expected(red - black) {
        GameResult::Red
    } else {
        GameResult::Black
    }
}

/// Spreads forfeits over the games still to come.
pub struct Forfeits {
    left: u32,
    games_left: u32,
}

impl Forfeits {
    /// So many of so many games.
    pub fn new(amount: Amount, games: u32) -> Forfeits {
        Forfeits {
            left: amount.of(games),
            games_left: games,
        }
    }

    /// The forfeit that the next game is, if it is one.
    pub fn next(&mut self, dice: &mut Dice) -> Option<(GameResult, Option<ResultReason>)> {
        let games = self.games_left.max(1);
        self.games_left = self.games_left.saturating_sub(1);
        if self.left == 0 || dice.below(u64::from(games)) >= u64::from(self.left) {
            return None;
        }
        self.left -= 1;
        Some(match dice.below(10) {
            0 => (GameResult::DoubleForfeit, Some(ResultReason::BothAbsent)),
            k if k % 2 == 0 => (GameResult::RedForfeit, Some(ResultReason::Absence)),
            _ => (GameResult::BlackForfeit, Some(ResultReason::Absence)),
        })
    }
}
