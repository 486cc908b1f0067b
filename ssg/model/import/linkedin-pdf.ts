import { placeOf } from '../places.ts'
import { languageDraft, looseSkills, summaryDraft, type Draft, type Read } from './entries.ts'
import { factsOf, hostOf } from './person.ts'
import { readPdf, type PdfLine, type PdfText } from './pdf-lines.ts'
import { ImportError } from './result.ts'
import { oneLine, plainText, type Remarks } from './texts.ts'
import { knownDate } from './values.ts'

/** The headings of each section in the languages of LinkedIn's files. */
const headings: Record<string, string> = {
  contact: 'Contact, Kontakt, Coordonnées, Contactar, Contacto, Contatti, Contato, 連絡先, 联系方式',
  skills:
    'Top Skills, Top-Kenntnisse, Principales compétences, Aptitudes principales, Belangrijkste vaardigheden, Competenze principali, Principais competências, 上位スキル, 主要技能, 热门技能',
  languages: 'Languages, Sprachen, Langues, Idiomas, Talen, Lingue, 言語, 语言',
  certifications:
    'Certifications, Bescheinigungen, Zertifikate, Zertifizierungen, Certificaciones, Certificeringen, Certificaten, Certificazioni, Certificações, 資格, 资格认证, 证书',
  honors:
    'Honors-Awards, Honors, Auszeichnungen, Prix, Distinctions, Reconocimientos y premios, Onderscheidingen, Riconoscimenti e premi, Reconhecimentos e prêmios, 受賞歴, 荣誉奖项',
  publications:
    'Publications, Veröffentlichungen, Publikationen, Publicaciones, Publicaties, Pubblicazioni, Publicações, 出版物, 出版作品',
  summary:
    'Summary, Zusammenfassung, Résumé, Extracto, Samenvatting, Riepilogo, Resumo, 要約, 概要, 个人简介, 摘要',
  experience:
    'Experience, Berufserfahrung, Expérience, Experiencia, Ervaring, Esperienza, Experiência, 職歴, 経験, 工作经历',
  education:
    'Education, Ausbildung, Formation, Educación, Opleiding, Formazione, Formação acadêmica, 学歴, 教育经历',
}

const sectionOf = new Map(
  Object.entries(headings).flatMap(([name, words]) =>
    words.split(', ').map((word) => [word.toLowerCase(), name]),
  ),
)

/** The sizes of the letters in LinkedIn's files, in points. */
const isName = ({ size }: PdfLine) => size > 20
const isHeading = ({ size }: PdfLine) => size > 12.5 && size < 20
const isLarge = ({ size }: PdfLine) => size > 11.75 && size <= 12.5
const isTitle = ({ size }: PdfLine) => size > 11.25 && size <= 11.75
const isSmall = ({ size }: PdfLine) => size > 9.5 && size <= 11.25

/** Reads the PDF that LinkedIn makes of a profile. Rejects with an ImportError for another PDF. */
export async function readLinkedInPdf(file: string, bytes: Uint8Array, remarks: Remarks): Promise<Read> {
  const pdf = await readPdf(bytes)
  const { side, main } = columnsOf(pdf)
  const isOurs = pdf.author === 'LinkedIn' || side.some((line) => textOf(line).includes('linkedin.com/'))
  if (!isOurs || !main.some(isName))
    throw new ImportError(
      'This PDF is not one of LinkedIn’s. On your profile there, choose More, Save to PDF; other PDFs cannot be read.',
    )
  const read = sectionsOf(side, main)
  const items = (name: string) => itemsOf(read.sections.get(name) ?? [])
  const [headline, location] = aboveSections(main)
  const summary = plainText(proseOf(read.sections.get('summary') ?? [], rightOf(main)), remarks)
  const facts = factsOf(
    {
      name: oneLine(
        main
          .filter(isName)
          .map(textOf)
          .join(' ')
          .replace(/(?:,| [-–|(]).*/, ''),
        remarks,
      ),
      role: oneLine(headline === '--' ? '' : headline, remarks),
      ...{ location, email: mailOf(pdf.links), summary },
    },
    linksOf(pdf.links),
  )
  const entry = (folder: string, title: string): Draft => ({
    folder,
    fields: { title: oneLine(title, remarks) },
  })
  const drafts = [
    ...summaryDraft(facts),
    ...jobsOf(read.sections.get('experience') ?? [], rightOf(main), remarks),
    ...schoolsOf(read.sections.get('education') ?? [], remarks),
    ...items('skills').map((text) => looseSkills([oneLine(text, remarks)])),
    ...items('languages').map((text) => {
      const [, title = text, level = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(text) ?? []
      return languageDraft(oneLine(title, remarks), oneLine(level, remarks))
    }),
    ...items('certifications').map((text) => entry('cv/certifications', text)),
    ...items('honors').map((text) => entry('cv/awards', text)),
    ...items('publications').map((text) => entry('cv/publications', text)),
  ]
  const message =
    'A PDF has less than LinkedIn’s archive: no projects, and certificates without issuer and date.'
  return { drafts, problems: [{ file, message }], notRead: read.unknown, facts }
}

const textOf = ({ parts }: PdfLine) => parts.join('').replace(/\s+/g, ' ').trim()

/** The lines of the sidebar and of the wide column, without the numbers of pages. */
function columnsOf({ lines, pageWidth }: PdfText) {
  const shown = lines.filter(({ size, y }) => size > 9.5 || y > 30)
  const isSide = ({ x }: PdfLine) => x < pageWidth / 3
  return { side: shown.filter(isSide), main: shown.filter((line) => !isSide(line)) }
}

/** The lines below each heading that is known, and the other headings. */
function sectionsOf(side: readonly PdfLine[], main: readonly PdfLine[]) {
  const sections = new Map<string, PdfLine[]>()
  const unknown: string[] = []
  for (const column of [side, main]) {
    let current: PdfLine[] | undefined
    for (const line of column) {
      if (!isHeading(line)) {
        current?.push(line)
        continue
      }
      const name = sectionOf.get(textOf(line).toLowerCase())
      if (name === undefined) unknown.push(textOf(line))
      current = []
      if (name !== undefined) sections.set(name, current)
    }
  }
  return { sections, unknown }
}

/** The headline and the place, which is the last line and further down than a line of the headline. */
function aboveSections(main: readonly PdfLine[]): [headline: string, location: string] {
  const end = main.findIndex(isHeading)
  const lines = main.slice(0, end < 0 ? undefined : end).filter(isLarge)
  const last = lines.at(-1)
  const before = lines.at(-2)
  const hasPlace = last && before && before.y - last.y > 15
  const headline = hasPlace ? lines.slice(0, -1) : lines
  return [headline.map(textOf).join(' '), hasPlace ? textOf(last) : '']
}

const mailOf = (links: readonly string[]) =>
  links.find((link) => link.startsWith('mailto:'))?.slice('mailto:'.length) ?? ''

function linksOf(links: readonly string[]) {
  const places = links.flatMap((link) => {
    const { title, url } = placeOf(/linkedin\.com/.test(link) ? link.replace(/\?.*/, '') : link) ?? {}
    return title === undefined || url === undefined
      ? []
      : [{ label: title === 'LinkedIn' ? title : hostOf(url), url }]
  })
  return places.filter(({ url }, index) => places.findIndex((other) => other.url === url) === index)
}

/** The items of a list in the sidebar: the lines of one are nearer to each other. */
function itemsOf(lines: readonly PdfLine[]): string[] {
  const items: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const isNext = before?.page === line.page && before.y - line.y < 15
    if (isNext) items.push(`${items.pop() ?? ''} ${textOf(line)}`)
    else items.push(textOf(line))
  }
  return items
}

const rightOf = (lines: readonly PdfLine[]) => Math.max(...lines.map(({ x, width }) => x + width))

/**
 * Lines as text. LinkedIn breaks long ones anywhere before the end of the column, so only a line with much room left ends
 * a paragraph.
 */
function proseOf(lines: readonly PdfLine[], right: number): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const words = textOf(line)
    const room = before ? (right - before.x - before.width) / (right - before.x) : 0
    const isBlank = before?.page === line.page && before.y - line.y > 30
    const isItem = /^[•●▪◦‣∙·■□►➤✓✔*–-]\s/.test(words)
    const isHyphenated = /[\p{L}\p{N}]-$/u.test(text)
    const end =
      !before || (isHyphenated && !isBlank) ? '' : isBlank ? '\n\n' : room > 0.3 || isItem ? '\n' : ' '
    text += end + words
  }
  return text
}

interface Job {
  organisation: string
  title: string
  dates: string
  place: string
  prose: PdfLine[]
  /** Why it has to be looked at. */
  doubt?: string
}

/** The jobs below their firms; a firm with several has their whole time above them. */
function jobsOf(lines: readonly PdfLine[], right: number, remarks: Remarks): Draft[] {
  const jobs: Job[] = []
  let firm = ''
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const job = jobs.at(-1)
    const isWrapped = before?.page === line.page && before.y - line.y < 20
    const text = textOf(line)
    if (isLarge(line)) firm = before && isLarge(before) && isWrapped ? `${firm} ${text}` : text
    else if (isTitle(line)) {
      if (job && before && isTitle(before)) job.title += ` ${text}`
      else jobs.push({ organisation: firm, title: text, dates: '', place: '', prose: [] })
    } else if (!job || (before && isLarge(before))) continue
    else if (!isSmall(line)) job.doubt = `“${text.slice(0, 40)}” was not understood`
    else if (before && isTitle(before)) job.dates = text
    else if (job.prose.length === 0 && job.place === '' && before && isDates(before, job)) {
      const isPlace = before.page === line.page && before.y - line.y < 16
      if (isPlace) job.place = text
      else job.prose.push(line)
      if (before.page !== line.page) job.doubt = 'its text may begin with the place'
    } else job.prose.push(line)
  }
  return jobs.map(({ organisation, title, dates, place, prose, doubt }) => ({
    folder: 'cv/experience',
    fields: {
      ...{ title: oneLine(title, remarks), organisation: oneLine(organisation, remarks) },
      ...{ place: oneLine(place, remarks), ...datesOf(dates.replace(/\s*\([^()]*\)$/, ''), remarks) },
    },
    text: plainText(proseOf(prose, right), remarks),
    ...(doubt !== undefined && { doubt }),
  }))
}

const isDates = (line: PdfLine, { dates }: Job) => textOf(line) === dates

function datesOf(text: string, remarks: Remarks) {
  const [start = '', end = start] = text.split(/\s+[-–—]\s+/)
  return { start: knownDate(start, remarks), end: knownDate(end, remarks) }
}

/** The schools, each with a line or more of the degree, the subject and the dates: "MSc, Ports · (2010 - 2012)". */
function schoolsOf(lines: readonly PdfLine[], remarks: Remarks): Draft[] {
  const schools: { organisation: string; about: string }[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const last = schools.at(-1)
    const isWrapped = before?.page === line.page && before.y - line.y < 20
    const text = textOf(line)
    if (!last || (isLarge(line) && !(before && isLarge(before) && isWrapped)))
      schools.push({ organisation: text, about: '' })
    else if (isLarge(line)) last.organisation += ` ${text}`
    else last.about = `${last.about} ${text}`.trim()
  }
  return schools.map(({ organisation, about }) => {
    const [, degree = about, dates = ''] = /^(.*?)\s*·?\s*\(([^()]*\d{4}[^()]*)\)$/.exec(about) ?? []
    return {
      folder: 'cv/education',
      fields: {
        ...{ title: oneLine(degree, remarks), organisation: oneLine(organisation, remarks) },
        ...datesOf(dates, remarks),
      },
    }
  })
}
