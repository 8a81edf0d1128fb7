//! Knock-outs (淘汰制, 10.4; appendix 3).
pub mod layout;
