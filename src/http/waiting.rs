//! A server that waits for its database: it answers, and says so.
use super::Problem;
use super::envelope::{self, RequestId};
use super::language::Language;
use axum::body::Body;
use axum::http::{HeaderValue, Request, header};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::Future;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a client may take to send the head of its request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// Answers until something is there: `/healthz` that the program lives, everything else that it is
/// not ready and when to try again.
pub async fn until<T>(listener: &TcpListener, there: impl Future<Output = T>) -> T {
    tokio::pin!(there);
    loop {
        let stream = tokio::select! {
            there = &mut there => return there,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            // The next request may find the whole service.
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service_fn(answer));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
}

async fn answer(request: Request<hyper::body::Incoming>) -> Result<Response<Body>, Infallible> {
    let id = RequestId::text(request.headers().get(envelope::HEADER));
    let mut response = if request.uri().path() == "/healthz" {
        "ok".into_response()
    } else {
        Problem::starting().render(Language::of(request.headers()), &id)
    };
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(envelope::HEADER, id);
    }
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    Ok(response)
}
