package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"portfolio/api/accounts"
	"portfolio/api/app"
	"portfolio/api/apperror"
	"portfolio/api/config"
)

// userCreate makes an account.
func userCreate(ctx context.Context, args []string, std streams) (err error) {
	var in accounts.NewUser
	flags := newFlags("user create", std)
	flags.StringVar(&in.Email, "email", "", "the address to sign in with")
	flags.StringVar(&in.FirstName, "first-name", "", "first name")
	flags.StringVar(&in.LastName, "last-name", "", "last name")
	flags.BoolVar(&in.IsStaff, "staff", false, "may manage the site")
	if err := parse(flags, args); err != nil {
		return err
	}
	if in.Password, err = readPassword(std); err != nil {
		return err
	}
	var user accounts.User
	err = withApp(ctx, func(parts *app.App) (err error) {
		user, err = parts.Accounts.CreateUser(ctx, in)
		return err
	})
	if err != nil {
		return sentences(err)
	}
	fmt.Fprintf(std.out, "Created %s (%s).\n", user.Email, role(user))
	return nil
}

// userPassword sets an account's password and signs it out everywhere.
func userPassword(ctx context.Context, args []string, std streams) (err error) {
	flags := newFlags("user password", std)
	email := flags.String("email", "", "the account's address")
	if err := parse(flags, args); err != nil {
		return err
	}
	password, err := readPassword(std)
	if err != nil {
		return err
	}
	err = withApp(ctx, func(parts *app.App) error { return parts.Accounts.SetPassword(ctx, *email, password) })
	if err != nil {
		return nobody(sentences(err), *email)
	}
	fmt.Fprintf(std.out, "%s has a new password and was signed out everywhere.\n", *email)
	return nil
}

// withApp opens the site's parts for fn, and closes them.
func withApp(ctx context.Context, fn func(*app.App) error) (err error) {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	parts, err := app.Open(ctx, settings, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, parts.Close()) }()
	return fn(parts)
}

func newFlags(name string, std streams) *flag.FlagSet {
	flags := flag.NewFlagSet("portfolio "+name, flag.ContinueOnError)
	flags.SetOutput(std.err)
	return flags
}

func parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return errUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(flags.Output(), "%s: %q is not understood\n", flags.Name(), flags.Arg(0))
		return errUsage
	}
	return nil
}

// readPassword reads one line from standard input; at a terminal it asks, and does not show what is typed.
func readPassword(std streams) (string, error) {
	if fd := int(std.in.Fd()); term.IsTerminal(fd) {
		fmt.Fprint(std.err, "Password: ")
		password, err := term.ReadPassword(fd)
		fmt.Fprintln(std.err)
		return string(password), err
	}
	line, err := bufio.NewReader(std.in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", errors.New("no password came on standard input: pipe one line into this command")
	}
	return line, nil
}

// sentences writes field errors for the command line, a line each.
func sentences(err error) error {
	var public *apperror.Error
	if !errors.As(err, &public) || public.Fields == nil {
		return err
	}
	var lines []string
	for field, texts := range public.Fields {
		flag := "--" + strings.ReplaceAll(field, "_", "-")
		if field == "password" {
			flag = "password"
		}
		lines = append(lines, flag+": "+strings.Join(texts, " "))
	}
	slices.Sort(lines)
	return errors.New(strings.Join(lines, "\n"))
}

// renamed calls a field by the flag that it was given by.
func renamed(err error, field, flag string) error {
	var public *apperror.Error
	if !errors.As(err, &public) || public.Fields[field] == nil {
		return err
	}
	return apperror.InvalidField(flag, strings.Join(public.Fields[field], " "))
}

// nobody says which account there is none of, where that is what err says.
func nobody(err error, email string) error {
	if apperror.IsNotFound(err) {
		return fmt.Errorf("there is no account with the address %q; 'portfolio user list' shows all", email)
	}
	return err
}

func role(user accounts.User) string {
	if user.IsStaff {
		return "staff"
	}
	return "no staff"
}
