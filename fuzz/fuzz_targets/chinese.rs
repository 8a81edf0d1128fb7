#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saiwu_fuzz::run("chinese", data));
