import { z } from 'zod'
import { accentNames, accentProblem } from './accent.ts'
import type { Folder, Single } from './kinds.ts'
import { isLanguage } from './language.ts'
import { decode } from './links.ts'
import { asciiMailAddress, invisible } from './mail-address.mjs'

// The site's policy forbids code made from strings. Zod must know it before the first schema.
z.config({ jitless: true })

/** Adds the hint for a missing or invalid field. */
const hinted = <T extends z.ZodType>(schema: T, hint: string): T => schema.meta({ hint })

const labelled = <T extends z.ZodType>(label: string, schema: T): T => schema.meta({ label })

/** The length limits of a line and an address, in characters, and of a list, in items. */
const maxLine = 1000
const maxAddress = 2000
const maxItems = 500

const line = (hint: string, limit = maxLine) =>
  hinted(z.string().trim().min(1).max(limit).regex(/^.*$/, { error: 'must be one line' }), hint)
const description = hinted(line('', 200), 'One or two sentences for search results, 200 characters at most.')
const title = line('A short name.')
const heading = line("The page's visible heading.")
/** Whether there is such a day: 2026-02-30 would be another one. */
const isDay = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
const day = hinted(
  z
    .union([z.number(), z.string()])
    .transform(String)
    .refine((text) => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text), { error: 'is not a date' })
    .meta({ type: 'date' }),
  'A year, or a year and a month: 2022 or 2022-03.',
)
const wholeDay = hinted(
  z
    .string()
    .refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text), { error: 'is not a day' })
    .meta({ type: 'day' }),
  'A day: 2026-11-18.',
)
const items = hinted(z.array(line('A short text.')).min(1).max(maxItems), 'A list of short texts.')
const url = labelled(
  'Address',
  hinted(z.url({ protocol: /^https?$/ }).max(maxAddress), 'A full address: https://example.test/name.'),
)
const mailAddress = z
  .string()
  .refine((text) => !invisible.test(text), {
    error: 'has an invisible character, such as a zero-width space or a soft hyphen',
    abort: true,
  })
  .transform(asciiMailAddress)
  .pipe(z.email())
  .meta({ type: 'email' })
const order = hinted(
  z.custom<number>(Number.isSafeInteger, { error: 'is not a whole number' }).meta({ type: 'order' }),
  'A whole number, the place in the list. Entries without one come last.',
).optional()
const services = ['youtube', 'linkedin', 'github', 'gitlab', 'medium', 'mastodon'] as const
const serviceIcons = [...services, 'video', 'network', 'code', 'article', 'blog', 'site'] as const
const serviceIcon = hinted(z.enum(serviceIcons), `One of: ${serviceIcons.join(', ')}.`)
const interestIcon = hinted(z.enum(['chip', 'chart', 'globe', 'heart']), 'One of: chip, chart, globe, heart.')
const phrases = hinted(z.tuple([line(''), line(''), line('')]), 'A list of exactly three phrases.')

const apple = hinted(
  z.string().regex(/^[A-Z0-9]{10}(\.[\w-]+)+$/, { error: 'is not an app ID' }),
  "The app's ID with the team's in front: ABCDE12345.test.example.portfolio.",
)
const android = hinted(
  z.string().regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, { error: 'is not a package name' }),
  "The app's package: test.example.portfolio.",
)
const fingerprints = hinted(
  z
    .array(z.string().regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, { error: 'is not a SHA-256 fingerprint' }))
    .min(1),
  'A list of SHA-256 fingerprints: 32 pairs of digits and capitals with colons between them.',
)

const accent = hinted(
  z.string().superRefine((text, context) => {
    const message = accentProblem(text)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
  `One of: ${accentNames.join(', ')}; or a colour of your own: "#0b6b74".`,
)
const languageCode = hinted(
  z.string().refine(isLanguage, { error: 'is not the code of a language' }).meta({ type: 'language' }),
  'A code, such as en, de or pt-BR. Without it: en.',
)
const logoLetter = hinted(
  z.string().regex(/^[\p{L}\p{N}]\p{M}*$/u, { error: 'is not one letter or digit' }),
  'One letter or digit. Without it: the first of the initials.',
)

const choice = (hint: string) => hinted(z.boolean().meta({ type: 'switch' }), hint)

const siteFields = z.strictObject({
  name: line('The name of the person whose site this is.'),
  initials: hinted(z.string().regex(/^[\p{Lu}\p{Lo}]{1,3}$/u), 'One to three capital letters.'),
  company: labelled(
    'Footer line',
    line('Shown after the year in the footer. Without it: your name.'),
  ).optional(),
  email: labelled('E-mail', hinted(mailAddress, 'A mail address: ann@example.org.')),
  role: line('For example your job title.'),
  description,
  language: languageCode.optional(),
  location: labelled('Town', line('The town and the country: Porto, Portugal.')).optional(),
  nationality: line('As it should be read: Danish and Greek.').optional(),
  accent: labelled('Accent colour', accent).optional(),
  logo_letter: labelled('Logo letter', logoLetter).optional(),
  contact_form: labelled(
    'Contact form',
    choice('“Get in touch” leads to a form. Each message is under Messages and in your mail.'),
  ).optional(),
  contact_intro: labelled(
    'Above the form',
    line('What visitors may write to you about, in a sentence or two.'),
  ).optional(),
  contact_reply: labelled(
    'Time of an answer',
    line('When you usually answer, as it continues “usually”: in a day or two.'),
  ).optional(),
  share_image: labelled(
    'Share picture',
    hinted(
      line('').meta({ type: 'image' }),
      'Beside links to your site. Without one it is drawn from your name.',
    ),
  ).optional(),
  apple_app: labelled('App for iPhone', apple).optional(),
  android_app: labelled('App for Android', android).optional(),
  android_fingerprints: labelled('Fingerprints of the app for Android', fingerprints).optional(),
})
const site = siteFields.refine(
  ({ android_app, android_fingerprints }) =>
    (android_app === undefined) === (android_fingerprints === undefined),
  { path: ['android_app'], error: 'and "android_fingerprints" come together or not at all' },
)

const hero = z.strictObject({
  title: line('Shown after the name in the window title. Without it: your role.').optional(),
  tagline: line('The headline of the home page.').optional(),
  typewriter: labelled('Phrases', phrases).optional(),
})

const interest = z.strictObject({
  title,
  icon: interestIcon,
  quote: line('The quote, without quotation marks.'),
  source: line('The speaker, place and date of the quote.'),
  language: labelled(
    'Language of the quote',
    hinted(languageCode, 'Only if it is not the language of the site.'),
  ).optional(),
  order,
})

/** The path of an address of this site as other products wrote it: decoded, without a host and a final slash. */
function formerPath(address: string): string {
  const path = address.trim().replace(/^https?:\/\/[^/]+/i, '')
  return decode(path)
    .normalize('NFC')
    .replace(/(.)\/+$/, '$1')
}

const path = z
  .string()
  .max(maxAddress)
  .transform(formerPath)
  .refine((path) => /^(\/(?!\.\.?(\/|$))[\p{L}\p{M}\p{N}_.~@+,-]+)+$/u.test(path), {
    error: 'is not a path of the site',
  })
const ownLanguage = labelled(
  'Language',
  hinted(languageCode, 'Only if it is not the language of the site.'),
).optional()
const aliases = labelled(
  'Former addresses',
  hinted(
    z.array(path).min(1).meta({ type: 'addresses' }),
    'Paths that lead here, one in each row: /projects/former-name. Those of a feed, such as /rss, belong to Notes.',
  ),
).optional()

const page = z.strictObject({
  title: line('The name of the page in the window title and in search results.'),
  description,
  heading,
  aliases,
})

const navigation = labelled(
  'Show in the navigation',
  choice('Also at the top of each page, before On the Web.'),
).optional()
const listPage = page.extend({ navigation })
const ownPage = page.extend({ navigation, language: ownLanguage })

/** The CV's sections in their usual order. `facts` are the languages, the nationality and the links. */
export const cvSections = [
  'education',
  'experience',
  'early',
  'volunteering',
  'skills',
  'certifications',
  'awards',
  'publications',
  'facts',
  'tools',
] as const
export type CvSection = (typeof cvSections)[number]

const ownSection = /^sections\/[a-z0-9-]+$/
const profile = page.extend({
  sections: hinted(
    z
      .array(
        z
          .string()
          .refine((name) => ownSection.test(name) || (cvSections as readonly string[]).includes(name), {
            error: 'is not a section of the CV',
          }),
      )
      .meta({ type: 'sections' }),
    `A list of: ${cvSections.join(', ')}, sections/name. Those it leaves out come last.`,
  ).optional(),
})
const terms = z.strictObject({ heading, updated: line('The day of the last change, as it should be read.') })

/** Whether a date is before another one, as far as both are known: 2022 is not before 2022-03. */
const isBefore = (date: string, other: string) => date.slice(0, other.length) < other.slice(0, date.length)

const datedFields = z.strictObject({
  title: line('For example your job title or degree.'),
  organisation: line('Company or school.'),
  place: line('City.').optional(),
  start: day,
  end: hinted(day, 'A year, or a year and a month: 2022 or 2022-03. None if it continues.').optional(),
})
const inOrder = ({ start, end }: { start: string; end?: string | undefined }) =>
  end === undefined || !isBefore(end, start)
const endError = { path: ['end'], error: 'is before the start' }
const dated = datedFields.refine(inOrder, endError)
const job = datedFields
  .extend({
    result: line('A result for the home page, for example 30% less waste.').optional(),
    result_label: labelled(
      'About the result',
      line('What the result is about, for example School kitchens.'),
    ).optional(),
  })
  .refine(inOrder, endError)
  .refine(({ result, result_label }) => (result === undefined) === (result_label === undefined), {
    path: ['result'],
    error: 'and "result_label" come together or not at all',
  })

const group = z.strictObject({ title, items, order })
const certification = z.strictObject({
  title,
  issuer: line('The issuing organisation.'),
  date: day,
  url: url.optional(),
})
const publication = z.strictObject({
  title,
  publisher: line('The publisher, magazine or conference.').optional(),
  date: day.optional(),
  url: url.optional(),
})
const award = z.strictObject({
  title,
  awarder: labelled('Awarded by', line('Who gave it.')).optional(),
  date: day.optional(),
})
const ownSectionFields = z.strictObject({ title: line("The section's heading.") })
const entryPaths = z.array(
  z.string().regex(/^cv\/[a-z-]+\/[a-z0-9-]+\.md$/, { error: 'is not the path of an entry of the CV' }),
)
const audience = z.strictObject({
  title: labelled('Name', line('Only you see it.')),
  role: line('Instead of your usual one.').optional(),
  language: hinted(languageCode, 'Only if it is not the main language of the site.').optional(),
  leave_out: labelled(
    'Left out',
    hinted(
      entryPaths.meta({ type: 'entries' }),
      'A list of entries that this CV lacks, such as cv/experience/name.md.',
    ),
  ).optional(),
  order: hinted(
    entryPaths.meta({ type: 'entries' }),
    'A list of entries that come first in their sections, such as cv/experience/name.md.',
  ).optional(),
})
const language = z.strictObject({
  title,
  level: line('Your level: Native, Working or Basic.').optional(),
  order,
})
const card = z
  .strictObject({
    title,
    icon: serviceIcon,
    handle: line('The name used there.').optional(),
    url: url.optional(),
    order,
  })
  .refine(({ url, handle }) => url === undefined || handle !== undefined, {
    path: ['handle'],
    error: 'is missing, though there is a url',
  })

const project = z
  .strictObject({
    title,
    summary: line('One or two sentences on what it is, 300 characters at most.', 300),
    role: line('What you were in it, for example Project lead.').optional(),
    start: day.optional(),
    end: hinted(day, 'A year, or a year and a month. Empty if ongoing.').optional(),
    url: labelled('Website', hinted(url, 'Where it is: https://example.test/name.')).optional(),
    code: labelled(
      'Source code',
      hinted(url, 'Where its source code is: https://example.test/name.'),
    ).optional(),
    cover: hinted(line('').meta({ type: 'image' }), 'An image, as in a text: crane.jpg.').optional(),
    cover_alt: labelled(
      'Alternative text of the cover',
      line('What the cover shows, for visitors who do not see it. None if it is a decoration.'),
    ).optional(),
    tags: items.optional(),
    featured: labelled(
      'Show under Selected work on the home page',
      choice('The home page has places for three.'),
    ).optional(),
    language: ownLanguage,
    aliases,
  })
  .refine(({ start, end }) => start === undefined || inOrder({ start, end }), endError)
  .refine(({ cover, cover_alt }) => cover !== undefined || cover_alt === undefined, {
    path: ['cover_alt'],
    error: 'describes a cover that is missing',
  })
const note = z.strictObject({
  title,
  date: wholeDay,
  summary: line('One or two sentences for lists and search results, 300 characters at most.', 300).optional(),
  language: ownLanguage,
  aliases,
  first_address: hinted(
    line('').meta({ type: 'first-address' }),
    'The address under which it was published first: /notes/first-name. Readers of the feed know it by that.',
  ).optional(),
})

/** Whether text must, may or must not follow the front matter. */
type Body = 'required' | 'optional' | 'none'

export interface Kind {
  title: string
  schema: z.ZodType & { shape: Record<string, z.ZodType> }
  body: Body
}

const kind = <S extends Kind['schema']>(title: string, schema: S, body: Body) => ({ title, schema, body })

export const kinds = {
  'site.md': kind('Site', site, 'none'),
  'home/hero.md': kind('Introduction', hero, 'optional'),
  'cv/profile.md': kind('Summary', profile, 'optional'),
  'on-the-web/page.md': kind('Introduction', page, 'optional'),
  'about.md': kind('About', page, 'optional'),
  'terms.md': kind('Terms and Conditions', terms, 'required'),
  'projects/page.md': kind('Introduction', listPage, 'optional'),
  'notes/page.md': kind('Introduction', listPage, 'optional'),
  'gallery/page.md': kind('Gallery', listPage, 'optional'),
  'home/interests': kind('Interests', interest, 'required'),
  'cv/education': kind('Education', dated, 'optional'),
  'cv/experience': kind('Business Experiences', job, 'optional'),
  'cv/early': kind('Early Experiences', dated, 'optional'),
  'cv/volunteering': kind('Volunteering', dated, 'optional'),
  'cv/skills': kind('Skills', group, 'none'),
  'cv/certifications': kind('Certifications', certification, 'none'),
  'cv/awards': kind('Awards', award, 'optional'),
  'cv/publications': kind('Publications', publication, 'optional'),
  'cv/languages': kind('Languages', language, 'none'),
  'cv/tools': kind('Productivity Tools', group, 'none'),
  'cv/sections': kind('Own Sections', ownSectionFields, 'required'),
  'cv/audiences': kind('For an audience', audience, 'optional'),
  'on-the-web': kind('Places on the Web', card, 'optional'),
  projects: kind('Projects', project, 'optional'),
  notes: kind('Notes', note, 'required'),
  pages: kind('Pages', ownPage, 'required'),
} as const satisfies Record<Single | Folder, Kind>

export type Fields<K extends Single | Folder> = z.infer<(typeof kinds)[K]['schema']>
