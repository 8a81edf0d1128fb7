//! The document: equal to the committed file, and complete.
use crate::client::Server;
use saiwu::http::openapi;

#[test]
fn the_committed_document_is_the_generated_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");
    let committed = std::fs::read_to_string(path).expect("openapi.yaml");
    let generated = openapi::yaml().expect("a document");
    assert!(
        committed == generated,
        "openapi.yaml is old: run `saiwu openapi > openapi.yaml`"
    );
}

#[tokio::test]
async fn the_document_is_served_with_a_page_to_browse() {
    let server = Server::new().await;
    let document = server.get("/openapi.json").await.is(200).json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let page = server.get("//api/docs").await.is(200);
    let text = String::from_utf8(page.bytes).unwrap();
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "nothing is fetched elsewhere"
    );
    let mut names = std::collections::BTreeSet::new();
    // Every operation has a name of its own, names its problems, and a POST that writes its Idempotency-Key.
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Some(responses) = operation["responses"].as_object() else {
                continue;
            };
            assert!(
                responses.contains_key("500") && responses.contains_key("503"),
                "{method} {path}"
            );
            let name = operation["operationId"].as_str().unwrap_or_default();
            assert!(
                names.insert(name.to_owned()),
                "{method} {path}: {name} twice"
            );
            let needs_key = method == "post" && !path.contains("/rules/");
            let named = operation["parameters"]
                .as_array()
                .is_some_and(|p| p.iter().any(|p| p["name"] == "Idempotency-Key"));
            assert!(!needs_key || named, "{method} {path}");
        }
    }
}

/// Two types with one name would take each other's place in the document.
#[test]
fn every_type_of_the_document_has_a_name_of_its_own() {
    fn walk(folder: &std::path::Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                names(&path, found);
            }
        }
    }
    fn names(path: &std::path::Path, found: &mut Vec<(String, String)>) {
        let text = std::fs::read_to_string(path).unwrap();
        // The attributes above a type, up to its name.
        let (mut schema, mut renamed) = (false, None);
        for line in text.lines() {
            if line.starts_with("pub struct ") || line.starts_with("pub enum ") {
                let name = line.split([' ', '<', '{', '(', ';']).nth(2).unwrap();
                if schema {
                    let name = renamed.take().unwrap_or_else(|| name.to_owned());
                    found.push((name, path.display().to_string()));
                }
                (schema, renamed) = (false, None);
            } else if let Some((_, rest)) = line.split_once("schema(as = ") {
                renamed = rest.split(')').next().map(str::to_owned);
            } else if line.contains("ToSchema") && !line.starts_with("use ") {
                schema = true;
            } else if line.is_empty() {
                (schema, renamed) = (false, None);
            }
        }
    }
    let mut found = Vec::new();
    walk(
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")),
        &mut found,
    );
    assert!(found.len() > 50, "{found:?}");
    let mut places = std::collections::BTreeMap::<String, Vec<String>>::new();
    for (name, path) in found {
        places.entry(name).or_default().push(path);
    }
    places.retain(|_, paths| paths.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}
