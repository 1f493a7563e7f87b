//! A mock of the IDE for `cargo test`: one project in memory, grants, and what the plugin did.
//!
//! ```
//! use openidea_plugin::{mock::Host, Error, Invocation, McpProvider};
//!
//! # struct Notes;
//! # impl McpProvider for Notes {
//! #     fn call(&mut self, _tool: &str, _arguments: &str, ctx: &Invocation) -> Result<String, Error> {
//! #         ctx.project().ok_or("no project")?.read_file("TODO.md")
//! #     }
//! # }
//! let host = Host::new().file("TODO.md", "buy milk\n").grant("project.read");
//! assert_eq!(Notes.call("read", "{}", &host.tool()), Ok("buy milk\n".into()));
//! ```
//!
//! It is small: arguments are not checked against a schema, nothing is limited, and there are no
//! regular expressions. `openidea-plugin test` runs the built plugin against a complete one.

pub(crate) mod backend;
mod editor;
mod export;
mod files;

use crate::{
    Change, Commit, Document, Error, FileStatus, Invocation, Level, NotificationKind, Output, Position, Request,
    Response, Source,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Answers a request of the plugin.
type Fetch = Rc<dyn Fn(&Request) -> Result<Response, Error>>;
/// Runs a program for the plugin: its arguments, its standard input.
type Run = Rc<dyn Fn(&[&str], &[u8]) -> Result<Output, Error>>;

/// The user's answer to a dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// To `dialog_confirm`.
    Confirm(bool),
    /// To `dialog_input`; none: cancelled.
    Input(Option<String>),
    /// To `dialog_pick`; none: cancelled.
    Pick(Option<u32>),
}

#[derive(Default)]
pub(crate) struct State {
    no_project: bool,
    files: BTreeMap<String, String>,
    grants: BTreeSet<String>,
    storage: BTreeMap<String, String>,
    stdio_command: Option<Vec<String>>,
    /// Open files with their text, in the order of the tabs.
    documents: Vec<(Document, String)>,
    answers: VecDeque<Answer>,
    configurations: BTreeMap<String, String>,
    branch: Option<String>,
    changes: BTreeMap<String, (Change, String)>,
    commits: Vec<Commit>,
    remotes: BTreeSet<String>,
    fetch: Option<Fetch>,
    programs: BTreeMap<String, Run>,

    log: Vec<(Level, String)>,
    notifications: Vec<(NotificationKind, String)>,
    messages: Vec<String>,
    status: String,
    tabs: Vec<(String, Option<Position>)>,
    runs: Vec<String>,
}

/// The mock IDE. Nothing is granted at first.
#[derive(Clone)]
pub struct Host(Rc<RefCell<State>>);

impl Default for Host {
    fn default() -> Self {
        Host::new()
    }
}

/// What the test sets up.
impl Host {
    /// An IDE with an empty project at `/project`, and its MCP server on.
    pub fn new() -> Self {
        let argv = ["/path/openidea", "--mcp-stdio", "--project", "/project"];
        Host(Rc::new(RefCell::new(State { stdio_command: Some(argv.map(String::from).to_vec()), ..State::default() })))
    }

    fn with(self, change: impl FnOnce(&mut State)) -> Self {
        change(&mut self.0.borrow_mut());
        self
    }

    /// Grants a capability, for example `project.read`.
    pub fn grant(self, capability: &str) -> Self {
        self.with(|s| _ = s.grants.insert(capability.into()))
    }

    /// Puts a file into the project.
    pub fn file(self, path: &str, text: &str) -> Self {
        self.with(|s| _ = s.files.insert(path.into(), text.into()))
    }

    /// No project is open.
    pub fn without_project(self) -> Self {
        self.with(|s| s.no_project = true)
    }

    /// The MCP server is off.
    pub fn without_mcp_server(self) -> Self {
        self.with(|s| s.stdio_command = None)
    }

    /// Opens a file in the editor, with a text that is not saved yet. The first one has the focus.
    pub fn open(self, path: &str, text: &str) -> Self {
        self.with(|s| {
            let modified = s.files.get(path).map(String::as_str) != Some(text);
            let document = Document { path: path.into(), version: 1, modified, selections: vec![Default::default()] };
            s.documents.push((document, text.into()));
        })
    }

    /// Sets a key of the plugin's storage.
    pub fn store(self, key: &str, value: &str) -> Self {
        self.with(|s| _ = s.storage.insert(key.into(), value.into()))
    }

    /// The user's answer to the next dialog; further ones queue up.
    pub fn answer(self, answer: Answer) -> Self {
        self.with(|s| s.answers.push_back(answer))
    }

    /// Adds a run configuration.
    pub fn configuration(self, name: &str, kind: &str) -> Self {
        self.with(|s| _ = s.configurations.insert(name.into(), kind.into()))
    }

    /// The branch that is checked out.
    pub fn branch(self, name: &str) -> Self {
        self.with(|s| s.branch = Some(name.into()))
    }

    /// A file that differs from the last commit, with its diff.
    pub fn change(self, path: &str, change: Change, diff: &str) -> Self {
        self.with(|s| _ = s.changes.insert(path.into(), (change, diff.into())))
    }

    /// Adds a commit before those that are there already.
    pub fn commit(self, commit: Commit) -> Self {
        self.with(|s| s.commits.insert(0, commit))
    }

    /// Adds a remote that can be fetched from.
    pub fn remote(self, name: &str) -> Self {
        self.with(|s| _ = s.remotes.insert(name.into()))
    }

    /// Answers the plugin's HTTP requests.
    pub fn on_fetch(self, answer: impl Fn(&Request) -> Result<Response, Error> + 'static) -> Self {
        self.with(|s| s.fetch = Some(Rc::new(answer)))
    }

    /// A program that the user approved. `run` gets its arguments and its standard input.
    pub fn program(self, name: &str, run: impl Fn(&[&str], &[u8]) -> Result<Output, Error> + 'static) -> Self {
        self.with(|s| _ = s.programs.insert(name.into(), Rc::new(run)))
    }
}

/// The contexts to call a plugin with. A context also decides which IDE answers the functions of
/// [`host`](crate::host) on this thread, until another one is made.
impl Host {
    /// A call of a tool: dialogs, `start_run` and `open_tab` are `invalid`.
    pub fn tool(&self) -> Invocation {
        self.context(Source::Tool)
    }

    /// A command of the user.
    pub fn command(&self) -> Invocation {
        self.context(Source::Command)
    }

    /// An event.
    pub fn event(&self) -> Invocation {
        self.context(Source::Event)
    }

    fn context(&self, source: Source) -> Invocation {
        Invocation(backend::Invocation::enter(self.0.clone(), source))
    }
}

/// What the plugin did.
impl Host {
    /// The text of a file of the project.
    pub fn text(&self, path: &str) -> Option<String> {
        self.0.borrow().files.get(path).cloned()
    }

    /// Every file of the project.
    pub fn paths(&self) -> Vec<String> {
        self.0.borrow().files.keys().cloned().collect()
    }

    /// The value of a key of the plugin's storage.
    pub fn stored(&self, key: &str) -> Option<String> {
        self.0.borrow().storage.get(key).cloned()
    }

    /// The lines of the log.
    pub fn log(&self) -> Vec<(Level, String)> {
        self.0.borrow().log.clone()
    }

    /// The notifications that were shown.
    pub fn notifications(&self) -> Vec<(NotificationKind, String)> {
        self.0.borrow().notifications.clone()
    }

    /// The texts of the dialogs that only show a text.
    pub fn messages(&self) -> Vec<String> {
        self.0.borrow().messages.clone()
    }

    /// The plugin's text in the status bar.
    pub fn status(&self) -> String {
        self.0.borrow().status.clone()
    }

    /// The tabs that were opened.
    pub fn tabs(&self) -> Vec<(String, Option<Position>)> {
        self.0.borrow().tabs.clone()
    }

    /// The run configurations that were started.
    pub fn runs(&self) -> Vec<String> {
        self.0.borrow().runs.clone()
    }
}

impl State {
    fn require(&self, capability: &str) -> Result<(), Error> {
        match self.grants.contains(capability) {
            true => Ok(()),
            false => Err(Error::Denied(format!("{capability} is not granted"))),
        }
    }

    fn statuses(&self) -> Vec<FileStatus> {
        let status =
            |(path, (change, _)): (&String, &(Change, String))| FileStatus { path: path.clone(), change: *change };
        self.changes.iter().map(status).collect()
    }
}
