package api

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/files"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/messages"
	"portfolio/api/publishing"
)

const (
	// cleanupInterval is how often expired rows are deleted.
	cleanupInterval = time.Hour
	// removalInterval is how often deleted files are removed from the store.
	removalInterval = 10 * time.Minute
	// countersInterval is how often counts are written. A crash loses those of one interval.
	countersInterval = 5 * time.Second
	// figuresInterval is how often the figures of the database are read for the metrics, and idleFigures while nothing is written.
	figuresInterval = 10 * time.Second
	idleFigures     = time.Minute
	// certificateInterval is how often the certificate of the site's own address is looked at.
	certificateInterval = time.Hour
)

// Run does the background work until ctx ends: it sends mails and backups, publishes scheduled content, builds the pages, and removes
// expired rows and deleted files.
func (a *App) Run(ctx context.Context, log *slog.Logger) {
	ctx = audit.ByServer(ctx)
	if a.storeFault != nil {
		log.Error("started without the store", "error", a.storeFault)
	}
	if folder, ok := a.store.(*files.Folder); ok && folder.Warning() != "" {
		log.Warn("the media folder: " + folder.Warning())
	}
	var group sync.WaitGroup
	group.Go(func() { a.worker(log).Run(ctx) })
	group.Go(func() {
		a.db.Watch(ctx, func(err error) { log.Error("writes of other processes may be noticed late", "error", err) })
	})
	task := func(interval time.Duration, failure string, work func(context.Context) error) {
		group.Go(func() {
			for tick := time.Tick(interval); ctx.Err() == nil; {
				if err := work(ctx); err != nil && ctx.Err() == nil {
					log.Error(failure, "error", err)
				}
				select {
				case <-ctx.Done():
				case <-tick:
				}
			}
		})
	}
	task(countersInterval, "counters were not written", a.Counters.Flush)
	task(figuresInterval, "figures for the metrics were not read", a.refreshFigures())
	task(cleanupInterval, "audit entries were not written", a.Audit.Flush)
	task(certificateInterval, "", func(ctx context.Context) error {
		a.machine.ReadCertificate(ctx)
		return nil
	})
	group.Wait()
}

// refreshFigures returns what reads the figures for the metrics again after a write, or after a minute.
func (a *App) refreshFigures() func(context.Context) error {
	var writes uint64
	var at time.Time
	return func(ctx context.Context) error {
		now := a.db.Writes()
		if now == writes && time.Since(at) < idleFigures {
			return nil
		}
		if err := a.Metrics.Refresh(ctx); err != nil {
			return err
		}
		writes, at = now, time.Now()
		return nil
	}
}

// worker returns the worker of the jobs: mails, scheduled publications, builds of the pages, backups, and the removal of
// expired rows and deleted files.
func (a *App) worker(log *slog.Logger) *jobs.Worker {
	handlers := map[string]jobs.Handler{
		mailer.JobKind:   mailer.Handler(a.mailbox.send, a.renderMail),
		content.JobKind:  a.Content.Job(),
		messages.JobKind: a.Messages.Job(),
		"cleanup": {
			Run:        func(ctx context.Context, _ jobs.Job) error { return a.DeleteExpired(ctx) },
			Next:       jobs.Every(cleanupInterval),
			FirstRetry: time.Minute, LastRetry: cleanupInterval,
		},
	}
	handlers["removal"] = jobs.Handler{
		Run: func(ctx context.Context, _ jobs.Job) error {
			_, err := a.Files.RemoveDeleted(ctx, files.RemovalDelay)
			return err
		},
		Next:       jobs.Every(removalInterval),
		FirstRetry: time.Minute, LastRetry: removalInterval,
	}
	if _, publisher := a.publisher(); publisher != nil {
		handlers[publishing.JobKind] = a.pages.Job(publisher, log)
	}
	maps.Copy(handlers, a.backupJobs(log))
	return &jobs.Worker{Queue: a.jobs, Handlers: handlers, Log: log}
}

// DeleteExpired deletes expired rows, and queues a build of pages that would expire, are another program's or are lost, as
// Run does regularly.
func (a *App) DeleteExpired(ctx context.Context) error {
	var pages error
	switch _, publisher := a.publisher(); {
	case a.renderer != nil:
		pages = errors.Join(a.pages.Refresh(ctx, a.renderer.Folder()), a.renderer.QueueIfMissing(ctx))
	case publisher != nil:
		pages = a.pages.Refresh(ctx, "")
	}
	return errors.Join(pages, a.limiter.DeleteExpired(ctx), a.Accounts.DeleteExpired(ctx), a.jobs.DeleteExpired(ctx),
		a.Audit.Expire(ctx), a.Counters.Expire(ctx), a.Trash.Expire(ctx), a.Messages.Expire(ctx), a.Shares.DeleteExpired(ctx))
}
