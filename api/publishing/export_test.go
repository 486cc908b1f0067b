package publishing

import "time"

// SetLimit changes how long a hook's answer is waited for.
func SetLimit(h *Hook, limit time.Duration) { h.client.Timeout = limit }

// SetRenewal changes how often a worker renews its lease.
func SetRenewal(w *Worker, pause time.Duration) { w.renewal = pause }
