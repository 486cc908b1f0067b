import type { OutputFile } from '../lib/output-file.ts'
import { cvForms } from '../model/cv/cv-forms.ts'
import type { CvContent } from '../model/cv/outline.ts'
import { pathIn } from '../model/language.ts'

/** The file name of a downloaded PDF. */
export const pdfName = (content: CvContent) => cvName(content, 'pdf')

const cvName = ({ site, language }: CvContent, ending: string) =>
  `${site.name} ${language.texts.cv}.${ending}`

/** The CV in the formats of files, with `pdf` as the PDF, if it has one. The same content gives the same bytes. */
export function cvFiles(
  pdf: Uint8Array | undefined,
  content: CvContent,
  siteUrl: string | undefined,
): OutputFile[] {
  const { language, site } = content
  const forms = cvForms(content, siteUrl)
  // Tells a search engine that finds one of them which page it belongs to.
  const isOnPage = siteUrl !== undefined && content.pages.cv
  const canonical = !isOnPage ? {} : { Link: `<${siteUrl}${pathIn(language, '/cv')}>; rel="canonical"` }
  const file = (name: string, savedAs: string, content: string | Uint8Array, headers = {}): OutputFile => ({
    name: pathIn(language, `/${name}`).slice(1),
    content,
    headers: { 'Content-Disposition': disposition(savedAs), ...headers },
  })
  return [
    ...(pdf ? [file('cv.pdf', pdfName(content), pdf, canonical)] : []),
    file('cv.txt', cvName(content, 'txt'), forms['cv.txt'], canonical),
    file('resume.json', `${site.name} resume.json`, forms['resume.json']),
    file('card.vcf', `${site.name}.vcf`, forms['card.vcf']),
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
