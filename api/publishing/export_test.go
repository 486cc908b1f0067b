package publishing

import "time"

// SetLimit changes how long a hook's answer is waited for.
func SetLimit(h *Hook, limit time.Duration) { h.client.Timeout = limit }
