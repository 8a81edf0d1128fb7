//! Places across all stages of an event.
use super::StageError;
use super::places::stage_places;
use crate::tournament::model::{Event, Format, Number};
use serde::Serialize;
use utoipa::ToSchema;

/// The place of an entry in the whole event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FinalPlace {
    /// Best of the shared places.
    pub from: u32,
    /// Last of the shared places.
    pub to: u32,
    /// The entry.
    pub number: Number,
    /// The stage (from 1) that gave it.
    pub stage: u32,
}

/// The places of all entries as things stand: stage after stage, those who moved on are ranked by
/// the later stage where the best of them stood before, all others keep their order. Parallel
/// groups are laid side by side: all winners, all seconds, … sharing places.
///
/// # Errors
/// A stage has neither table nor bracket.
pub fn final_places(event: &Event) -> Result<Vec<FinalPlace>, StageError> {
    // Groups of level entries with the stage that placed them.
    let mut ranking: Vec<(usize, Vec<Number>)> = Vec::new();
    for siblings in sibling_sets(event) {
        let mut field: Vec<Number> = Vec::new();
        let mut tiers: Vec<(usize, Vec<Number>)> = Vec::new();
        for &stage in &siblings {
            let mut here = event.field(stage);
            let mut groups = stage_places(event, stage, None)?.groups();
            // Those without a place yet, or annulled, stand behind.
            let rest: Vec<Number> = here
                .iter()
                .copied()
                .filter(|n| !groups.iter().any(|g| g.contains(n)))
                .collect();
            if !rest.is_empty() {
                groups.push(rest);
            }
            let mut place = 0;
            for group in groups {
                while tiers.len() <= place {
                    tiers.push((stage, Vec::new()));
                }
                tiers[place].1.extend(&group);
                place += group.len();
            }
            field.append(&mut here);
        }
        tiers.retain(|tier| !tier.1.is_empty());
        let at = ranking
            .iter()
            .position(|(_, group)| group.iter().any(|n| field.contains(n)))
            .unwrap_or(ranking.len());
        // Level ones of a group of which some moved on: those who did stand first.
        for (_, group) in &mut ranking {
            group.retain(|n| !field.contains(n));
        }
        ranking.splice(at..at, tiers);
        ranking.retain(|(_, group)| !group.is_empty());
    }
    let mut places = Vec::new();
    let mut from = 1;
    for (stage, mut group) in ranking {
        group.sort_unstable();
        let to = from + group.len() as u32 - 1;
        places.extend(group.into_iter().map(|number| FinalPlace {
            from,
            to,
            number,
            stage: stage as u32 + 1,
        }));
        from = to + 1;
    }
    Ok(places)
}

/// The stages in order, parallel groups together. Play-offs among level entries are left out: they
/// act through the places of the stage they belong to. So are stages without a field yet.
fn sibling_sets(event: &Event) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (s, stage) in event.stages.iter().enumerate() {
        let unsettled = stage.source.is_some() && stage.entries.is_none();
        let only_breaks_ties = stage.format == Format::Playoff && stage.source.is_none();
        if unsettled || (only_breaks_ties && s > 0) {
            continue;
        }
        let together = sets.last().is_some_and(|set| {
            let other = &event.stages[set[0]];
            stage.phase.is_some()
                && stage.phase == other.phase
                && match (&stage.source, &other.source) {
                    (None, None) => true,
                    (Some(a), Some(b)) => a.picks == b.picks && a.divide.is_some(),
                    _ => false,
                }
        });
        match sets.last_mut() {
            Some(set) if together => set.push(s),
            _ => sets.push(vec![s]),
        }
    }
    sets
}
