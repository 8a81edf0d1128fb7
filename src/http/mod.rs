//! The HTTP interface: the router, the wire forms, the problems.
