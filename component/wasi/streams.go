package wasi

import (
	"errors"
	"io"

	"openidea-plugin/component"
	"openidea-plugin/component/bylabel"
)

// ioError is the resource error: what went wrong in a stream, and the file system's code for it where it has one.
type ioError struct {
	text, code string
}

func (e *ioError) Error() string { return e.text }

// inputStream is always ready: what it reads from does not make the guest wait.
type inputStream struct {
	resource
	from   io.Reader // nil: at its end
	closed bool
}

// outputStream takes whatever it has permitted.
type outputStream struct {
	resource
	to     io.Writer // nil: nowhere
	permit uint64
	closed bool
}

// errClosed is the case "closed" of stream-error.
var errClosed = errors.New("the stream is closed")

// read gives up to n bytes; the error is errClosed or an *ioError.
func (s *inputStream) read(n uint64) ([]byte, error) {
	if s.closed || s.from == nil {
		return nil, errClosed
	}
	if n == 0 {
		return []byte{}, nil
	}
	b := make([]byte, min(n, MaxRead))
	// A Reader may give nothing without an error; one that goes on with that for long is broken.
	for range 100 {
		k, err := s.from.Read(b)
		if err != nil {
			s.closed = true
		}
		switch {
		case k > 0:
			return b[:k], nil
		case err == io.EOF:
			return nil, errClosed
		case err != nil:
			return nil, asIOError(err, "reading from the stream failed")
		}
	}
	s.closed = true
	return nil, &ioError{text: "reading from the stream gave nothing"}
}

// asIOError keeps an error of our own, and hides the words of any other.
func asIOError(err error, text string) error {
	var e *ioError
	if errors.As(err, &e) {
		return e
	}
	return &ioError{text: text}
}

func (s *outputStream) write(b []byte) error {
	if s.closed {
		return errClosed
	}
	s.permit -= min(s.permit, uint64(len(b)))
	if s.to == nil {
		return nil
	}
	if _, err := s.to.Write(b); err != nil {
		s.closed = true
		return asIOError(err, "writing to the stream failed")
	}
	return nil
}

// streamResult is a result of which the error is a stream-error.
func (c *call) streamResult(v component.Value, err error) (component.Value, error) {
	var failed *ioError
	switch {
	case err == nil:
		return bylabel.Ok(v), nil
	case errors.Is(err, errClosed):
		return c.fail("closed")
	case errors.As(err, &failed):
		e, err := bylabel.Variant(c.fn.Result.Err, "last-operation-failed", own(failed))
		if err != nil {
			return nil, err
		}
		return bylabel.Err(e), nil
	}
	return nil, err
}

func (c *call) streamRead() (component.Value, error) {
	s, err := self[*inputStream](c)
	if err != nil {
		return nil, err
	}
	b, err := s.read(c.u64(1))
	return c.streamResult(b, err)
}

func (c *call) streamSkip() (component.Value, error) {
	s, err := self[*inputStream](c)
	if err != nil {
		return nil, err
	}
	b, err := s.read(c.u64(1))
	return c.streamResult(uint64(len(b)), err)
}

func (c *call) checkWrite() (component.Value, error) {
	s, err := self[*outputStream](c)
	if err != nil {
		return nil, err
	}
	if s.closed {
		return c.fail("closed")
	}
	s.permit = WritePermit
	return bylabel.Ok(uint64(WritePermit)), nil
}

// streamWrite writes n bytes, which contents makes only after n was found to be allowed: up to limit, or where that is 0 up to the permit
// of the last check-write.
func (c *call) streamWrite(n, limit uint64, contents func() []byte) (component.Value, error) {
	s, err := self[*outputStream](c)
	switch {
	case err != nil:
		return nil, err
	case limit > 0 && n > limit:
		return nil, c.broken("%d bytes were given; this function takes at most %d", n, limit)
	case s.closed:
		return c.fail("closed")
	case limit == 0 && n > s.permit:
		return nil, c.broken("%d bytes were written, and check-write had permitted %d: call check-write before each write", n, s.permit)
	}
	return c.streamResult(nil, s.write(contents()))
}

func (c *call) writeBytes(limit uint64) (component.Value, error) {
	b := c.args[1].([]byte)
	return c.streamWrite(uint64(len(b)), limit, func() []byte { return b })
}

func (c *call) writeZeroes(limit uint64) (component.Value, error) {
	n := c.u64(1)
	return c.streamWrite(n, limit, func() []byte { return make([]byte, n) })
}

// flush has nothing to do: a write has reached its end when it returns.
func (c *call) flush() (component.Value, error) {
	s, err := self[*outputStream](c)
	if err != nil {
		return nil, err
	}
	if s.closed {
		return c.fail("closed")
	}
	return bylabel.Ok(nil), nil
}

func (c *call) splice() (component.Value, error) {
	to, err := self[*outputStream](c)
	if err != nil {
		return nil, err
	}
	from, err := handle[*inputStream](c, c.args[1])
	if err != nil {
		return nil, err
	}
	if to.closed {
		return c.fail("closed")
	}
	b, err := from.read(min(c.u64(2), WritePermit))
	if err == nil && len(b) > 0 {
		err = to.write(b)
	}
	return c.streamResult(uint64(len(b)), err)
}

func subscribeStream[T interface{ base() *resource }](c *call) (component.Value, error) {
	s, err := self[T](c)
	if err != nil {
		return nil, err
	}
	p := &pollable{}
	p.from(s.base())
	return own(p), nil
}

var ioInterfaces = []iface{
	{"wasi:io/error", []string{"error"}, []row{
		{"[method]error.to-debug-string", "func(self: borrow<error>) -> string", func(c *call) (component.Value, error) {
			e, err := self[*ioError](c)
			if err != nil {
				return nil, err
			}
			return e.text, nil
		}},
	}},
	{"wasi:io/poll", []string{"pollable"}, []row{
		{"[method]pollable.ready", "func(self: borrow<pollable>) -> bool", (*call).ready},
		{"[method]pollable.block", "func(self: borrow<pollable>)", (*call).block},
		{"poll", "func(in: list<borrow<pollable>>) -> list<u32>", (*call).poll},
	}},
	{"wasi:io/streams", []string{"error", "pollable", "input-stream", "output-stream"}, []row{
		{"[method]input-stream.read", "func(self: borrow<input-stream>, len: u64) -> result<list<u8>, stream-error>", (*call).streamRead},
		{"[method]input-stream.blocking-read", "func(self: borrow<input-stream>, len: u64) -> result<list<u8>, stream-error>", (*call).streamRead},
		{"[method]input-stream.skip", "func(self: borrow<input-stream>, len: u64) -> result<u64, stream-error>", (*call).streamSkip},
		{"[method]input-stream.blocking-skip", "func(self: borrow<input-stream>, len: u64) -> result<u64, stream-error>", (*call).streamSkip},
		{"[method]input-stream.subscribe", "func(self: borrow<input-stream>) -> own<pollable>", subscribeStream[*inputStream]},
		{"[method]output-stream.check-write", "func(self: borrow<output-stream>) -> result<u64, stream-error>", (*call).checkWrite},
		{"[method]output-stream.write", "func(self: borrow<output-stream>, contents: list<u8>) -> result<_, stream-error>",
			func(c *call) (component.Value, error) { return c.writeBytes(0) }},
		{"[method]output-stream.blocking-write-and-flush", "func(self: borrow<output-stream>, contents: list<u8>) -> result<_, stream-error>",
			func(c *call) (component.Value, error) { return c.writeBytes(maxBlockingWrite) }},
		{"[method]output-stream.flush", "func(self: borrow<output-stream>) -> result<_, stream-error>", (*call).flush},
		{"[method]output-stream.blocking-flush", "func(self: borrow<output-stream>) -> result<_, stream-error>", (*call).flush},
		{"[method]output-stream.subscribe", "func(self: borrow<output-stream>) -> own<pollable>", subscribeStream[*outputStream]},
		{"[method]output-stream.write-zeroes", "func(self: borrow<output-stream>, len: u64) -> result<_, stream-error>",
			func(c *call) (component.Value, error) { return c.writeZeroes(0) }},
		{"[method]output-stream.blocking-write-zeroes-and-flush", "func(self: borrow<output-stream>, len: u64) -> result<_, stream-error>",
			func(c *call) (component.Value, error) { return c.writeZeroes(maxBlockingWrite) }},
		{"[method]output-stream.splice", "func(self: borrow<output-stream>, src: borrow<input-stream>, len: u64) -> result<u64, stream-error>", (*call).splice},
		{"[method]output-stream.blocking-splice", "func(self: borrow<output-stream>, src: borrow<input-stream>, len: u64) -> result<u64, stream-error>", (*call).splice},
	}},
}
