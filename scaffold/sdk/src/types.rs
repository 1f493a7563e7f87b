//! The records and enums of the API. Paths are relative to the project's root and separated by `/`.

/// A place in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Zero-based line.
    pub line: u32,
    /// Zero-based offset in the line, in UTF-16 code units.
    pub character: u32,
}

/// A half-open range of a text: `end` is the first position that is not part of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A range in a file of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Location {
    pub path: String,
    pub range: Range,
}

/// What to search for. By default: a text, in every file, upper and lower case alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextQuery {
    /// The text to find, or a regular expression where `regex` is true.
    pub pattern: String,
    /// Read `pattern` as a regular expression.
    pub regex: bool,
    /// Tell upper from lower case.
    pub case_sensitive: bool,
    /// Search only files whose path matches this glob, for example `**/*.md`.
    pub glob: Option<String>,
}

/// One line that matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextMatch {
    /// The first match in the line.
    pub location: Location,
    /// The whole line, without its line end.
    pub line: String,
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// Ordered by path, then by line.
    pub matches: Vec<TextMatch>,
    /// There were more matches than the limit.
    pub truncated: bool,
}

/// The paths that a glob matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileList {
    /// Sorted.
    pub paths: Vec<String>,
    /// There were more paths than the limit.
    pub truncated: bool,
}

/// What made the IDE call the plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The user ran a command of the plugin.
    Command,
    /// Something happened that the plugin listens for.
    Event,
    /// An MCP client called a tool of the plugin.
    Tool,
}

/// A file that is open in the editor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    pub path: String,
    /// Grows by one with every change.
    pub version: u32,
    /// It differs from the file on disk.
    pub modified: bool,
    /// The selections, the main one first; an empty range is a caret.
    pub selections: Vec<Range>,
}

/// Replace a range of a text; an empty range inserts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextEdit {
    pub range: Range,
    pub text: String,
}

/// How a notification looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationKind {
    Info,
    Warning,
    Error,
}

/// A run configuration of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configuration {
    /// Unique in the project.
    pub name: String,
    /// What runs it, for example `cargo` or `npm`.
    pub kind: String,
}

/// How a file differs from the last commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Added,
    Modified,
    Deleted,
    Renamed,
    Untracked,
    Conflicted,
}

/// A file that differs from the last commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStatus {
    pub path: String,
    pub change: Change,
}

/// A commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commit {
    /// The full hash.
    pub id: String,
    /// The author's name.
    pub author: String,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub time: u64,
    /// The first line of the message.
    pub summary: String,
}

/// A header of a request or a response.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    pub value: String,
}

/// An HTTP request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// An `https` or `http` URL.
    pub url: String,
    pub headers: Vec<Header>,
    pub body: Option<Vec<u8>>,
}

/// An HTTP response. A status of 400 and above is a response, not an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<Header>,
    pub body: Vec<u8>,
}

/// How a program ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    /// The exit status; none where a signal or the timeout ended it.
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// How much a line of the log matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    Debug,
    Info,
    Warning,
    Error,
}
