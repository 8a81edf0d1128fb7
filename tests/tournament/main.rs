//! The tournament module against the rule text and the handed data; one file a topic.
mod conduct;
mod knockout;
mod round_robin;
mod stages;
mod stages_settings;
mod standings;
mod standings_data;
mod standings_naive;
mod standings_views;
mod swiss_commands;
mod swiss_equality;
mod swiss_examples;
mod swiss_feasibility;
mod swiss_hand;
mod swiss_literal;
mod swiss_rules;
mod teams;
