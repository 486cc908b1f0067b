package bench

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/disintegration/imaging"
)

// What is required, as ratios, so that a slow or busy machine changes nothing.
const (
	minSpeedOfPlain  = 4.0
	minSpeedOfSharp  = 0.7
	maxMemoryOfPlain = 0.5
	minSSIM          = 0.98
)

// rounds is how often each variant gets the processor, one after the other, so that what else the machine does meets all of
// them. The median counts.
const rounds = 5

// order are the variants in the order in which they run, with the pictures made in a round.
var order = []struct {
	name   string
	rounds int
}{{"scaled", 6}, {"plain", 1}, {"sharp", 4}, {"sharp-once", 6}, {"upload", 4}}

// result is the processor's time for one picture in seconds, and the most memory in bytes.
type result struct {
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
}

// BenchmarkPictures runs all variants on one photograph, prints what they take and how that compares with what is required,
// and fails where it falls short.
func BenchmarkPictures(b *testing.B) {
	folder := b.TempDir()
	name := filepath.Join(folder, "photograph.jpg")
	makePhotograph(b, name)
	results := map[string][]result{}
	for range rounds {
		for _, c := range order {
			r, err := measure(c.name, name, c.rounds, folder)
			if err != nil {
				b.Fatalf("%s: %v", c.name, err)
			}
			results[c.name] = append(results[c.name], r)
		}
	}
	fmt.Printf("\nA photograph of 12 megapixels in widths of %v at quality %d, on one core:\n\n", widths, quality)
	fmt.Println("              pictures a second   memory at most")
	for _, c := range order {
		m := median(results[c.name])
		fmt.Printf("  %-12s %12.1f %16.0f MB\n", c.name, 1/m.Seconds, m.Bytes/1e6)
	}
	fmt.Println("\n(sharp-once decodes once; upload is everything the server does, with the full rendition, hashed and stored.)")
	file, err := os.ReadFile(name)
	if err != nil {
		b.Fatal(err)
	}
	if err := judge(file, folder, results); err != nil {
		b.Fatal(err)
	}
}

// measure runs one variant in a process of its own: memory is counted at its highest, and never falls.
func measure(variant, name string, rounds int, folder string) (r result, err error) {
	if variants[variant] != nil {
		out, err := benchmark("^BenchmarkRenditions$/^"+variant+"$", rounds, name).Output()
		if err != nil {
			return r, fmt.Errorf("%w\n%s", err, out)
		}
		r = result{metric(out, secondsUnit), metric(out, bytesUnit)}
		if r.Seconds == 0 || r.Bytes == 0 {
			return r, fmt.Errorf("the benchmark printed no result:\n%s", out)
		}
		return r, nil
	}
	command := exec.Command("node", "sharp.mjs", variant, name, strconv.Itoa(rounds), folder)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(out, &r)
}

// benchmark returns the command that runs a benchmark of this package on the photograph of that name, on one core.
func benchmark(pattern string, rounds int, name string) *exec.Cmd {
	command := exec.Command(os.Args[0], "-test.run=^$", "-test.bench="+pattern, fmt.Sprintf("-test.benchtime=%dx", rounds))
	command.Env = append(os.Environ(), "GOMAXPROCS=1", photographVariable+"="+name)
	return command
}

// metric finds a benchmark's number of that unit; it is 0 where there is none.
func metric(out []byte, unit string) (value float64) {
	fields := strings.Fields(string(out))
	if at := slices.Index(fields, unit); at > 0 {
		value, _ = strconv.ParseFloat(fields[at-1], 64)
	}
	return value
}

// median returns the middle time, and the middle memory.
func median(results []result) (m result) {
	var seconds, bytes []float64
	for _, r := range results {
		seconds, bytes = append(seconds, r.Seconds), append(bytes, r.Bytes)
	}
	slices.Sort(seconds)
	slices.Sort(bytes)
	return result{seconds[len(seconds)/2], bytes[len(bytes)/2]}
}

// judge prints what is required, and whether it is so.
func judge(file []byte, folder string, results map[string][]result) error {
	ours, plain := median(results["scaled"]), median(results["plain"])
	sharp := min(median(results["sharp"]).Seconds, median(results["sharp-once"]).Seconds)
	similarities, err := requiredSSIM(file, folder)
	if err != nil {
		return err
	}
	requirements := append([]requirement{
		{what: "speed, of the plain way's", got: plain.Seconds / ours.Seconds, required: minSpeedOfPlain},
		{what: "speed, of the faster sharp's", got: sharp / ours.Seconds, required: minSpeedOfSharp},
		{what: "memory, of the plain way's", got: ours.Bytes / plain.Bytes, required: maxMemoryOfPlain, atMost: true},
	}, similarities...)
	missed := 0
	fmt.Println()
	for _, r := range requirements {
		if !r.print() {
			missed++
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d requirements are missed", missed)
	}
	return nil
}

// requirement is one number beside what it must be.
type requirement struct {
	what          string
	got, required float64
	atMost        bool
	remark        string
}

func (r requirement) print() (holds bool) {
	bound, verdict := "at least", "holds"
	holds = r.got >= r.required
	if r.atMost {
		bound, holds = "at most", r.got <= r.required
	}
	if !holds {
		verdict = "MISSED"
	}
	fmt.Printf("  %-30s %8.3f   required: %s %4.2f   %s%s\n", r.what, r.got, bound, r.required, verdict, r.remark)
	return holds
}

// requiredSSIM compares the scaled pictures with the reference before the encoder loses something, at the best quality;
// and says what is left in the files.
func requiredSSIM(file []byte, folder string) (requirements []requirement, err error) {
	full, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	best, err := scaled(file, 100)
	if err != nil {
		return nil, err
	}
	renditions := map[string]map[int][]byte{"sharp": {}}
	for _, variant := range []string{"scaled", "plain"} {
		if renditions[variant], err = variants[variant](file); err != nil {
			return nil, err
		}
	}
	for _, width := range widths {
		if renditions["sharp"][width], err = os.ReadFile(filepath.Join(folder, fmt.Sprintf("sharp-%d.jpg", width))); err != nil {
			return nil, err
		}
		reference := imaging.Resize(full, width, heightAt(full.Bounds().Size(), width), imaging.Lanczos)
		similarity, err := compareSSIM(reference, best[width])
		if err != nil {
			return nil, err
		}
		remark := "   in the file:"
		for _, variant := range []string{"scaled", "plain", "sharp"} {
			rendition := renditions[variant][width]
			inFile, err := compareSSIM(reference, rendition)
			if err != nil {
				return nil, err
			}
			remark += fmt.Sprintf(" %s %.3f", variant, inFile)
		}
		what := fmt.Sprintf("SSIM at %d pixels", width)
		requirements = append(requirements, requirement{what: what, got: similarity, required: minSSIM, remark: remark})
	}
	return requirements, nil
}
