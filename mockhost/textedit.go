package mockhost

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"openidea-plugin/mockhost/files"
)

// offset is the byte offset of a position in a text. A position behind the end of its line or of the text, or between the halves of a surrogate pair, is invalid.
func offset(text string, at position) (int, error) {
	start := 0
	for range at.Line {
		next := strings.IndexByte(text[start:], '\n')
		if next < 0 {
			return 0, hostError("invalid", "the text has no line %d (lines count from 0)", at.Line)
		}
		start += next + 1
	}
	line, _, _ := strings.Cut(text[start:], "\n")
	line = strings.TrimSuffix(line, "\r")
	units := uint32(0)
	for i, r := range line {
		if units == at.Character {
			return start + i, nil
		}
		if units > at.Character {
			return 0, hostError("invalid", "character %d of line %d is the middle of a surrogate pair", at.Character, at.Line)
		}
		units += uint32(max(1, utf16.RuneLen(r)))
	}
	switch {
	case units == at.Character:
		return start + len(line), nil
	case units > at.Character:
		return 0, hostError("invalid", "character %d of line %d is the middle of a surrogate pair", at.Character, at.Line)
	}
	return 0, hostError("invalid", "line %d has %d characters, not %d", at.Line, units, at.Character)
}

// nearestPlace is the place of a position that a text may not have, where an editor puts the caret then: the end of its line, the end of the last line, the
// beginning of a character.
func nearestPlace(text string, at position) position {
	line, place := text, position{}
	for place.Line < at.Line {
		_, rest, ok := strings.Cut(line, "\n")
		if !ok {
			at.Character = math.MaxUint32
			break
		}
		line = rest
		place.Line++
	}
	line, _, _ = strings.Cut(line, "\n")
	for _, r := range strings.TrimSuffix(line, "\r") {
		units := uint32(max(1, utf16.RuneLen(r)))
		if units > at.Character-place.Character {
			break
		}
		place.Character += units
	}
	return place
}

// applyEdits makes all edits at once: their ranges are those of the text before, and may not overlap.
func applyEdits(ctx context.Context, text string, edits []textEdit) (string, error) {
	type piece struct {
		start, end int
		text       string
	}
	pieces := make([]piece, len(edits))
	size := len(text)
	for i, e := range edits {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		start, err := offset(text, e.Range.Start)
		if err != nil {
			return "", err
		}
		end, err := offset(text, e.Range.End)
		if err != nil {
			return "", err
		}
		if end < start {
			return "", hostError("invalid", "the range of an edit ends before it begins")
		}
		pieces[i] = piece{start, end, e.Text}
		size += len(e.Text)
	}
	if size > files.MaxBytes {
		return "", hostError("failed", "the text would be larger than %d MiB", files.MaxBytes>>20)
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return a.start - b.start })
	var b strings.Builder
	at := 0
	for _, p := range pieces {
		if p.start < at {
			return "", hostError("invalid", "two edits overlap")
		}
		b.WriteString(text[at:p.start])
		b.WriteString(p.text)
		at = p.end
	}
	b.WriteString(text[at:])
	return b.String(), nil
}
