//! Commands, one a file: lock → load → pure function → save → notify.
