//! The sections of the World rules a ruling rests on, by what they say: the rules' own numbers
//! differ between their printings.

/// A section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Section {
    Repetition,
    PerpetualCheck,
    PerpetualChase,
    HeldRook,
    RealAndFalseRoots,
    LesserAttacker,
    MutualViolation,
    CheckOverChase,
    Allowed,
}

impl Section {
    /// The name on the wire.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Section::Repetition => "repetition",
            Section::PerpetualCheck => "perpetual check",
            Section::PerpetualChase => "perpetual chase",
            Section::HeldRook => "rook held by a horse",
            Section::RealAndFalseRoots => "real and false roots",
            Section::LesserAttacker => "rook attacked by a lesser piece",
            Section::MutualViolation => "both sides violate",
            Section::CheckOverChase => "check over chase",
            Section::Allowed => "allowed moves",
        }
    }

    /// The name in Chinese.
    pub(super) const fn zh(self) -> &'static str {
        match self {
            Section::Repetition => "循环局面",
            Section::PerpetualCheck => "长将",
            Section::PerpetualChase => "长捉",
            Section::HeldRook => "车被马牵制",
            Section::RealAndFalseRoots => "真根与假根",
            Section::LesserAttacker => "马炮捉车",
            Section::MutualViolation => "双方犯例",
            Section::CheckOverChase => "长将重于长捉",
            Section::Allowed => "允许着法",
        }
    }
}
