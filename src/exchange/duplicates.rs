//! Two rows with one name: the same person, or another of that name?
use serde::Serialize;
use utoipa::ToSchema;

/// What is compared: name, unit and birth year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Identity<'a> {
    /// Name as printed.
    pub name: &'a str,
    /// Unit.
    pub unit: Option<&'a str>,
    /// Year of birth.
    pub birth_year: Option<i16>,
}

/// How two people of one name compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// Other birth year: another person of that name.
    OtherPerson,
    /// Same name, other unit, birth year unknown on one side: a person must look.
    Perhaps,
    /// Same name and nothing that speaks against it, with unit or birth year equal.
    Same,
}

/// Compares two people; `None` when the names differ.
pub fn compare(a: Identity<'_>, b: Identity<'_>) -> Option<Likeness> {
    if a.name != b.name {
        return None;
    }
    let year = a.birth_year.zip(b.birth_year).map(|(a, b)| a == b);
    let unit = a.unit.zip(b.unit).map(|(a, b)| a == b);
    Some(match (year, unit) {
        (Some(false), _) => Likeness::OtherPerson,
        (Some(true), _) | (None, Some(true)) => Likeness::Same,
        (None, _) => Likeness::Perhaps,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(unit: Option<&'static str>, birth_year: Option<i16>) -> Identity<'static> {
        Identity {
            name: "王斌",
            unit,
            birth_year,
        }
    }

    #[test]
    fn birth_year_decides_then_unit() {
        let here = person(Some("江苏"), Some(1970));
        assert_eq!(
            compare(here, person(Some("江苏"), Some(1971))),
            Some(Likeness::OtherPerson)
        );
        assert_eq!(
            compare(here, person(Some("北京"), Some(1970))),
            Some(Likeness::Same)
        );
        assert_eq!(
            compare(here, person(Some("江苏"), None)),
            Some(Likeness::Same)
        );
        assert_eq!(
            compare(here, person(Some("北京"), None)),
            Some(Likeness::Perhaps)
        );
        assert_eq!(
            compare(
                here,
                Identity {
                    name: "王天一",
                    ..here
                }
            ),
            None
        );
    }
}
