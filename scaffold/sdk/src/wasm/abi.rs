//! Values as the canonical ABI lays them out in memory. Rust's `repr(C)` is that layout: fields
//! in order at their alignment, and a variant (`repr(C, u8)`) as its case's number followed by
//! the payload at the alignment of the largest one.

use crate::*;
use std::mem::MaybeUninit;

/// A string or a list.
#[repr(C)]
pub struct RawList<T> {
    pub ptr: *mut T,
    pub len: usize,
}

#[repr(C, u8)]
pub enum RawOption<T> {
    None,
    Some(T),
}

#[repr(C, u8)]
pub enum RawResult<T> {
    Ok(T),
    Err(RawError),
}

/// The variant `error`; its cases stand in the order of the WIT.
#[repr(C, u8)]
pub enum RawError {
    Denied(RawList<u8>),
    Invalid(RawList<u8>),
    NotFound(RawList<u8>),
    Failed(RawList<u8>),
}

/// A value that the host hands over, in memory that it took from `cabi_realloc`.
pub trait Lift {
    type Raw;

    /// # Safety
    /// `raw` came from the host and is lifted only once: the value takes its memory over.
    unsafe fn lift(raw: Self::Raw) -> Self;
}

/// Calls `import` with a place for its result and lifts what it wrote there.
///
/// # Safety
/// `import` fills the place with a value of the type `T` of the WIT.
pub unsafe fn returned<T: Lift>(import: impl FnOnce(*mut u8)) -> T {
    let mut area = MaybeUninit::<T::Raw>::uninit();
    import(area.as_mut_ptr().cast());
    unsafe { T::lift(area.assume_init()) }
}

/// A value that is the same on both sides.
macro_rules! plain {
    ($($t:ty),*) => { $(
        impl Lift for $t {
            type Raw = $t;
            unsafe fn lift(raw: $t) -> $t { raw }
        }
    )* };
}
plain!((), u8, u16, u32, u64, i32);

impl Lift for bool {
    type Raw = u8;
    unsafe fn lift(raw: u8) -> bool {
        raw != 0
    }
}

impl<T: Lift> Lift for Vec<T> {
    type Raw = RawList<T::Raw>;
    unsafe fn lift(raw: RawList<T::Raw>) -> Vec<T> {
        if raw.len == 0 {
            return Vec::new();
        }
        let items = unsafe { Vec::from_raw_parts(raw.ptr, raw.len, raw.len) };
        items.into_iter().map(|item| unsafe { T::lift(item) }).collect()
    }
}

impl Lift for String {
    type Raw = RawList<u8>;
    unsafe fn lift(raw: RawList<u8>) -> String {
        // The canonical ABI guarantees UTF-8.
        unsafe { String::from_utf8_unchecked(Vec::lift(raw)) }
    }
}

impl<T: Lift> Lift for Option<T> {
    type Raw = RawOption<T::Raw>;
    unsafe fn lift(raw: RawOption<T::Raw>) -> Option<T> {
        match raw {
            RawOption::None => None,
            RawOption::Some(value) => Some(unsafe { T::lift(value) }),
        }
    }
}

impl<T: Lift> Lift for Result<T, Error> {
    type Raw = RawResult<T::Raw>;
    unsafe fn lift(raw: RawResult<T::Raw>) -> Result<T, Error> {
        unsafe {
            match raw {
                RawResult::Ok(value) => Ok(T::lift(value)),
                RawResult::Err(RawError::Denied(m)) => Err(Error::Denied(String::lift(m))),
                RawResult::Err(RawError::Invalid(m)) => Err(Error::Invalid(String::lift(m))),
                RawResult::Err(RawError::NotFound(m)) => Err(Error::NotFound(String::lift(m))),
                RawResult::Err(RawError::Failed(m)) => Err(Error::Failed(String::lift(m))),
            }
        }
    }
}

/// A record: its fields in the order of the WIT.
macro_rules! record {
    ($($name:ident as $raw:ident { $($field:ident: $t:ty),* })*) => { $(
        #[repr(C)]
        pub struct $raw {
            $(pub $field: <$t as Lift>::Raw),*
        }
        impl Lift for $name {
            type Raw = $raw;
            unsafe fn lift(raw: $raw) -> $name {
                unsafe { $name { $($field: <$t>::lift(raw.$field)),* } }
            }
        }
    )* };
}

record! {
    Position as RawPosition { line: u32, character: u32 }
    Range as RawRange { start: Position, end: Position }
    Location as RawLocation { path: String, range: Range }
    TextMatch as RawTextMatch { location: Location, line: String }
    SearchResult as RawSearchResult { matches: Vec<TextMatch>, truncated: bool }
    FileList as RawFileList { paths: Vec<String>, truncated: bool }
    Document as RawDocument { path: String, version: u32, modified: bool, selections: Vec<Range> }
    TextEdit as RawTextEdit { range: Range, text: String }
    Configuration as RawConfiguration { name: String, kind: String }
    FileStatus as RawFileStatus { path: String, change: Change }
    Commit as RawCommit { id: String, author: String, time: u64, summary: String }
    Header as RawHeader { name: String, value: String }
    Response as RawResponse { status: u16, headers: Vec<Header>, body: Vec<u8> }
    Output as RawOutput { status: Option<i32>, stdout: Vec<u8>, stderr: Vec<u8> }
}

/// An enum: the number of its case, in the order of the WIT.
macro_rules! cases {
    ($($name:ident { $($case:ident),* })*) => { $(
        impl Lift for $name {
            type Raw = u8;
            unsafe fn lift(raw: u8) -> $name {
                [$($name::$case),*][raw as usize]
            }
        }
    )* };
}

cases! {
    Source { Command, Event, Tool }
    Change { Added, Modified, Deleted, Renamed, Untracked, Conflicted }
}

/// Bytes that are only lent to the host: it copies them during the call.
pub fn lend(bytes: &[u8]) -> RawList<u8> {
    RawList { ptr: bytes.as_ptr().cast_mut(), len: bytes.len() }
}

/// An optional text or list of bytes as its three flat parameters.
pub fn lend_option(bytes: Option<&[u8]>) -> (i32, *const u8, usize) {
    match bytes {
        None => (0, std::ptr::null(), 0),
        Some(bytes) => (1, bytes.as_ptr(), bytes.len()),
    }
}

/// Bytes that the host gets from an export; `take_back` frees them after it has read them.
pub fn give(text: String) -> RawList<u8> {
    let bytes = Box::leak(text.into_bytes().into_boxed_slice());
    RawList { ptr: bytes.as_mut_ptr(), len: bytes.len() }
}

pub fn give_error(error: Error) -> RawError {
    match error {
        Error::Denied(m) => RawError::Denied(give(m)),
        Error::Invalid(m) => RawError::Invalid(give(m)),
        Error::NotFound(m) => RawError::NotFound(give(m)),
        Error::Failed(m) => RawError::Failed(give(m)),
    }
}
