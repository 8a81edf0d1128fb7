//! Who gets red in a pair (appendix 2, part 2.4), and what a colour does to a player.
use super::orders::Column;
use super::state::{Player, State};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use utoipa::ToSchema;

/// The rule that gave the colours of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
pub enum ColourRule {
    /// The smaller reds − blacks is red (rule 1).
    C1,
    /// Equal difference: the larger run of blacks is red (rules 2–7).
    C2,
    /// All equal: sum of the numbers odd → the smaller number is red, even → the larger (rule 8).
    C3,
    /// In the last three rounds the higher score gets the colour of his column (rule 9).
    C4,
    /// First round: the parity of the table decides.
    Table,
    /// Given by hand.
    Hand,
}

impl ColourRule {
    /// The clause of appendix 2.
    pub const fn clause(self) -> &'static str {
        match self {
            ColourRule::C1 => "附录二.二.4(1)",
            ColourRule::C2 => "附录二.二.4(2)-(7)",
            ColourRule::C3 => "附录二.二.4(8)",
            ColourRule::C4 => "附录二.二.4(9)",
            ColourRule::Table => "附录二.二.1",
            ColourRule::Hand => "17.1",
        }
    }
}

/// The colours of a pair with their reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColourChoice {
    /// Whether the first of the two players is red.
    pub first_is_red: bool,
    /// The rule that decided.
    pub rule: ColourRule,
    /// The text speaks only of a player owed red against one owed black; here both are owed the
    /// same colour, and the rule is extended to them.
    pub extension: bool,
}

/// A "three" (principle 11 (3)): |d| after the game is at least 3 and more than before, or three
/// equal colours in a row.
pub fn makes_three(player: &Player, red: bool) -> bool {
    let d = player.difference();
    let (after, run) = if red {
        (d + 1, if player.run < 0 { player.run - 1 } else { -1 })
    } else {
        (d - 1, if player.run > 0 { player.run + 1 } else { 1 })
    };
    (after.abs() >= 3 && after.abs() > d.abs()) || run.abs() >= 3
}

fn threes(first: &Player, second: &Player, first_is_red: bool) -> u32 {
    u32::from(makes_three(first, first_is_red)) + u32::from(makes_three(second, !first_is_red))
}

/// The colours of a pair of players with their columns (appendix 2, part 2.4).
pub fn decide(state: &State, first: (&Player, Column), second: (&Player, Column)) -> ColourChoice {
    let ((a, column_a), (b, column_b)) = (first, second);
    let (d_a, d_b) = (a.difference(), b.difference());
    let (first_is_red, rule) = match d_a.cmp(&d_b) {
        Ordering::Less => (true, ColourRule::C1),
        Ordering::Greater => (false, ColourRule::C1),
        Ordering::Equal => match a.run.cmp(&b.run) {
            Ordering::Greater => (true, ColourRule::C2),
            Ordering::Less => (false, ColourRule::C2),
            Ordering::Equal => {
                let odd = (u64::from(a.number) + u64::from(b.number)) % 2 == 1;
                ((a.number < b.number) == odd, ColourRule::C3)
            }
        },
    };
    let extension =
        matches!(rule, ColourRule::C1 | ColourRule::C2) && d_a.signum() * d_b.signum() > 0;
    let usual = ColourChoice {
        first_is_red,
        rule,
        extension,
    };
    if !state.is_in_last_rounds() || a.score == b.score {
        return usual;
    }
    let higher_first_is_red = if a.score > b.score {
        column_a == Column::WantsRed
    } else {
        column_b == Column::WantsBlack
    };
    if higher_first_is_red == first_is_red
        || threes(a, b, higher_first_is_red) > threes(a, b, first_is_red)
    {
        return usual;
    }
    ColourChoice {
        first_is_red: higher_first_is_red,
        rule: ColourRule::C4,
        extension: false,
    }
}
