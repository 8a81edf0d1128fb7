//! JSON merge patch (RFC 7396): a field given changes, null clears it, an absent one stays.
use super::{Error, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The value with a patch applied.
///
/// # Errors
/// [`Error::Invalid`] when the result is no longer a value of its type, with the pointer.
pub fn merge<T: Serialize + DeserializeOwned>(current: &T, patch: &Value) -> Result<T> {
    let mut value = serde_json::to_value(current)?;
    apply(&mut value, patch);
    read(value)
}

/// A value of a type, or where it is none.
///
/// # Errors
/// [`Error::Invalid`] with the pointer.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let pointer = pointer(error.path());
        let message = error.into_inner().to_string();
        Error::invalid(pointer, format!("字段格式不对: {message}"), message)
    })
}

/// A path of serde as a JSON pointer.
pub fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => pointer.push_str(&format!("/{index}")),
            Segment::Map { key } => {
                pointer.push('/');
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            }
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}

fn apply(target: &mut Value, patch: &Value) {
    let Value::Object(fields) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    if let Value::Object(known) = target {
        for (name, value) in fields {
            if value.is_null() {
                known.remove(name);
            } else {
                apply(known.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_example_of_rfc_7396() {
        let before = json!({"title": "Goodbye!", "author": {"givenName": "John", "familyName": "Doe"},
            "tags": ["example", "sample"], "content": "This will be unchanged"});
        let patch = json!({"title": "Hello!", "phoneNumber": "+01-123-456-7890",
            "author": {"familyName": null}, "tags": ["example"]});
        let after: Value = merge(&before, &patch).unwrap();
        assert_eq!(
            after,
            json!({"title": "Hello!", "author": {"givenName": "John"}, "tags": ["example"],
                "content": "This will be unchanged", "phoneNumber": "+01-123-456-7890"})
        );
    }
}
