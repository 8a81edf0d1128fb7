//! A body that is sent again and again: a large one lies in a file in memory too, from which the
//! kernel sends it without copying it.
use bytes::Bytes;
use rustix::fs::MemfdFlags;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags};
use std::fs::File;
use std::io::{IoSlice, Result, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::Interest;
use tokio::net::TcpStream;

/// Below this, copying is cheaper than a second call of the kernel.
const LARGE: usize = 12 << 10;
/// Most files at once: descriptors are for connections.
const MOST: usize = 128;

static FILES: AtomicUsize = AtomicUsize::new(0);

/// A body.
#[derive(Debug, Default)]
pub(super) struct KeptBody {
    bytes: Bytes,
    file: Option<Mirror>,
}

/// The same bytes in a file in memory.
#[derive(Debug)]
struct Mirror(File);

impl Drop for Mirror {
    fn drop(&mut self) {
        FILES.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Mirror {
    /// Nothing when there are enough of them, or the kernel gives none: the bytes do as well.
    fn of(bytes: &[u8]) -> Option<Mirror> {
        let counted = FILES.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |files| {
            (files < MOST).then_some(files + 1)
        });
        counted.ok()?;
        let made = rustix::fs::memfd_create("answer", MemfdFlags::CLOEXEC);
        let Ok(made) = made else {
            FILES.fetch_sub(1, Ordering::Relaxed);
            return None;
        };
        let mut mirror = Mirror(made.into());
        mirror.0.write_all(bytes).ok()?;
        Some(mirror)
    }
}

impl From<Bytes> for KeptBody {
    fn from(bytes: Bytes) -> KeptBody {
        let file = (bytes.len() >= LARGE).then(|| Mirror::of(&bytes)).flatten();
        KeptBody { bytes, file }
    }
}

impl KeptBody {
    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Sends a head and this body as far as the socket takes it at once; how many bytes it took.
    ///
    /// # Errors
    /// Of the socket; `WouldBlock` when it takes nothing at present.
    pub(super) fn send(&self, stream: &TcpStream, head: &[IoSlice<'_>; 3]) -> Result<usize> {
        let [a, b, c] = *head;
        let Some(Mirror(file)) = &self.file else {
            return stream.try_write_vectored(&[a, b, c, IoSlice::new(&self.bytes)]);
        };
        let length: usize = head.iter().map(|part| part.len()).sum();
        stream.try_io(Interest::WRITABLE, || {
            let mut nothing = SendAncillaryBuffer::default();
            // More follows: the head shall not go out in a packet of its own.
            let flags = SendFlags::MORE | SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
            let sent = rustix::net::sendmsg(stream, head, &mut nothing, flags)?;
            if sent < length {
                return Ok(sent);
            }
            match rustix::fs::sendfile(stream, file, Some(&mut 0), self.bytes.len()) {
                Ok(more) => Ok(sent + more),
                Err(Errno::AGAIN) => Ok(sent),
                Err(error) => Err(error.into()),
            }
        })
    }
}
