//! Between rows and domain types: enumerations by their wire names, and `details`, the fields of a
//! domain type that have no column of their own.
use super::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// An enumeration's name on the wire and in the database.
///
/// # Errors
/// When the value does not serialise to a string: a fault of this program.
pub fn name<T: Serialize>(value: T) -> Result<String> {
    match serde_json::to_value(value)? {
        Value::String(name) => Ok(name),
        other => Err(Error::Fault(format!("{other} is not a name"))),
    }
}

/// The enumeration's value with this name.
///
/// # Errors
/// When there is none.
pub fn named<T: DeserializeOwned>(name: &str) -> Result<T> {
    Ok(serde_json::from_value(Value::String(name.to_owned()))?)
}

/// The fields of a value that have no column.
///
/// # Errors
/// When the value is not an object.
pub fn details<T: Serialize>(value: &T, columns: &[&str]) -> Result<Value> {
    match serde_json::to_value(value)? {
        Value::Object(mut fields) => {
            fields.retain(|name, _| !columns.contains(&name.as_str()));
            Ok(Value::Object(fields))
        }
        other => Err(Error::Fault(format!("{other} is not an object"))),
    }
}

/// A value from its details and its columns; a column that is null counts as absent.
///
/// # Errors
/// When the fields do not make the type.
pub fn join<T: DeserializeOwned>(
    details: Value,
    columns: impl IntoIterator<Item = (&'static str, Value)>,
) -> Result<T> {
    let mut fields = match details {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    for (name, value) in columns {
        if !value.is_null() {
            fields.insert(name.to_owned(), value);
        }
    }
    Ok(serde_json::from_value(Value::Object(fields))?)
}
