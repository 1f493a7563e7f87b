package runner

import "sync"

// Progress says that the n-th of so many tests begins. It is told of one test at a time; what runs at once is told in any order.
type Progress func(n, of int, plugin, test string)

// progress counts the tests that have begun.
type progress struct {
	mu   sync.Mutex
	tell Progress
	n    int
}

func (p *progress) begin(j *job, of int) {
	if p.tell == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n++
	p.tell(p.n, of, j.suite.id, j.test.Name)
}
