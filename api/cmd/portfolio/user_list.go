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

	"portfolio/api"
	"portfolio/api/accounts"
)

// userList prints all accounts, the oldest first.
func userList(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("user list", std), args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		list, _, err := parts.Accounts.SearchUsers(ctx, accounts.UserFilter{Sort: "joined"})
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
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", cell(account.Email), cell(account.FullName()),
				role(account.User), accountStatus(account), account.DateJoined.Format(time.DateOnly), last)
		}
		return table.Flush()
	})
}

// userExport writes the personal data of an account to standard output, or into a new file that only its owner can read.
func userExport(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user export", std)
	to := flags.String("to", "", "the file to write (default: standard output)")
	return onAccount(ctx, flags, args, func(parts *api.App, user accounts.User) error {
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
		fmt.Fprintf(std.out, "The personal data of %s is in %s.\n", user.Email, *to)
		return nil
	})
}

// userDelete deletes an account. It asks first, unless --yes is given.
func userDelete(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user delete", std)
	yes := flags.Bool("yes", false, "skip the question")
	return onAccount(ctx, flags, args, func(parts *api.App, user accounts.User) error {
		fmt.Fprintf(std.out, "Deleting the account %s of %s (%s) permanently.\n", cell(user.Email), cell(user.FullName()), role(user))
		if err := confirm(std, *yes, "user delete", "deleted"); err != nil {
			return err
		}
		if err := parts.Accounts.Delete(ctx, user.ID); err != nil {
			return err
		}
		fmt.Fprintf(std.out, "Deleted %s. Its uploads and its entries in the audit log stay.\n", user.Email)
		return nil
	})
}

// onAccount calls fn with the account in --email.
func onAccount(ctx context.Context, flags *flag.FlagSet, args []string, fn func(*api.App, accounts.User) error) error {
	email := flags.String("email", "", "the account's address")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		user, err := parts.Accounts.FindUser(ctx, *email)
		if err != nil {
			return missingAccount(err, *email)
		}
		return fn(parts, user)
	})
}

func accountStatus(account accounts.Account) string {
	if account.IsActive {
		return "active"
	}
	return "deactivated"
}
