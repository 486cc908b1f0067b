// Package bench measures how fast pictures are made for pages, and how much memory that takes, beside the plain way and
// beside sharp. scripts/bench runs it, which says what is required.
package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// widths are those of a thumbnail and of everything pages show.
var widths = []int{1280, 960, 640, thumbnail}

const thumbnail = 320

const quality = 82

// photographVariable is the environment variable with the name of the file whose renditions BenchmarkRenditions makes.
const photographVariable = "PHOTOGRAPH"

// What BenchmarkRenditions reports: the processor's time for one picture, and the most memory of the process.
const (
	secondsUnit = "cpu-s/op"
	bytesUnit   = "peak-B"
)

// BenchmarkRenditions makes all renditions of a photograph in several ways. The memory is that of the process, so only that
// of the first way counts.
func BenchmarkRenditions(b *testing.B) {
	name := os.Getenv(photographVariable)
	if name == "" {
		name = filepath.Join(b.TempDir(), "photograph.jpg")
		makePhotograph(b, name)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	for variant, render := range variants {
		b.Run(variant, func(b *testing.B) {
			if _, err := render(file); err != nil { // once to warm up
				b.Fatal(err)
			}
			before, _ := usage(b)
			for b.Loop() {
				if _, err := render(file); err != nil {
					b.Fatal(err)
				}
			}
			after, most := usage(b)
			b.ReportMetric((after-before)/float64(b.N), secondsUnit)
			b.ReportMetric(most, bytesUnit)
		})
	}
}

// BenchmarkPhotograph makes the photograph, into the file that the environment names if it names one.
func BenchmarkPhotograph(b *testing.B) {
	for b.Loop() {
		file, err := photograph()
		if name := os.Getenv(photographVariable); err == nil && name != "" {
			err = os.WriteFile(name, file, 0o600)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// makePhotograph runs BenchmarkPhotograph in a process of its own: children inherit what the kernel knows of their parent's
// memory.
func makePhotograph(b *testing.B, name string) {
	command := benchmark("^BenchmarkPhotograph$", 1, name)
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("make a photograph: %v\n%s", err, out)
	}
}

// usage returns the processor's time that this process took, in seconds, and the most memory it had, in bytes.
func usage(b *testing.B) (seconds, most float64) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	unit := 1024.0
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return secondsOf(usage.Utime) + secondsOf(usage.Stime), float64(usage.Maxrss) * unit
}

func secondsOf(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
