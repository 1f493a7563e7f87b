package schema

import "unicode/utf8"

// A backtracking matcher for what no automaton can do: looking around, and referring back to groups. It counts its
// steps, so that a catastrophic pattern ends in the same way on every machine.

// choicePoint is what to do when the path taken so far turns out wrong.
type choicePoint struct {
	kind     pointKind
	pc       int // where to go on; for restore the register
	at       int // position; for restore the old value
	shortest int // for shrink: the position of the shortest run
}

type pointKind uint8

const (
	resume  pointKind = iota // go on elsewhere
	restore                  // give a register its old value, then look further
	shrink                   // go on with one character less
)

// maxChoices bounds the memory of one match.
const maxChoices = 1 << 20

type matcher struct {
	prog  *program
	text  string
	regs  []int
	stack []choicePoint
	left  *budget
}

// search tries every position of the text.
func (p *program) search(text string, left *budget) (bool, error) {
	m := &matcher{prog: p, text: text, regs: make([]int, p.registers), left: left}
	for start := 0; ; {
		for i := range m.regs {
			m.regs[i] = -1
		}
		m.stack = m.stack[:0]
		if err := left.spend(1 + len(m.regs)/16); err != nil {
			return false, err
		}
		if ok, _, err := m.run(0, start); ok || err != nil {
			return ok, err
		}
		if start >= len(text) {
			return false, nil
		}
		_, n := utf8.DecodeRuneInString(text[start:])
		start += n
	}
}

func (m *matcher) push(c choicePoint) error {
	if len(m.stack) >= maxChoices {
		return errBudget
	}
	m.stack = append(m.stack, c)
	return nil
}

func (m *matcher) set(register, value int) error {
	err := m.push(choicePoint{kind: restore, pc: register, at: m.regs[register]})
	m.regs[register] = value
	return err
}

// back undoes to the last choice above base.
func (m *matcher) back(base int) (pc, at int, ok bool) {
	for len(m.stack) > base {
		c := &m.stack[len(m.stack)-1]
		switch c.kind {
		case restore:
			m.regs[c.pc] = c.at
			m.stack = m.stack[:len(m.stack)-1]
		case resume:
			pc, at = c.pc, c.at
			m.stack = m.stack[:len(m.stack)-1]
			return pc, at, true
		case shrink:
			if c.at == c.shortest {
				m.stack = m.stack[:len(m.stack)-1]
				continue
			}
			if c.at > c.shortest {
				_, n := utf8.DecodeLastRuneInString(m.text[:c.at])
				c.at -= n
			} else {
				_, n := utf8.DecodeRuneInString(m.text[c.at:])
				c.at += n
			}
			return c.pc, c.at, true
		}
	}
	return 0, 0, false
}

// run matches from an instruction and a position until doAccept. On success the choices above the stack at the start
// are still there: whoever called decides whether they count.
func (m *matcher) run(pc, at int) (ok bool, end int, err error) {
	base := len(m.stack)
	for {
		if err := m.left.spend(1); err != nil {
			return false, 0, err
		}
		i := &m.prog.insts[pc]
		good := true
		next := pc + 1
		switch i.op {
		case doAccept:
			return true, at, nil
		case doSet:
			at, good = m.one(i, at)
		case doRun:
			at, good, err = m.runOf(i, pc, at)
		case doJump:
			next = i.x
		case doSplit:
			next = i.x
			err = m.push(choicePoint{kind: resume, pc: i.y, at: at})
		case doSave:
			err = m.set(i.x, at)
		case doClear:
			err = m.left.spend((i.y - i.x) / 8)
			for r := i.x; r <= i.y && err == nil; r++ {
				if m.regs[r] >= 0 {
					err = m.set(r, -1)
				}
			}
		case doZero:
			err = m.set(i.x, 0)
		case doLoop:
			count := m.regs[i.x]
			switch {
			case count < i.min:
			case i.max >= 0 && count >= i.max:
				next = i.y
			case i.lazy:
				next = i.y
				err = m.push(choicePoint{kind: resume, pc: pc + 1, at: at})
			default:
				err = m.push(choicePoint{kind: resume, pc: i.y, at: at})
			}
		case doEnter:
			err = m.set(i.x, at)
		case doNext:
			head := &m.prog.insts[i.min]
			count := m.regs[i.x] + 1
			if m.regs[i.y] == at {
				// An iteration that matched nothing: further ones would not either. Beyond the minimum it does not count.
				good = count <= head.min
				count = max(count, head.min)
			}
			next = i.min
			err = m.set(i.x, count)
		case doLook:
			good, err = m.look(i, pc, at)
			next = i.x
		case doBackref:
			at, good = m.backref(i, at)
		case doStart:
			good = at == 0
		case doEnd:
			good = at == len(m.text)
		case doBoundary:
			good = (m.wordBefore(at) != m.wordAfter(at)) != i.negate
		}
		if err != nil {
			return false, 0, err
		}
		if good {
			pc = next
			continue
		}
		if pc, at, ok = m.back(base); !ok {
			return false, 0, nil
		}
	}
}

// look runs what stands inside a lookaround. Nothing inside is tried again later; what it captured stays if it was
// asked for and found.
func (m *matcher) look(i *inst, pc, at int) (bool, error) {
	base := len(m.stack)
	found, _, err := m.run(pc+1, at)
	if err != nil {
		return false, err
	}
	if found && !i.negate {
		// Keep what restores registers, drop the choices.
		kept := m.stack[:base]
		for _, c := range m.stack[base:] {
			if c.kind == restore {
				kept = append(kept, c)
			}
		}
		m.stack = kept
		return true, nil
	}
	for len(m.stack) > base {
		if c := m.stack[len(m.stack)-1]; c.kind == restore {
			m.regs[c.pc] = c.at
		}
		m.stack = m.stack[:len(m.stack)-1]
	}
	return found != i.negate, nil
}

// one reads a character of a set.
func (m *matcher) one(i *inst, at int) (int, bool) {
	if i.behind {
		if at == 0 {
			return at, false
		}
		r, n := utf8.DecodeLastRuneInString(m.text[:at])
		return at - n, i.set.contains(r)
	}
	if at == len(m.text) {
		return at, false
	}
	r, n := utf8.DecodeRuneInString(m.text[at:])
	return at + n, i.set.contains(r)
}

// runOf reads as many characters of a set as there are and leaves one choice point for all shorter runs.
func (m *matcher) runOf(i *inst, pc, at int) (int, bool, error) {
	shortest, count := at, 0
	for i.max < 0 || count < i.max {
		next, ok := m.one(i, at)
		if !ok {
			break
		}
		at = next
		count++
		if count == i.min {
			shortest = at
		}
	}
	if err := m.left.spend(count / 4); err != nil {
		return 0, false, err
	}
	if count < i.min {
		return at, false, nil
	}
	if at == shortest {
		return at, true, nil
	}
	return at, true, m.push(choicePoint{kind: shrink, pc: pc + 1, at: at, shortest: shortest})
}

// backref matches again what the first of the groups that took part has matched; a group that took no part matches
// the empty text.
func (m *matcher) backref(i *inst, at int) (int, bool) {
	for _, g := range i.groups {
		from, to := m.regs[2*g-2], m.regs[2*g-1]
		if from < 0 || to < 0 || from > to {
			continue
		}
		part := m.text[from:to]
		if i.behind {
			if at < len(part) || m.text[at-len(part):at] != part {
				return at, false
			}
			return at - len(part), true
		}
		if len(m.text)-at < len(part) || m.text[at:at+len(part)] != part {
			return at, false
		}
		return at + len(part), true
	}
	return at, true
}

func isWordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c == '_' }

func (m *matcher) wordBefore(at int) bool { return at > 0 && isWordByte(m.text[at-1]) }

func (m *matcher) wordAfter(at int) bool { return at < len(m.text) && isWordByte(m.text[at]) }

// contains looks a character up; the set has to be normal.
func (s runeSet) contains(r rune) bool {
	low, high := 0, len(s)/2
	for low < high {
		mid := (low + high) / 2
		switch {
		case r < s[2*mid]:
			high = mid
		case r > s[2*mid+1]:
			low = mid + 1
		default:
			return true
		}
	}
	return false
}
