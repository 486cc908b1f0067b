package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"time"

	"portfolio/api/app"
	"portfolio/api/backup"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/version"
)

// writeBackup writes the site into one file, while it is served. With --quiet it prints only what is wrong.
func writeBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup", std)
	force := flags.Bool("force", false, "replace FILE when there is one")
	quiet := flags.Bool("quiet", false, "print nothing when all is well")
	file, err := parseFile(flags, args, nil)
	if err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	progress := newProgress(std.err, *quiet)
	err = app.OpenSite(ctx, settings, time.Now, func(site *backup.Site) error {
		site.Program, site.Report = version.Read().String(), progress.report
		run, err := site.Write(ctx, file, *force)
		progress.end()
		if errors.Is(err, backup.ErrExists) {
			return fmt.Errorf("%s: %w; --force replaces it", file, err)
		}
		if err == nil && !*quiet {
			fmt.Fprintf(std.out, "Backed up to %s, %s. Prove it: portfolio backup verify %s\n", run.File, httpx.Size(run.Bytes), file)
		}
		return err
	})
	return stopped(ctx, err)
}

// verifyBackup restores a backup into a temporary folder and looks whether all is there. With --quiet it prints only what
// is wrong.
func verifyBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup verify", std)
	quiet := flags.Bool("quiet", false, "print nothing when all is well")
	file, archive, err := openArchive(ctx, flags, args, std)
	if errors.Is(err, errUsage) {
		return err
	}
	if refused := checkSteps(ctx); refused != nil {
		return fmt.Errorf("%s was not checked: %w", file, refused)
	}
	checksum := ""
	if err == nil {
		defer func() { _ = archive.Close() }()
		checksum = archive.Checksum
		progress := newProgress(std.err, *quiet)
		err = backup.Verify(ctx, archive, backup.Options{Uses: app.Uses(), Report: progress.report})
		progress.end()
	}
	if ctx.Err() != nil {
		return stopped(ctx, err)
	}
	var absent notFetched
	if err != nil && (!backup.IsFault(err) || errors.As(err, &absent)) {
		return fmt.Errorf("%s could not be checked: %w", cmp.Or(file, "the newest backup"), err)
	}
	if err != nil {
		err = found{fmt.Errorf("%s: %w", file, err)}
		return errors.Join(err, noteCheck(ctx, file, checksum, isOffsite(flags), err))
	}
	if !*quiet {
		describe(std, archive)
		fmt.Fprintf(std.out, "%s is whole: a site was made of it and checked.\n", file)
	}
	return noteCheck(ctx, file, checksum, isOffsite(flags), nil)
}

// isOffsite reports whether the arguments name a backup at BACKUP_URL.
func isOffsite(flags *flag.FlagSet) bool { return flags.Lookup("identity").Value.String() != "" }

// checkSteps returns an error when the site's own database, which is to store the outcome of a check, is not one that this
// program can work with. A backup can be checked while the database is away.
func checkSteps(ctx context.Context) (refused error) {
	_ = withDatabase(ctx, func(site *backup.Site) error {
		_, refused = site.DB.Plan(ctx)
		return nil
	})
	return refused
}

// noteCheck stores the outcome of a check in the site's database, where there is one; a backup can be checked anywhere.
func noteCheck(ctx context.Context, file, checksum string, offsite bool, found error) error {
	return withDatabase(ctx, func(site *backup.Site) error {
		if plan, err := site.DB.Plan(ctx); err == nil && plan.Version == 0 {
			return nil // made for a restore, and still empty
		}
		if offsite {
			return noteOffsiteCheck(ctx, site, file, found)
		}
		return site.RecordCheck(ctx, file, checksum, found)
	})
}

// withDatabase opens the site for fn, unless it has no database.
func withDatabase(ctx context.Context, fn func(*backup.Site) error) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	err = app.OpenSite(ctx, settings, time.Now, fn)
	if errors.Is(err, database.ErrNoDatabase) {
		return nil
	}
	return err
}

// openArchive opens the backup that the arguments name: a file here or, with --identity, one at BACKUP_URL.
func openArchive(ctx context.Context, flags *flag.FlagSet, args []string, std streams) (name string, archive *backup.Archive, err error) {
	identity := flags.String("identity", "", "the file with the private key of age, - for standard input; FILE is then the name of a backup at BACKUP_URL")
	latest := flags.Bool("latest", false, "the newest backup at BACKUP_URL, instead of a name")
	if name, err = parseFile(flags, args, latest); err != nil {
		return "", nil, err
	}
	if *identity != "" {
		return fetchArchive(ctx, name, *identity, std)
	}
	if *latest {
		fmt.Fprintf(flags.Output(), "%s: --latest needs --identity, the file with the private key\n", flags.Name())
		return "", nil, errUsage
	}
	archive, err = backup.Open(name)
	return name, archive, err
}

func describe(std streams, archive *backup.Archive) {
	manifest := archive.Manifest
	rows, stored := archive.Count()
	fmt.Fprintf(std.out, "Made %s by %s from %s: %d rows in %d tables, %s.\n", manifest.MadeAt.Format(time.DateTime+" MST"),
		manifest.Program, manifest.Engine, rows, len(manifest.Tables), files(stored))
}

// parseFile reads flags and the name of one file, in any order. Where unnamed is not nil and true, there is none.
func parseFile(flags *flag.FlagSet, args []string, unnamed *bool) (file string, err error) {
	if err := flags.Parse(args); err != nil {
		return "", errUsage
	}
	if unnamed != nil && *unnamed {
		return "", parse(flags, flags.Args())
	}
	if file = flags.Arg(0); file == "" {
		fmt.Fprintf(flags.Output(), "%s: name the file\n", flags.Name())
		return "", errUsage
	}
	return file, parse(flags, flags.Args()[1:])
}

// stopped says in words what ctx's end means, unless something was left behind.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, backup.ErrNotUndone) {
		return errors.New("stopped; nothing is left behind")
	}
	return err
}
