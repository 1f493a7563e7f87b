use super::abi::{lend_option, returned, Lift};
use crate::{Error, FileList, SearchResult, Source, TextQuery};

#[link(wasm_import_module = "openidea:plugin/invocation@1.4.0")]
unsafe extern "C" {
    #[link_name = "[method]invocation.project"]
    fn invocation_project(this: u32, ret: *mut u8);
    #[link_name = "[method]invocation.source"]
    fn invocation_source(this: u32) -> i32;
    #[link_name = "[resource-drop]invocation"]
    fn invocation_drop(this: u32);
}

#[link(wasm_import_module = "openidea:plugin/project@1.4.0")]
unsafe extern "C" {
    #[link_name = "[method]project.name"]
    fn project_name(this: u32, ret: *mut u8);
    #[link_name = "[method]project.root"]
    fn project_root(this: u32, ret: *mut u8);
    #[link_name = "[method]project.read-file"]
    fn project_read_file(this: u32, path: *const u8, path_len: usize, ret: *mut u8);
    #[link_name = "[method]project.list-files"]
    fn project_list_files(this: u32, glob: *const u8, glob_len: usize, limit: u32, ret: *mut u8);
    #[link_name = "[method]project.search-text"]
    fn project_search_text(
        this: u32,
        pattern: *const u8,
        pattern_len: usize,
        regex: i32,
        case_sensitive: i32,
        has_glob: i32,
        glob: *const u8,
        glob_len: usize,
        limit: u32,
        ret: *mut u8,
    );
    #[link_name = "[method]project.write-file"]
    fn project_write_file(this: u32, path: *const u8, path_len: usize, text: *const u8, text_len: usize, ret: *mut u8);
    #[link_name = "[method]project.create-file"]
    fn project_create_file(this: u32, path: *const u8, path_len: usize, text: *const u8, text_len: usize, ret: *mut u8);
    #[link_name = "[method]project.delete-file"]
    fn project_delete_file(this: u32, path: *const u8, path_len: usize, ret: *mut u8);
    #[link_name = "[resource-drop]project"]
    fn project_drop(this: u32);
}

/// The handle of a call's context. It is borrowed: it must be dropped before the call returns.
pub struct Invocation(pub(super) u32);

impl Drop for Invocation {
    fn drop(&mut self) {
        unsafe { invocation_drop(self.0) }
    }
}

impl Invocation {
    pub fn project(&self) -> Option<Project> {
        unsafe { returned(|ret| invocation_project(self.0, ret)) }
    }

    pub fn source(&self) -> Source {
        unsafe { Source::lift(invocation_source(self.0) as u8) }
    }
}

/// The handle of a project. It is owned.
pub struct Project(u32);

impl Lift for Project {
    type Raw = u32;
    unsafe fn lift(raw: u32) -> Project {
        Project(raw)
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        unsafe { project_drop(self.0) }
    }
}

impl Project {
    pub fn name(&self) -> String {
        unsafe { returned(|ret| project_name(self.0, ret)) }
    }

    pub fn root(&self) -> String {
        unsafe { returned(|ret| project_root(self.0, ret)) }
    }

    pub fn read_file(&self, path: &str) -> Result<String, Error> {
        unsafe { returned(|ret| project_read_file(self.0, path.as_ptr(), path.len(), ret)) }
    }

    pub fn list_files(&self, glob: &str, limit: u32) -> Result<FileList, Error> {
        unsafe { returned(|ret| project_list_files(self.0, glob.as_ptr(), glob.len(), limit, ret)) }
    }

    pub fn search_text(&self, query: &TextQuery, limit: u32) -> Result<SearchResult, Error> {
        let pattern = query.pattern.as_str();
        let (has_glob, glob, glob_len) = lend_option(query.glob.as_deref().map(str::as_bytes));
        unsafe {
            returned(|ret| {
                project_search_text(
                    self.0,
                    pattern.as_ptr(),
                    pattern.len(),
                    query.regex.into(),
                    query.case_sensitive.into(),
                    has_glob,
                    glob,
                    glob_len,
                    limit,
                    ret,
                )
            })
        }
    }

    pub fn write_file(&self, path: &str, text: &str) -> Result<(), Error> {
        unsafe { returned(|ret| project_write_file(self.0, path.as_ptr(), path.len(), text.as_ptr(), text.len(), ret)) }
    }

    pub fn create_file(&self, path: &str, text: &str) -> Result<(), Error> {
        unsafe {
            returned(|ret| project_create_file(self.0, path.as_ptr(), path.len(), text.as_ptr(), text.len(), ret))
        }
    }

    pub fn delete_file(&self, path: &str) -> Result<(), Error> {
        unsafe { returned(|ret| project_delete_file(self.0, path.as_ptr(), path.len(), ret)) }
    }
}
