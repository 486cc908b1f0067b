interface ImportMetaEnv {
  /** The API's address without a trailing slash; empty or absent for the site's own origin. */
  readonly API_ORIGIN?: string
}
