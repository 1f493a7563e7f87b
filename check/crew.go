package check

import (
	"runtime"
	"slices"
	"strings"
	"sync"

	"openidea-plugin/plugin"
)

// crew checks plugins on all cores while others are still searched for. Who searches is one of it: he hands over what he finds and then works with the others, so that
// nobody waits for him and nothing is handed from one to the other but an index.
type crew struct {
	check func(plugin.ManifestPath) *checked
	// size is how many work at once.
	size int

	others sync.WaitGroup
	mu     sync.Mutex
	more   sync.Cond // there is more to do, or all has been found
	jobs   []*job
	next   int // the first of jobs that nobody has taken
	hired  int
	all    bool
}

// job is a plugin to check and what came of it.
type job struct {
	at   plugin.ManifestPath
	done *checked
}

func newCrew(check func(plugin.ManifestPath) *checked) *crew {
	c := &crew{check: check, size: runtime.GOMAXPROCS(0)}
	c.more.L = &c.mu
	return c
}

// add hands over a plugin. The last one found is left to who searches, so that one plugin alone needs nobody else.
func (c *crew) add(at plugin.ManifestPath) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.jobs = append(c.jobs, &job{at: at})
	if c.hired < min(c.size, len(c.jobs))-1 {
		c.hired++
		c.others.Go(c.work)
	}
	c.more.Signal()
}

// finish says that all plugins have been handed over, works until nothing is left to do, and gives what came of it in the order of the plugins' paths.
func (c *crew) finish() []*checked {
	c.mu.Lock()
	c.all = true
	c.more.Broadcast()
	c.mu.Unlock()
	c.work()
	c.others.Wait()
	slices.SortFunc(c.jobs, func(a, b *job) int { return strings.Compare(a.at.Printed, b.at.Printed) })
	list := make([]*checked, len(c.jobs))
	for i, j := range c.jobs {
		list[i] = j.done
	}
	return list
}

func (c *crew) work() {
	for {
		j := c.take()
		if j == nil {
			return
		}
		j.done = c.check(j.at)
	}
}

// take waits for the next plugin; nil where there will be none.
func (c *crew) take() *job {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.next == len(c.jobs) && !c.all {
		c.more.Wait()
	}
	if c.next == len(c.jobs) {
		return nil
	}
	c.next++
	return c.jobs[c.next-1]
}
