//! Settings that are refused: the program names them and the reason, and keeps what they hold to itself.
use crate::served::{run, saiwu};

#[test]
fn a_refused_setting_is_named_without_the_secret_in_it() {
    for (variable, value) in [
        ("SAIWU_ADMIN_KEY", "hidden"),
        ("DATABASE_URL", "mysql://office:hidden@db/saiwu"),
        ("DATABASE_URL", "postgres://office:hidden@db:port/saiwu"),
        (
            "DATABASE_READ_URL",
            "postgres://office:hidden@db:port/saiwu",
        ),
    ] {
        let mut command = saiwu();
        command.arg("serve").env(variable, value);
        let (code, out, errors) = run(command);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(variable), "{errors}");
        assert!(!errors.contains("hidden") && !out.contains("hidden"));
    }
}

#[test]
fn a_limit_that_lets_nothing_through_is_refused() {
    let mut command = saiwu();
    command.arg("serve").env("SAIWU_BODY_LIMIT", "0");
    let (code, _, errors) = run(command);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("--body-limit") && errors.contains("at least 1024"));
}
