//! The tournament module against the rule text and the handed data; one file a topic.
mod round_robin;
mod standings_data;
mod swiss_examples;
