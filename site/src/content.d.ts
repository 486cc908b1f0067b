/**
 * The owner's words, compiled from `content/` by the prerenderer's plugin. Each module has one default export.
 * A field of type `Html` is trusted HTML (block elements, made from markdown with raw HTML off): put it in by
 * `dangerouslySetInnerHTML`. Every other string is plain text.
 */

declare module 'virtual:content/pages' {
  /** What a public page says about itself: title of the window (already with the owner's name) and meta description. */
  export interface PageText {
    title: string
    description: string
  }
  /** Small, so that the route table may import it without pulling a page's whole text into the entry chunk. */
  const pages: Record<'home' | 'cv' | 'onTheWeb' | 'about', PageText>
  export default pages
}

declare module 'virtual:content/site' {
  export type ServiceIcon = 'video' | 'network' | 'code' | 'article' | 'blog'
  /** A profile elsewhere: the cards of content/on-the-web that have an address, in their order. */
  export interface ProfileLink {
    title: string
    handle: string
    url: string
    icon: ServiceIcon
  }
  export interface Site {
    name: string
    /** One to three letters, the first paint of the banner. */
    initials: string
    company: string
    email: string
    /** The eyebrow: what the owner is, in a few words. */
    role: string
    description: string
    nationality: string
    links: ProfileLink[]
  }
  const site: Site
  export default site
}

declare module 'virtual:content/home' {
  type Html = string
  export type InterestIcon = 'chip' | 'chart' | 'globe' | 'heart'
  export interface Interest {
    slug: string
    title: string
    /** Without quotation marks. */
    quote: string
    source: string
    description: Html
    icon: InterestIcon
  }
  export interface Home {
    tagline: string
    typewriter: [string, string, string]
    bio: Html
    interests: Interest[]
  }
  const home: Home
  export default home
}

declare module 'virtual:content/cv' {
  type Html = string
  /** Something with dates: a study, a job, an early job. Newest first. */
  export interface CvEntry {
    slug: string
    title: string
    organisation: string
    place: string | null
    /** 'YYYY' or 'YYYY-MM', fit for `<time dateTime>`. */
    start: string
    /** null: still going on. */
    end: string | null
    /** Ready to read: '2018 to 2022', '2022 to present', '2014'. */
    period: string
    body: Html
  }
  export interface CvGroup {
    slug: string
    title: string
    items: string[]
  }
  export interface CvCertification {
    slug: string
    title: string
    issuer: string
    /** 'YYYY' or 'YYYY-MM'. */
    date: string
    /** Ready to read. */
    period: string
  }
  export interface CvLanguage {
    slug: string
    title: string
    level: string
  }
  /** Nationality and links are the site's (`virtual:content/site`). */
  export interface Cv {
    heading: string
    summary: Html
    education: CvEntry[]
    experience: CvEntry[]
    early: CvEntry[]
    skills: CvGroup[]
    certifications: CvCertification[]
    languages: CvLanguage[]
    tools: CvGroup[]
  }
  const cv: Cv
  export default cv
}

declare module 'virtual:content/on-the-web' {
  import type { ServiceIcon } from 'virtual:content/site'
  type Html = string
  export interface WebCard {
    slug: string
    /** The kind of service, or the whole text of a placeholder: 'Personal Blog (Coming Soon)'. */
    title: string
    handle: string | null
    /** null: a placeholder, not a link. */
    url: string | null
    icon: ServiceIcon
    description: Html
  }
  export interface OnTheWeb {
    heading: string
    intro: Html
    cards: WebCard[]
  }
  const onTheWeb: OnTheWeb
  export default onTheWeb
}

declare module 'virtual:content/about' {
  type Html = string
  export interface About {
    heading: string
    /** Paragraphs, h2 with ids, one blockquote. */
    body: Html
  }
  const about: About
  export default about
}

declare module 'virtual:content/terms' {
  type Html = string
  export interface Terms {
    heading: string
    /** As it should be read: 'June 9th, 2025'. */
    updated: string
    /** A section under each h2. */
    body: Html
  }
  const terms: Terms
  export default terms
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
