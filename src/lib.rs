//! saiwu (赛务), the tournament office for xiangqi.
//!
//! The map of the house; layers point one way:
//! [`cli`], [`http`], [`live`] → [`service`] → [`store`] → [`tournament`], [`rules`].
//!
//! * [`rules`]: PURE. The game itself: board, moves, notation, records, the judge of repetition.
//! * [`tournament`]: PURE. The competition: regulations, pairing, standings, teams, conduct.
//! * [`store`]: all SQL.
//! * [`service`]: one command a file: lock, load, pure function, save, notify.
//! * [`http`]: the routes, the wire form of requests and answers, error status codes.
//! * [`live`]: rendered bytes kept per revision, the feed, webhooks.
//! * [`embedded`]: a private PostgreSQL when none is given.
//! * [`exchange`]: players and results in and out of files.
//! * [`config`], [`telemetry`]: the server's settings; its logs and metrics.

pub mod cli;
pub mod config;
pub mod embedded;
pub mod exchange;
pub mod http;
pub mod live;
pub mod rules;
pub mod service;
pub mod store;
pub mod telemetry;
pub mod tournament;
