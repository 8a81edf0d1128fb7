//! A private PostgreSQL cluster: locate the binaries, start, supervise.
