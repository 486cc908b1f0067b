/**
 * @typedef {{ title: string, url: string, handle: string, icon: string }} Link
 * @typedef {{ name: string, email: string, company: string, role: string, links: Link[] }} Facts
 */

/**
 * The beginning of every text that waits for the owner. The build lists the files that still have
 * it.
 */
export const placeholder = 'To write:'

/**
 * A content folder that builds: the owner's facts, and for the rest words that say what belongs there.
 * @param {Facts} facts
 * @returns {Map<string, string>} texts by their path below content/
 */
export function blankContent({ name, email, company, role, links }) {
  const files = new Map([
    [
      'site.md',
      file({
        name,
        initials: initialsOf(name),
        company,
        email,
        role,
        description: toWrite(
          'who you are and what you do, in two sentences for search engines, 200 characters at most.',
        ),
        nationality: toWrite('your nationality.'),
      }),
    ],
    [
      'home/hero.md',
      file(
        {
          title: role,
          tagline: toWrite('the one claim of the first screen.'),
          typewriter: ['To write: one phrase', 'To write: another', 'To write: a third'],
        },
        toWrite('two or three sentences about you, below the claim.'),
      ),
    ],
    [
      'cv/profile.md',
      file(
        { title: 'CV', description: `The CV of ${name}.`, heading: 'Curriculum vitae' },
        toWrite('the summary on top of your CV.'),
      ),
    ],
    ['cv/education/first.md', dated('a degree', 'the school', 2015, 2018)],
    ['cv/experience/first.md', dated('your position', 'the company', 2022)],
    ['cv/early/first.md', dated('an early job', 'where it was', 2014, 2015)],
    ['cv/skills/1-first.md', group('a group of skills')],
    ['cv/tools/1-first.md', group('a group of tools')],
    [
      'cv/certifications/first.md',
      file({ title: toWrite('a certificate'), issuer: toWrite('who gave it'), date: 2020 }),
    ],
    ['cv/languages/1-english.md', file({ title: 'English', level: toWrite('how well') })],
    [
      'on-the-web/page.md',
      file(
        { title: 'On the Web', description: `Where else to find ${name}.`, heading: 'On the Web' },
        toWrite('a sentence above the list of your places.'),
      ),
    ],
    [
      'about.md',
      file(
        { title: 'About', description: `About ${name}.`, heading: 'About' },
        `${toWrite('a page about you. Its first paragraph is set larger.')}\n\n## ${placeholder} a heading\n\n${toWrite('the next paragraph.')}\n\nWrite to me at [${email}](mailto:${email}).`,
      ),
    ],
  ])
  for (const [index, [title, icon]] of interests.entries()) {
    const fields = {
      title: toWrite(title),
      icon,
      quote: toWrite('words that you would sign.'),
      source: toWrite('who said them, where and when.'),
    }
    files.set(
      `home/interests/${index + 1}-${['first', 'second', 'third', 'fourth'][index]}.md`,
      file(fields, toWrite('what this means to you.')),
    )
  }
  // Two entries of one name would have one address, and page.md has its own.
  const usedNames = new Set(['page'])
  for (const [index, { title, url, handle, icon }] of links.entries()) {
    const name = usedNames.has(slug(title)) ? `${slug(title)}-${index + 1}` : slug(title)
    usedNames.add(name)
    files.set(
      `on-the-web/${index + 1}-${name}.md`,
      file({ title, icon, handle, url }, toWrite('one line on what is there.')),
    )
  }
  if (links.length === 0) {
    files.set(
      'on-the-web/1-first.md',
      file(
        { title: toWrite('a place on the web (coming soon)'), icon: 'blog' },
        toWrite('one line on what is there.'),
      ),
    )
  }
  return files
}

const interests = [
  ['a first interest', 'chip'],
  ['a second interest', 'chart'],
  ['a third interest', 'globe'],
  ['a fourth interest', 'heart'],
]

/** @param {string} what */
const toWrite = (what) => `${placeholder} ${what}`

/**
 * @param {Record<string, string | number | string[]>} fields
 * @param {string} [body]
 */
function file(fields, body) {
  const lines = Object.entries(fields).map(([key, value]) => {
    if (Array.isArray(value))
      return [`${key}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)].join('\n')
    return `${key}: ${yamlValue(value)}`
  })
  return `---\n${lines.join('\n')}\n---\n${body === undefined ? '' : `\n${body}\n`}`
}

/** Quoted only where YAML would read it as something else. @param {string | number} value */
function yamlValue(value) {
  const text = String(value)
  const harmless =
    /^[\p{L}\p{N}][\p{L}\p{N} .,'&()/@+-]*$/u.test(text) &&
    !/^(true|false|null|yes|no|on|off|[\d.,+-]+)$/i.test(text)
  return typeof value === 'number' || harmless ? text : JSON.stringify(text)
}

/** @param {string} title @param {string} organisation @param {number} start @param {number} [end] */
const dated = (title, organisation, start, end) =>
  file(
    {
      title: toWrite(title),
      organisation: toWrite(organisation),
      start,
      ...(end === undefined ? {} : { end }),
    },
    toWrite('what it was, and what came of it.'),
  )

/** @param {string} title */
const group = (title) => file({ title: toWrite(title), items: ['To write: an entry'] })

/** @param {string} name */
function initialsOf(name) {
  const words = name.split(/[\s-]+/u).filter((word) => /^[\p{Lu}\p{Ll}\p{Lo}]/u.test(word))
  const chosen = words.length > 3 ? [words[0], words.at(-1)] : words
  return chosen.map((word) => [...(word ?? '').toLocaleUpperCase('en')][0]).join('') || 'ME'
}

/** @param {string} title */
const slug = (title) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'place'
