import type { SiteContent } from '../../../ssg/model/compile'

export type { SiteContent }

/** What the build asked the API for; null where nothing is known. */
export interface BuildData {
  /** The banner's first photo, in files of the site's own. */
  banner: {
    /** In AVIF. */
    srcSet: string
    /** For browsers that do not know AVIF; 432 pixels wide and high. */
    src: string
    alt: string
  } | null
  /** Where the current CV is downloaded. */
  cv: string | null
}

/** What a public page shows. It is a function of these alone. */
export interface PageProps {
  content: SiteContent
  data: BuildData
}
