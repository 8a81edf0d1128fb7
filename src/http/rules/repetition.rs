//! `POST /rules/repetition`
use crate::http::extract::Question;
use crate::http::{Handled, answer};
use crate::rules::repetition::{Answer, Request, judge_request};
use crate::service::{Error, Refusal};

/// A ruling on a repetition (articles 23–26), with the reason for every move
#[utoipa::path(post, path = "/rules/repetition", tag = "rules", request_body = Request,
    responses((status = 200, description = "The ruling", body = Answer)))]
pub async fn repetition(Question(request): Question<Request>) -> Handled {
    // The judge searches: beside the runtime, so that polls do not wait for it.
    let ruling = tokio::task::spawn_blocking(move || judge_request(&request))
        .await
        .map_err(|e| Error::Fault(format!("judging failed: {e}")))?;
    let ruling = ruling.map_err(|e| {
        Error::AgainstRules(Refusal::new(e.code(), e.zh(), e.to_string()).at(e.pointer()))
    })?;
    answer::stateless(&ruling)
}
