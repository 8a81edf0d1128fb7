//! Requests that are no polls: answered by hyper and the router, which have the connection until
//! nothing of them is left on it.
use super::kept::{Fresh, Route, place};
use super::polls::{PATIENCE, Polls};
use super::{Front, Stop, Stopping};
use crate::http::Problem;
use crate::http::envelope::{self, RequestId};
use crate::http::language::Language;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderName, HeaderValue, Request, Response};
use bytes::{Buf, Bytes, BytesMut};
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::io::IoSlice;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tower::Service;

/// Most bytes of a request's head, counted without the separators.
pub const HEAD_LIMIT: usize = 64 << 10;
/// Most bytes of a request's head that are read at all; more than [`HEAD_LIMIT`], so that what is too
/// long is told so.
const HEAD_BYTES: usize = 256 << 10;
/// Most headers of a request.
const HEADERS: usize = 128;
/// Most headers of a request that are read at all; more than [`HEADERS`], for the same reason.
const HEADERS_READ: usize = 256;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Answers the request at the front of a connection, and those after it that come too soon to give
/// the connection back in between; nothing when the connection is over.
///
/// # Errors
/// Of the socket, and requests that are none.
pub(super) async fn answer<F: Stopping>(
    polls: Polls,
    peer: SocketAddr,
    front: &Arc<Front>,
    mut stop: Stop<'_, F>,
) -> Result<Option<Polls>, Failure> {
    let (stream, read) = polls.into_parts();
    let progress = Arc::new(Progress::default());
    let rewound = Rewound {
        read,
        stream,
        progress: progress.clone(),
    };
    let service = Routed {
        front: front.clone(),
        peer,
        progress: progress.clone(),
    };
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS_READ)
        .serve_connection(TokioIo::new(rewound), service);
    let mut stopping = false;
    let over = poll_fn(|context| {
        if !stopping && stop.as_mut().poll(context).is_ready() {
            stopping = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        match connection.poll_without_shutdown(context) {
            Poll::Ready(ended) => Poll::Ready(ended.map(|()| true)),
            Poll::Pending if progress.nothing_left() && !stopping => Poll::Ready(Ok(false)),
            Poll::Pending => Poll::Pending,
        }
    })
    .await?;
    let parts = connection.into_parts();
    let Rewound {
        read, mut stream, ..
    } = parts.io.into_inner();
    if over {
        stream.shutdown().await?;
        return Ok(None);
    }
    let mut unread = BytesMut::with_capacity(parts.read_buf.len() + read.len());
    unread.extend_from_slice(&parts.read_buf);
    unread.extend_from_slice(&read);
    Ok(Some(Polls::resume(stream, unread)))
}

/// How far the request in hand is.
#[derive(Debug, Default)]
struct Progress {
    /// Its body was read to the end.
    asked: AtomicBool,
    /// Its answer is with hyper to the end.
    answered: AtomicBool,
    /// Its answer is on the socket.
    sent: AtomicBool,
}

impl Progress {
    fn start(&self, has_body: bool) {
        self.asked.store(!has_body, Ordering::Relaxed);
        self.answered.store(false, Ordering::Relaxed);
        self.sent.store(false, Ordering::Relaxed);
    }

    fn flushed(&self) {
        if self.answered.load(Ordering::Relaxed) {
            self.sent.store(true, Ordering::Relaxed);
        }
    }

    fn nothing_left(&self) -> bool {
        self.sent.load(Ordering::Relaxed) && self.asked.load(Ordering::Relaxed)
    }
}

/// A connection of which something has been read already.
#[derive(Debug)]
struct Rewound {
    read: Bytes,
    stream: TcpStream,
    progress: Arc<Progress>,
}

impl AsyncRead for Rewound {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        if self.read.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, into);
        }
        let length = self.read.len().min(into.remaining());
        into.put_slice(&self.read[..length]);
        self.read.advance(length);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Rewound {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    // hyper flushes when nothing is left in its own buffer.
    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if flushed.is_ready() {
            self.progress.flushed();
        }
        flushed
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A request's body that tells when it was read to the end.
struct Asked<B> {
    body: B,
    progress: Arc<Progress>,
}

impl<B: hyper::body::Body + Unpin> hyper::body::Body for Asked<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.progress.asked.store(true, Ordering::Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// An answer's body that tells when hyper has it to the end.
#[derive(Debug)]
struct Answered {
    body: Body,
    progress: Arc<Progress>,
}

impl hyper::body::Body for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.progress.answered.store(true, Ordering::Relaxed);
    }
}

/// The router for one connection: what hyper calls for each request.
#[derive(Debug)]
struct Routed {
    front: Arc<Front>,
    peer: SocketAddr,
    progress: Arc<Progress>,
}

impl<B> hyper::service::Service<Request<B>> for Routed
where
    B: hyper::body::Body<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<Failure>,
{
    type Response = Response<Answered>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Answered>, Infallible>> + Send>>;

    fn call(&self, request: Request<B>) -> Self::Future {
        let progress = self.progress.clone();
        progress.start(!request.body().is_end_stream());
        let length = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
        let head: usize = request.headers().iter().map(length).sum();
        let target = request.uri().path_and_query();
        let target = target.map_or(0, |target| target.as_str().len());
        let too_long = head + target > HEAD_LIMIT || request.headers().len() > HEADERS;
        let asked = self.progress.clone();
        let mut request = request.map(|body| {
            Body::new(Asked {
                body,
                progress: asked,
            })
        });
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let place = place(&request).map(|(key, variant)| (key.to_owned(), variant));
        let front = self.front.clone();
        Box::pin(async move {
            let answer =
                |response: Response<Body>| response.map(|body| Answered { body, progress });
            let sent = request.headers().get(envelope::HEADER).cloned();
            let mut response = if too_long {
                let language = Language::of(request.headers());
                let id = RequestId::text(sent.as_ref());
                let problem = Problem::head_too_large(HEAD_LIMIT, HEADERS);
                named(problem.render(language, &id), &id)
            } else {
                let response = front.router.clone().call(request).await?;
                // A page of another site that asks what it may do is answered outside the envelope.
                match response.headers().contains_key(envelope::HEADER) {
                    true => response,
                    false => named(response, &RequestId::text(sent.as_ref())),
                }
            };
            let fresh = response.extensions_mut().remove::<Fresh>();
            let route = response.extensions_mut().remove::<Route>();
            if let (Some((key, variant)), Some(fresh), Some(Route(route))) = (place, fresh, route) {
                let express = &front.app.express;
                express.keep((&key, variant), &route, fresh, &response);
            }
            Ok(answer(response))
        })
    }
}

/// An answer with the id of its request.
fn named(mut response: Response<Body>, id: &str) -> Response<Body> {
    if let Ok(id) = HeaderValue::from_str(id) {
        response.headers_mut().insert(envelope::HEADER, id);
    }
    response
}
