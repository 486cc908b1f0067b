package backup

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// decodeManifest reads the manifest one member after another, and its list of files, which may be too long for memory, one file
// after another.
func (a *Archive) decodeManifest() error {
	decoder := newManifestDecoder(a.open(a.manifest))
	if err := decoder.expect('{'); err != nil {
		return err
	}
	members := map[string]json.RawMessage{}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		if name != filesMember {
			var value json.RawMessage
			if err := decoder.Decode(&value); err != nil {
				return err
			}
			members[fmt.Sprint(name)] = value
			continue
		}
		if a.list > 0 {
			return errors.New("it has two lists of files")
		}
		if err := decoder.expect('['); err != nil {
			return err
		}
		a.list = decoder.InputOffset() - 1
		if err := decoder.files(func(file File) error {
			a.contents.add(file)
			return nil
		}); err != nil {
			return err
		}
	}
	if err := decoder.expect('}'); err != nil {
		return err
	}
	if a.list == 0 {
		return errors.New("it has no list of files")
	}
	text, err := json.Marshal(members)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &a.Manifest)
}

// eachFile hands fn each file in the archive but the manifest and the seal. Their list is not kept in memory.
func (a *Archive) eachFile(fn func(File) error) error {
	decoder := newManifestDecoder(io.NewSectionReader(a.open(a.manifest), a.list, a.manifest.Size-a.list))
	if err := decoder.expect('['); err != nil {
		return err
	}
	return decoder.files(fn)
}

// maxPart is how long may be what the manifest says of a file, and all that it says before its list of files or after it.
const maxPart = 1 << 20

// manifestDecoder reads a manifest, of which it holds little more than one such part in memory.
type manifestDecoder struct {
	*json.Decoder
	input *valueReader
}

func newManifestDecoder(manifest io.Reader) manifestDecoder {
	input := &valueReader{Reader: bufio.NewReaderSize(manifest, 1<<16), left: maxPart}
	return manifestDecoder{json.NewDecoder(input), input}
}

// expect reads a bracket.
func (d manifestDecoder) expect(want json.Delim) error {
	got, err := d.Token()
	if err == nil && got != want {
		err = fmt.Errorf("%v is where %v has to be", got, want)
	}
	return err
}

// files hands fn each file of the list whose first bracket was read.
func (d manifestDecoder) files(fn func(File) error) error {
	for d.More() {
		var file File
		d.input.left = maxPart
		if err := d.Decode(&file); err != nil {
			return fmt.Errorf("read the list of files: %w", err)
		}
		if err := fn(file); err != nil {
			return err
		}
	}
	return d.expect(']')
}

// valueReader reads no more than left bytes, and nothing after an error: the decoder would go on behind a gap.
type valueReader struct {
	io.Reader
	left int
	err  error
}

func (r *valueReader) Read(p []byte) (n int, err error) {
	if r.left <= 0 && r.err == nil {
		r.err = fmt.Errorf("a part of it has more than %d bytes", maxPart)
	}
	if r.err != nil {
		return 0, r.err
	}
	n, r.err = r.Reader.Read(p[:min(len(p), r.left)])
	r.left -= n
	return n, r.err
}
