//! The articles a ruling rests on, numbered as in the edition that decides.

use serde::{Deserialize, Serialize};

/// Which rule text decides a repetition.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[schema(as = RuleEdition)]
pub enum Edition {
    /// 审定版 (text B).
    #[default]
    #[serde(rename = "2011-approved")]
    Approved,
    /// 试行 (text A).
    #[serde(rename = "2011-trial")]
    Trial,
    /// 世界象棋规则 2018: for rulings on request only, no edition of a tournament.
    #[serde(rename = "wxf-2018")]
    World,
}

impl Edition {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::Approved => "2011-approved",
            Edition::Trial => "2011-trial",
            Edition::World => "wxf-2018",
        }
    }
}

/// An article, by what it says; [`Clause::number`] gives its number in an edition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Clause {
    /// 23.3: repeated fewer than three times.
    TooEarly,
    /// 23.4: nine rounds on three or more points.
    NineRounds,
    /// 23.5.1: one-sided perpetual check loses at once.
    LosesAtOnce,
    /// 23.5.2: two rounds to change.
    TwoRounds,
    Check,
    Kill,
    Chase,
    Exchange,
    Block,
    Idle,
    /// 24.17.
    Joint,
    /// 25.1.
    NoPerpetualCheck,
    /// 25.2.
    BothAllowed,
    /// 25.3.
    ForbiddenAgainstAllowed,
    /// 26.1.1.
    HumbleOpens,
    /// 26.1.2.
    AnswersCheck,
    /// 26.2.
    HoldsDraw,
    /// 26.4.
    Heaviest,
    /// 26.5.
    EqualExchange,
    /// B 26.7, A 26.6: soldiers.
    Soldiers,
    /// B 26.9.1, A 26.8.1.
    HeavyKinds,
    /// B 26.9.2, A 26.8.2: chasing a rook against a joint chase of a rook.
    RookAgainstJoint,
    /// B 26.9.3, A 26.8.3: the same for unprotected pieces.
    UnprotectedAgainstJoint,
    /// B 26.9.4, A 26.8.4.
    OtherwiseDraw,
    /// B 26.10, A 26.9: offers to exchange.
    Offers,
    /// B 26.11.2, A 26.10.2: the touched piece is protected.
    TouchedProtected,
}

impl Clause {
    /// The number of the article in an edition.
    pub(super) const fn number(self, edition: Edition) -> &'static str {
        let trial = matches!(edition, Edition::Trial);
        match self {
            Clause::TooEarly => "23.3",
            Clause::NineRounds => "23.4",
            Clause::LosesAtOnce => "23.5.1",
            Clause::TwoRounds => "23.5.2",
            Clause::Check => "24.1",
            Clause::Kill => "24.2",
            Clause::Chase => "24.3",
            Clause::Exchange => "24.4",
            Clause::Block => "24.6",
            Clause::Idle => "24.8",
            Clause::Joint => "24.17",
            Clause::NoPerpetualCheck => "25.1",
            Clause::BothAllowed => "25.2",
            Clause::ForbiddenAgainstAllowed => "25.3",
            Clause::HumbleOpens => "26.1.1",
            Clause::AnswersCheck => "26.1.2",
            Clause::HoldsDraw => "26.2",
            Clause::Heaviest => "26.4",
            Clause::EqualExchange => "26.5",
            Clause::Soldiers if trial => "26.6",
            Clause::Soldiers => "26.7",
            Clause::HeavyKinds if trial => "26.8.1",
            Clause::HeavyKinds => "26.9.1",
            Clause::RookAgainstJoint if trial => "26.8.2",
            Clause::RookAgainstJoint => "26.9.2",
            Clause::UnprotectedAgainstJoint if trial => "26.8.3",
            Clause::UnprotectedAgainstJoint => "26.9.3",
            Clause::OtherwiseDraw if trial => "26.8.4",
            Clause::OtherwiseDraw => "26.9.4",
            Clause::Offers if trial => "26.9",
            Clause::Offers => "26.10",
            Clause::TouchedProtected if trial => "26.10.2",
            Clause::TouchedProtected => "26.11.2",
        }
    }
}
