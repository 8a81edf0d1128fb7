//! The migrations are compiled in; a new file among them must cause a new build.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
