package documents

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"portfolio/api/internal/apperror"
)

// zip64 returns a ZIP file without contents whose directory has that many parts, and whose end says that it has 256 bytes:
// only the ZIP64 record (APPNOTE.TXT, 4.3.14) tells its size.
func zip64(parts int) []byte {
	var file bytes.Buffer
	put := func(values ...any) {
		for _, value := range values {
			_ = binary.Write(&file, binary.LittleEndian, value)
		}
	}
	for range parts {
		put([]byte("PK\x01\x02"), make([]uint16, 12), uint16(1), make([]uint16, 8), []byte("x"))
	}
	directory := uint64(file.Len())
	put([]byte("PK\x06\x06"), uint64(44), uint16(45), uint16(45), uint32(0), uint32(0), uint64(parts), uint64(parts), directory, uint64(0))
	put([]byte("PK\x06\x07"), uint32(0), directory, uint32(1))
	put([]byte("PK\x05\x06"), uint16(0), uint16(0), uint16(0xffff), uint16(0xffff), uint32(256), uint32(0xffffffff), uint16(0))
	return file.Bytes()
}

// Memory is bounded by the bytes that are read, not by the sizes that a file declares.
func TestADirectoryIsBoundedByWhatIsRead(t *testing.T) {
	if archive, err := openZIP(sectionOf(zip64(100)), []byte(zipSignature)); archive == nil || err != nil {
		t.Errorf("a small one: %v, %v", archive, err)
	}
	file := zip64(400_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	archive, err := openZIP(sectionOf(file), []byte(zipSignature))
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; archive != nil || err != nil || took > 16<<20 {
		t.Errorf("%d MiB of directory: %v, %v, with %d MiB of memory", len(file)>>20, archive, err, took>>20)
	}
}

// A part that inflates to a thousand times its size, or nests its elements, takes little memory.
func TestAPartIsBoundedByWhatIsRead(t *testing.T) {
	for what, content := range map[string]string{
		"an attribute": `<Relationship Id="` + strings.Repeat("x", 32<<20), "elements": strings.Repeat("<a>", 8<<20),
	} {
		var file bytes.Buffer
		writer := zip.NewWriter(&file)
		part, err := writer.Create("_rels/.rels")
		if err == nil {
			_, err = io.WriteString(part, content)
		}
		if err == nil {
			err = writer.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		whole := file.String()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = recognise(strings.NewReader(whole), int64(len(whole)), "a.docx")
		runtime.ReadMemStats(&after)
		var refused *apperror.Error
		if took := after.TotalAlloc - before.TotalAlloc; !errors.As(err, &refused) || took > 64<<20 {
			t.Errorf("%s: %v, with %d MiB of memory", what, err, took>>20)
		}
	}
}

func sectionOf(file []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(file), 0, int64(len(file)))
}
