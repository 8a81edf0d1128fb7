//! The seed from which a knock-out draws colours (12.4) and matches that stay level.
use crate::tournament::lots::Seed;
use crate::tournament::model::Event;
use crate::tournament::regulations::Regulations;

/// The recorded seed, where there is one.
pub(super) fn recorded(regulations: &Regulations) -> Option<Seed> {
    regulations.lots_seed.as_ref()?.parse().ok()
}

/// A seed everybody could compute, for a stage that has none on record: colours are then evenly
/// spread and the same on every machine, but they were not drawn, which the pairing says.
pub(super) fn substitute(event: &Event, stage: usize) -> Seed {
    let field = event.field(stage);
    let names: Vec<&str> = field
        .iter()
        .filter_map(|n| event.entry(*n))
        .map(|e| e.name.as_str())
        .collect();
    Seed::from_text(&format!(
        "{}\n{}\n{field:?}\n{}",
        event.tournament.name,
        stage + 1,
        names.join("\n")
    ))
}
