package schema

// The program that the backtracking matcher runs: a pattern's tree as instructions.

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
