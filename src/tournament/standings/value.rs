//! The value of a criterion, and which of two is better.
use super::super::points::Points;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// The value of one criterion for one entry. On the wire: a JSON number, a list of numbers, or
/// null where the criterion says nothing (直胜 of entries that did not all meet).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The criterion says nothing about this entry.
    None,
    /// Points.
    Points(Points),
    /// A number of games, fouls, places …
    Count(i64),
    /// Several, compared from the first on.
    List(Vec<Points>),
    /// 18.5: the count of 18.2, then of 18.1.
    Penalties([u32; 2]),
}

impl Value {
    /// The smaller value first; values that say nothing are level with everything.
    pub fn compare(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Points(a), Value::Points(b)) => a.cmp(b),
            (Value::Count(a), Value::Count(b)) => a.cmp(b),
            (Value::List(a), Value::List(b)) => a.cmp(b),
            (Value::Penalties(a), Value::Penalties(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    }

    /// The points, where the value is one.
    pub const fn points(&self) -> Option<Points> {
        match self {
            Value::Points(points) => Some(*points),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
            }
            Ok(())
        }
        match self {
            Value::None => f.write_str("–"),
            Value::Points(points) => points.fmt(f),
            Value::Count(count) => count.fmt(f),
            Value::List(items) => list(f, items),
            Value::Penalties(counts) => list(f, counts),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::None => serializer.serialize_none(),
            Value::Points(points) => points.serialize(serializer),
            Value::Count(count) => count.serialize(serializer),
            Value::List(items) => items.serialize(serializer),
            Value::Penalties(counts) => counts.serialize(serializer),
        }
    }
}

impl utoipa::PartialSchema for Value {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
        OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Number))
            .item(
                ArrayBuilder::new().items(ObjectBuilder::new().schema_type(Type::Number)),
            )
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .description(Some(
                "A number, a list compared from its first element on, or null where the criterion says nothing.",
            ))
            .into()
    }
}

impl utoipa::ToSchema for Value {}
