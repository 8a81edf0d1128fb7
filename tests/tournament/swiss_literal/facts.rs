//! What is known of everyone before a round, read from the games one by one.
use super::Who;
use saiwu::tournament::model::{Event, Game, GameResult};
use saiwu::tournament::regulations::Regulations;
use std::collections::{BTreeMap, HashMap};

fn quarters(result: Option<GameResult>, red: bool) -> i64 {
    match (result, red) {
        (None | Some(GameResult::Draw), _) => 4,
        (Some(GameResult::Red | GameResult::BlackForfeit), true)
        | (Some(GameResult::Black | GameResult::RedForfeit), false) => 8,
        _ => 0,
    }
}

/// 19.3: an entry that left before a round and has no result in it did not come.
fn decided(event: &Event, round: u32, game: &Game) -> Option<GameResult> {
    let gone = |n: u32| {
        let entry = event.entry(n).unwrap();
        entry.status.has_left() && entry.withdrawn_after.unwrap() < round
    };
    match (game.result, gone(game.red), gone(game.black)) {
        (None, true, true) => Some(GameResult::DoubleForfeit),
        (None, true, false) => Some(GameResult::RedForfeit),
        (None, false, true) => Some(GameResult::BlackForfeit),
        (result, ..) => result,
    }
}

/// Everyone before a round; scores of individual events with the usual points only.
pub(super) fn everyone(event: &Event, round: u32, settings: &Regulations) -> Vec<Who> {
    let stage = &event.stages[0];
    let mut all: BTreeMap<u32, Who> = BTreeMap::new();
    for e in &event.entries {
        let late = e.first_round.unwrap_or(1);
        let left = e.status.has_left() && e.withdrawn_after.unwrap() < round;
        let who = Who {
            number: e.number,
            unit: e.unit.clone(),
            plays: late <= round && !left,
            score: i64::from(late.min(round) - 1) * settings.missed_round.as_quarters(),
            ..Who::default()
        };
        all.insert(e.number, who);
    }
    for r in &stage.rounds[..round as usize - 1] {
        let scores = scores_before(event, r.number, settings);
        let mut of_score: HashMap<i64, u32> = HashMap::new();
        for g in &r.games {
            *of_score.entry(scores[&g.red]).or_default() += 1;
            *of_score.entry(scores[&g.black]).or_default() += 1;
        }
        for g in &r.games {
            for (me, other, red) in [(g.red, g.black, true), (g.black, g.red, false)] {
                let who = all.get_mut(&me).unwrap();
                who.met.insert(other);
                let forfeit = decided(event, r.number, g).is_some_and(|x| x.is_forfeit());
                if !forfeit || settings.forfeit_colours {
                    who.colours.push(red);
                }
                if of_score[&scores[&me]] > 1 {
                    who.downs += u32::from(scores[&me] > scores[&other]);
                    who.ups += u32::from(scores[&me] < scores[&other]);
                }
            }
        }
        for b in &r.byes {
            all.get_mut(b).unwrap().byes += 1;
        }
    }
    let scores = scores_before(event, round, settings);
    all.into_values()
        .map(|mut w| {
            w.score = scores[&w.number];
            w
        })
        .collect()
}

/// Scores as the pairing of a round counted them.
fn scores_before(event: &Event, round: u32, settings: &Regulations) -> HashMap<u32, i64> {
    let rounds = &event.stages[0].rounds;
    let provisional: Vec<u32> = rounds
        .get(round as usize - 1)
        .map(|r| r.provisional.clone())
        .unwrap_or_default();
    let mut scores = HashMap::new();
    for e in &event.entries {
        let n = e.number;
        let missed = e.first_round.unwrap_or(1).min(round) - 1;
        let mut score = i64::from(missed) * settings.missed_round.as_quarters();
        let mut games: Vec<(u32, &Game)> = Vec::new();
        for r in &rounds[..round as usize - 1] {
            if r.byes.contains(&n) {
                score += 8;
            }
            let own = r.games.iter().filter(|g| g.red == n || g.black == n);
            games.extend(own.map(|g| (r.number, g)));
        }
        for (k, (r, g)) in games.iter().enumerate() {
            let open = k + 1 == games.len() && provisional.contains(&n);
            let result = if open { None } else { decided(event, *r, g) };
            score += quarters(result, g.red == n);
        }
        scores.insert(n, score);
    }
    scores
}
