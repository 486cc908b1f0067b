package main

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api"
	"portfolio/api/accounts"
)

// accountChange makes one change to an account, keeps user up to date, and prints the result.
type accountChange func(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error

// userSet makes the changes that its flags name, in their order. It stops at the first one that fails.
func userSet(ctx context.Context, args []string, std streams) error {
	flags := newFlags("user set", std)
	var changes []accountChange
	add := func(change accountChange) func(string) error {
		return func(string) error {
			changes = append(changes, change)
			return nil
		}
	}
	addSwitch := func(change func(on bool) accountChange) func(string) error {
		return func(value string) error {
			if value != "on" && value != "off" {
				return errors.New("must be on or off")
			}
			changes = append(changes, change(value == "on"))
			return nil
		}
	}
	flags.BoolFunc("password", "set the password, read from standard input, and sign out everywhere", add(setPassword))
	flags.BoolFunc("confirmed", "confirm the e-mail address without the mailed link", add(confirmEmail))
	flags.BoolFunc("reset-factors", "remove passkeys, authenticator app and recovery codes, and sign out everywhere", add(resetFactors))
	flags.BoolFunc("unthrottle", "clear the limits after too many attempts", add(unthrottle))
	flags.Func("staff", "`on|off`: let the account manage the site", addSwitch(setStaff))
	flags.Func("active", "`on|off`: off signs the account out everywhere and refuses sign-ins", addSwitch(setActive))
	flags.Func("new-email", "the new e-mail `address`; signs the account out everywhere", func(address string) error {
		return add(setEmail(address))("")
	})
	return onAccount(ctx, flags, args, func(parts *api.App, user accounts.User) error {
		if len(changes) == 0 {
			fmt.Fprintln(std.err, "portfolio user set: missing change, such as --password; 'portfolio help' lists them")
			return errUsage
		}
		for _, change := range changes {
			if err := change(ctx, parts.Accounts, &user, std); err != nil {
				return sentences(err)
			}
		}
		return nil
	})
}

func setPassword(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
	password, err := readPassword(std)
	if err != nil {
		return err
	}
	if err := service.SetPassword(ctx, user.Email, password); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s has a new password and was signed out everywhere.\n", user.Email)
	return nil
}

func confirmEmail(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
	if err := service.ConfirmEmail(ctx, user.ID); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "The address %s is confirmed.\n", user.Email)
	return nil
}

func resetFactors(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
	had, err := service.ResetFactors(ctx, *user)
	if err != nil {
		return err
	}
	if !had {
		fmt.Fprintf(std.out, "%s has no second factor.\n", user.Email)
		return nil
	}
	fmt.Fprintf(std.out, "%s signs in with the password alone, and was signed out everywhere.\n", user.Email)
	return nil
}

func unthrottle(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
	if err := service.Unthrottle(ctx, *user); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "Cleared all rate limits for %s.\n", user.Email)
	return nil
}

func setStaff(on bool) accountChange {
	return func(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
		if err := service.SetStaff(ctx, user.ID, on); err != nil {
			return err
		}
		user.IsStaff = on
		fmt.Fprintf(std.out, "%s is now %s.\n", user.Email, role(*user))
		return nil
	}
}

func setActive(on bool) accountChange {
	return func(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
		if err := service.SetActive(ctx, user.ID, on); err != nil {
			return err
		}
		result := "was signed out everywhere and cannot sign in"
		if on {
			result = "can sign in again"
		}
		fmt.Fprintf(std.out, "%s %s.\n", user.Email, result)
		return nil
	}
}

func setEmail(address string) accountChange {
	return func(ctx context.Context, service *accounts.Service, user *accounts.User, std streams) error {
		if err := service.ChangeEmail(ctx, user.ID, address); err != nil {
			return renamed(err, "email", "new-email")
		}
		changed, err := service.Details(ctx, user.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "The address of %s is now %s. The account was signed out everywhere, and the previous address gets a mail.\n",
			user.Email, changed.Email)
		*user = changed.User
		return nil
	}
}
