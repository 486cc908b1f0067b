import { cvText } from './cv-text.ts'
import { cvOutline, type CvContent } from './outline.ts'
import { resumeJson } from './resume-json.ts'
import { vcard } from './vcard.ts'

export type CvForm = 'cv.txt' | 'resume.json' | 'card.vcf'

export function cvForms(content: CvContent, siteUrl?: string): Record<CvForm, string> {
  return {
    'cv.txt': cvText(cvOutline(content, siteUrl)),
    'resume.json': resumeJson(content, siteUrl),
    'card.vcf': vcard(content.site, siteUrl),
  }
}
