//go:build unix

package cli

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// signalChild is set for the child process of TestSignals, which only waits to be ended.
const signalChild = "OPENIDEA_PLUGIN_TEST_WAITS"

// TestSignals: a process is ended with the status of what ended it, also where a shell that put it into the background has it ignore interrupts.
func TestSignals(t *testing.T) {
	if os.Getenv(signalChild) != "" {
		EndOnInterrupt()
		os.Stdout.WriteString("ready\n")
		time.Sleep(time.Minute)
		return
	}
	// What whoever started the tests has ignored, as nohup does, must not be inherited: a signal that is caught here is none that is ignored in the child.
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) {
			caught := make(chan os.Signal, 1)
			signal.Notify(caught, s)
			defer signal.Reset(s)
		}
	}
	for _, c := range []struct {
		ignored string
		send    syscall.Signal
		status  int
	}{
		{"QUIT", syscall.SIGINT, ExitInterrupted},
		{"QUIT", syscall.SIGHUP, ExitHangup},
		{"INT", syscall.SIGTERM, ExitTerminated},
		{"INT", syscall.SIGHUP, ExitHangup},
		{"HUP", syscall.SIGTERM, ExitTerminated},
	} {
		cmd := exec.Command("/bin/sh", "-c", `trap '' `+c.ignored+`; exec "$0" -test.run='^TestSignals$'`, os.Args[0])
		cmd.Env = append(os.Environ(), signalChild+"=yes")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(c.send); err != nil {
			t.Fatal(err)
		}
		var ended *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != c.status {
			t.Errorf("%v with %s ignored: %v, want the status %d", c.send, c.ignored, err, c.status)
		}
	}
}
