package cli

import (
	"runtime"
	"runtime/debug"
)

// room lets the collector of garbage begin at twice its size: runs are short and make much garbage, and collecting a few megabytes again and again keeps the
// cores from working beside each other. The system gives no memory for it, since it is never touched.
var room []byte

const roomSize = 16 << 20

// collectLess makes room. The collector would come at the mere sight of it, and most runs are over before there is anything to collect: until it has come
// once, it comes at twice the room, and from then on as ever. A limit holds until then, because what ends that may be late on a busy machine.
func collectLess() {
	const smallest = 4 << 20 // the heap at which the collector comes for the first time, with its usual percentage
	limit := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(limit, 2*roomSize+roomSize/2))
	percent := debug.SetGCPercent(100 * 2 * roomSize / smallest)
	room = make([]byte, roomSize)
	runtime.SetFinalizer(&struct{ _ *byte }{}, func(*struct{ _ *byte }) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}
