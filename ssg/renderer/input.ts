import type { ContentImages } from '../document/document.ts'
import type { PageData } from '../document/pages.ts'
import type { Photo } from '../model/images.ts'
import type { Changed } from '../model/site-content.ts'
import type { AudienceCv } from '../cv/audience-cvs.ts'
import type { NamedPage, SiteParts } from '../build/compose.ts'
import type { StaticFile, SiteManifest } from '../build/manifest.ts'
import type { Drawing } from '../lib/output-file.ts'
import type { SsgOptions } from '../options.ts'

/** The build's data for the renderer, which no content changes. */
export interface Kit {
  parts: SiteParts
  options: Pick<SsgOptions, 'personPage' | 'themeColor'>
  /** Whether the content folder is the sample's. */
  isSample: boolean
  /** The images in the content folder. */
  images: ContentImages
  /** The files that no content changes, and those images. */
  files: { name: string; served: StaticFile; headers?: Record<string, string> }[]
}

/** The server's data for one rendering. */
export interface Input {
  kit: Kit
  /** The published content: path and text of each file. */
  content: [path: string, text: string][]
  changed: Changed
  /** The photos of the library that the content shows. */
  photos: Photo[]
  data: PageData & {
    /** Whether `cv` leads to the PDF that this rendering makes. */
    cvWaits: boolean
  }
  siteUrl: string | null
  privatePages: NamedPage[]
  /** Whether the private pages alone are rendered. */
  onlyPrivate: boolean
}

/** A file of the site; an image is to be drawn. */
export type RenderedFile = { name: string } & ({ text: string } | { base64: string } | { drawing: Drawing })

export type RenderedCv = Omit<AudienceCv, 'pdf'> & { pdf: string }

/**
 * Errors in the content, the site with the private pages, or these alone. The server adds the size and the tag of each new file to the manifest, and stores
 * `cv.pdf`, if there is one, as a document whose downloads are saved as `cvName`, and the PDFs of `audiences` as others;
 * they are in base64, and empty if they cannot be drawn.
 */
export type Output =
  | { diagnostics: string[] }
  | { files: RenderedFile[]; manifest: SiteManifest; cvName: string; audiences: RenderedCv[] }
  | { files: RenderedFile[] }
