package cli

import (
	"runtime"
	"runtime/debug"
)

// room lets the collector of garbage begin at twice its size: runs are short and make much garbage, and collecting a few megabytes again and again keeps the
// cores from working beside each other. The system gives no memory for it, since it is never touched.
var room []byte

const roomSize = 16 << 20

// collectLess makes room. The collector would begin at the mere sight of it, and a run as short as most are never needs it: until it has come once, it
// comes at twice the room, and from then on as ever.
func collectLess() {
	const usual, smallest = 100, 4 << 20 // the collector's percentage, and the heap at which it comes with that
	debug.SetGCPercent(usual * 2 * roomSize / smallest)
	room = make([]byte, roomSize)
	runtime.AddCleanup(&struct{ _ *byte }{}, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
