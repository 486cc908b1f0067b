package accounts

// Handler answers the calls about accounts.
type Handler struct {
	service *Service
	// backendAdminURL is part of the profiles of staff, unless it is empty.
	backendAdminURL string
}

// NewHandler returns the handlers of service's calls.
func NewHandler(service *Service, backendAdminURL string) *Handler {
	return &Handler{service: service, backendAdminURL: backendAdminURL}
}

// profile is a user as its owner sees it.
type profile struct {
	User
	BackendAdminURL string `json:"backend_admin_url,omitempty"`
}

func (h *Handler) profile(user User) profile {
	if !user.IsStaff {
		return profile{User: user}
	}
	return profile{User: user, BackendAdminURL: h.backendAdminURL}
}

type detail struct {
	Detail string `json:"detail"`
}
