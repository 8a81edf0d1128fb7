//! Where views are made: threads of their own, which step back when a command wants the processor.
//!
//! A busy round makes a new revision, and so new views, with every result. However many are made,
//! the next result shall be acknowledged at once.
use crate::service::{Error, Result};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::oneshot;

/// How far the threads step back, as of nice(1).
const NICE: i32 = 5;

type Work = Box<dyn FnOnce() + Send>;

/// The threads; they end with it.
#[derive(Debug)]
pub(super) struct Workshop {
    work: Sender<Work>,
}

impl Workshop {
    /// One thread for each processor.
    pub(super) fn open() -> Workshop {
        let (work, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        for _ in 0..count {
            let waiting = waiting.clone();
            let thread = std::thread::Builder::new().name("views".to_owned());
            if let Err(error) = thread.spawn(move || run(&waiting)) {
                tracing::error!(%error, "a thread for views could not be started");
            }
        }
        Workshop { work }
    }

    /// Does this as soon as a thread is free.
    ///
    /// # Errors
    /// [`Error::Fault`] when it panics.
    pub(super) async fn make<T: Send + 'static>(
        &self,
        make: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let (done, made) = oneshot::channel();
        let work = Box::new(move || {
            // Nobody waiting any more is no fault.
            let _ = done.send(make());
        });
        // Should there be no thread, `done` is dropped with the work.
        let _ = self.work.send(work);
        made.await
            .map_err(|_| Error::Fault("a view could not be made".to_owned()))
    }
}

fn run(waiting: &Mutex<Receiver<Work>>) {
    // Only an order of precedence: without it everything is made all the same.
    let _ = rustix::process::nice(NICE);
    loop {
        let next = waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(work) = next else {
            return;
        };
        // The panic has been reported, and whoever waits hears of it.
        let _ = catch_unwind(AssertUnwindSafe(work));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_a_fault_and_stops_no_other() {
        let workshop = Workshop::open();
        // More often than there are threads.
        for _ in 0..100 {
            let made = workshop.make(|| -> u32 { panic!("a view that cannot be made") });
            assert!(matches!(made.await, Err(Error::Fault(_))));
        }
        assert_eq!(workshop.make(|| 7).await.ok(), Some(7));
    }
}
