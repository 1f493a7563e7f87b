use crate::{backend, Error, FileList, SearchResult, Source, TextQuery};

/// The context of one call: what made the IDE call the plugin, and the project that it is about.
pub struct Invocation(pub(crate) backend::Invocation);

impl Invocation {
    /// The project that the call is about; none where no project is open.
    pub fn project(&self) -> Option<Project> {
        self.0.project().map(Project)
    }

    /// What made the IDE call the plugin.
    pub fn source(&self) -> Source {
        self.0.source()
    }
}

/// A project that is open in a window. Paths are relative to its root and separated by `/`; one
/// that leaves the project is [`Error::Invalid`].
pub struct Project(pub(crate) backend::Project);

impl Project {
    /// The project's name, for people.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// The absolute path of the project's root.
    pub fn root(&self) -> String {
        self.0.root()
    }

    /// The whole text of a file, as it is on disk. Capability: `project.read`.
    pub fn read_file(&self, path: &str) -> Result<String, Error> {
        self.0.read_file(path)
    }

    /// The files whose path matches a glob: `*` within one folder, `**` across folders.
    /// Capability: `project.read`.
    pub fn list_files(&self, glob: &str, limit: u32) -> Result<FileList, Error> {
        self.0.list_files(glob, limit)
    }

    /// Search the project's text files line by line. Capability: `project.read`.
    pub fn search_text(&self, query: &TextQuery, limit: u32) -> Result<SearchResult, Error> {
        self.0.search_text(query, limit)
    }

    /// Replace a file's text, or create the file with its folders. Capability: `project.write`.
    pub fn write_file(&self, path: &str, text: &str) -> Result<(), Error> {
        self.0.write_file(path, text)
    }

    /// Create a file with its folders; [`Error::Failed`] where it exists.
    /// Capability: `project.write`.
    pub fn create_file(&self, path: &str, text: &str) -> Result<(), Error> {
        self.0.create_file(path, text)
    }

    /// Delete a file; [`Error::NotFound`] where there is none. Capability: `project.write`.
    pub fn delete_file(&self, path: &str) -> Result<(), Error> {
        self.0.delete_file(path)
    }
}
