package publishing

import "time"

// SetLimit changes how long a hook may take to answer.
func SetLimit(h *Hook, limit time.Duration) { h.client.Timeout = limit }
