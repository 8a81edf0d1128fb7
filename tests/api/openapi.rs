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
