//! `POST /rules/touch`
use crate::http::extract::Question;
use crate::http::{Handled, answer};
use crate::rules::query::{TouchAnswer, TouchQuestion};

/// Which moves touched pieces compel (5.1–5.5)
#[utoipa::path(post, path = "/rules/touch", tag = "rules", request_body = TouchQuestion,
    responses((status = 200, description = "The answer", body = TouchAnswer)))]
pub async fn touch(Question(question): Question<TouchQuestion>) -> Handled {
    answer::stateless(&question.answer().map_err(super::refusal)?)
}
