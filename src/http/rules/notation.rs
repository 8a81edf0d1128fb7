//! `POST /rules/notation`
use crate::http::extract::Question;
use crate::http::{Handled, answer};
use crate::rules::query::{NotationAnswer, NotationQuestion};

/// A move as written, read in a position and written in every form
#[utoipa::path(post, path = "/rules/notation", tag = "rules", request_body = NotationQuestion,
    responses((status = 200, description = "The answer", body = NotationAnswer)))]
pub async fn notation(Question(question): Question<NotationQuestion>) -> Handled {
    answer::stateless(&question.answer().map_err(super::refusal)?)
}
