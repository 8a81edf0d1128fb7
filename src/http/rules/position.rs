//! `POST /rules/position`
use crate::http::extract::Question;
use crate::http::{Handled, answer};
use crate::rules::query::{PositionAnswer, PositionQuestion};

/// A position: who moves, which moves are legal, whether the game is over
#[utoipa::path(post, path = "/rules/position", tag = "rules", request_body = PositionQuestion,
    responses((status = 200, description = "The answer", body = PositionAnswer)))]
pub async fn position(Question(question): Question<PositionQuestion>) -> Handled {
    answer::stateless(&question.answer().map_err(super::refusal)?)
}
