interface ImportMetaEnv {
  /** The API's address without a trailing slash; empty or absent for the site's own origin. */
  readonly API_ORIGIN?: string
  /** The site's public address; empty or absent if SITE_URL was not set. */
  readonly SITE_URL?: string
}
