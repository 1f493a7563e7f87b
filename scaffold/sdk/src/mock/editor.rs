//! The open files.

use super::State;
use crate::{Document, Error, Position, TextEdit};

impl State {
    pub fn document(&mut self, path: &str) -> Result<&mut (Document, String), Error> {
        let open = self.documents.iter_mut().find(|(document, _)| document.path == path);
        open.ok_or_else(|| Error::NotFound(format!("{path:?} is not open")))
    }

    pub fn edit(&mut self, path: &str, version: u32, edits: &[TextEdit]) -> Result<u32, Error> {
        let (document, text) = self.document(path)?;
        if document.version != version {
            return Err(Error::Invalid(format!("{path:?} has version {}, not {version}", document.version)));
        }
        let mut spans = Vec::new();
        for edit in edits {
            let (start, end) = (offset(text, edit.range.start)?, offset(text, edit.range.end)?);
            spans.push((start, end, edit.text.as_str()));
        }
        spans.sort();
        if spans.iter().any(|(start, end, _)| start > end) || spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
            return Err(Error::Invalid("the edits overlap, or one ends before it starts".into()));
        }
        for (start, end, replacement) in spans.into_iter().rev() {
            text.replace_range(start..end, replacement);
        }
        document.version += 1;
        document.modified = true;
        Ok(document.version)
    }

    pub fn save(&mut self, path: &str) -> Result<(), Error> {
        let (document, text) = self.document(path)?;
        document.modified = false;
        let text = text.clone();
        self.files.insert(path.into(), text);
        Ok(())
    }

    pub fn revert(&mut self, path: &str) -> Result<(), Error> {
        let saved = self.files.get(path).cloned().unwrap_or_default();
        let (document, text) = self.document(path)?;
        *text = saved;
        document.version += 1;
        document.modified = false;
        Ok(())
    }
}

/// The byte offset of a position.
fn offset(text: &str, position: Position) -> Result<usize, Error> {
    let outside =
        || Error::Invalid(format!("line {}, character {} is outside of the text", position.line, position.character));
    let mut at = 0;
    for _ in 0..position.line {
        at += text[at..].find('\n').ok_or_else(outside)? + 1;
    }
    let mut left = position.character as usize;
    for c in text[at..].chars() {
        if left == 0 {
            break;
        }
        if c == '\n' {
            return Err(outside());
        }
        left = left.checked_sub(c.len_utf16()).ok_or_else(outside)?;
        at += c.len_utf8();
    }
    match left {
        0 => Ok(at),
        _ => Err(outside()),
    }
}
