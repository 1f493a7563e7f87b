//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// Whoever starts the tests may ignore signals, as nohup does, and a shell for what runs in the background: programs inherit that. A signal that is caught here is
// none that is ignored in the programs that the tests start.
func init() {
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
}
