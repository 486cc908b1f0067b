import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf, type ReadPage, type Tagged } from '../../testing/pdf.ts'
import { builtProject } from '../../testing/project.ts'

interface Construct {
  name: string
  markdown: string
  text: string
  /** The elements of the PDF that have text, in their order, with their roles. */
  pdf: string[]
  /** The addresses of the PDF's links. */
  links?: string[]
  /** What resume.json has besides `highlights`: the text, if there are none. */
  summary?: string
  highlights?: string[]
}

const table = '| Year | Sales |\n|---|---|\n| 2020 | 100 |\n| 2021 | 250 |'
const code = '```\nif ready:\n    ship  it\n```'

/** Each construct of markdown that the page shows, as each form of the CV shows it. */
const constructs: Construct[] = [
  {
    name: 'a table',
    markdown: table,
    text: 'Year | Sales\n2020 | 100\n2021 | 250',
    pdf: ['P Year | Sales', 'P 2020 | 100', 'P 2021 | 250'],
  },
  {
    name: 'a table with empty cells and a link',
    markdown: '| A | B | C |\n|---|---|---|\n| | x **y** | [z](https://a.test/c) |',
    text: 'A | B | C\n| x y | z (https://a.test/c)',
    pdf: ['P A | B | C', 'P | x y |', 'Link z'],
    links: ['https://a.test/c'],
  },
  {
    name: 'a table in a quotation',
    markdown: table.replace(/^/gm, '> '),
    text: '> Year | Sales\n> 2020 | 100\n> 2021 | 250',
    pdf: ['P Year | Sales', 'P 2020 | 100', 'P 2021 | 250'],
  },
  {
    name: 'a list that starts at another number',
    markdown: '7. Seventh\n8. Eighth',
    text: '7. Seventh\n8. Eighth',
    pdf: ['Lbl 7.', 'P Seventh', 'Lbl 8.', 'P Eighth'],
    highlights: ['7. Seventh', '8. Eighth'],
  },
  {
    name: 'a list of large numbers',
    markdown: '1999. Old\n2000. New',
    text: '1999. Old\n2000. New',
    pdf: ['Lbl 1999.', 'P Old', 'Lbl 2000.', 'P New'],
    highlights: ['1999. Old', '2000. New'],
  },
  {
    name: 'a list from zero, whose items hang',
    markdown: '0. One that is long enough to go on in the line below, under its own words\n1. First',
    text: '0. One that is long enough to go on in the line below, under its own\n   words\n1. First',
    pdf: [
      'Lbl 0.',
      'P One that is long enough to go on in the line below, under its own words',
      'Lbl 1.',
      'P First',
    ],
    highlights: ['0. One that is long enough to go on in the line below, under its own words', '1. First'],
  },
  {
    name: 'lists within each other',
    markdown: '- Outer\n\n  3. Inner\n  4. Next\n     - Innermost',
    text: '- Outer\n  3. Inner\n  4. Next\n     - Innermost',
    pdf: ['Lbl •', 'P Outer', 'Lbl 3.', 'P Inner', 'Lbl 4.', 'P Next', 'Lbl •', 'P Innermost'],
    highlights: ['Outer\n3. Inner\n4. Next\n   - Innermost'],
  },
  {
    name: 'a link whose words end its address',
    markdown: 'The [thesis](https://papers.example/2020/thesis).',
    text: 'The thesis (https://papers.example/2020/thesis).',
    pdf: ['P The.', 'Link thesis'],
    links: ['https://papers.example/2020/thesis'],
  },
  {
    name: 'a link whose words are its address',
    markdown: '<https://a.test/b>, [a.test/c](https://a.test/c/), [a.test](https://www.a.test), <me@a.test>',
    text: 'https://a.test/b, a.test/c, a.test, me@a.test',
    pdf: ['P ,,,', 'Link https://a.test/b', 'Link a.test/c', 'Link a.test', 'Link me@a.test'],
    links: ['https://a.test/b', 'https://a.test/c/', 'https://www.a.test/', 'mailto:me@a.test'],
  },
  {
    name: 'a link with marks in its words',
    markdown: '[one **two** *three*](https://a.test/b)',
    text: 'one two three (https://a.test/b)',
    pdf: ['Link one two three'],
    links: ['https://a.test/b'],
  },
  {
    name: 'links to this site',
    markdown: '[Top](/#top) and [jobs](#jobs)',
    text: 'Top (https://ann.example.test/#top) and jobs\n(https://ann.example.test/cv#jobs)',
    pdf: ['P and', 'Link Top', 'Link jobs'],
    links: ['https://ann.example.test/#top', 'https://ann.example.test/cv#jobs'],
    summary: 'Top (https://ann.example.test/#top) and jobs (https://ann.example.test/cv#jobs)',
  },
  {
    name: 'code with its spaces and lines',
    markdown: code,
    text: 'if ready:\n    ship  it',
    pdf: ['P if ready: ship it'],
  },
  {
    name: 'code in a list',
    markdown: '- Do\n\n  ```\n  a:\n    b\n  ```',
    text: '- Do\n  a:\n    b',
    pdf: ['Lbl •', 'P Do', 'P a: b'],
    highlights: ['Do\na:\n  b'],
  },
  {
    name: 'headings, marks, code in a line, and breaks',
    markdown: '## Part `one`\n\nA **bold** *word* & <b>\nnext  \nlast',
    text: 'Part one\n\nA bold word & <b> next\nlast',
    pdf: ['H4 Part one', 'P A bold word & <b> next last'],
    summary: 'Part one\nA bold word & <b> next\nlast',
  },
  {
    name: 'bold words before letters, and no-break spaces after signs',
    markdown: 'A **50%**off\n\n-\u00a0was**(one)**day\n-\u00a0b',
    text: 'A 50%off\n\n- was(one)day\n- b',
    pdf: ['P A 50%off', 'Lbl •', 'P was(one)day', 'Lbl •', 'P b'],
    summary: 'A 50%off',
    highlights: ['was(one)day', 'b'],
  },
  {
    name: 'words that are struck out, and a rule, which only a page has',
    markdown: 'Was ~~never~~ there\n\n---\n\n    x  =  1',
    text: 'Was ~~never~~ there\n\nx  =  1',
    pdf: ['P Was never there', 'P x = 1'],
    summary: 'Was ~~never~~ there\nx  =  1',
  },
  {
    name: 'quotations within each other and in lists',
    markdown: '> One\n>\n> > Two\n\n- > Three',
    text: '> One\n>\n> > Two\n\n- > Three',
    pdf: ['P One', 'P Two', 'Lbl •', 'P Three'],
    summary: '> One\n>\n> > Two',
    highlights: ['> Three'],
  },
]

interface Work {
  position: string
  summary?: string
  highlights?: string[]
}

let text: string
let texts: Map<string, string>
let pdf: Map<string, { parts: string[]; links: string[] }>
let work: Map<string, Work>

beforeAll(async () => {
  const entry = ({ name, markdown }: Construct) =>
    `---\ntitle: ${name}\norganisation: Yard\nstart: 2020\nend: 2020\n---\n\n${markdown}\n`
  const files = constructs.map(
    (construct, index) => [`content/cv/early/c${index}.md`, entry(construct)] as const,
  )
  const certificate = '---\ntitle: Crane\nissuer: Port\ndate: 2022-03\n---\n'
  const changes = { ...Object.fromEntries(files), 'content/cv/certifications/certificate.md': certificate }
  const project = await builtProject(changes, { siteUrl: 'https://ann.example.test' }, afterAll)
  text = (await project.read('cv.txt')).toString()
  texts = new Map(constructs.map(({ name }) => [name, textOf(name, text)]))
  const { pages } = await readPdf(await project.read('cv.pdf'))
  pdf = new Map(pages.flatMap(entriesOf))
  const resume = JSON.parse((await project.read('resume.json')).toString()) as { work: Work[] }
  work = new Map(resume.work.map((entry) => [entry.position, entry]))
})

/** What follows the entry's title and date, up to the next entry or section. */
function textOf(title: string, text: string): string {
  const [, after = ''] = text.split(`\n${title}, Yard\n2020\n\n`)
  const [body = ''] = after.split(/\n\n(?=[^\n]+, [^\n]+\n(?:\d{4}|-))|\n\n(?=\w+\n-{4,}\n)/)
  return body
}

const flat = (tree: readonly Tagged[]): Tagged[] =>
  tree.flatMap((element) => [element, ...flat(element.children)])

/** The titles and contents of the entries on a page of the PDF. */
function entriesOf({ tree, links }: ReadPage): [string, { parts: string[]; links: string[] }][] {
  const rest = [...links]
  const addressOf = ({ text }: Tagged) => {
    const index = rest.findIndex(({ says }) => says === text.trim())
    return rest.splice(index, 1)[0]?.url ?? ''
  }
  return flat(tree).flatMap(({ role, children: [heading, , ...body] }) => {
    const [, title] = /^(.*), Yard$/.exec(heading?.text.trim() ?? '') ?? []
    if (role !== 'Sect' || title === undefined) return []
    const parts = flat(body).filter(({ text }) => text.trim() !== '')
    const found = {
      parts: parts.map(({ role, text }) => `${role} ${text.trim()}`),
      links: parts.filter(({ role }) => role === 'Link').map(addressOf),
    }
    return [[title, found]]
  })
}

for (const { name, text, pdf: parts, links = [], summary, highlights } of constructs) {
  test(`${name}: cv.txt`, () => {
    expect(texts.get(name)).toBe(text)
  })
  test(`${name}: cv.pdf`, () => {
    expect(pdf.get(name)).toEqual({ parts, links })
  })
  test(`${name}: resume.json`, () => {
    expect(work.get(name)?.summary).toBe(summary ?? (highlights ? undefined : text))
    expect(work.get(name)?.highlights).toEqual(highlights)
  })
}

test('a certificate has its date as the other dates are written', () => {
  expect(text).toContain('\nCrane, Port (March 2022)\n')
})
