package schema

import "unicode/utf8"

// A backtracking matcher for what no automaton can do: looking around, and referring back to groups. It counts its
// steps, so that a catastrophic pattern ends in the same way on every machine.

type instOp uint8

const (
	doSet      instOp = iota // one character of set
	doRun                    // characters of set, from min to max of them
	doJump                   // to x
	doSplit                  // to x, or else to y
	doSave                   // position into register x
	doClear                  // registers x to y hold nothing
	doZero                   // register x is 0
	doLoop                   // head of a counted loop: counter x, end at y
	doEnter                  // body of a loop begins: remember the position in register x
	doNext                   // body of a loop ends: counter x, position in register y, head at min
	doLook                   // what stands until x, ahead or behind
	doBackref                // what a group matched, again
	doStart                  // start of the text
	doEnd                    // end of the text
	doBoundary               // a word boundary, or none
	doAccept                 // success, of the whole or of what doLook looks for
)

type inst struct {
	op       instOp
	x, y     int
	min, max int
	lazy     bool
	behind   bool // characters are read from right to left
	negate   bool
	set      runeSet
	groups   []int
}

type program struct {
	insts     []inst
	registers int
}

// compileProgram translates a tree. Registers 2k-2 and 2k-1 are the ends of group k; counters and positions of loops
// follow.
func compileProgram(root *regexNode) *program {
	c := &compiler{}
	c.registers = 2 * countGroups(root)
	c.node(root, false)
	c.emit(inst{op: doAccept})
	return &program{insts: c.insts, registers: c.registers}
}

func countGroups(n *regexNode) int {
	highest := n.number
	for _, sub := range n.subs {
		highest = max(highest, countGroups(sub))
	}
	return highest
}

type compiler struct {
	insts     []inst
	registers int
}

func (c *compiler) emit(i inst) int {
	c.insts = append(c.insts, i)
	return len(c.insts) - 1
}

func (c *compiler) register() int {
	c.registers++
	return c.registers - 1
}

func (c *compiler) node(n *regexNode, behind bool) {
	switch n.op {
	case opSet:
		c.emit(inst{op: doSet, set: n.set, behind: behind})
	case opSequence:
		for i := range n.subs {
			if behind {
				i = len(n.subs) - 1 - i
			}
			c.node(n.subs[i], behind)
		}
	case opChoice:
		var ends []int
		for i, sub := range n.subs {
			if i == len(n.subs)-1 {
				c.node(sub, behind)
				break
			}
			split := c.emit(inst{op: doSplit})
			c.insts[split].x = len(c.insts)
			c.node(sub, behind)
			ends = append(ends, c.emit(inst{op: doJump}))
			c.insts[split].y = len(c.insts)
		}
		for _, end := range ends {
			c.insts[end].x = len(c.insts)
		}
	case opGroup:
		first, second := 2*n.number-2, 2*n.number-1
		if behind {
			first, second = second, first
		}
		c.emit(inst{op: doSave, x: first})
		c.node(n.subs[0], behind)
		c.emit(inst{op: doSave, x: second})
	case opRepeat:
		c.repeat(n, behind)
	case opLook:
		look := c.emit(inst{op: doLook, behind: n.behind, negate: n.negate})
		c.node(n.subs[0], n.behind)
		c.emit(inst{op: doAccept})
		c.insts[look].x = len(c.insts)
	case opBackref:
		c.emit(inst{op: doBackref, groups: n.groups, behind: behind})
	case opStart:
		c.emit(inst{op: doStart})
	case opEnd:
		c.emit(inst{op: doEnd})
	case opBoundary, opNoBoundary:
		c.emit(inst{op: doBoundary, negate: n.op == opNoBoundary})
	}
}

func (c *compiler) repeat(n *regexNode, behind bool) {
	body := n.subs[0]
	if body.op == opSet && !n.lazy {
		c.emit(inst{op: doRun, set: body.set, min: n.min, max: n.max, behind: behind})
		return
	}
	counter, position := c.register(), c.register()
	c.emit(inst{op: doZero, x: counter})
	head := c.emit(inst{op: doLoop, x: counter, min: n.min, max: n.max, lazy: n.lazy})
	c.emit(inst{op: doEnter, x: position})
	if low, high := groupRange(body); high > 0 {
		c.emit(inst{op: doClear, x: 2*low - 2, y: 2*high - 1})
	}
	c.node(body, behind)
	c.emit(inst{op: doNext, x: counter, y: position, min: head})
	c.insts[head].y = len(c.insts)
}

// groupRange are the lowest and highest number of the groups in n, or 0 and 0.
func groupRange(n *regexNode) (low, high int) {
	low, high = n.number, n.number
	for _, sub := range n.subs {
		l, h := groupRange(sub)
		if l > 0 && (low == 0 || l < low) {
			low = l
		}
		high = max(high, h)
	}
	return low, high
}

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
