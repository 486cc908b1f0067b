package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"

	"portfolio/api/accounts"
	"portfolio/api/app"
	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/config"
	"portfolio/api/internal/media"
)

// fillDemo prepares a first start: samples, and a staff account with a random password, unless the
// flags exclude them. On a site with accounts it only explains how to replace a lost password.
func fillDemo(ctx context.Context, args []string, std streams) error {
	in := accounts.NewUser{IsStaff: true, Password: strings.ToLower(rand.Text())}
	flags := newFlags("demo", std)
	flags.StringVar(&in.Email, "email", "edda@example.test", "the staff account's address")
	flags.StringVar(&in.FirstName, "first-name", "Edda", "first name")
	flags.StringVar(&in.LastName, "last-name", "Quillane", "last name")
	samples := flags.Bool("samples", true, "make the sample documents and pictures")
	account := flags.Bool("account", true, "make the staff account")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		users, err := parts.Accounts.CountUsers(ctx)
		if err != nil {
			return err
		}
		if users > 0 && !*account {
			return nil
		}
		if users > 0 {
			fmt.Fprintln(std.out, "Your data is unchanged. To set a new password: bin/portfolio user set --email YOU --password")
			return nil
		}
		if *samples {
			fmt.Fprintln(std.out, "First start: adding sample documents and photos …")
			if err := fillSamples(ctx, parts); err != nil {
				return err
			}
		}
		if !*account {
			return nil
		}
		// The account comes last: while there is none, the next start tries again.
		return createOwner(ctx, parts, in, std)
	})
}

// createOwner creates the first staff account and prints how to sign in.
func createOwner(ctx context.Context, parts *app.App, in accounts.NewUser, std streams) error {
	user, err := parts.Accounts.CreateUser(ctx, in)
	if err != nil {
		return sentences(err)
	}
	fmt.Fprintf(std.out, "\n  Sign in at /login as staff\n    e-mail    %s\n    password  %s\n  The password is shown only once.\n\n", user.Email, in.Password)
	return nil
}

// firstOwner is the owner whom the pages of a new site are about.
func firstOwner(parts *app.App) accounts.NewUser {
	owner := parts.FirstOwner()
	first, last, _ := strings.Cut(owner.Name, " ")
	return accounts.NewUser{
		IsStaff: true, Password: strings.ToLower(rand.Text()), Email: owner.Email, FirstName: first, LastName: cmp.Or(last, first),
	}
}

// prepareSite reports whether this is somebody's first look at a new site that this program renders. The site then has samples, if it
// is the sample person's, and still needs an account.
func prepareSite(ctx context.Context, parts *app.App, settings config.Config, std streams) (firstLook bool, err error) {
	if !parts.RendersPages() {
		return false, nil
	}
	users, err := parts.Accounts.CountUsers(ctx)
	if err != nil {
		return false, err
	}
	// The output of a service is a log, which must not contain a password. A published site needs its own people.
	isService := os.Getenv("JOURNAL_STREAM") != "" && !term.IsTerminal(int(os.Stdout.Fd()))
	firstLook = users == 0 && !isService && !strings.HasPrefix(settings.PublicURL, "https://")
	if users == 0 && !firstLook {
		fmt.Fprintln(std.out, "The site has no account yet. Make yours: portfolio user create --email YOU --first-name YOUR --last-name NAME --staff")
	}
	if firstLook && parts.FirstOwner().IsSample {
		fmt.Fprintln(std.out, "First start: adding sample documents and photos …")
		if err := fillSamples(ctx, parts); err != nil {
			return false, err
		}
	}
	return firstLook, nil
}

func fillSamples(ctx context.Context, parts *app.App) error {
	if err := fillPhotos(ctx, parts.Photos); err != nil {
		return err
	}
	return fillDocuments(ctx, parts.Documents, parts.Media)
}

// demoDocument is a sample document: its name, and its file in documents. Without a category name it
// has no category.
type demoDocument struct {
	name, description string
	category          string
	current           bool
	fileName          string
}

var demoDocuments = []demoDocument{
	{"Edda Quillane, CV of 2024", "Before the reconciliation project.", documents.CVCategory, false, "edda-quillane-cv-2024.pdf"},
	{"Edda Quillane, CV", "The one that visitors get.", documents.CVCategory, true, "edda-quillane-cv.pdf"},
	{"Why reconciliation takes two days", "Handout of the first Ledger Talk.", "Talks", true, "reconciliation-handout.pdf"},
	{"Reading list", "Not filed anywhere yet.", "", false, "reading-list.pdf"},
}

// fillDocuments uploads the sample categories and documents with the code of uploads. It does
// nothing if the site has a document.
func fillDocuments(ctx context.Context, service *documents.Service, library *media.Library) error {
	existing, err := service.ListDocuments(ctx)
	if err != nil || len(existing) > 0 {
		return err
	}
	categories, err := makeDemoCategories(ctx, service)
	if err != nil {
		return fmt.Errorf("create the sample categories: %w", err)
	}
	for _, document := range demoDocuments {
		if err := document.add(ctx, service, library, categories); err != nil {
			return fmt.Errorf("add the sample document %s: %w", document.fileName, err)
		}
	}
	return nil
}

func makeDemoCategories(ctx context.Context, service *documents.Service) (map[string]int64, error) {
	list, err := service.ListCategories(ctx)
	if err != nil {
		return nil, err
	}
	ids := map[string]int64{}
	for _, category := range list {
		ids[category.Name] = category.ID
	}
	if _, there := ids["Talks"]; !there {
		name, description := "Talks", "Slides and handouts."
		made, err := service.CreateCategory(ctx, documents.CategoryFields{Name: &name, Description: &description})
		if err != nil {
			return nil, err
		}
		ids[name] = made.ID
	}
	return ids, nil
}

func (d demoDocument) add(ctx context.Context, service *documents.Service, library *media.Library, categories map[string]int64) error {
	content, err := demoFiles.Open("demo/documents/" + d.fileName)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	file, err := library.ReceiveFile(content, documents.MaxBytes, "document")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	id, filed := categories[d.category]
	if !filed {
		id = categories[documents.CVCategory] // an upload needs one; it is taken away again below
	}
	category, current := strconv.FormatInt(id, 10), strconv.FormatBool(d.current)
	file.ContentType = "application/pdf"
	made, err := service.Upload(ctx, documents.Fields{
		Name: &d.name, Description: &d.description, Category: apperror.ValueOf(&category), IsCurrent: apperror.ValueOf(&current),
		File: file, FileName: d.fileName,
	})
	if err != nil || filed {
		return err
	}
	none := ""
	_, err = service.Change(ctx, made.ID, documents.Fields{Category: apperror.ValueOf(&none)})
	return err
}
