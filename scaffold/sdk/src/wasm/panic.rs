//! A panic ends in a trap, and a trap says neither where nor why. So a hook writes both to the
//! plugin's log first, which needs no capability.

use super::host;
use crate::Level;
use std::fmt::{self, Write};
use std::panic::{set_hook, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INSTALLED: AtomicBool = AtomicBool::new(false);
static MAY_NOT_CALL: AtomicBool = AtomicBool::new(false);

/// Installs the hook at the first call of the instance, before any code of the plugin runs: a hook
/// of the plugin's own replaces it.
pub fn install_hook() {
    if !INSTALLED.swap(true, Relaxed) {
        set_hook(Box::new(log_panic));
    }
}

/// Runs what the host asks for while the component may not call it (`cabi_realloc`, the functions
/// after a return): a panic in there only traps.
pub fn without_calls<T>(work: impl FnOnce() -> T) -> T {
    MAY_NOT_CALL.store(true, Relaxed);
    let result = work();
    MAY_NOT_CALL.store(false, Relaxed);
    result
}

/// Takes no memory, because that may be what the plugin has run out of, and does not panic: where
/// a hook panics, the standard library traps at once.
fn log_panic(info: &PanicHookInfo) {
    if MAY_NOT_CALL.load(Relaxed) {
        return;
    }
    let mut line = Line { bytes: [0; CAPACITY], len: 0 };
    let _ = line.describe(info); // the error is that the line is full
    host::log(Level::Error, line.text());
}

/// How much of a panic is written to the log, in bytes.
const MAX_TEXT: usize = 2048;
const CUT: &str = "…";
const CAPACITY: usize = MAX_TEXT + CUT.len();

struct Line {
    bytes: [u8; CAPACITY],
    len: usize,
}

impl Line {
    fn describe(&mut self, info: &PanicHookInfo) -> fmt::Result {
        self.write_str("panicked")?;
        if let Some(place) = info.location() {
            write!(self, " at {place}")?;
        }
        let payload = info.payload();
        let message = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(|m| m.as_str()));
        if let Some(message) = message {
            self.write_str(": ")?;
            self.write_str(message)?;
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        for (place, byte) in self.bytes.iter_mut().skip(self.len).zip(text.bytes()) {
            *place = byte;
            self.len += 1;
        }
    }

    fn text(&self) -> &str {
        let written = self.bytes.get(..self.len).unwrap_or_default();
        std::str::from_utf8(written).unwrap_or("panicked")
    }
}

impl Write for Line {
    /// Fails where the text does not fit, after it has written what does.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MAX_TEXT.saturating_sub(self.len);
        if text.len() <= room {
            self.push(text);
            return Ok(());
        }
        let end = (0..=room).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        self.push(text.get(..end).unwrap_or_default());
        self.push(CUT);
        Err(fmt::Error)
    }
}
