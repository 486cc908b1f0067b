import type { Content } from '../content.ts'
import type { OutputFile } from '../outputs.ts'
import { cvText } from './cv-text.ts'
import { cvOutline } from './outline.ts'
import { resumeJson } from './resume-json.ts'
import { vcard } from './vcard.ts'

/** The CV for those who do not read it in a browser, made from the same words as the page. */
export function cvForms({ site, cv }: Pick<Content, 'site' | 'cv'>, siteUrl?: string): OutputFile[] {
  const file = (name: string, savedAs: string, content: string): OutputFile => ({
    name,
    content: Buffer.from(content),
    headers: { 'Content-Disposition': disposition(savedAs) },
  })
  const outline = cvOutline({ site, cv })
  return [
    file('resume.json', `${site.name} resume.json`, resumeJson({ site, cv }, siteUrl)),
    file('cv.txt', `${site.name} CV.txt`, cvText(outline)),
    file('card.vcf', `${site.name}.vcf`, vcard(site, siteUrl)),
  ]
}

/** Shown in the browser, and saved under a name that says whose it is (RFC 6266). */
export function disposition(name: string): string {
  const safe = name.replace(/[/\\:*?"<>|\p{Cc}]+/gu, ' ').trim()
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/[%']/g, '_')
  const exact = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${plain}"` + (plain === safe ? '' : `; filename*=UTF-8''${exact}`)
}
