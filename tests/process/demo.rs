//! `saiwu demo`: what it prints leads somewhere, and there is something to look at.
use crate::served::{Served, json, saiwu};
use reqwest::Method;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_demo_shows_events_in_every_stage_of_life() {
    let mut command = saiwu();
    command.arg("demo");
    let server = tokio::task::spawn_blocking(|| Served::start(command))
        .await
        .unwrap();
    let key = server.printed.last().unwrap().clone();
    let addresses: Vec<String> = server
        .printed
        .iter()
        .flat_map(|line| line.split(' '))
        .filter(|word| word.starts_with("http://"))
        .map(str::to_owned)
        .collect();
    assert!(addresses.len() >= 10, "{:?}", server.printed);
    for address in addresses {
        let answer = reqwest::get(&address).await.unwrap();
        assert_eq!(answer.status().as_u16(), 200, "{address}");
    }
    let list = server.get("/tournaments").await;
    let mut formats = Vec::new();
    let mut moves = 0;
    for tournament in list["items"].as_array().unwrap() {
        let id = tournament["id"].as_str().unwrap();
        let event = server.get(&format!("/tournaments/{id}/export")).await;
        let stage = &event["stages"][0];
        formats.push(stage["format"].as_str().unwrap().to_owned());
        let rounds = stage["rounds"].as_array().unwrap();
        let games = rounds.iter().flat_map(|r| r["games"].as_array().unwrap());
        moves += games.filter(|g| g["moves"].is_array()).count();
        if stage["format"] == "swiss" {
            assert_eq!(event["entries"].as_array().unwrap().len(), 24);
            // The draft of the next round is there for the office, and for nobody else.
            let draft = format!("/tournaments/{id}/stages/1/rounds/{}", rounds.len() + 1);
            let public = server.ask(Method::GET, &draft).send().await.unwrap();
            assert_eq!(public.status().as_u16(), 404);
            let office = server.ask(Method::GET, &draft).bearer_auth(&key);
            let office = json(office.send().await.unwrap(), 200).await;
            assert_eq!(office["state"], "draft");
        }
    }
    formats.sort();
    assert_eq!(
        formats,
        ["round_robin", "round_robin", "single_elimination", "swiss"]
    );
    assert!(moves > 10, "{moves} games with moves");
    assert_eq!(server.terminate().code(), Some(0));
}
