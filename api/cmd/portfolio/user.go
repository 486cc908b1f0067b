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

	"portfolio/api"
	"portfolio/api/accounts"
	"portfolio/api/internal/config"
	"portfolio/api/internal/httpx"
)

// userCreate creates an account.
func userCreate(ctx context.Context, args []string, std streams) (err error) {
	var in accounts.NewUser
	flags := newFlags("user create", std)
	flags.StringVar(&in.Email, "email", "", "the address to sign in with")
	flags.StringVar(&in.FirstName, "first-name", "", "first name")
	flags.StringVar(&in.LastName, "last-name", "", "last name (optional)")
	flags.BoolVar(&in.IsStaff, "staff", false, "may manage the site")
	if err := parse(flags, args); err != nil {
		return err
	}
	if in.Password, err = readPassword(std); err != nil {
		return err
	}
	var user accounts.User
	err = withApp(ctx, func(parts *api.App) (err error) {
		user, err = parts.Accounts.CreateUser(ctx, in)
		return err
	})
	if err != nil {
		return sentences(err)
	}
	fmt.Fprintf(std.out, "Created %s (%s).\n", user.Email, role(user))
	return nil
}

// withApp calls fn with the opened site, and closes it.
func withApp(ctx context.Context, fn func(*api.App) error) (err error) {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	parts, err := api.Open(ctx, settings, time.Now)
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
		if flags.Lookup("password") != nil { // the argument may be one
			fmt.Fprintf(flags.Output(), "%s: unexpected argument; the password is read from standard input\n", flags.Name())
			return errUsage
		}
		fmt.Fprintf(flags.Output(), "%s: unexpected argument %q\n", flags.Name(), flags.Arg(0))
		return errUsage
	}
	return nil
}

// readPassword reads one line from standard input. At a terminal it asks, without echoing the input.
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
		return "", errors.New("no password on standard input: pipe one line into this command")
	}
	return line, nil
}

// sentences turns field errors into one line for each flag.
func sentences(err error) error {
	var public *httpx.Error
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

// renamed moves the errors of a field to the flag that it came from.
func renamed(err error, field, flag string) error {
	var public *httpx.Error
	if !errors.As(err, &public) || public.Fields[field] == nil {
		return err
	}
	return httpx.InvalidField(flag, strings.Join(public.Fields[field], " "))
}

// missingAccount names the missing account if err is NotFound.
func missingAccount(err error, email string) error {
	if httpx.IsNotFound(err) {
		return fmt.Errorf("no account has the address %q; 'portfolio user list' lists all", email)
	}
	return err
}

func role(user accounts.User) string {
	if user.IsStaff {
		return "staff"
	}
	return "not staff"
}
