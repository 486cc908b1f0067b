package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"portfolio/api/accounts"
	"portfolio/api/app"
	"portfolio/api/internal/config"
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
