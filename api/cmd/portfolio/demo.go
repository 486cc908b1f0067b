package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"portfolio/api"
	"portfolio/api/accounts"
)

// fillDemo fills a new site with the sample, and prints the staff account that comes with it.
func fillDemo(ctx context.Context, args []string, std streams) error {
	flags := newFlags("demo", std)
	files := flags.Bool("files", true, "add the sample's photos and documents")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		guest, err := addSample(ctx, parts, *files, std)
		if err != nil {
			return sentences(err)
		}
		if guest == nil {
			fmt.Fprintln(std.out, "Your data is unchanged. To set a new password: bin/portfolio user set --email YOU --password")
			return nil
		}
		printGuest(*guest, std.out)
		return nil
	})
}

// addSample fills an empty site with the sample, and returns the account that comes with it. It returns
// nil for any other site, and for a program with its owner's own content.
func addSample(ctx context.Context, parts *api.App, files bool, std streams) (*accounts.NewUser, error) {
	lacksSample, err := parts.Setup.LacksSample(ctx)
	if err != nil || !lacksSample {
		return nil, err
	}
	fmt.Fprintln(std.out, "First start: adding the sample site …")
	guest, err := parts.Setup.AddSample(ctx, files)
	return &guest, err
}

func printGuest(guest accounts.NewUser, out io.Writer) {
	fmt.Fprintf(out, "\n  Sign in at /login as staff\n    e-mail    %s\n    password  %s\n  The password is shown only once.\n\n", guest.Email, guest.Password)
}

var errSetUp = errors.New("the site is set up: sign in at /login, or make an account with portfolio user create")

// makeSetupLink prints a new link that sets the site up. The earlier one ends.
func makeSetupLink(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("setup-link", std), args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		link, err := parts.Setup.NewLink(ctx)
		if err != nil {
			return err
		}
		if link == "" {
			return found{errSetUp}
		}
		fmt.Fprintln(std.out, link)
		return nil
	})
}
