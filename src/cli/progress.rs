//! A progress bar on standard error, for commands that take a while.

use std::time::{Duration, Instant};

/// Drawn at most this often.
const EVERY: Duration = Duration::from_millis(100);
/// Characters of the bar.
const WIDTH: u64 = 30;

/// A bar over a number of bytes. Where it is not shown, nothing is written.
pub struct Progress {
    total: u64,
    /// The bytes of the files that are done.
    done: u64,
    shown: bool,
    drawn: Option<Instant>,
}

impl Progress {
    /// A bar over `total` bytes, drawn only when `shown`.
    pub fn new(total: u64, shown: bool) -> Progress {
        Progress {
            total,
            done: 0,
            shown: shown && total > 0,
            drawn: None,
        }
    }

    /// Draws the bar where `within` bytes of the file at hand are done and `count` things in all.
    pub fn at(&mut self, within: u64, count: usize) {
        if !self.shown || self.drawn.is_some_and(|drawn| drawn.elapsed() < EVERY) {
            return;
        }
        self.drawn = Some(Instant::now());
        eprint!("\r{}", self.line(within, count));
    }

    /// The bar as text.
    fn line(&self, within: u64, count: usize) -> String {
        let done = (self.done + within).min(self.total);
        let filled = (done * WIDTH / self.total.max(1)) as usize;
        let percent = done * 100 / self.total.max(1);
        let (bar, rest) = ("█".repeat(filled), "░".repeat(WIDTH as usize - filled));
        format!("{bar}{rest} {percent:>3} % {count}")
    }

    /// A file of so many bytes is done.
    pub fn add(&mut self, bytes: u64) {
        self.done += bytes;
    }

    /// Takes the bar away, so that a message can stand in its place.
    pub fn clear(&mut self) {
        if self.drawn.take().is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn the_bar_fills_and_never_overflows() {
        let mut progress = Progress::new(200, true);
        assert!(progress.line(0, 0).contains("  0 %"));
        progress.add(100);
        assert!(progress.line(50, 7).ends_with(" 75 % 7"));
        assert!(progress.line(500, 9).ends_with("100 % 9"));
    }
}
