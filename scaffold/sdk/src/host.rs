//! What the IDE offers besides the project. Each function says the capability that it needs:
//! without it, it gives [`Error::Denied`]. Functions that are reserved to commands and events
//! give [`Error::Invalid`] from a tool call.

use crate::backend::host;
use crate::{
    Commit, Configuration, Document, Error, FileStatus, Level, NotificationKind, Output, Position, Request, Response,
    TextEdit,
};

/// The command line of the MCP server's stdio bridge for the project of this call, program
/// first. None while the server is off, without a project window, or on a remote host without a
/// server of its own. Capability: none.
pub fn mcp_stdio_command() -> Option<Vec<String>> {
    host::mcp_stdio_command()
}

/// Add a line to the plugin's log. Capability: none.
pub fn log(level: Level, text: &str) {
    host::log(level, text)
}

/// The file that has the focus; none where no editor has it. Capability: `editor.read`.
pub fn editor_active() -> Result<Option<Document>, Error> {
    host::editor_active()
}

/// Every open file, in the order of the tabs. Capability: `editor.read`.
pub fn editor_open_files() -> Result<Vec<Document>, Error> {
    host::editor_open_files()
}

/// The text of a file with its unsaved changes. Capability: `editor.read`.
pub fn editor_read(path: &str) -> Result<String, Error> {
    host::editor_read(path)
}

/// Change an open file; gives its new version. Ranges are those of the text before the call and
/// may not overlap. [`Error::Invalid`] where `version` is not the file's version.
/// Capability: `editor.write`.
pub fn editor_edit(path: &str, version: u32, edits: &[TextEdit]) -> Result<u32, Error> {
    host::editor_edit(path, version, edits)
}

/// Write an open file to disk. Capability: `editor.write`.
pub fn editor_save(path: &str) -> Result<(), Error> {
    host::editor_save(path)
}

/// Throw the unsaved changes of an open file away. Capability: `editor.write`.
pub fn editor_revert(path: &str) -> Result<(), Error> {
    host::editor_revert(path)
}

/// Show a notification that goes away by itself. Capability: `notifications`.
pub fn notify(kind: NotificationKind, text: &str) -> Result<(), Error> {
    host::notify(kind, text)
}

/// Show a text in the status bar; an empty one takes it away. Capability: `notifications`.
pub fn set_status(text: &str) -> Result<(), Error> {
    host::set_status(text)
}

/// Open a file in a tab. Reserved to commands and events.
pub fn open_tab(path: &str, position: Option<Position>) -> Result<(), Error> {
    host::open_tab(path, position)
}

/// Show a text until the user closes it. Reserved to commands and events.
pub fn dialog_message(text: &str) -> Result<(), Error> {
    host::dialog_message(text)
}

/// Ask a question; closing the dialog is no. Reserved to commands and events.
pub fn dialog_confirm(question: &str) -> Result<bool, Error> {
    host::dialog_confirm(question)
}

/// Ask for one line of text; none where the user cancels. Reserved to commands and events.
pub fn dialog_input(prompt: &str, initial: Option<&str>) -> Result<Option<String>, Error> {
    host::dialog_input(prompt, initial)
}

/// Let the user choose an item; gives its index, none where the user cancels. Reserved to
/// commands and events.
pub fn dialog_pick(prompt: &str, items: &[&str]) -> Result<Option<u32>, Error> {
    host::dialog_pick(prompt, items)
}

/// Start a run configuration; gives the number of the run and does not wait for its end.
/// Reserved to commands and events. Capability: `runs`.
pub fn start_run(configuration: &str) -> Result<u64, Error> {
    host::start_run(configuration)
}

/// The project's run configurations, by name. Capability: `runs`.
pub fn list_configurations() -> Result<Vec<Configuration>, Error> {
    host::list_configurations()
}

/// The value of a key of the plugin's storage. Capability: `storage`.
pub fn storage_get(key: &str) -> Result<Option<String>, Error> {
    host::storage_get(key)
}

/// Set the value of a key: at most 1 MiB, and 16 MiB in all. Capability: `storage`.
pub fn storage_set(key: &str, value: &str) -> Result<(), Error> {
    host::storage_set(key, value)
}

/// Forget a key. Capability: `storage`.
pub fn storage_delete(key: &str) -> Result<(), Error> {
    host::storage_delete(key)
}

/// Every key of the plugin's storage, sorted. Capability: `storage`.
pub fn storage_keys() -> Result<Vec<String>, Error> {
    host::storage_keys()
}

/// The branch that is checked out. Capability: `vcs.read`.
pub fn vcs_branch() -> Result<Option<String>, Error> {
    host::vcs_branch()
}

/// Every file that differs from the last commit, by path. Capability: `vcs.read`.
pub fn vcs_status() -> Result<Vec<FileStatus>, Error> {
    host::vcs_status()
}

/// The last commits of the branch, the newest first. Capability: `vcs.read`.
pub fn vcs_log(limit: u32) -> Result<Vec<Commit>, Error> {
    host::vcs_log(limit)
}

/// How a file differs from the last commit, as a unified diff. Capability: `vcs.read`.
pub fn vcs_diff(path: &str) -> Result<String, Error> {
    host::vcs_diff(path)
}

/// Fetch from a remote. Capability: `vcs.fetch`.
pub fn vcs_fetch(remote: &str) -> Result<(), Error> {
    host::vcs_fetch(remote)
}

/// Send an HTTP request and wait for the whole response. Capability: `network`.
pub fn net_fetch(request: &Request) -> Result<Response, Error> {
    host::net_fetch(request)
}

/// Run a program in the project's root and wait for its end; `timeout` is in milliseconds.
/// Capability: `process`, and the user's approval of the program.
pub fn process_run(program: &str, args: &[&str], stdin: Option<&[u8]>, timeout: Option<u32>) -> Result<Output, Error> {
    host::process_run(program, args, stdin, timeout)
}
