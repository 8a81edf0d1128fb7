//! The pages for people: whole in themselves, nothing fetched elsewhere.
use crate::harness::TestDatabase;
use crate::served::Served;
use reqwest::Method;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_whole_in_themselves() {
    let database = TestDatabase::new().await;
    let server = Served::on(&database.url());
    for path in ["//", "//api/docs"] {
        let answer = server.ask(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200, "{path}");
        let policy = answer.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        let kind = answer.headers()["content-type"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(kind.starts_with("text/html"), "{kind}");
        let page = answer.text().await.unwrap();
        for elsewhere in ["http://", "https://", "src=\"//", "@import"] {
            assert!(!page.contains(elsewhere), "{path} names {elsewhere}");
        }
        assert!(page.contains("/api/v1"), "{path}");
    }
}
