//! A plain TCP proxy inside the test: before a database, to cut it off, or before several servers,
//! to share requests out among them.
use sqlx::postgres::PgConnectOptions;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What happens to the bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// They pass.
    Open,
    /// Every connection is cut, and every new one.
    Cut,
    /// Nothing passes, nothing is cut.
    Stalled,
    /// Every piece waits first.
    Slow(Duration),
    /// Cut before the first piece with these bytes from the client passes.
    CutBefore(&'static [u8]),
    /// These bytes from the client pass; the answer does not, and everything is cut.
    CutAfter(&'static [u8]),
}

#[derive(Debug)]
enum Upstream {
    Socket(PathBuf),
    /// In turn.
    Servers(Vec<SocketAddr>, AtomicUsize),
}

/// A running proxy.
pub struct Proxy {
    pub address: SocketAddr,
    mode: Arc<watch::Sender<Mode>>,
}

impl Proxy {
    /// Before a PostgreSQL that listens on a socket in a folder.
    pub async fn before_database(options: &PgConnectOptions) -> Proxy {
        let folder = options.get_socket().expect("a socket");
        let socket = folder.join(format!(".s.PGSQL.{}", options.get_port()));
        Proxy::start(Upstream::Socket(socket)).await
    }

    /// Before several servers, a connection each in turn.
    pub async fn before_servers(servers: Vec<SocketAddr>) -> Proxy {
        Proxy::start(Upstream::Servers(servers, AtomicUsize::new(0))).await
    }

    async fn start(upstream: Upstream) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mode = Arc::new(watch::Sender::new(Mode::Open));
        let (kept, upstream) = (mode.clone(), Arc::new(upstream));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (mode, upstream) = (kept.clone(), upstream.clone());
                tokio::spawn(async move {
                    if *mode.borrow() == Mode::Cut {
                        return;
                    }
                    match &*upstream {
                        Upstream::Socket(path) => {
                            let server = UnixStream::connect(path).await;
                            pass(client, server.unwrap(), &mode).await;
                        }
                        Upstream::Servers(all, turn) => {
                            let next = turn.fetch_add(1, Ordering::Relaxed) % all.len();
                            let server = TcpStream::connect(all[next]).await;
                            pass(client, server.unwrap(), &mode).await;
                        }
                    }
                });
            }
        });
        Proxy { address, mode }
    }

    /// Changes what happens from now on.
    pub fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }

    /// How to reach the same database through this.
    pub fn options(&self, options: &PgConnectOptions) -> PgConnectOptions {
        PgConnectOptions::new_without_pgpass()
            .host("127.0.0.1")
            .port(self.address.port())
            .username(options.get_username())
            .database(options.get_database().expect("a name"))
    }
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|w| w == what)
}

/// Passes bytes both ways until one side ends or the mode cuts them. A test's own: what fails here
/// shows in the test.
async fn pass(
    mut client: impl AsyncRead + AsyncWrite + Unpin,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    mode: &watch::Sender<Mode>,
) {
    let mut changes = mode.subscribe();
    let (mut asked, mut answered) = (vec![0; 16 << 10], vec![0; 16 << 10]);
    // The answer to what has just passed is kept back.
    let mut mute = false;
    loop {
        let now = *changes.borrow_and_update();
        if now == Mode::Cut {
            return;
        }
        let passing = now != Mode::Stalled;
        let (from_client, length) = tokio::select! {
            changed = changes.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
            read = client.read(&mut asked), if passing => (true, read.unwrap_or(0)),
            read = server.read(&mut answered), if passing => (false, read.unwrap_or(0)),
        };
        if length == 0 {
            return;
        }
        if !from_client && mute {
            mode.send_replace(Mode::Cut);
            return;
        }
        match now {
            Mode::Slow(pause) => tokio::time::sleep(pause).await,
            Mode::CutBefore(what) if from_client && contains(&asked[..length], what) => {
                mode.send_replace(Mode::Cut);
                return;
            }
            Mode::CutAfter(what) if from_client => mute = contains(&asked[..length], what),
            _ => {}
        }
        let passed = match from_client {
            true => server.write_all(&asked[..length]).await,
            false => client.write_all(&answered[..length]).await,
        };
        if passed.is_err() {
            return;
        }
    }
}
