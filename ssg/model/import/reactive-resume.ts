type Values = Record<string, unknown>

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is a file of Reactive Resume, https://rxresu.me, of its version 4 or 5. */
export const isReactiveResume = (value: unknown): value is { basics: Values; sections: Values } & Values =>
  isRecord(value) && isRecord(value['basics']) && isRecord(value['sections'])

/** The JSON Resume with the content of a file of Reactive Resume. Hidden parts are left out. */
export function fromReactiveResume({
  basics,
  sections,
  ...file
}: { basics: Values; sections: Values } & Values): object {
  const each = (name: string, entry: (item: Values) => Values | Values[]) =>
    itemsOf(sections[name]).flatMap((item) => entry(item))
  const dated = (item: Values) => {
    const [startDate, endDate = ''] = textOf(item['date'], item['period']).split(/\s+(?:[-–—]|to)\s+/)
    return { startDate, endDate, summary: proseOf(item) }
  }
  /** One date alone is when it ended. */
  const past = (item: Values) => {
    const { startDate, endDate, summary } = dated(item)
    return { startDate, endDate: endDate || startDate, summary }
  }
  const own = [...Object.values(recordOf(sections['custom'])), ...listOf(file['customSections'])].filter(
    isRecord,
  )
  const metadata = recordOf(file['metadata'])
  return {
    basics: {
      ...{ name: basics['name'], label: basics['headline'], email: basics['email'], phone: basics['phone'] },
      url: addressOf(basics),
      location: { address: basics['location'] },
      summary: recordOf(file['summary'] ?? sections['summary'])['content'],
      profiles: each('profiles', (item) => ({ network: item['network'], url: addressOf(item) })),
    },
    work: each('experience', ({ company: name, roles, ...item }) => {
      const several = listOf(roles).filter(isRecord)
      return (several.length > 0 ? several.map((role) => ({ ...item, ...role })) : [item]).map(
        (item: Values) => ({
          ...{ name, position: item['position'], location: item['location'] },
          ...dated(item),
        }),
      )
    }),
    volunteer: each('volunteer', (item) => ({
      ...{ organization: item['organization'], position: item['position'], location: item['location'] },
      ...dated(item),
    })),
    education: each(
      'education',
      ({ institution, school, studyType, degree, area, score, grade, ...item }) => {
        return {
          ...{
            institution: institution ?? school,
            studyType: studyType ?? degree,
            area,
            score: score ?? grade,
          },
          ...past(item),
        }
      },
    ),
    awards: each('awards', (item) => ({
      ...{ title: item['title'], awarder: item['awarder'], date: item['date'], summary: proseOf(item) },
    })),
    certificates: each('certifications', (item) => ({
      ...{
        name: item['name'] ?? item['title'],
        issuer: item['issuer'],
        date: item['date'],
        url: addressOf(item),
      },
    })),
    publications: each('publications', (item) => ({
      ...{ name: item['name'] ?? item['title'], publisher: item['publisher'], releaseDate: item['date'] },
      ...{ url: addressOf(item), summary: proseOf(item) },
    })),
    skills: each('skills', ({ name, keywords }) => ({ name, keywords })),
    languages: each('languages', (item) => ({
      ...{ language: item['language'] ?? item['name'], fluency: item['fluency'] ?? item['description'] },
    })),
    interests: each('interests', ({ name, keywords }) => ({ name, keywords })),
    projects: each('projects', (item) => ({
      ...{ ...past(item), name: item['name'], description: item['description'], summary: item['summary'] },
      ...{ url: addressOf(item), keywords: item['keywords'] },
    })),
    references: each('references', (item) => item),
    meta: {
      // Versions 3 and 5.
      language: recordOf(metadata['page'])['locale'] ?? metadata['locale'],
      sections: own.map((section) => ({
        title: section['name'] ?? section['title'],
        text: itemsOf(section)
          .map((item) => {
            const facts = [item['name'] ?? item['title'], item['description'], item['date'] ?? item['period']]
            return `<p>${facts.filter(Boolean).join(', ')}</p>${textOf(item['summary'], item['content'])}`
          })
          .join(''),
      })),
    },
  }
}

const recordOf = (value: unknown): Values => (isRecord(value) ? value : {})
const textOf = (...values: unknown[]) =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? ''
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const isShown = ({ visible, hidden }: Values) => visible !== false && hidden !== true

/** The items of a section that are shown. */
const itemsOf = (section: unknown): Values[] =>
  isShown(recordOf(section)) ? listOf(recordOf(section)['items']).filter(isRecord).filter(isShown) : []

/** Version 4 has a line of description above the text. */
const proseOf = ({ summary, description }: Values) => summary || description

const addressOf = ({ url, website }: Values) => recordOf(url)['href'] ?? recordOf(website)['url']
