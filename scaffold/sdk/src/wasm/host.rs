use super::abi::{lend, lend_option, returned, RawHeader, RawList, RawRange, RawTextEdit};
use crate::{
    Commit, Configuration, Document, Error, FileStatus, Level, NotificationKind, Output, Position, Request, Response,
    TextEdit,
};

/// The imports of each interface: name in the WIT, name here, flat parameters. A result that is
/// more than one number is written to `ret`.
macro_rules! imports {
    ($($interface:literal { $($wit:literal $name:ident($($param:ident: $t:ty),*);)* })*) => { $(
        #[link(wasm_import_module = $interface)]
        unsafe extern "C" {
            $(#[link_name = $wit] fn $name($($param: $t),*);)*
        }
    )* };
}

type Text = *const u8;
type Ret = *mut u8;

imports! {
    "openidea:plugin/editor@1.4.0" {
        "active" import_editor_active(ret: Ret);
        "open-files" import_editor_open_files(ret: Ret);
        "read" import_editor_read(path: Text, path_len: usize, ret: Ret);
        "edit" import_editor_edit(path: Text, path_len: usize, version: u32, edits: *const RawTextEdit, edits_len: usize, ret: Ret);
        "save" import_editor_save(path: Text, path_len: usize, ret: Ret);
        "revert" import_editor_revert(path: Text, path_len: usize, ret: Ret);
    }
    "openidea:plugin/workbench@1.4.0" {
        "notify" import_notify(kind: i32, text: Text, text_len: usize, ret: Ret);
        "set-status" import_set_status(text: Text, text_len: usize, ret: Ret);
        "open-tab" import_open_tab(path: Text, path_len: usize, has_position: i32, line: u32, character: u32, ret: Ret);
    }
    "openidea:plugin/dialogs@1.4.0" {
        "message" import_dialog_message(text: Text, text_len: usize, ret: Ret);
        "confirm" import_dialog_confirm(question: Text, question_len: usize, ret: Ret);
        "input" import_dialog_input(prompt: Text, prompt_len: usize, has_initial: i32, initial: Text, initial_len: usize, ret: Ret);
        "pick" import_dialog_pick(prompt: Text, prompt_len: usize, items: *const RawList<u8>, items_len: usize, ret: Ret);
    }
    "openidea:plugin/runs@1.4.0" {
        "start-run" import_start_run(configuration: Text, configuration_len: usize, ret: Ret);
        "list-configurations" import_list_configurations(ret: Ret);
    }
    "openidea:plugin/storage@1.4.0" {
        "get" import_storage_get(key: Text, key_len: usize, ret: Ret);
        "set" import_storage_set(key: Text, key_len: usize, value: Text, value_len: usize, ret: Ret);
        "delete" import_storage_delete(key: Text, key_len: usize, ret: Ret);
        "keys" import_storage_keys(ret: Ret);
    }
    "openidea:plugin/vcs@1.4.0" {
        "branch" import_vcs_branch(ret: Ret);
        "status" import_vcs_status(ret: Ret);
        "log" import_vcs_log(limit: u32, ret: Ret);
        "diff" import_vcs_diff(path: Text, path_len: usize, ret: Ret);
        "fetch" import_vcs_fetch(remote: Text, remote_len: usize, ret: Ret);
    }
    "openidea:plugin/net@1.4.0" {
        "fetch" import_net_fetch(
            method: Text, method_len: usize, url: Text, url_len: usize, headers: *const RawHeader, headers_len: usize,
            has_body: i32, body: *const u8, body_len: usize, ret: Ret
        );
    }
    "openidea:plugin/process@1.4.0" {
        "run" import_process_run(
            program: Text, program_len: usize, args: *const RawList<u8>, args_len: usize,
            has_stdin: i32, stdin: *const u8, stdin_len: usize, has_timeout: i32, timeout: u32, ret: Ret
        );
    }
    "openidea:plugin/mcp@1.4.0" {
        "stdio-command" import_mcp_stdio_command(ret: Ret);
    }
    "openidea:plugin/log@1.4.0" {
        "write" import_log(level: i32, text: Text, text_len: usize);
    }
}

/// Functions whose parameters are texts and whose result goes to `ret`.
macro_rules! texts {
    ($($name:ident = $import:ident($($text:ident),*) -> $result:ty;)*) => { $(
        pub fn $name($($text: &str),*) -> $result {
            unsafe { returned(|ret| $import($($text.as_ptr(), $text.len(),)* ret)) }
        }
    )* };
}

texts! {
    mcp_stdio_command = import_mcp_stdio_command() -> Option<Vec<String>>;
    editor_active = import_editor_active() -> Result<Option<Document>, Error>;
    editor_open_files = import_editor_open_files() -> Result<Vec<Document>, Error>;
    editor_read = import_editor_read(path) -> Result<String, Error>;
    editor_save = import_editor_save(path) -> Result<(), Error>;
    editor_revert = import_editor_revert(path) -> Result<(), Error>;
    set_status = import_set_status(text) -> Result<(), Error>;
    dialog_message = import_dialog_message(text) -> Result<(), Error>;
    dialog_confirm = import_dialog_confirm(question) -> Result<bool, Error>;
    start_run = import_start_run(configuration) -> Result<u64, Error>;
    list_configurations = import_list_configurations() -> Result<Vec<Configuration>, Error>;
    storage_get = import_storage_get(key) -> Result<Option<String>, Error>;
    storage_set = import_storage_set(key, value) -> Result<(), Error>;
    storage_delete = import_storage_delete(key) -> Result<(), Error>;
    storage_keys = import_storage_keys() -> Result<Vec<String>, Error>;
    vcs_branch = import_vcs_branch() -> Result<Option<String>, Error>;
    vcs_status = import_vcs_status() -> Result<Vec<FileStatus>, Error>;
    vcs_diff = import_vcs_diff(path) -> Result<String, Error>;
    vcs_fetch = import_vcs_fetch(remote) -> Result<(), Error>;
}

pub fn log(level: Level, text: &str) {
    unsafe { import_log(level as i32, text.as_ptr(), text.len()) }
}

pub fn editor_edit(path: &str, version: u32, edits: &[TextEdit]) -> Result<u32, Error> {
    let edits: Vec<_> =
        edits.iter().map(|edit| RawTextEdit { range: lend_range(edit), text: lend(edit.text.as_bytes()) }).collect();
    unsafe { returned(|ret| import_editor_edit(path.as_ptr(), path.len(), version, edits.as_ptr(), edits.len(), ret)) }
}

fn lend_range(edit: &TextEdit) -> RawRange {
    let [start, end] =
        [edit.range.start, edit.range.end].map(|p| super::abi::RawPosition { line: p.line, character: p.character });
    RawRange { start, end }
}

pub fn notify(kind: NotificationKind, text: &str) -> Result<(), Error> {
    unsafe { returned(|ret| import_notify(kind as i32, text.as_ptr(), text.len(), ret)) }
}

pub fn open_tab(path: &str, position: Option<Position>) -> Result<(), Error> {
    let Position { line, character } = position.unwrap_or_default();
    unsafe {
        returned(|ret| import_open_tab(path.as_ptr(), path.len(), position.is_some().into(), line, character, ret))
    }
}

pub fn dialog_input(prompt: &str, initial: Option<&str>) -> Result<Option<String>, Error> {
    let (has_initial, initial, initial_len) = lend_option(initial.map(str::as_bytes));
    unsafe {
        returned(|ret| import_dialog_input(prompt.as_ptr(), prompt.len(), has_initial, initial, initial_len, ret))
    }
}

pub fn dialog_pick(prompt: &str, items: &[&str]) -> Result<Option<u32>, Error> {
    let items: Vec<_> = items.iter().map(|item| lend(item.as_bytes())).collect();
    unsafe { returned(|ret| import_dialog_pick(prompt.as_ptr(), prompt.len(), items.as_ptr(), items.len(), ret)) }
}

pub fn vcs_log(limit: u32) -> Result<Vec<Commit>, Error> {
    unsafe { returned(|ret| import_vcs_log(limit, ret)) }
}

pub fn net_fetch(request: &Request) -> Result<Response, Error> {
    let headers: Vec<_> = request
        .headers
        .iter()
        .map(|header| RawHeader { name: lend(header.name.as_bytes()), value: lend(header.value.as_bytes()) })
        .collect();
    let (method, url) = (request.method.as_str(), request.url.as_str());
    let (has_body, body, body_len) = lend_option(request.body.as_deref());
    unsafe {
        returned(|ret| {
            import_net_fetch(
                method.as_ptr(),
                method.len(),
                url.as_ptr(),
                url.len(),
                headers.as_ptr(),
                headers.len(),
                has_body,
                body,
                body_len,
                ret,
            )
        })
    }
}

pub fn process_run(program: &str, args: &[&str], stdin: Option<&[u8]>, timeout: Option<u32>) -> Result<Output, Error> {
    let args: Vec<_> = args.iter().map(|arg| lend(arg.as_bytes())).collect();
    let (has_stdin, stdin, stdin_len) = lend_option(stdin);
    unsafe {
        returned(|ret| {
            import_process_run(
                program.as_ptr(),
                program.len(),
                args.as_ptr(),
                args.len(),
                has_stdin,
                stdin,
                stdin_len,
                timeout.is_some().into(),
                timeout.unwrap_or_default(),
                ret,
            )
        })
    }
}
