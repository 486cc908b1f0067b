package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/app"
	"portfolio/api/validate"
)

// userList prints every account.
func userList(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("user list", std), args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		list, err := parts.Accounts.List(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "E-MAIL\tNAME\tROLE\tSTATE\tJOINED\tLAST SIGN-IN")
		for _, account := range list {
			last := "never"
			if account.LastLogin != nil {
				last = account.LastLogin.Format(time.DateOnly)
			}
			fmt.Fprintf(table, "%s\t%s %s\t%s\t%s\t%s\t%s\n", cell(account.Email), cell(account.FirstName), cell(account.LastName),
				role(account.User), state(account), account.DateJoined.Format(time.DateOnly), last)
		}
		return table.Flush()
	})
}

// userSessions prints where an account is signed in.
func userSessions(ctx context.Context, args []string, std streams) error {
	return onAccount(ctx, newFlags("user sessions", std), args, func(parts *app.App, user accounts.User) error {
		sessions, _, err := parts.Accounts.Sessions(ctx, user.ID, "", validate.Page{})
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "SIGNED IN\tLAST USED\tADDRESS\tBROWSER")
		for _, session := range sessions {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", session.CreatedAt.Format(time.DateTime),
				session.LastUsedAt.Format(time.DateTime), session.IP, cell(session.UserAgent))
		}
		return table.Flush()
	})
}

// userStaff makes an account staff, or no longer.
func userStaff(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user staff", std)
	on := flags.Bool("on", false, "may manage the site")
	off := flags.Bool("off", false, "may no longer manage the site")
	return onAccount(ctx, flags, args, func(parts *app.App, user accounts.User) error {
		if *on == *off {
			fmt.Fprintln(std.err, "portfolio user staff: say either --on or --off")
			return errUsage
		}
		if err := parts.Accounts.SetStaff(ctx, user.ID, *on); err != nil {
			return err
		}
		user.IsStaff = *on
		fmt.Fprintf(std.out, "%s is %s now.\n", user.Email, role(user))
		return nil
	})
}

// userEmail gives an account another address.
func userEmail(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user email", std)
	address := flags.String("new", "", "the address to sign in with from now on")
	return onAccount(ctx, flags, args, func(parts *app.App, user accounts.User) error {
		if err := parts.Accounts.ChangeEmail(ctx, user.ID, *address); err != nil {
			return sentences(renamed(err, "email", "new"))
		}
		changed, err := parts.Accounts.Details(ctx, user.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "The address of %s is %s now. The account was signed out everywhere; the previous address gets a mail about it.\n",
			user.Email, changed.Email)
		return nil
	})
}

// userUnthrottle lets somebody try again who was kept from it by too many tries.
func userUnthrottle(ctx context.Context, args []string, std streams) error {
	return onAccount(ctx, newFlags("user unthrottle", std), args, func(parts *app.App, user accounts.User) error {
		if err := parts.Accounts.Unthrottle(ctx, user); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "The limits on %s were cleared: signing in, reset links and other mails.\n", user.Email)
		return nil
	})
}

// userResetFactors lets somebody sign in by the password alone whose phone is lost.
func userResetFactors(ctx context.Context, args []string, std streams) error {
	return onAccount(ctx, newFlags("user reset-factors", std), args, func(parts *app.App, user accounts.User) error {
		had, err := parts.Accounts.ResetFactors(ctx, user)
		if err != nil {
			return err
		}
		if !had {
			fmt.Fprintf(std.out, "%s has no second factor.\n", user.Email)
			return nil
		}
		fmt.Fprintf(std.out, "%s signs in by the password alone, and was signed out everywhere.\n", user.Email)
		return nil
	})
}

// userExport writes everything that the database knows of a person, to standard output or into a file that only its owner
// can read.
func userExport(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user export", std)
	to := flags.String("to", "", "the file to write; without it, standard output")
	return onAccount(ctx, flags, args, func(parts *app.App, user accounts.User) error {
		document, err := parts.PersonalData.Of(ctx, user.ID)
		if err != nil {
			return err
		}
		if *to == "" {
			return document.Write(std.out)
		}
		file, err := os.OpenFile(*to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists; name another file", *to)
		}
		if err != nil {
			return err
		}
		if err := errors.Join(document.Write(file), file.Close()); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "Everything that the database knows of %s is in %s.\n", user.Email, *to)
		return nil
	})
}

// userDelete deletes an account. It says whose, and asks before; --yes answers.
func userDelete(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user delete", std)
	yes := flags.Bool("yes", false, "do not ask")
	return onAccount(ctx, flags, args, func(parts *app.App, user accounts.User) error {
		fmt.Fprintf(std.out, "Deleting the account %s of %s %s (%s), for good.\n", cell(user.Email), cell(user.FirstName),
			cell(user.LastName), role(user))
		if err := confirm(std, *yes, "user delete", "deleted"); err != nil {
			return err
		}
		if err := parts.Accounts.Delete(ctx, user.ID); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "Deleted %s. What the account uploaded stays, and so do the entries of the audit log.\n", user.Email)
		return nil
	})
}

// changeAccount returns the command that runs change on the account that --email names, and prints done with its address.
func changeAccount(name, done string, change func(*accounts.Service, context.Context, int64) error) command {
	return func(ctx context.Context, args []string, std streams) error {
		return onAccount(ctx, newFlags(name, std), args, func(parts *app.App, user accounts.User) error {
			if err := change(parts.Accounts, ctx, user.ID); err != nil {
				return err
			}
			fmt.Fprintf(std.out, done, user.Email)
			return nil
		})
	}
}

// onAccount runs fn on the account that --email names.
func onAccount(ctx context.Context, flags *flag.FlagSet, args []string, fn func(*app.App, accounts.User) error) error {
	email := flags.String("email", "", "the account's address")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		user, err := parts.Accounts.FindUser(ctx, *email)
		if err != nil {
			return nobody(err, *email)
		}
		return fn(parts, user)
	})
}

func state(account accounts.Account) string {
	if account.IsActive {
		return "active"
	}
	return "deactivated"
}
