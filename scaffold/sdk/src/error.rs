use std::fmt;

/// Why a host function, a command or a tool call failed, with a message for people.
///
/// A text becomes [`Error::Failed`] with `?` or `into()`:
///
/// ```
/// # use openidea_plugin::Error;
/// fn first(lines: &[&str]) -> Result<String, Error> {
///     Ok(lines.first().ok_or("there are no lines")?.to_string())
/// }
/// assert_eq!(first(&[]), Err(Error::Failed("there are no lines".into())));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The plugin was not granted the capability that the function needs.
    Denied(String),
    /// An argument is wrong, or the function may not be used in this context.
    Invalid(String),
    /// There is no such file, command, tool, configuration, program or remote.
    NotFound(String),
    /// Anything else.
    Failed(String),
}

impl Error {
    /// The message, without its kind.
    pub fn message(&self) -> &str {
        match self {
            Error::Denied(m) | Error::Invalid(m) | Error::NotFound(m) | Error::Failed(m) => m,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Error::Denied(_) => "denied",
            Error::Invalid(_) => "invalid",
            Error::NotFound(_) => "not found",
            Error::Failed(_) => "failed",
        };
        write!(f, "{kind}: {}", self.message())
    }
}

impl std::error::Error for Error {}

impl From<&str> for Error {
    fn from(message: &str) -> Self {
        Error::Failed(message.into())
    }
}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Error::Failed(message)
    }
}
