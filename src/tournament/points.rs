//! Points, exact: never floating point inside.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A number of points, kept in quarters.
///
/// Settings may be whole or half points (13.1, 13.3); 小分 and the bye's 对手分 of the approved
/// edition (14.4) take half of a score, so a quarter is the smallest step that occurs. On the wire
/// it is a JSON number (`20.5`), never a string.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// So many whole points.
    pub const fn whole(n: i64) -> Points {
        Points(n * 4)
    }

    /// So many half points.
    pub const fn halves(n: i64) -> Points {
        Points(n * 2)
    }

    /// So many quarter points.
    pub const fn quarters(n: i64) -> Points {
        Points(n)
    }

    /// The value in quarter points.
    pub const fn as_quarters(self) -> i64 {
        self.0
    }

    /// The exact half, where the value is a multiple of half a point (every score is).
    pub const fn half(self) -> Points {
        Points(self.0 / 2)
    }

    /// Whether the value is whole or a half: what a setting may be.
    pub const fn is_multiple_of_half(self) -> bool {
        self.0 % 2 == 0
    }

    /// The value as a floating point number, exact in every case that occurs; for display only.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / 4.0
    }

    fn from_f64(value: f64) -> Option<Points> {
        let quarters = value * 4.0;
        (quarters.is_finite() && quarters.fract() == 0.0 && quarters.abs() <= 1e12)
            .then_some(Points(quarters as i64))
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Points) {
        self.0 -= other.0;
    }
}

impl Mul<i64> for Points {
    type Output = Points;
    fn mul(self, n: i64) -> Points {
        Points(self.0 * n)
    }
}

impl Neg for Points {
    type Output = Points;
    fn neg(self) -> Points {
        Points(-self.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(iter: I) -> Points {
        Points(iter.map(|p| p.0).sum())
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_f64())
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % 4 == 0 {
            serializer.serialize_i64(self.0 / 4)
        } else {
            serializer.serialize_f64(self.to_f64())
        }
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Points::from_f64(value).ok_or_else(|| {
            serde::de::Error::custom(format!("{value} is not a multiple of a quarter point"))
        })
    }
}

impl utoipa::PartialSchema for Points {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Number)
            .description(Some("Points; halves are exact (20.5)."))
            .into()
    }
}

impl utoipa::ToSchema for Points {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_json_numbers() {
        assert_eq!(serde_json::to_string(&Points::halves(41)).unwrap(), "20.5");
        assert_eq!(serde_json::to_string(&Points::whole(20)).unwrap(), "20");
        assert_eq!(
            serde_json::from_str::<Points>("20.5").unwrap(),
            Points::halves(41)
        );
        assert!(serde_json::from_str::<Points>("0.3").is_err());
    }

    #[test]
    fn half_of_a_half_is_exact() {
        assert_eq!(Points::halves(1).half(), Points::quarters(1));
        assert_eq!(Points::halves(1).half().to_string(), "0.25");
    }
}
