//! `saiwu healthcheck`: asks a running server whether it is ready. For containers and scripts, which
//! then need no other program for it.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

use super::{FINDING, refuse};

/// Arguments of `healthcheck`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Address and port the server listens on
    #[arg(
        long,
        env = "SAIWU_LISTEN",
        value_name = "ADDR",
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,
    /// Longest time to wait for the answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = clap::value_parser!(u64).range(1..=60))]
    seconds: u64,
}

/// Exit code 0 when the server answers that it is ready, else 1.
pub fn run(args: &Args) -> ExitCode {
    match ask(args) {
        Ok(status) if status.split(' ').nth(1) == Some("200") => ExitCode::SUCCESS,
        Ok(status) => refuse(
            FINDING,
            &format!("未就绪:{status}"),
            &format!("not ready: {status}"),
        ),
        Err(error) => refuse(
            FINDING,
            &format!("{} 没有应答:{error}", args.listen),
            &format!("no answer from {}: {error}", args.listen),
        ),
    }
}

/// The first line of the answer.
fn ask(args: &Args) -> std::io::Result<String> {
    let mut address = args.listen;
    // "Every address" is where to listen, not where to call.
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let patience = Duration::from_secs(args.seconds);
    let mut stream = TcpStream::connect_timeout(&address, patience)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    write!(
        stream,
        "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = String::new();
    // The first line is all that counts; what follows it is bounded in case it is not a saiwu.
    stream.take(64 << 10).read_to_string(&mut answer)?;
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
