//! `POST /rules/natural-limit`
use crate::http::extract::Question;
use crate::http::{Handled, answer};
use crate::rules::query::{NaturalLimitAnswer, NaturalLimitQuestion};

/// A claim by the natural limit (4.2.4, 22.2) held against the moves
#[utoipa::path(post, path = "/rules/natural-limit", tag = "rules", request_body = NaturalLimitQuestion,
    responses((status = 200, description = "The answer", body = NaturalLimitAnswer)))]
pub async fn natural_limit(Question(question): Question<NaturalLimitQuestion>) -> Handled {
    answer::stateless(&question.answer().map_err(super::refusal)?)
}
