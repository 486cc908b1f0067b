import type { SiteContent } from '#model/compile'

export type { SiteContent }

/** The API's data at build time; null if unknown. */
export interface BuildData {
  /** The banner's first photo, in files of the build. */
  banner: {
    /** The renditions in AVIF, if there are any. */
    avif?: string
    src: string
    /** Other widths of `src`, if there are any. */
    srcSet?: string
    alt: string
    /** Those in further languages, keyed by code. */
    altTexts?: Readonly<Record<string, string>> | undefined
  } | null
  /** The address of the current CV. */
  cv: string | null
  /** Whether the feed is missing, because the site's address is unknown. */
  withoutFeed?: boolean
}

/** A public page is a function of these alone. */
export interface PageProps {
  content: SiteContent
  data: BuildData
}
