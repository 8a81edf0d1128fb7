//! Whole numbers wide enough for the objectives stacked upon each other.
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// An integer in which costs and dual values are counted.
pub trait Weight:
    Copy
    + Ord
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + std::fmt::Debug
{
    /// 0.
    const ZERO: Self;
    /// More than any sum that occurs.
    const MAX: Self;
    /// From a value that fits.
    fn of(value: i128) -> Self;
    /// As wide as the widest.
    fn wide(self) -> i128;
    /// The half of an even number.
    fn half(self) -> Self;
    /// Twice.
    fn double(self) -> Self {
        self + self
    }
}

impl Weight for i64 {
    const ZERO: i64 = 0;
    const MAX: i64 = i64::MAX / 4;
    fn of(value: i128) -> i64 {
        value as i64
    }
    fn wide(self) -> i128 {
        self.into()
    }
    fn half(self) -> i64 {
        self / 2
    }
}

impl Weight for i128 {
    const ZERO: i128 = 0;
    const MAX: i128 = i128::MAX / 4;
    fn of(value: i128) -> i128 {
        value
    }
    fn wide(self) -> i128 {
        self
    }
    fn half(self) -> i128 {
        self / 2
    }
}
