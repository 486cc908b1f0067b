import { z } from 'zod'
import { languageDraft, looseSkills, summaryAndText, summaryDraft, type Draft, type Read } from './entries.ts'
import { placeOf } from '../places.ts'
import { languageCode, type Texts } from '../language.ts'
import { proposedLanguage, proseOf } from './detect-language.ts'
import { factsOf, hostOf } from './person.ts'
import type { ImportProblem } from './result.ts'
import type { Remarks } from './texts.ts'
import { notAnAddress, parseLenient, valuesOf } from './values.ts'

const parts = [
  ...['basics', 'work', 'volunteer', 'education', 'awards', 'certificates', 'publications'],
  ...['skills', 'languages', 'interests', 'projects'],
]

/** Whether it is a JSON Resume, of any version. */
export const isJsonResume = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && parts.some((part) => Object.hasOwn(value, part))

/** Reads a JSON Resume, https://jsonresume.org/schema, with names of earlier versions of the schema. Changes `resume`. */
export function readJsonResume(file: string, resume: object, remarks: Remarks): Read {
  const problems: ImportProblem[] = []
  const notRead = new Set<string>()
  const { facts, drafts, language } = parseLenient(
    schemaOf(remarks),
    resume,
    (message, path) =>
      problems.push({
        file,
        message: message.replace(
          '%',
          nameOf(path.at(-1) === 'url' || path.at(-1) === 'website' ? path.slice(0, -1) : path),
        ),
      }),
    (path) => notRead.add(nameOf(path.filter((key) => typeof key !== 'number'))),
  )
  return { drafts: [...summaryDraft(facts), ...drafts], problems, notRead: [...notRead], facts, language }
}

/** 'work 1.highlights'. */
const nameOf = (path: readonly PropertyKey[]) =>
  path
    .map((key) => (typeof key === 'number' ? ` ${key + 1}` : `.${String(key)}`))
    .join('')
    .slice(1)

function schemaOf(remarks: Remarks) {
  const { line, rich, date, address, list, lines, part, written, ignored } = valuesOf(remarks)
  const richLines = list(rich)
  const dated = part({
    ...{ position: line, name: line, company: line, organization: line, location: line },
    ...{ startDate: date, endDate: date, summary: rich, highlights: richLines },
  }).transform(({ position, name, company, organization, location, startDate, endDate, ...texts }) => ({
    fields: {
      title: position,
      organisation: name || company || organization,
      place: location,
      start: startDate,
      end: endDate,
    },
    text: joined(texts.summary, listOf(texts.highlights)),
  }))
  const education = part({
    ...{ studyType: line, area: line, institution: line, startDate: date, endDate: date, summary: rich },
    ...{ score: line, gpa: line, courses: richLines },
  }).transform(({ studyType, area, institution, startDate, endDate, summary, score, gpa, courses }) => {
    const textWith = (result: string) => joined(summary, result, listOf(courses))
    return {
      folder: 'cv/education',
      fields: {
        title: [studyType, area].filter(Boolean).join(' '),
        organisation: institution,
        start: startDate,
        end: endDate,
      },
      text: textWith(''),
      inLanguage: (texts: Texts) => ({ text: textWith(score || gpa ? texts.score(score || gpa) : '') }),
    }
  })
  const award = part({ title: line, awarder: line, date, summary: rich }).transform(
    ({ summary, ...fields }) => ({
      folder: 'cv/awards',
      fields,
      text: summary,
    }),
  )
  const certificate = part({ name: line, issuer: line, date, url: address }).transform(
    ({ name, ...fields }) => ({
      folder: 'cv/certifications',
      fields: { title: name, ...fields },
    }),
  )
  const publication = part({
    ...{ name: line, publisher: line, releaseDate: date, url: address, website: address, summary: rich },
  }).transform(({ name, publisher, releaseDate, url, website, summary }) => ({
    folder: 'cv/publications',
    fields: { title: name, publisher, date: releaseDate, url: url || website },
    text: summary,
  }))
  const skill = named(part({ name: line, keywords: lines })).transform(({ name, keywords }) =>
    skillDraft(name, keywords),
  )
  const language = named(part({ language: line, name: line, fluency: line, level: line })).transform(
    ({ language, name, fluency, level }) => languageDraft(language || name, fluency || level),
  )
  const interest = named(part({ name: line, keywords: lines })).transform(
    ({ name, keywords }) => `- ${[name, keywords.join(', ')].filter(Boolean).join(': ')}`,
  )
  const project = part({
    ...{ name: line, description: rich, summary: rich, highlights: richLines, keywords: lines, roles: lines },
    ...{ startDate: date, endDate: date, url: address, website: address, entity: line, type: ignored },
  }).transform(({ name, startDate, endDate, url, website, entity, roles, keywords, ...texts }): Draft => {
    const { summary, text } = summaryAndText(texts.description || texts.summary)
    const own = roles.join(', ')
    const fields = {
      title: name,
      summary,
      start: startDate,
      end: endDate,
      url: url || website,
      tags: keywords,
    }
    return {
      folder: 'projects',
      fields,
      inLanguage: (texts) => ({
        fields: { ...fields, role: own && entity ? texts.resultAt(own, entity) : own || entity },
      }),
      text: joined(text, texts.description && texts.summary, listOf(texts.highlights)),
    }
  })
  const profile = part({ network: line, username: ignored, url: written }).transform(
    ({ network, url: text }, { issues }) => {
      const { url = '' } = placeOf(text) ?? {}
      const label = network || hostOf(url)
      const missing = `“${label || '%'}” has no address, and is left out.`
      if (url === '')
        issues.push({ code: 'custom', input: text, message: text === '' ? missing : notAnAddress(text) })
      return { label, url }
    },
  )
  const place = part({ address: line, city: line, region: ignored, countryCode: line, country: line })
  // The schema has none of these; each is where some programs write the language.
  const declared = { language: line, locale: line, lang: line }
  const basics = part({
    ...declared,
    ...{ name: line, label: line, email: line, summary: rich, nationality: line, url: address },
    ...{ location: place, profiles: list(profile) },
  })
  const section = part({ title: line, text: rich }).transform(({ title, text }) => ({
    folder: 'cv/sections',
    fields: { title },
    text,
  }))
  // This product's own file has the sections of its owner there.
  const meta = z.preprocess(
    (value) => value ?? {},
    z.looseObject({ ...declared, canonical: line, sections: list(section) }, 'an object'),
  )
  return part({
    ...{ ...declared, $schema: ignored, basics, meta, work: list(dated), volunteer: list(dated) },
    ...{ education: list(education), awards: list(award), certificates: list(certificate) },
    ...{ publications: list(publication), skills: list(skill), languages: list(language) },
    ...{ projects: list(project), interests: list(interest) },
  }).transform(({ basics, meta, ...file }) => {
    const { name, email, label, summary, nationality, url, location, profiles } = basics
    // The site that made the file is not one of its owner's places elsewhere.
    const isOwn = meta.canonical.endsWith('/resume.json')
    const { address, city, countryCode, country } = location
    const drafts = [
      ...file.work.map((draft) => ({ folder: 'cv/experience', ...draft })),
      ...file.volunteer.map((draft) => ({ folder: 'cv/volunteering', ...draft })),
      ...file.education,
      ...file.awards,
      ...file.certificates,
      ...file.publications,
      ...file.skills,
      ...file.languages,
      ...file.projects,
      ...meta.sections,
      ...(file.interests.length === 0
        ? []
        : [
            {
              folder: 'cv/sections',
              fields: {},
              inLanguage: ({ interests: title }: Texts) => ({ fields: { title } }),
              text: file.interests.join('\n'),
            },
          ]),
    ]
    const language = proposedLanguage(
      [label, summary, ...proseOf(drafts)],
      [meta, basics, file].map(localeOf).find(Boolean),
    )
    return {
      language,
      drafts,
      facts: factsOf(
        {
          ...{ name, email, summary, nationality, role: label },
          town: city,
          country: countryOf(countryCode || country, language),
          // Programs with one field for the place write it there; with numbers it is a street, which has no place here.
          location: /\d/.test(address) ? '' : address,
        },
        [...(url && !isOwn ? [{ label: hostOf(url), url }] : []), ...profiles],
      ),
    }
  })
}

/** A text in the place of the object is its name. */
const named = <Part extends z.ZodType>(part: Part) =>
  z.preprocess((value) => (typeof value === 'string' ? { name: value } : value), part)

const joined = (...texts: string[]) => texts.filter(Boolean).join('\n\n')

/** A list of Markdown. */
const listOf = (items: readonly string[]) =>
  items
    .filter(Boolean)
    .map((text) => `- ${text.replace(/^- /, '').replaceAll('\n', '\n  ')}`)
    .join('\n')

/** The name of a country in `language`, given its code or its name. */
function countryOf(code: string, language = 'en'): string {
  if (!/^[a-z]{2}$/i.test(code)) return code
  return (
    new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' }).of(code.toUpperCase()) ??
    code
  )
}

const localeOf = ({ language, locale, lang }: Record<'language' | 'locale' | 'lang', string>) =>
  languageCode(language || locale || lang)

/** A group of skills, or a skill that belongs to none. */
const skillDraft = (name: string, items: string[]): Draft =>
  name && items.length > 0
    ? { folder: 'cv/skills', fields: { title: name, items } }
    : looseSkills(items.length > 0 ? items : [name].filter(Boolean))
