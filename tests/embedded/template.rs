//! The databases the other tests stand on.

use crate::harness::TestDatabase;

/// Two databases of one run are copies of one schema and share no rows.
#[tokio::test]
async fn every_test_has_a_database_of_its_own() {
    let (one, other) = (TestDatabase::new().await, TestDatabase::new().await);
    let (one, other) = (one.pool().await, other.pool().await);
    sqlx::raw_sql("CREATE TABLE only_here ()")
        .execute(&one)
        .await
        .unwrap();
    let there = "SELECT to_regclass('only_here') IS NOT NULL";
    assert!(
        sqlx::query_scalar::<_, bool>(there)
            .fetch_one(&one)
            .await
            .unwrap()
    );
    assert!(
        !sqlx::query_scalar::<_, bool>(there)
            .fetch_one(&other)
            .await
            .unwrap()
    );
}

/// The address handed to processes leads to the same database.
#[tokio::test]
async fn the_address_leads_to_the_database() {
    use sqlx::Connection;
    let database = TestDatabase::empty().await;
    let mut by_address = sqlx::PgConnection::connect(&database.url()).await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()")
        .fetch_one(&mut by_address)
        .await
        .unwrap();
    assert!(
        database.url().contains(&name),
        "{name} is not in {}",
        database.url()
    );
}
