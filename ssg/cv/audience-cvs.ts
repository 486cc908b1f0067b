import { audienceContent } from '../model/audiences.ts'
import type { Compiled, SiteContent } from '../model/compile.ts'
import { pdfName } from './cv-files.ts'

/** The CV for an audience. `pdf` is undefined if it cannot be drawn. */
export interface AudienceCv {
  slug: string
  title: string
  fileName: string
  pdf: Uint8Array | undefined
}

/** The CVs for all audiences, made by `draw`. No file of the site may have them. */
export const audienceCvs = (
  content: SiteContent,
  { translations, audiences }: Pick<Compiled, 'translations' | 'audiences'>,
  draw: (content: SiteContent) => Promise<Uint8Array | undefined>,
): Promise<AudienceCv[]> =>
  Promise.all(
    audiences.map(async (audience) => {
      const { slug, title } = audience
      const shown = audienceContent(content, translations, audience)
      return { slug, title, fileName: pdfName(shown), pdf: await draw(shown) }
    }),
  )
