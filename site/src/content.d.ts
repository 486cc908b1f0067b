/** The site's content, compiled by the build. Each module has one default export. */

declare module 'virtual:content/pages' {
  export type { PageText } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['pages']
  export default content
}

declare module 'virtual:content/site' {
  export type { ServiceIcon, ProfileLink } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['site']
  export default content
}

declare module 'virtual:content/home' {
  export type { InterestIcon, Interest } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['home']
  export default content
}

declare module 'virtual:content/cv' {
  export type { CvEntry, CvGroup, CvCertification, CvLanguage } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['cv']
  export default content
}

declare module 'virtual:content/on-the-web' {
  export type { WebCard } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['onTheWeb']
  export default content
}

declare module 'virtual:content/about' {
  const content: import('../../ssg/model/site-content.ts').SiteContent['about']
  export default content
}

declare module 'virtual:content/terms' {
  export type { Terms } from '../../ssg/model/site-content.ts'
  const content: import('../../ssg/model/site-content.ts').SiteContent['terms']
  export default content
}

declare module 'virtual:content/picture-files' {
  import type { PictureFiles } from 'virtual:content-model'
  /** What the pictures in the texts are shown by, by their paths in the content folder. */
  const files: Record<string, PictureFiles>
  export default files
}

declare module 'virtual:content/unused-files' {
  /** The files of the content folder that no text showed, by their paths in it. */
  const paths: string[]
  export default paths
}

/** What the API answered when the site was built; null: nothing is known. The page asks anew once it is hydrated. */
declare module 'virtual:build-data/banner' {
  /** The front page's first picture, in files of the site's own. */
  export interface BannerPicture {
    /** In AVIF. */
    srcSet: string
    /** For browsers that do not know AVIF; 432 pixels wide and high. */
    src: string
    alt: string
  }
  const picture: BannerPicture | null
  export default picture
}

declare module 'virtual:build-data/cv' {
  /** Where the current CV is downloaded. */
  const url: string | null
  export default url
}
