package apitest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"portfolio/api"
)

// Contract is the API's description, ready to hold requests and answers against it.
type Contract struct {
	doc    *openapi3.T
	router routers.Router
	// roots are the first names of the described paths; paths below other names are not part of the API.
	roots map[string]bool
	// defaultResponses are what paths and methods answer that are not described.
	defaultResponses *openapi3.Responses
}

// Exchange is a request with the answer that it got, both with their bodies read.
type Exchange struct {
	Request  *http.Request
	Sent     []byte
	Response *http.Response
	Received []byte
}

// transport are the headers that belong to the connection and the caches on the way, not to the
// API.
var transport = []string{"Connection", "Content-Length", "Content-Type", "Date", "Vary"}

// LoadContract reads and validates openapi.yaml once. It returns an error if it violates the rules
// of OpenAPI.
var LoadContract = sync.OnceValues(func() (*Contract, error) {
	openapi3filter.RegisterBodyDecoder("application/offset+octet-stream", openapi3filter.FileBodyDecoder)
	doc, err := openapi3.NewLoader().LoadFromData(api.OpenAPI)
	if err != nil {
		return nil, err
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	c := &Contract{doc: doc, router: router, roots: map[string]bool{}, defaultResponses: openapi3.NewResponses(
		openapi3.WithStatus(http.StatusNotFound, doc.Components.Responses["NotFound"]),
		openapi3.WithStatus(http.StatusMethodNotAllowed, doc.Components.Responses["MethodNotAllowed"]),
	)}
	c.defaultResponses.Delete("default")
	c.addHeaders(c.defaultResponses)
	for path, item := range doc.Paths.Map() {
		c.roots[root(path)] = true
		for _, operation := range item.Operations() {
			addDefault(operation.Responses, http.StatusServiceUnavailable, doc.Components.Responses["Busy"])
			addDefault(operation.Responses, http.StatusInsufficientStorage, doc.Components.Responses["StorageFull"])
			c.addHeaders(operation.Responses)
		}
	}
	return c, nil
})

// addDefault adds the answers that any call may give, unless the call describes one with the same
// status.
func addDefault(responses *openapi3.Responses, status int, response *openapi3.ResponseRef) {
	if responses.Status(status) == nil {
		responses.Set(strconv.Itoa(status), response)
	}
}

// addHeaders gives responses the headers of every answer; their own of the same name stay.
func (c *Contract) addHeaders(responses *openapi3.Responses) {
	for _, response := range responses.Map() {
		headers := openapi3.Headers{}
		for _, described := range []openapi3.Headers{c.doc.Components.Headers, response.Value.Headers} {
			for name, header := range described {
				headers[http.CanonicalHeaderKey(name)] = header
			}
		}
		response.Value.Headers = headers
	}
}

func root(path string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return name
}

// Operations returns every described call as its method and path, "GET /api/health/".
func (c *Contract) Operations() (calls []string) {
	for path, item := range c.doc.Paths.Map() {
		for method := range item.Operations() {
			calls = append(calls, method+" "+path)
		}
	}
	slices.Sort(calls)
	return calls
}

// Texts returns the names of the JSON texts that may not be null, by method and path of the call.
func (c *Contract) Texts() map[string][]string {
	texts := map[string][]string{}
	for path, item := range c.doc.Paths.Map() {
		for method, operation := range item.Operations() {
			if operation.RequestBody == nil || operation.RequestBody.Value.Content["application/json"] == nil {
				continue
			}
			for name, property := range operation.RequestBody.Value.Content["application/json"].Schema.Value.Properties {
				if property.Value.Type.Is("string") && !property.Value.Nullable {
					texts[method+" "+path] = append(texts[method+" "+path], name)
				}
			}
		}
	}
	return texts
}

// Check returns how an exchange differs from the description, or nil. The answer has a described
// status, the headers that this status has and no others, and a body of its schema; a 400 blames
// fields that the request has. A request that succeeded was one that the description allows. HEAD
// is described by GET if it has no description.
func (c *Contract) Check(e Exchange) error {
	if !c.roots[root(e.Request.URL.Path)] {
		return nil
	}
	route, parameters := c.find(e.Request)
	status := e.Response.StatusCode
	if status == http.StatusMethodNotAllowed && !slices.Contains(e.Response.Header.Values("Allow"), e.Request.Method) {
		// The library matches DELETE on a fixed path with a pattern for an ID.
		route = c.undescribed()
	}
	described := route.Operation.Responses.Status(status)
	if described == nil {
		return e.differs(fmt.Errorf("this status is not described; the body is %s", e.Received))
	}
	input := e.input(route, parameters)
	faults := []error{
		checkNames(described.Value, e.Response.Header),
		e.checkAnswer(input, described.Value),
		e.checkBlame(route),
	}
	if status < http.StatusBadRequest {
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			faults = append(faults, fmt.Errorf("a request succeeded that is not described so: %w", err))
		}
	}
	return e.differs(faults...)
}

// find returns the operation that describes the request, or undescribed.
func (c *Contract) find(sent *http.Request) (*routers.Route, map[string]string) {
	for _, slash := range []string{"", "/"} {
		request := sent.Clone(context.Background())
		request.URL.Path += slash
		route, parameters, err := c.router.FindRoute(request)
		if err != nil && request.Method == http.MethodHead {
			request.Method = http.MethodGet
			route, parameters, err = c.router.FindRoute(request)
		}
		if err == nil {
			return route, parameters
		}
	}
	if root(sent.URL.Path) == "s" && (sent.Method == http.MethodGet || sent.Method == http.MethodHead) {
		// All addresses of shares that do not exist answer alike.
		return &routers.Route{Spec: c.doc, PathItem: &openapi3.PathItem{}, Operation: c.doc.Paths.Value("/s/{ref}").Get}, nil
	}
	return c.undescribed(), nil
}

// undescribed is the operation for requests that the description lacks.
func (c *Contract) undescribed() *routers.Route {
	return &routers.Route{Spec: c.doc, PathItem: &openapi3.PathItem{}, Operation: &openapi3.Operation{Responses: c.defaultResponses}}
}

func (e Exchange) input(route *routers.Route, parameters map[string]string) *openapi3filter.RequestValidationInput {
	request := e.Request.Clone(context.Background())
	request.Body = io.NopCloser(bytes.NewReader(e.Sent))
	request.Method = cmp.Or(route.Method, request.Method) // HEAD may be described by GET
	options := &openapi3filter.Options{
		MultiError: true, RejectWhenRequestBodyNotSpecified: true,
		ExcludeResponseBody: e.Request.Method == http.MethodHead,
		AuthenticationFunc: func(_ context.Context, in *openapi3filter.AuthenticationInput) error {
			if !strings.HasPrefix(in.RequestValidationInput.Request.Header.Get("Authorization"), "Bearer ") {
				return errors.New("it succeeded without the bearer token that the description asks for")
			}
			return nil
		},
	}
	options.WithCustomSchemaErrorFunc(func(err *openapi3.SchemaError) string {
		return fmt.Sprintf("/%s: %s", strings.Join(err.JSONPointer(), "/"), err.Reason)
	})
	return &openapi3filter.RequestValidationInput{Request: request, PathParams: parameters, Route: route, Options: options}
}

// checkNames looks for headers that are not described; the library checks the values of those that
// are.
func checkNames(described *openapi3.Response, got http.Header) error {
	var faults []error
	for name, values := range got {
		if described.Headers[name] == nil && !slices.Contains(transport, name) {
			faults = append(faults, fmt.Errorf("the header %s: %q is not described", name, values))
		}
	}
	return errors.Join(faults...)
}

func (e Exchange) checkAnswer(input *openapi3filter.RequestValidationInput, described *openapi3.Response) error {
	if len(described.Content) == 0 && len(e.Received) > 0 {
		return fmt.Errorf("the body is described as empty and is %q", e.Received)
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: e.Response.StatusCode, Header: e.Response.Header,
		Body: io.NopCloser(bytes.NewReader(e.Received)), Options: input.Options,
	})
}

// checkBlame holds a 400 to the fields and parameters that the request's description has.
func (e Exchange) checkBlame(route *routers.Route) error {
	var fields map[string][]string
	if e.Response.StatusCode != http.StatusBadRequest || json.Unmarshal(e.Received, &fields) != nil {
		return nil
	}
	known := []string{"non_field_errors"}
	for _, parameter := range route.Operation.Parameters {
		known = append(known, parameter.Value.Name)
		if names, ok := parameter.Value.Extensions["x-names"].([]any); ok {
			for _, name := range names {
				known = append(known, name.(string))
			}
		}
	}
	if body := route.Operation.RequestBody; body != nil {
		for _, media := range body.Value.Content {
			for name, property := range media.Schema.Value.Properties {
				known = append(known, name)
				for inner := range property.Value.Properties {
					known = append(known, name+"."+inner)
				}
			}
		}
	}
	var faults []error
	for field := range fields {
		if !slices.Contains(known, field) {
			faults = append(faults, fmt.Errorf("the field %q is blamed and not described", field))
		}
	}
	return errors.Join(faults...)
}

// differs puts the call in front of the faults; nil when there are none.
func (e Exchange) differs(faults ...error) error {
	err := errors.Join(faults...)
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s, answered %d, is not as openapi.yaml says:\n%w",
		e.Request.Method, e.Request.URL.Path, e.Response.StatusCode, err)
}
