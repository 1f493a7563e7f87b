package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"openidea-plugin/report"
)

// How the line of progress behaves: it appears only when a run takes long enough to wonder, and is rewritten so often that it can be read.
const (
	progressAfter = 300 * time.Millisecond
	progressEvery = 100 * time.Millisecond
	// progressWidth is how many cells it takes at most: a line that the terminal breaks could not be erased.
	progressWidth = 60
)

// progressLine is one line on a terminal that says which test runs. Nothing of it remains when it ends. The zero value shows nothing.
type progressLine struct {
	out io.Writer
	mu  sync.Mutex
	// text is what the line should say, shown what it says.
	text, shown string
	stop, done  chan struct{}
}

// onScreen is how many cells a line of progress takes at this moment, for whoever ends the process.
var onScreen atomic.Int32

// progress begins a line on the standard error, where a person looks at it and wants it.
func (e *env) progress() *progressLine {
	p := &progressLine{}
	if !e.ErrTerminal || e.quiet || e.color == "never" || e.Getenv("NO_COLOR") != "" || e.Getenv("TERM") == "dumb" || e.Getenv("CI") != "" {
		return p
	}
	p.out, p.stop, p.done = e.Err, make(chan struct{}), make(chan struct{})
	go p.run()
	return p
}

// tell sets what the line says.
func (p *progressLine) tell(n, of int, plugin, test string) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = report.Fit(fmt.Sprintf("%d/%d %s › %s", n, of, plugin, test), progressWidth)
}

// run draws the line until end is called.
func (p *progressLine) run() {
	defer close(p.done)
	wait := time.NewTimer(progressAfter)
	defer wait.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-wait.C:
			p.draw()
			wait.Reset(progressEvery)
		}
	}
}

// draw rewrites the line without terminal sequences: back to its start, the text, blanks over what was longer.
func (p *progressLine) draw() {
	p.mu.Lock()
	text := p.text
	p.mu.Unlock()
	if text == p.shown {
		return
	}
	before, now := report.Cells(p.shown), report.Cells(text)
	onScreen.Store(int32(max(before, now)))
	fmt.Fprintf(p.out, "\r%s%s", text, strings.Repeat(" ", max(0, before-now)))
	p.shown = text
}

// end removes the line; it may be called several times.
func (p *progressLine) end() {
	if p.out == nil {
		return
	}
	close(p.stop)
	<-p.done
	eraseProgress(p.out)
	p.out = nil
}

// eraseProgress removes the line that is on the screen, if there is one.
func eraseProgress(out io.Writer) {
	if n := onScreen.Swap(0); n > 0 {
		fmt.Fprintf(out, "\r%s\r", strings.Repeat(" ", int(n)))
	}
}
