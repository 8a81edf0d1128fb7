//! Polls, answered straight on the socket.
//!
//! A scoreboard sends the same bytes again and again: a connection remembers its last poll, and one
//! that repeats it is not even parsed. Whatever is not plainly a poll is left unread for hyper.
use super::kept::{Answer, PERSONAL};
use super::{Stop, Stopping};
use crate::http::App;
use crate::http::envelope::RequestId;
use axum::http::{HeaderName, HeaderValue, Request, header};
use bytes::{Buf, Bytes, BytesMut};
use std::io::{IoSlice, Result};
use std::time::{Duration, Instant, SystemTime};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long a client may take to send the head of a request, and to take an answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// How long an idle connection is kept: longer than scoreboards wait between two polls.
const IDLE: Duration = Duration::from_secs(75);
/// Longest head of a poll; what is longer is left to hyper.
const HEAD: usize = 4 << 10;
/// Most headers of a poll.
const HEADERS: usize = 32;

/// A connection between requests.
#[derive(Debug)]
pub(super) struct Polls {
    stream: TcpStream,
    read: BytesMut,
    last: Option<Poll>,
    date: Date,
}

/// A poll and its answer.
#[derive(Debug)]
struct Poll {
    request: Bytes,
    answer: Answer,
    /// The client's own id as a header line, or nothing.
    personal: Bytes,
}

/// What the bytes read are.
enum Read {
    Poll(Poll),
    /// The beginning of a request.
    Part,
    Other,
}

impl Polls {
    /// A new connection.
    pub(super) fn new(stream: TcpStream) -> Polls {
        Polls::resume(stream, BytesMut::new())
    }

    /// A connection given back, with what has been read of it already.
    pub(super) fn resume(stream: TcpStream, read: BytesMut) -> Polls {
        Polls {
            stream,
            read,
            last: None,
            date: Date::default(),
        }
    }

    /// The connection with what has been read of it.
    pub(super) fn into_parts(self) -> (TcpStream, Bytes) {
        (self.stream, self.read.freeze())
    }

    /// Answers polls until something else comes, which is left in what has been read; false when the
    /// connection is over.
    pub(super) async fn answer<F: Stopping>(
        &mut self,
        app: &App,
        mut stop: Stop<'_, F>,
    ) -> Result<bool> {
        // Since when it is idle, or the first of what is in hand has been there.
        let mut since = Instant::now();
        let over = tokio::time::sleep(PATIENCE);
        tokio::pin!(over);
        loop {
            while !self.read.is_empty() {
                if !self.repeated() {
                    match read(&self.read, app) {
                        Read::Poll(poll) => self.last = Some(poll),
                        Read::Part => {
                            // Where the connection was idle, its end was set for later than that.
                            let end = (since + PATIENCE).into();
                            if over.deadline() > end {
                                over.as_mut().reset(end);
                            }
                            break;
                        }
                        Read::Other => return Ok(true),
                    }
                }
                if !self.give(app, since).await? {
                    return Ok(true);
                }
            }
            let known = self.read.len();
            self.read.reserve(1 << 10);
            tokio::select! {
                biased;
                read = self.stream.read_buf(&mut self.read) => match read? {
                    0 => return Ok(false),
                    _ if known == 0 => since = Instant::now(),
                    _ => {}
                },
                () = &mut stop => return Ok(false),
                () = &mut over => {
                    let patience = if known == 0 { IDLE } else { PATIENCE };
                    if since.elapsed() >= patience {
                        return Ok(false);
                    }
                    over.as_mut().reset((since + patience).into());
                }
            }
        }
    }

    /// Whether the last poll has come again.
    fn repeated(&self) -> bool {
        let last = self.last.as_ref();
        last.is_some_and(|last| self.read.starts_with(&last.request))
    }

    /// Answers the last poll, which stands at the front of what has been read; false when its answer
    /// does not hold any more.
    async fn give(&mut self, app: &App, started: Instant) -> Result<bool> {
        let Some(poll) = &self.last else {
            return Ok(false);
        };
        let Some(form) = poll.answer.form(app) else {
            // Not to be kept alive by a connection that is idle from now on.
            self.last = None;
            return Ok(false);
        };
        self.read.advance(poll.request.len());
        let date = self.date.line(started);
        let head = [&form.head[..], &poll.personal, date].map(IoSlice::new);
        form.given(started);
        let length = form.head.len() + poll.personal.len() + date.len();
        let sent = match form.body.send(&self.stream, &head) {
            Ok(sent) if sent == length + form.body.bytes().len() => return Ok(true),
            Ok(sent) => sent,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => 0,
            Err(error) => return Err(error),
        };
        // A slow line: the rest as it takes it, but not for ever.
        let [a, b, c] = head;
        let mut parts = &mut [a, b, c, IoSlice::new(form.body.bytes())][..];
        IoSlice::advance_slices(&mut parts, sent);
        let stream = &mut self.stream;
        let rest = async move {
            while !parts.is_empty() {
                let sent = stream.write_vectored(parts).await?;
                if sent == 0 {
                    return Err(std::io::ErrorKind::WriteZero.into());
                }
                IoSlice::advance_slices(&mut parts, sent);
            }
            Ok(true)
        };
        tokio::time::timeout(PATIENCE, rest).await?
    }
}

/// What stands at the front of these bytes.
fn read(bytes: &[u8], app: &App) -> Read {
    let mut headers = [const { std::mem::MaybeUninit::uninit() }; HEADERS];
    let mut parsed = httparse::Request::new(&mut []);
    let length = match parsed.parse_with_uninit_headers(bytes, &mut headers) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if bytes.len() < HEAD => return Read::Part,
        _ => return Read::Other,
    };
    match poll(&parsed, app) {
        Some((answer, personal)) => Read::Poll(Poll {
            request: Bytes::copy_from_slice(&bytes[..length]),
            answer,
            personal,
        }),
        None => Read::Other,
    }
}

/// The answer of a request that is plainly a poll: a GET of HTTP/1.1 without a body that asks nothing
/// of the connection.
fn poll(parsed: &httparse::Request<'_, '_>, app: &App) -> Option<(Answer, Bytes)> {
    if parsed.method != Some("GET") || parsed.version != Some(1) {
        return None;
    }
    let mut request = Request::get(parsed.path?).body(()).ok()?;
    let headers = request.headers_mut();
    for line in parsed.headers.iter() {
        let name = HeaderName::from_bytes(line.name.as_bytes()).ok()?;
        let value = HeaderValue::from_bytes(line.value).ok()?;
        headers.append(name, value);
    }
    let about_the_connection = [
        header::CONTENT_LENGTH,
        header::TRANSFER_ENCODING,
        header::UPGRADE,
        header::EXPECT,
        header::TE,
        header::TRAILER,
    ];
    if about_the_connection
        .iter()
        .any(|name| headers.contains_key(name))
        || !headers.contains_key(header::HOST)
    {
        return None;
    }
    if let Some(connection) = headers.get(header::CONNECTION)
        && !connection.as_bytes().eq_ignore_ascii_case(b"keep-alive")
    {
        return None;
    }
    let personal = match headers.get(&PERSONAL) {
        None => Bytes::new(),
        Some(id) if RequestId::usable(id) => {
            [PERSONAL.as_str().as_bytes(), b": ", id.as_bytes(), b"\r\n"]
                .concat()
                .into()
        }
        Some(_) => return None,
    };
    Some((app.express.find(&request)?, personal))
}

/// The date of an answer, written once a second.
#[derive(Debug, Default)]
struct Date {
    /// When the second is over.
    over: Option<Instant>,
    line: Vec<u8>,
}

impl Date {
    /// The header line with the empty line that ends the head.
    fn line(&mut self, now: Instant) -> &[u8] {
        if self.over.is_none_or(|over| now >= over) {
            let date = SystemTime::now();
            let since = date
                .duration_since(SystemTime::UNIX_EPOCH)
                .unwrap_or_default();
            let rest = 1_000_000_000 - since.subsec_nanos();
            self.over = Some(now + Duration::from_nanos(rest.into()));
            self.line = format!("date: {}\r\n\r\n", httpdate::fmt_http_date(date)).into_bytes();
        }
        &self.line
    }
}
