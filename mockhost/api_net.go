package mockhost

import (
	"net/url"

	"openidea-plugin/mockhost/bind"
)

// Header is a header of a request or a response.
type Header struct{ Name, Value string }

// Request is an HTTP request that a plugin makes.
type Request struct {
	Method  string
	URL     string `wit:"url"`
	Headers []Header
	Body    *[]byte
}

// Response is what Options.Net answers.
type Response struct {
	Status  uint16
	Headers []Header
	Body    []byte
}

type fetchIn struct{ Request Request }

var netAPI = functions{
	"fetch": bind.Func(func(c *call, in fetchIn) (Response, error) {
		u, err := url.Parse(in.Request.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return Response{}, hostError("invalid", "%q is no http or https URL", in.Request.URL)
		}
		if c.ide.opts.Net == nil {
			return Response{}, &unscripted{function: "net.fetch", why: "and there is no network in the mock IDE", help: scriptHelp(target{iface: "net", function: "fetch"})}
		}
		var r Response
		c.unlocked(func() { r, err = c.ide.opts.Net(c.ctx, in.Request) })
		return r, err
	}),
}
