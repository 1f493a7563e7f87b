//! The files of the project: paths, globs and the search.

use super::State;
use crate::{Error, FileList, Location, Position, Range, SearchResult, TextMatch, TextQuery};

/// The path in its one spelling, if it stays in the project.
pub fn clean(path: &str) -> Result<String, Error> {
    let parts: Vec<_> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    let drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if parts.is_empty() || parts.contains(&"..") || path.starts_with('/') || path.contains('\\') || drive {
        return Err(Error::Invalid(format!("{path:?} is no path in the project")));
    }
    Ok(parts.join("/"))
}

impl State {
    pub fn read(&self, path: &str) -> Result<String, Error> {
        self.files.get(&clean(path)?).cloned().ok_or_else(|| no_file(path))
    }

    pub fn list(&self, glob: &str, limit: u32) -> FileList {
        let mut paths = self.files.keys().filter(|path| glob_matches(glob, path)).cloned();
        let listed = paths.by_ref().take(limit as usize).collect();
        FileList { paths: listed, truncated: paths.next().is_some() }
    }

    pub fn search(&self, query: &TextQuery, limit: u32) -> Result<SearchResult, Error> {
        if query.regex {
            return Err("the SDK's mock host has no regular expressions: use `openidea-plugin test`".into());
        }
        let glob = query.glob.as_deref().unwrap_or("**");
        let mut matches = self.files.iter().filter(|(path, _)| glob_matches(glob, path)).flat_map(|(path, text)| {
            text.lines().zip(0..).filter_map(move |(line, number)| {
                let (start, end) = find(line, &query.pattern, query.case_sensitive)?;
                let at = |offset| Position { line: number, character: offset };
                let location = Location { path: path.clone(), range: Range { start: at(start), end: at(end) } };
                Some(TextMatch { location, line: line.into() })
            })
        });
        let found = matches.by_ref().take(limit as usize).collect();
        Ok(SearchResult { matches: found, truncated: matches.next().is_some() })
    }
}

pub fn no_file(path: &str) -> Error {
    Error::NotFound(format!("there is no file {path:?}"))
}

/// Where the pattern first stands in the line, in UTF-16 code units.
fn find(line: &str, pattern: &str, case_sensitive: bool) -> Option<(u32, u32)> {
    let fold = |c: char| match case_sensitive {
        true => c,
        false => c.to_lowercase().next().unwrap_or(c),
    };
    let line: Vec<char> = line.chars().collect();
    let pattern: Vec<char> = pattern.chars().map(fold).collect();
    let width = |chars: &[char]| chars.iter().map(|c| c.len_utf16() as u32).sum::<u32>();
    (0..=line.len().checked_sub(pattern.len())?)
        .find(|&at| line[at..at + pattern.len()].iter().map(|&c| fold(c)).eq(pattern.iter().copied()))
        .map(|at| (width(&line[..at]), width(&line[..at + pattern.len()])))
}

/// `?` and `*` within one folder, `**` across folders.
pub fn glob_matches(glob: &str, path: &str) -> bool {
    fn matches(glob: &[u8], path: &[u8]) -> bool {
        match glob {
            [] => path.is_empty(),
            [b'*', b'*', b'/', rest @ ..] => {
                matches(rest, path) || path.iter().enumerate().any(|(i, c)| *c == b'/' && matches(rest, &path[i + 1..]))
            }
            [b'*', b'*', rest @ ..] => (0..=path.len()).any(|i| matches(rest, &path[i..])),
            [b'*', rest @ ..] => {
                let folder = path.iter().position(|c| *c == b'/').unwrap_or(path.len());
                (0..=folder).any(|i| matches(rest, &path[i..]))
            }
            [b'?', rest @ ..] => matches!(path, [c, tail @ ..] if *c != b'/' && matches(rest, tail)),
            [c, rest @ ..] => matches!(path, [d, tail @ ..] if c == d && matches(rest, tail)),
        }
    }
    matches(glob.as_bytes(), path.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        for (glob, path, want) in [
            ("*.md", "a.md", true),
            ("*.md", "docs/a.md", false),
            ("**/*.md", "a.md", true),
            ("**/*.md", "docs/old/a.md", true),
            ("docs/**", "docs/old/a.md", true),
            ("docs/*/a.md", "docs/a.md", false),
            ("?.md", "a.md", true),
            ("?.md", "ab.md", false),
            ("", "a.md", false),
        ] {
            assert_eq!(glob_matches(glob, path), want, "{glob} {path}");
        }
    }

    #[test]
    fn positions_are_utf16() {
        assert_eq!(find("\u{1F95B} Milk", "milk", false), Some((3, 7)));
        assert_eq!(find("Milk", "milk", true), None);
        assert_eq!(find("", "", true), Some((0, 0)));
        assert_eq!(find("mil", "milk", true), None);
    }
}
