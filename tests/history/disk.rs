//! A full disk: changes are refused with a word when to try again, nothing is lost, and all is well
//! by itself once there is room.
use crate::program::{ADMIN, PATIENCE, Place, Program, folder, pause};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A small file system in memory, gone with this value.
struct Small(PathBuf);

impl Small {
    /// Nothing where this may not be done.
    fn mount(at: &Path) -> Option<Small> {
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", "size=150m,mode=0777", "saiwu-test"])
            .arg(at)
            .stderr(Stdio::null());
        let done = mount.status().is_ok_and(|status| status.success());
        done.then(|| Small(at.to_owned()))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        // Lazily: PostgreSQL may need a moment to end. What fails here fails on every machine alike.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

async fn import(program: &Program, list: &Value) -> Option<u16> {
    let ask = program.ask("POST", "/players/import").bearer_auth(ADMIN);
    let ask = ask.header("idempotency-key", uuid::Uuid::now_v7().to_string());
    let answer = ask.json(list).send().await.ok()?;
    let status = answer.status().as_u16();
    if status == 503 {
        assert!(answer.headers().contains_key("retry-after"));
    } else {
        assert_eq!(status, 201, "{}", answer.text().await.unwrap());
    }
    Some(status)
}

#[tokio::test]
async fn a_full_disk_refuses_changes_and_loses_none() {
    let data = folder();
    let Some(_small) = Small::mount(data.path()) else {
        println!("skipped: this machine does not let us mount a small file system");
        return;
    };
    let program = Program::start(Place::Folder(data.path().to_owned()));
    program.ready().await;
    let (id, _) = program.event(6).await;
    let before = program.get(&format!("/tournaments/{id}")).await;
    let ballast = data.path().join("ballast");
    let mut file = File::create(&ballast).unwrap();
    let block = vec![7u8; 1 << 20];
    while file.write_all(&block).is_ok() {}
    drop(file);
    let list: Vec<Value> = (0..2000)
        .map(|n| json!({"name": format!("选手{n}"), "unit": "单位".repeat(50)}))
        .collect();
    let list = json!(list);
    let mut registered = 0;
    let end = Instant::now() + PATIENCE;
    while import(&program, &list).await == Some(201) {
        registered += 2000;
        assert!(Instant::now() < end, "the disk does not fill");
    }
    std::fs::remove_file(&ballast).unwrap();
    let end = Instant::now() + PATIENCE;
    while import(&program, &list).await != Some(201) {
        assert!(Instant::now() < end, "it does not recover");
        pause().await;
    }
    registered += 2000;
    program.ready().await;
    assert_eq!(program.get(&format!("/tournaments/{id}")).await, before);
    assert_eq!(program.touch(&id, "广州").await.status(), 200);
    let intact = program
        .get(&format!("/tournaments/{id}/audit/verify"))
        .await;
    assert_eq!(intact["whole"], true);
    let mut found = 0;
    let mut cursor = String::new();
    loop {
        let page = program.get(&format!("/players?limit=500{cursor}")).await;
        found += page["items"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    // An import whose acknowledgement was lost may be there too, as a whole.
    assert!(
        found >= registered && found % 2000 == 0,
        "{found} of {registered}"
    );
}
