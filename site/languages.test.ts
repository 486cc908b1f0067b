// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { composeSite } from '../ssg/build/compose.ts'
import { suggestionScript } from '../ssg/document/head-script.ts'
import { compile } from '../ssg/model/compile.ts'
import { cvForms } from '../ssg/model/cv/cv-forms.ts'
import { parseEntries } from '../ssg/model/entry.ts'
import { galleriesOf, type ShownGallery } from '../ssg/model/galleries.ts'
import { languageOf, tables, type Texts } from '../ssg/model/language.ts'
import { tinyTexts } from '../ssg/testing/content-files.ts'
import * as pages from './src/pages/index.tsx'
import recorded from './src/testing/golden/shown-galleries.json' with { type: 'json' }

const siteUrl = 'https://ann.example.test'

/** The small site. None of its words are fixed texts. */
const textsOf = (language: string) =>
  new Map([
    ...tinyTexts,
    ['site.md', (tinyTexts.get('site.md') ?? '').replace(/^---\n/, `---\nlanguage: ${language}\n`)],
    ['projects/page.md', '---\ntitle: Made\ndescription: Made by Ann.\nheading: Things\n---\n'],
    ['notes/second.md', '---\ntitle: Toinen\ndate: 2020-02-29\nlanguage: fi\n---\n\nSuomeksi.\n'],
    [
      'cv/experience/c-third.md',
      '---\ntitle: Third\norganisation: Yard\nstart: 2014-03\nresult: 12 times\nresult_label: Boats\n---\n',
    ],
  ])

/** The texts that only a further language has. */
const translated = [
  'site.md',
  'home/hero.md',
  'cv/profile.md',
  'about.md',
  'notes/first.md',
  'projects/doors.md',
]

const [shown] = recorded.body as unknown as [ShownGallery]
const galleries = ['One', 'Two'].map((name, index) => ({
  ...shown,
  slug: name.toLowerCase(),
  name,
  // More than a page has.
  images: Array.from({ length: index === 0 ? 1 : 61 }, (_, id) => ({
    ...(shown.images[0] as ShownGallery['images'][number]),
    id,
    caption: id === 0 ? '' : 'Quay',
  })),
}))

async function filesOf(language: string, further?: string): Promise<Map<string, string>> {
  const texts = textsOf(language)
  for (const path of further === undefined ? [] : translated)
    texts.set(`${further}/${path}`, (texts.get(path) ?? '').replace(/^language: .*\n/m, ''))
  const { content, translations, diagnostics } = compile(parseEntries(texts), {
    siteUrl,
    galleries: galleriesOf(galleries),
  })
  if (!content) throw new Error(JSON.stringify(diagnostics))
  const { files } = composeSite(
    { ...content, images: { files: {}, unused: [] } },
    translations,
    { banner: null, cv: null },
    pages,
    {
      headScript: '',
      suggestionScript: await suggestionScript(),
      sheets: [],
      fonts: { css: '', preload: '' },
      elements: { src: '', imports: [] },
      app: { src: '', imports: [] },
      appSheets: [],
    },
    { siteUrl, publicUrl: undefined, personPage: '/about', themeColor: { light: '', dark: '' } },
    new Date('2026-11-29'),
  )
  return new Map([
    ...files.map(({ name, content }): [string, string] => [name, String(content)]),
    ...[content, ...translations].flatMap((content) =>
      Object.entries(cvForms(content, siteUrl)).map(([name, text]): [string, string] => [
        `${content.language.prefix}/${name}`.slice(1),
        text,
      ]),
    ),
  ])
}

/** Matches the fixed texts of a table, and its dates. */
function fixedTexts({ scripts, ...texts }: Texts): RegExp {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const call = (text: (...values: never[]) => string, value: string | number, pattern: string) => {
    const made = (text as (...values: (string | number)[]) => string)(value, value, value)
    // Without letters it is in no language.
    return /\p{L}{2}/u.test(made) ? [escaped(made).replaceAll(String(value), pattern)] : []
  }
  const patterns = Object.entries({ ...texts, ...scripts }).flatMap(([name, text]) => {
    if (typeof text === 'string') return [escaped(text)]
    if (typeof text !== 'function') return []
    const digits = '[\\p{L}\\d ,.]*\\d'
    const one = name === 'photoCount' ? call(text, 1, digits) : []
    return [...one, ...call(text, 'Ann Sample', 'Ann Sample'), ...call(text, '1', digits)]
  })
  const months = [...texts.months, ...texts.shortMonths].map(escaped).join('|')
  // The names of languages and the initials follow some.
  return new RegExp(
    `^(vCard|(${patterns.join('|')})(: العربية|, AS)?|(.*\\P{L})?(${months})\\P{L}*\\d{4}.*)$`,
    'u',
  )
}

/** A text that visitors read or hear, with the language that the document says it has. */
interface Spoken {
  text: string
  lang: string | undefined
}

const spokenAttributes = ['aria-label', 'alt', 'title', 'placeholder']

function spokenIn(root: Element): Spoken[] {
  return [root, ...root.querySelectorAll('*:not(script, style)')].flatMap((element) => {
    const lang = element.closest('[lang]')?.getAttribute('lang') ?? undefined
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3)
    const texts = [
      ...own.map(({ textContent }) => textContent ?? ''),
      ...spokenAttributes.map((name) => element.getAttribute(name) ?? ''),
    ]
    return texts.flatMap((text) => (/\p{Ll}{2}|\p{Lo}{2}/u.test(text) ? [{ text: text.trim(), lang }] : []))
  })
}

const fixed = Object.entries(tables).map(([code, table]) => ({ code, pattern: fixedTexts(table) }))

/** The languages in which a text is a fixed one; none for the owner's words. */
const languagesOf = (text: string) => fixed.flatMap(({ code, pattern }) => (pattern.test(text) ? [code] : []))

/** The texts of a document that are not in the language which it names. */
function misnamed(document: Document, textsCode: string, codes: readonly string[]): string[] {
  const texts = spokenIn(document.body).flatMap(({ text, lang = '' }) => {
    const possible = languagesOf(text)
    return (possible.length > 0 ? possible : codes).includes(lang) ? [] : [`${lang}: ${text}`]
  })
  const head = [
    document.title,
    ...[...document.querySelectorAll('meta[name=description], meta[property^=og]')].map(
      (meta) => meta.getAttribute('content') ?? '',
    ),
  ].filter((text) => {
    const possible = languagesOf(text)
    return possible.length > 0 && !possible.includes(textsCode)
  })
  return [...texts, ...head]
}

test.each([
  ['German', 'de', undefined],
  ['Dutch and English', 'nl', 'en'],
  ['Arabic, which has no table, and Dutch', 'ar', 'nl'],
])('every file of a site in %s says what language its texts have', async (_, main, further) => {
  const files = await filesOf(main, further)
  const codes = further === undefined ? [main] : [main, further]
  for (const [name, content] of files) {
    const code = further !== undefined && new RegExp(`^${further}[/.]`).test(name) ? further : main
    const { direction, textsCode, texts } = languageOf(code)
    if (name.endsWith('.html') && !/app/.test(name)) {
      const document = new DOMParser().parseFromString(content, 'text/html')
      const { lang, dir } = document.documentElement
      expect([lang, dir], name).toEqual([code, direction === 'rtl' ? 'rtl' : ''])
      expect(misnamed(document, textsCode, [...codes, 'fi']), name).toEqual([])
      const data = document.querySelector('script[type="application/ld+json"]')?.textContent
      const language = name === 'notes/second.html' ? 'fi' : code
      if (data !== undefined) expect(data, name).toContain(`"inLanguage":"${language}"`)
      const said = document.querySelector('#texts')?.textContent
      expect(said, name).toEqual(textsCode === 'en' ? undefined : JSON.stringify(texts.scripts))
    }
    if (name.endsWith('feed.xml')) {
      const named = [...content.matchAll(/<(feed|entry)\b[^>]*? xml:lang="([^"]*)"/g)]
      expect(named.map(([, element, language]) => [element, language])).toEqual(
        code === main
          ? [
              ['feed', main],
              ['entry', 'fi'],
            ]
          : [['feed', code]],
      )
    }
    if (name.endsWith('cv.txt')) {
      const headings = [...content.matchAll(/^(.+)\n-+$/gm)].map(([, heading = '']) => heading)
      expect(headings).toContain(texts.businessExperiences)
      for (const heading of headings) {
        const possible = languagesOf(heading)
        expect(possible.length === 0 || possible.includes(textsCode), heading).toBe(true)
      }
    }
  }
  const pages = codes.map((code) => languageOf(code, code !== main).prefix)
  for (const prefix of pages)
    for (const name of ['/404.html', '/notes/feed.xml', '/cv.txt', '/resume.json'])
      expect([...files.keys()]).toContain((prefix + name).slice(1))
  const text = (name: string) => files.get(name) ?? ''
  expect(JSON.parse(text('site.webmanifest'))).toMatchObject({
    lang: main,
    ...(main === 'ar' && { dir: 'rtl' }),
  })
  const preferred = [...new Set([...codes, 'en'])].join(', ')
  expect(text('.well-known/security.txt')).toContain(`\nPreferred-Languages: ${preferred}\n`)
  const alternates = [...text('sitemap.xml').matchAll(/hreflang="([^"]*)"/g)].map(([, code]) => code)
  expect([...new Set(alternates)]).toEqual(further === undefined ? [] : [...codes, 'x-default'])
})
