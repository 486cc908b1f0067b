/** The paths of the API, its sign-in for apps, the current CV's file and the pictures. */
export const proxied = [
  '/api/*',
  '/backend/api/*',
  '/backend/forgotpasswordreset/*',
  '/backend/password-reset-confirm/*',
  '/login-with-token/*',
  '/cv-download',
  '/media/*',
]
