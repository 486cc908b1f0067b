// Command bench measures how fast pictures are made for pages, and how much memory that takes, beside the plain way and
// beside sharp. It is run by scripts/bench, which says what is required.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// widths are those of a thumbnail and of everything pages show.
var widths = []int{1280, 960, 640, thumbnail}

const thumbnail = 320

const quality = 82

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "photograph":
		file, err := photograph()
		if err != nil {
			return err
		}
		return os.WriteFile(args[1], file, 0o600)
	case len(args) == 3 && args[0] == "compare":
		return compare(args[1], args[2])
	case len(args) == 4:
		// A process of its own for each measurement: memory is counted at its highest, and never falls.
		rounds, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		return runVariant(args[0], args[1], rounds, args[3])
	}
	return errors.New("usage: bench photograph FILE | bench VARIANT FILE ROUNDS FOLDER | bench compare FOLDER SHARP-SCRIPT")
}

// result is what a worker says: the processor's time for one picture in seconds, and the most memory in bytes.
type result struct {
	Seconds float64 `json:"seconds"`
	Bytes   float64 `json:"bytes"`
}

// runVariant makes the renditions of the file several times, the last time into the folder, and prints a result.
func runVariant(variant, name string, rounds int, folder string) error {
	render := variants[variant]
	if render == nil {
		return fmt.Errorf("there is no variant called %q", variant)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := render(file); err != nil { // once to warm up
		return err
	}
	before, _, err := usage()
	if err != nil {
		return err
	}
	var files map[int][]byte
	for range rounds {
		if files, err = render(file); err != nil {
			return err
		}
	}
	after, most, err := usage()
	if err != nil {
		return err
	}
	for width, file := range files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%s-%d.jpg", variant, width)), file, 0o600); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(result{(after - before) / float64(rounds), most})
}
