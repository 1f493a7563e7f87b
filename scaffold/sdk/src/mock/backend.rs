//! The native side of the API: the same functions as the WebAssembly side, on the mock's state.

use super::files::{clean, no_file};
use super::State;
use crate::{Error, FileList, SearchResult, Source, TextQuery};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The IDE and the kind of call that functions without a context of their own belong to.
    static CURRENT: RefCell<Option<(Rc<RefCell<State>>, Source)>> = const { RefCell::new(None) };
}

pub struct Invocation {
    state: Rc<RefCell<State>>,
    source: Source,
}

impl Invocation {
    pub fn enter(state: Rc<RefCell<State>>, source: Source) -> Self {
        CURRENT.set(Some((state.clone(), source)));
        Invocation { state, source }
    }

    pub fn project(&self) -> Option<Project> {
        let open = !self.state.borrow().no_project;
        open.then(|| Project(self.state.clone()))
    }

    pub fn source(&self) -> Source {
        self.source
    }
}

pub struct Project(Rc<RefCell<State>>);

impl Project {
    pub fn name(&self) -> String {
        "project".into()
    }

    pub fn root(&self) -> String {
        "/project".into()
    }

    fn reading<T>(&self, read: impl FnOnce(&State) -> Result<T, Error>) -> Result<T, Error> {
        let state = self.0.borrow();
        state.require("project.read")?;
        read(&state)
    }

    fn writing<T>(&self, write: impl FnOnce(&mut State) -> Result<T, Error>) -> Result<T, Error> {
        let mut state = self.0.borrow_mut();
        state.require("project.write")?;
        write(&mut state)
    }

    pub fn read_file(&self, path: &str) -> Result<String, Error> {
        self.reading(|s| s.read(path))
    }

    pub fn list_files(&self, glob: &str, limit: u32) -> Result<FileList, Error> {
        self.reading(|s| Ok(s.list(glob, limit)))
    }

    pub fn search_text(&self, query: &TextQuery, limit: u32) -> Result<SearchResult, Error> {
        self.reading(|s| s.search(query, limit))
    }

    pub fn write_file(&self, path: &str, text: &str) -> Result<(), Error> {
        self.writing(|s| {
            s.files.insert(clean(path)?, text.into());
            Ok(())
        })
    }

    pub fn create_file(&self, path: &str, text: &str) -> Result<(), Error> {
        self.writing(|s| {
            let path = clean(path)?;
            if s.files.contains_key(&path) {
                return Err(Error::Failed(format!("{path:?} exists")));
            }
            s.files.insert(path, text.into());
            Ok(())
        })
    }

    pub fn delete_file(&self, path: &str) -> Result<(), Error> {
        self.writing(|s| s.files.remove(&clean(path)?).map(drop).ok_or_else(|| no_file(path)))
    }
}

pub mod host {
    use super::super::{Answer, State};
    use super::CURRENT;
    use crate::*;

    /// Calls a function of the current IDE, if its capability is granted.
    fn current<T>(capability: &str, call: impl FnOnce(&mut State) -> Result<T, Error>) -> Result<T, Error> {
        let (state, _) =
            CURRENT.with_borrow(Clone::clone).expect("make a context first: mock::Host::tool, command or event");
        let mut state = state.borrow_mut();
        if !capability.is_empty() {
            state.require(capability)?;
        }
        call(&mut state)
    }

    /// The same for a function that is reserved to commands and events.
    fn reserved<T>(
        capability: &str,
        name: &str,
        call: impl FnOnce(&mut State) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let from_tool = matches!(CURRENT.with_borrow(Clone::clone), Some((_, Source::Tool)));
        current(capability, |s| match from_tool {
            true => Err(Error::Invalid(format!("{name} is reserved to commands and events"))),
            false => call(s),
        })
    }

    pub fn mcp_stdio_command() -> Option<Vec<String>> {
        current("", |s| Ok(s.stdio_command.clone())).unwrap_or_default()
    }

    pub fn log(level: Level, text: &str) {
        _ = current("", |s| {
            s.log.push((level, text.into()));
            Ok(())
        });
    }

    pub fn editor_active() -> Result<Option<Document>, Error> {
        current("editor.read", |s| Ok(s.documents.first().map(|(document, _)| document.clone())))
    }

    pub fn editor_open_files() -> Result<Vec<Document>, Error> {
        current("editor.read", |s| Ok(s.documents.iter().map(|(document, _)| document.clone()).collect()))
    }

    pub fn editor_read(path: &str) -> Result<String, Error> {
        current("editor.read", |s| match s.document(path) {
            Ok((_, text)) => Ok(text.clone()),
            Err(_) => s.read(path),
        })
    }

    pub fn editor_edit(path: &str, version: u32, edits: &[TextEdit]) -> Result<u32, Error> {
        current("editor.write", |s| s.edit(path, version, edits))
    }

    pub fn editor_save(path: &str) -> Result<(), Error> {
        current("editor.write", |s| s.save(path))
    }

    pub fn editor_revert(path: &str) -> Result<(), Error> {
        current("editor.write", |s| s.revert(path))
    }

    pub fn notify(kind: NotificationKind, text: &str) -> Result<(), Error> {
        current("notifications", |s| {
            s.notifications.push((kind, text.into()));
            Ok(())
        })
    }

    pub fn set_status(text: &str) -> Result<(), Error> {
        current("notifications", |s| {
            s.status = text.into();
            Ok(())
        })
    }

    pub fn open_tab(path: &str, position: Option<Position>) -> Result<(), Error> {
        reserved("", "open_tab", |s| {
            s.tabs.push((path.into(), position));
            Ok(())
        })
    }

    pub fn dialog_message(text: &str) -> Result<(), Error> {
        reserved("", "dialog_message", |s| {
            s.messages.push(text.into());
            Ok(())
        })
    }

    fn no_answer<T>(question: &str, got: Option<Answer>) -> Result<T, Error> {
        panic!("the test has no fitting answer to {question:?}: mock::Host::answer gave {got:?}")
    }

    pub fn dialog_confirm(question: &str) -> Result<bool, Error> {
        reserved("", "dialog_confirm", |s| match s.answers.pop_front() {
            Some(Answer::Confirm(yes)) => Ok(yes),
            other => no_answer(question, other),
        })
    }

    pub fn dialog_input(prompt: &str, _initial: Option<&str>) -> Result<Option<String>, Error> {
        reserved("", "dialog_input", |s| match s.answers.pop_front() {
            Some(Answer::Input(text)) => Ok(text),
            other => no_answer(prompt, other),
        })
    }

    pub fn dialog_pick(prompt: &str, items: &[&str]) -> Result<Option<u32>, Error> {
        reserved("", "dialog_pick", |s| match s.answers.pop_front() {
            Some(Answer::Pick(None)) => Ok(None),
            Some(Answer::Pick(Some(index))) if (index as usize) < items.len() => Ok(Some(index)),
            other => no_answer(prompt, other),
        })
    }

    pub fn start_run(configuration: &str) -> Result<u64, Error> {
        reserved("runs", "start_run", |s| match s.configurations.contains_key(configuration) {
            true => {
                s.runs.push(configuration.into());
                Ok(s.runs.len() as u64)
            }
            false => Err(Error::NotFound(format!("there is no run configuration {configuration:?}"))),
        })
    }

    pub fn list_configurations() -> Result<Vec<Configuration>, Error> {
        current("runs", |s| {
            let all = s.configurations.iter();
            Ok(all.map(|(name, kind)| Configuration { name: name.clone(), kind: kind.clone() }).collect())
        })
    }

    const MIB: usize = 1 << 20;

    pub fn storage_get(key: &str) -> Result<Option<String>, Error> {
        current("storage", |s| Ok(s.storage.get(key).cloned()))
    }

    pub fn storage_set(key: &str, value: &str) -> Result<(), Error> {
        current("storage", |s| {
            let others = s.storage.iter().filter(|(k, _)| *k != key).map(|(_, v)| v.len()).sum::<usize>();
            if value.len() > MIB || others + value.len() > 16 * MIB {
                return Err(Error::Invalid("a value has at most 1 MiB, all values of a plugin 16 MiB".into()));
            }
            s.storage.insert(key.into(), value.into());
            Ok(())
        })
    }

    pub fn storage_delete(key: &str) -> Result<(), Error> {
        current("storage", |s| {
            s.storage.remove(key);
            Ok(())
        })
    }

    pub fn storage_keys() -> Result<Vec<String>, Error> {
        current("storage", |s| Ok(s.storage.keys().cloned().collect()))
    }

    pub fn vcs_branch() -> Result<Option<String>, Error> {
        current("vcs.read", |s| Ok(s.branch.clone()))
    }

    pub fn vcs_status() -> Result<Vec<FileStatus>, Error> {
        current("vcs.read", |s| Ok(s.statuses()))
    }

    pub fn vcs_log(limit: u32) -> Result<Vec<Commit>, Error> {
        current("vcs.read", |s| Ok(s.commits.iter().take(limit as usize).cloned().collect()))
    }

    pub fn vcs_diff(path: &str) -> Result<String, Error> {
        current("vcs.read", |s| Ok(s.changes.get(path).map(|(_, diff)| diff.clone()).unwrap_or_default()))
    }

    pub fn vcs_fetch(remote: &str) -> Result<(), Error> {
        current("vcs.fetch", |s| match s.remotes.contains(remote) {
            true => Ok(()),
            false => Err(Error::NotFound(format!("there is no remote {remote:?}"))),
        })
    }

    // What answers is called without the state, so that it may look at the host itself.

    pub fn net_fetch(request: &Request) -> Result<Response, Error> {
        let fetch = current("network", |s| {
            s.fetch.clone().ok_or_else(|| "the test answers no requests: use mock::Host::on_fetch".into())
        })?;
        fetch(request)
    }

    pub fn process_run(
        program: &str,
        args: &[&str],
        stdin: Option<&[u8]>,
        _timeout: Option<u32>,
    ) -> Result<Output, Error> {
        let run = current("process", |s| {
            let unapproved = || Error::Denied(format!("the user has not approved {program:?}"));
            s.programs.get(program).cloned().ok_or_else(unapproved)
        })?;
        run(args, stdin.unwrap_or_default())
    }
}
