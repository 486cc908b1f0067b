interface ImportMetaEnv {
  /** Where the API is, without a slash at the end; empty or absent means the site's own origin. */
  readonly API_ORIGIN?: string
  /** Where the site is published; empty or absent where SITE_URL was not set. */
  readonly SITE_URL?: string
}
