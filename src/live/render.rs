//! The bytes of one view of one revision: made once, however many ask.
use super::snapshot::{Live, Snapshot};
use crate::service::{Error, Result};
use bytes::Bytes;
use moka::future::Cache;
use std::io::Write;
use std::sync::Arc;
use uuid::Uuid;

/// Version of the rendering: part of every ETag, raised when a view's bytes change without a new
/// revision (a new release).
pub const RENDERER: u32 = 2;

/// Most bytes of rendered views kept in memory.
const KEPT_BYTES: u64 = 256 << 20;

/// From this size on, bytes are compressed fast rather than well.
const LONG: usize = 256 << 10;

/// How bytes are coded for the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    /// As they are.
    Identity,
    /// gzip
    Gzip,
    /// Brotli
    Brotli,
}

impl Coding {
    /// Its name in `Content-Encoding`; nothing for plain bytes.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Coding::Identity => None,
            Coding::Gzip => Some("gzip"),
            Coding::Brotli => Some("br"),
        }
    }
}

/// What is rendered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewKey {
    /// The tournament.
    pub tournament: Uuid,
    /// The revision.
    pub revision: i64,
    /// The view with its parameters, for example `standings?after_round=3`.
    pub view: String,
    /// `zh` or `en`.
    pub language: &'static str,
    /// How it is coded.
    pub coding: Coding,
}

/// A view's bytes.
#[derive(Debug)]
pub struct Rendered {
    /// The bytes.
    pub bytes: Bytes,
}

pub(super) fn cache() -> Cache<ViewKey, Arc<Rendered>> {
    Cache::builder()
        .max_capacity(KEPT_BYTES)
        .weigher(|key: &ViewKey, value: &Arc<Rendered>| {
            u32::try_from(value.bytes.len() + key.view.len() + 128).unwrap_or(u32::MAX)
        })
        .build()
}

impl Live {
    /// The bytes of a view, from memory or rendered now; one rendering serves everyone who waits.
    ///
    /// # Errors
    /// Those of the view.
    pub async fn rendered<F>(
        &self,
        key: ViewKey,
        snapshot: Arc<Snapshot>,
        view: F,
    ) -> Result<Arc<Rendered>>
    where
        F: FnOnce(&Snapshot) -> Result<Vec<u8>> + Send + 'static,
    {
        if let Some(known) = self.views.get(&key).await {
            return Ok(known);
        }
        let plain_key = ViewKey {
            coding: Coding::Identity,
            ..key.clone()
        };
        let plain = async move {
            let bytes = self.workshop.make(move || view(&snapshot)).await??;
            Ok(Arc::new(Rendered {
                bytes: bytes.into(),
            }))
        };
        let plain = self
            .views
            .try_get_with(plain_key, plain)
            .await
            .map_err(shared)?;
        if key.coding == Coding::Identity {
            return Ok(plain);
        }
        let coding = key.coding;
        let coded = async move {
            let compressed = move || compress(&plain.bytes, coding);
            let bytes = self.workshop.make(compressed).await?;
            let bytes = bytes.map_err(|e| Error::Fault(format!("compressing failed: {e}")))?;
            Ok(Arc::new(Rendered {
                bytes: bytes.into(),
            }))
        };
        self.views.try_get_with(key, coded).await.map_err(shared)
    }
}

/// An error of something that several waited for.
pub(super) fn shared(error: Arc<Error>) -> Error {
    Arc::try_unwrap(error).unwrap_or_else(|shared| match &*shared {
        Error::NotFound => Error::NotFound,
        Error::Invalid(faults) => Error::Invalid(faults.clone()),
        Error::Refused(refusal) => Error::Refused(refusal.clone()),
        Error::AgainstRules(refusal) => Error::AgainstRules(refusal.clone()),
        Error::Busy(what) => Error::Busy(what.clone()),
        other => Error::Fault(format!("{other:?}")),
    })
}

/// Compresses bytes.
///
/// # Errors
/// Of the compressor.
pub fn compress(bytes: &[u8], coding: Coding) -> std::io::Result<Vec<u8>> {
    match coding {
        Coding::Identity => Ok(bytes.to_vec()),
        Coding::Gzip => {
            // A long table changes with every result of a busy round: soon made counts more than a
            // few bytes.
            let level = if bytes.len() < LONG { 6 } else { 2 };
            let mut out =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(level));
            out.write_all(bytes)?;
            out.finish()
        }
        Coding::Brotli => {
            let mut out = Vec::new();
            let quality = if bytes.len() < LONG { 5 } else { 2 };
            let mut writer = brotli::CompressorWriter::new(&mut out, 16 << 10, quality, 20);
            writer.write_all(bytes)?;
            writer.flush()?;
            drop(writer);
            Ok(out)
        }
    }
}
