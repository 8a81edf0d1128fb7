//! Two rows with one name: the same person, or another of that name?
use serde::Serialize;
use std::collections::HashMap;
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

/// How many look-alikes are named of one person: whoever shares a name with more looks by himself.
pub const NAMED: usize = 5;
/// How many namesakes are compared with one person, so that a list of one name alone is no burden.
const COMPARED: usize = 200;

/// People by name, to find those a person could be.
#[derive(Clone, Debug)]
pub struct Namesakes<'a, K> {
    by_name: HashMap<&'a str, Vec<(K, Identity<'a>)>>,
}

impl<K> Default for Namesakes<'_, K> {
    fn default() -> Self {
        Namesakes {
            by_name: HashMap::new(),
        }
    }
}

impl<'a, K: Copy> Namesakes<'a, K> {
    /// Adds a person.
    pub fn add(&mut self, key: K, person: Identity<'a>) {
        let known = self.by_name.entry(person.name).or_default();
        if known.len() < COMPARED {
            known.push((key, person));
        }
    }

    /// Whom a person looks like: the likest first, at most [`NAMED`].
    pub fn like(&self, person: Identity<'_>) -> Vec<(K, Likeness)> {
        let known = self.by_name.get(person.name).into_iter().flatten();
        let mut found: Vec<(K, Likeness)> = known
            .filter_map(|(key, other)| Some((*key, compare(person, *other)?)))
            .collect();
        // A stable order: of equals the one added first.
        found.sort_by_key(|(_, likeness)| std::cmp::Reverse(*likeness));
        found.truncate(NAMED);
        found
    }
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

    #[test]
    fn the_likest_come_first_and_a_common_name_is_no_burden() {
        let mut known = Namesakes::default();
        known.add(1, person(Some("北京"), None));
        known.add(2, person(Some("江苏"), Some(1971)));
        known.add(3, person(Some("江苏"), Some(1970)));
        let like = known.like(person(Some("江苏"), Some(1970)));
        let expected = [
            (3, Likeness::Same),
            (1, Likeness::Perhaps),
            (2, Likeness::OtherPerson),
        ];
        assert_eq!(like, expected);
        for n in 4..100_000 {
            known.add(n, person(None, None));
        }
        assert_eq!(known.like(person(None, None)).len(), NAMED);
    }
}
