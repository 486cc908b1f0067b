package publishing

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"golang.org/x/net/idna"
	"modernc.org/quickjs"

	"portfolio/api/documents"
	"portfolio/api/photos"
)

// memoryLimit is the memory limit of the script, in bytes. The sample site takes a fifth of it.
const memoryLimit = 512 << 20

// stackLimit is for the deepest page, in bytes.
const stackLimit = 4 << 20

// Input is the content and data of a rendering.
type Input struct {
	// Content is the published content.
	Content []ContentFile `json:"content"`
	// Changed are the times (RFC 3339) of changes of notes, by path.
	Changed map[string]string `json:"changed"`
	// Photos are the photos of the library that it shows, as the API gives them.
	Photos []any `json:"photos"`
	// Data is from the database.
	Data Data `json:"data"`
	// SiteURL is the address of the site for share tags and the sitemap, or nil.
	SiteURL *string `json:"siteUrl"`
	// PrivatePages are rendered too, or alone.
	PrivatePages []privatePage `json:"privatePages"`
	OnlyPrivate  bool          `json:"onlyPrivate"`
}

// Data is the part of the database that pages show. Missing parts are nil.
type Data struct {
	Banner *Banner `json:"banner"`
	// CV is the address of the current CV. CVWaits means that it leads to the PDF of this rendering.
	CV      *string `json:"cv"`
	CVWaits bool    `json:"cvWaits"`
	// Galleries are those with a page, as the API gives them.
	Galleries []photos.ShownGallery `json:"galleries"`
}

// Banner is the first photo of the home page, as the widths of its Src in Srcset.
type Banner struct {
	Src    string `json:"src"`
	Srcset string `json:"srcSet,omitempty"`
	Alt    string `json:"alt"`
	// AltTexts are those of further languages.
	AltTexts photos.AltTexts `json:"altTexts,omitempty"`
}

// output is the answer of the script: ssg/renderer/input.ts.
type output struct {
	Diagnostics []string                   `json:"diagnostics"`
	Files       []file                     `json:"files"`
	Manifest    map[string]json.RawMessage `json:"manifest"`
	// CVName is the file name for a download of cv.pdf.
	CVName string `json:"cvName"`
	// Audiences are the CVs for audiences. No file of the site has them.
	Audiences []documents.PDF `json:"audiences"`
}

type file struct {
	Name    string   `json:"name"`
	Text    *string  `json:"text"`
	Base64  []byte   `json:"base64"`
	Drawing *drawing `json:"drawing"`
}

// ContentError lists the errors in the content.
type ContentError struct{ Diagnostics []string }

// Error returns all of them, each on a line.
func (e *ContentError) Error() string { return strings.Join(e.Diagnostics, "\n") }

// rendering is a rendered site: its archive, and its CVs, the public one first.
type rendering struct {
	archive []byte
	cvs     []documents.PDF
}

// render returns the site. It returns a ContentError for content that a build refuses.
func (k *Kit) render(ctx context.Context, in Input) (rendered rendering, err error) {
	defer recoverFault(&err)
	site, err := k.run(ctx, in)
	if err != nil {
		return rendering{}, err
	}
	cv := documents.PDF{FileName: site.CVName}
	for _, file := range site.Files {
		if file.Name == "cv.pdf" {
			cv.Content = file.Base64
		}
	}
	rendered.cvs = append([]documents.PDF{cv}, site.Audiences...)
	rendered.archive, err = k.pack(site)
	return rendered, err
}

// recoverFault makes a panic an error. The engine is translated C, and drawings come from the script: a fault of either must
// not end the server.
func recoverFault(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("the renderer failed: %v", fault)
	}
}

// run runs the script. It returns a ContentError for content that a build refuses.
func (k *Kit) run(ctx context.Context, in Input) (out output, err error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return out, fmt.Errorf("start the JavaScript engine: %w", err)
	}
	defer func() { err = errors.Join(err, vm.Close()) }()
	vm.SetMemoryLimit(memoryLimit)
	vm.SetMaxStackSize(stackLimit)
	if deadline, ok := ctx.Deadline(); ok {
		// The engine forgets an interrupt that comes between two calls.
		if err := vm.SetEvalTimeout(time.Until(deadline) + time.Second); err != nil {
			return out, err
		}
	}
	stop := context.AfterFunc(ctx, vm.Interrupt)
	defer stop()
	if err := k.addHost(vm); err != nil {
		return out, err
	}
	if err := k.start(ctx, vm, in); err != nil {
		return out, errors.Join(ctx.Err(), fmt.Errorf("run the renderer: %w", err))
	}
	answer, err := vm.Eval(`globalThis.answer ?? ""`, quickjs.EvalGlobal)
	if err != nil {
		return out, err
	}
	text, _ := answer.(string)
	if text == "" {
		failure, err := vm.Eval(`globalThis.failure ?? "it does not answer"`, quickjs.EvalGlobal)
		return out, errors.Join(ctx.Err(), err, fmt.Errorf("the renderer failed: %v", failure))
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return out, fmt.Errorf("read the renderer's answer: %w", err)
	}
	if len(out.Diagnostics) > 0 {
		return out, &ContentError{out.Diagnostics}
	}
	return out, nil
}

// start evaluates the script and works until it has nothing left to do.
func (k *Kit) start(ctx context.Context, vm *quickjs.VM, in Input) error {
	input, err := json.Marshal(struct {
		Kit json.RawMessage `json:"kit"`
		Input
	}{k.parts, in})
	if err != nil {
		return err
	}
	if _, err := vm.Eval(k.script, quickjs.EvalGlobal); err != nil {
		return err
	}
	if _, err := vm.Call("startRendering", string(input)); err != nil {
		return err
	}
	for ctx.Err() == nil {
		if done, err := vm.ExecutePendingJobs(); err != nil || done == 0 {
			return err
		}
	}
	return ctx.Err()
}

// hosts writes the hosts of addresses as browsers do (https://url.spec.whatwg.org/#concept-domain-to-ascii).
var hosts = idna.New(idna.MapForLookup(), idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))

// addHost adds the functions of ssg/renderer/host.ts.
func (k *Kit) addHost(vm *quickjs.VM) error {
	hash := func(content string) string {
		bytes, _ := base64.StdEncoding.DecodeString(content)
		sum := sha256.Sum256(bytes)
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	toASCII := func(name string) string {
		ascii, err := hosts.ToASCII(name)
		if err != nil {
			return "" // the script refuses the address
		}
		return ascii
	}
	font := func(name string) string {
		content, _ := fs.ReadFile(k.fonts, name) // a missing font fails in the script
		return base64.StdEncoding.EncodeToString(content)
	}
	return errors.Join(vm.RegisterFunc("hostSha256", hash, false), vm.RegisterFunc("hostToASCII", toASCII, false),
		vm.RegisterFunc("hostFont", font, false))
}
