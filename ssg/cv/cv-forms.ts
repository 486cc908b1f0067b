/**
 * The CV's forms that are text, made by the build and, before they are public, in the browser. The plugin serves it as
 * `virtual:cv-forms`; nothing it imports needs Node.
 */
import type { SiteContent } from '../model/compile.ts'
import { cvText } from './cv-text.ts'
import { cvOutline } from './outline.ts'
import { resumeJson } from './resume-json.ts'
import { vcard } from './vcard.ts'

/** The name of the file that the build writes. */
export type CvForm = 'cv.txt' | 'resume.json' | 'card.vcf'

/** What each form says when the site is at `siteUrl`, or at an address that is not known. */
export function cvForms(content: Pick<SiteContent, 'site' | 'cv'>, siteUrl?: string): Record<CvForm, string> {
  return {
    'cv.txt': cvText(cvOutline(content, siteUrl)),
    'resume.json': resumeJson(content, siteUrl),
    'card.vcf': vcard(content.site, siteUrl),
  }
}
