import type { SiteContent } from '../../../ssg/model/compile'

export type { SiteContent }

/** The API's data at build time; null if unknown. */
export interface BuildData {
  /** The banner's first photo, in files of the build. */
  banner: {
    /** In AVIF. */
    srcSet: string
    /** For browsers that do not know AVIF; 432 pixels wide and high. */
    src: string
    alt: string
  } | null
  /** The address of the current CV. */
  cv: string | null
}

/** A public page is a function of these alone. */
export interface PageProps {
  content: SiteContent
  data: BuildData
}
