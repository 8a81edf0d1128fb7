#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| saiwu_fuzz::targets::run("json_lines", data));
