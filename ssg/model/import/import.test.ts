import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'
import { compile, type SiteContent } from '../compile.ts'
import { parseEntries } from '../entry.ts'
import { tables } from '../language.ts'
import { normalDate } from './dates.ts'
import { fixEntry, isSummary, toFiles } from './entries.ts'
import { withoutDeadLinks } from './links.ts'
import { readImport } from './read-import.ts'
import type { ImportResult } from './result.ts'

const json = (value: unknown) => ({ name: 'resume.json', bytes: strToU8(JSON.stringify(value)) })

function zip(files: Record<string, string | Uint8Array>) {
  const data: Zippable = {}
  for (const [path, text] of Object.entries(files))
    data[path] = typeof text === 'string' ? strToU8(text) : text
  return { name: 'archive.zip', bytes: zipSync(data) }
}

const page = '---\ntitle: T\ndescription: D\nheading: H\n---\n\nWords.\n'
const site = {
  'site.md': `---
name: Ann Sample
initials: AS
company: Sample Works
email: ann@example.test
role: Tester
description: A site.
nationality: None
---
`,
  'home/hero.md': '---\ntitle: T\ntagline: T\ntypewriter: [a, b, c]\n---\n\nWords.\n',
  'cv/profile.md': page,
  'on-the-web/page.md': page,
  'about.md': page,
  'terms.md': '---\nheading: Terms\nupdated: Today\n---\n\nWords.\n',
}

/** The site with what was read, once its problems are fixed with `fixes`, by their messages. */
function build(result: ImportResult, fixes: Record<string, string>): SiteContent {
  const fixed = result.entries.map((entry) => {
    let next = entry
    while (next.problem && fixes[next.problem.message] !== undefined)
      next = fixEntry(next, fixes[next.problem.message] ?? '')
    return next
  })
  expect(fixed.flatMap(({ problem }) => problem?.message ?? [])).toEqual([])
  const summary = fixed.filter(isSummary).map(({ text }) => page.replace('Words.', text))
  const own = { ...site, ...(summary[0] && { 'cv/profile.md': summary[0] }) }
  const files = { ...own, ...toFiles(fixed, Object.keys(site)) }
  const { content, diagnostics } = compile(parseEntries(new Map(Object.entries(files))))
  expect(diagnostics).toEqual([])
  return content as SiteContent
}

const messagesOf = ({ entries }: ImportResult) => entries.flatMap(({ problem }) => problem?.message ?? [])
const work = (fields: object) => ({ position: 'Engineer', name: 'Yard', startDate: '2020', ...fields })
const positions = 'Company Name,Title,Description,Location,Started On,Finished On\r\n'

interface Case {
  name: string
  file: { name: string; bytes: Uint8Array }
  /** The fix of each problem, keyed by its message. */
  fixes?: Record<string, string>
  problems?: ImportResult['problems']
  notRead?: string[]
  check: (site: SiteContent, result: ImportResult) => void
}

const cases: Case[] = [
  {
    name: "LinkedIn's archive: other columns, a byte order mark, other names of files",
    file: zip({
      'Profile.csv': `\ufeffHeadline,Last Name,First Name,Address,Geo Location,Websites
"Engineer, then operator",Lindqvist,Mara,Secret Street 1,"Gothenburg, Sweden","[PORTFOLIO:https://maralind.example,PERSONAL:https://mara.example/a,b],[OTHER:https://github.com/maralind]"
`,
      'Profile Summary.csv': 'Profile Summary\n"First about ships.\n\nSecond, with ""quotes""."\n',
      'Email Addresses.csv':
        'Email Address,Confirmed,Primary,Updated On\nold@a.example,Yes,No,\nmara@a.example,Yes,Yes,\n',
      'Positions.csv': `Started On,Company Name,Title,Description,Finished On
Mar 2021,Nordhamn AB,Chief Technology Officer,"Led 40 people.
• Cut costs by 18 %
• Moved the port's booking to one system",
,Open Doors,Board member,,
Jan 2015,,Freelance,No company.,May 2016
`,
      'Education.csv':
        "School Name,Start Date,End Date,Notes,Degree Name,Activities\nChalmers,2004,2009,Dean's list &amp; more.,MSc,\n",
      'Skills.csv': 'Name\nGo\nPostgreSQL\nGo\n"Negotiation, contracts"\n',
      'Certifications.csv':
        'Name,Url,Authority,Started On,Finished On\nOld Paper,javascript:alert(1),Somebody,Jan 2019,Jan 2021\n',
      'Languages.csv': 'Name,Proficiency\nSwedish,Native or bilingual proficiency\nWolof,\n',
      'Volunteer Experiences.csv': 'Role,Company Name,Started On,Cause\nCrew,Sea Rescue,May 2015,Relief\n',
      'Publications.csv':
        'Name,Published On,Description,Publisher,Url\nQueues,"Aug 11, 2019",A paper.,Journal,https://doi.example/1\n',
      'Honors.csv': 'Title,Description,Issued On\nHarbour prize,For it.,Dec 2018\n',
      'Projects.csv':
        'Title,Description,Url,Started On,Finished On\nTide planner,"Forecasts berths.\n• For 9 ports",https://tide.example,Sep 2016,\nBerth board,,,,\n',
      'messages.csv': 'FROM,CONTENT\nme,private\n',
    }),
    fixes: {
      'Board member, Open Doors has no start date.': 'Mar 2019',
      'Freelance has no company.': 'Own account',
      'Berth board has no summary.': 'A board.',
    },
    problems: [
      {
        file: 'Certifications.csv',
        line: 2,
        message: 'The address of “Old Paper” is left out: “javascript:alert(1)” is not a web address.',
      },
    ],
    notRead: ['messages', 'profile: address', 'certifications: finished on'],
    check: ({ cv, projects }, { facts }) => {
      expect(facts).toEqual({
        name: 'Mara Lindqvist',
        first_name: 'Mara',
        last_name: 'Lindqvist',
        email: 'mara@a.example',
        role: 'Engineer, then operator',
        town: 'Gothenburg',
        country: 'Sweden',
        summary: 'First about ships.\n\nSecond, with "quotes".',
        links: [
          { label: 'Portfolio', url: 'https://maralind.example' },
          { label: 'mara.example', url: 'https://mara.example/a,b' },
          { label: 'github.com', url: 'https://github.com/maralind' },
        ],
      })
      expect(cv.experience.map(({ organisation, period }) => [organisation, period])).toEqual([
        ['Nordhamn AB', 'March 2021 to present'],
        ['Open Doors', 'March 2019 to present'],
        ['Own account', 'January 2015 to May 2016'],
      ])
      expect(cv.experience[0]?.body).toContain('<li>Cut costs by 18 %</li>')
      expect(cv.education[0]?.body).toContain("Dean's list &amp; more.")
      expect(cv.skills.map(({ items }) => items)).toEqual([['Go', 'PostgreSQL', 'Negotiation, contracts']])
      expect(cv.languages.map(({ title, level }) => [title, level])).toEqual([
        ['Swedish', 'Native or bilingual proficiency'],
        ['Wolof', undefined],
      ])
      expect(cv.volunteering[0]).toMatchObject({
        title: 'Crew',
        organisation: 'Sea Rescue',
        start: '2015-05',
      })
      expect(cv.publications[0]).toMatchObject({ title: 'Queues', date: '2019-08' })
      expect(cv.awards[0]).toMatchObject({ title: 'Harbour prize', date: '2018-12' })
      expect(projects).toMatchObject([
        { period: 'September 2016 to present', summary: 'Forecasts berths. For 9 ports' },
        { title: 'Berth board', summary: 'A board.', body: '' },
      ])
      expect(projects[0]?.body).toContain('<li>For 9 ports</li>')
    },
  },
  {
    name: 'a JSON Resume with names of earlier versions',
    file: json({
      $schema: 'x',
      basics: {
        name: 'Mara Lindqvist',
        label: 'Engineer',
        phone: '+46',
        url: 'maralind.example',
        summary: 'Ships **software**.',
        location: { city: 'Gothenburg', countryCode: 'SE', region: null },
        profiles: [{ network: 'Twitter', username: 'maralind', url: '' }],
      },
      work: [
        work({ highlights: ['One system <for> all'], endDate: '2021-02-28' }),
        {
          company: 'Old schema AB',
          position: 'Intern',
          startDate: '2015-06-01',
          website: 'https://old.example',
        },
      ],
      education: [
        { institution: 'Chalmers', area: 'Physics', studyType: 'MSc', startDate: '2004', score: '4.8' },
      ],
      certificates: [
        { name: 'Architect', date: '2022-06-01', issuer: 'Institute', url: 'certs.example/abc' },
      ],
      skills: [{ name: 'Backend', level: 'Master', keywords: ['Go'] }, { name: 'Negotiation' }],
      languages: [{ language: 'English', fluency: 'Fluent' }],
      interests: [{ name: 'Sailing', keywords: ['Offshore'] }],
      references: [{ name: 'A. Person' }],
      projects: [
        {
          ...{ name: 'Tide planner', description: `Forecasts berths. ${'Long. '.repeat(60)}` },
          ...{
            roles: ['Author', 'Owner'],
            entity: 'Kvarn & Co',
            keywords: ['Go'],
            highlights: ['For 9 ports'],
          },
        },
      ],
      'x-own': { a: 1 },
    }),
    problems: [{ file: 'resume.json', message: '“Twitter” has no address, and is left out.' }],
    notRead: ['basics.phone', 'work.website', 'skills.level', 'references', 'x-own'],
    check: ({ cv, projects }, { facts }) => {
      expect(facts).toMatchObject({ town: 'Gothenburg', country: 'Sweden', role: 'Engineer' })
      expect(facts.links).toEqual([{ label: 'maralind.example', url: 'https://maralind.example' }])
      expect(cv.summary).toContain('Ships <strong>software</strong>.')
      expect(cv.experience.map(({ end, body }) => [end, body])).toEqual([
        [undefined, ''],
        ['2021-02', expect.stringContaining('One system &lt;for&gt; all')],
      ])
      expect(cv.education[0]).toMatchObject({ title: 'MSc Physics', body: '<p dir="auto">Score: 4.8</p>' })
      expect(cv.certifications[0]).toMatchObject({ url: 'https://certs.example/abc' })
      expect(cv.skills).toMatchObject([
        { title: 'Backend', items: ['Go'] },
        { title: 'Skills', items: ['Negotiation'] },
      ])
      expect(projects).toMatchObject([{ role: 'Author, Owner at Kvarn & Co', tags: ['Go'] }])
      expect(projects[0]?.summary).toMatch(/^Forecasts berths\. .{250,}Long\.$/)
      expect(projects[0]?.body).toMatch(/^<p dir="auto">Forecasts berths\. .{350,}<li>For 9 ports<\/li>/s)
    },
  },
  {
    name: 'a content export, with another site and its photos',
    file: zip({
      'content/README.md': 'Not content.',
      'content/site.md': site['site.md'].replace('nationality', 'location: Delft, Netherlands\nnationality'),
      'content/about.md': page.replace(
        'Words.',
        'Words. ![Harbour](photos/harbour-7.jpg) ![Crane](crane.jpg)',
      ),
      'content/cv/experience/yard.md':
        '---\ntitle: Builder\norganisation: Yard\nstart: 2020\nold: x\n---\n\nBuilt **ships**.\n',
      'content/cv/skills/a.md': '---\ntitle: A\nitems: [B, C]\norder: 2\n---\n',
      'content/projects/tide.md':
        '---\ntitle: A planner of tides\nsummary: A planner.\ncover: tide.jpg\nfeatured: true\naliases: [/projects/old]\n---\n',
      'content/projects/tide.jpg': 'a photo',
      'content/photos/harbour-7.jpg': 'another photo',
      'content/notes/old.md':
        '---\ntitle: Tides\ndate: 2026-01-01\n---\n\nOf [it](/projects/tide), [that](/projects/gone), [old](/projects/old), [a place](/about#lost), [the CV](/cv.pdf).\n',
      'content/cv/languages/broken.md': 'no front matter',
      'content/photo.jpg': 'x',
    }),
    problems: [
      { file: 'about.md', message: 'Photos in this text are not in the archive, and are left out.' },
      { file: 'cv/languages/broken.md', message: 'The front matter cannot be read.' },
    ],
    notRead: [
      ...['content/README.md', 'content/photo.jpg', 'site.md: initials', 'site.md: company'],
      ...['site.md: description', 'cv/experience/yard.md: old'],
    ],
    check: ({ cv, projects, notes }, { facts, entries, photos }) => {
      expect(projects).toMatchObject([{ slug: 'tide', featured: true, aliases: ['/projects/old'] }])
      expect(notes).toMatchObject([{ slug: 'old' }])
      expect([...photos.keys()].sort()).toEqual(['photos/harbour-7.jpg', 'projects/tide.jpg'])
      const files: Record<string, string> = { ...site, ...toFiles(entries, []) }
      expect(withoutDeadLinks(files)['notes/old.md']).toContain(
        'Of [it](/projects/tide), that, [old](/projects/old), [a place](/about), [the CV](/cv.pdf).',
      )
      expect(facts).toMatchObject({ name: 'Ann Sample', town: 'Delft', country: 'Netherlands' })
      expect(cv.experience[0]?.body).toContain('<strong>ships</strong>')
      expect(cv.skills).toMatchObject([{ title: 'A', items: ['B', 'C'], order: 2 }])
      expect(files['about.md']).toContain('Words. ![Harbour](photos/harbour-7.jpg) Crane')
      expect(files['projects/tide.md']).toContain('cover: ../projects/tide.jpg')
      const elsewhere = Object.keys(toFiles(entries, ['projects/tide.md']))
      expect(elsewhere).toContain('projects/tide-2.md')
    },
  },
  {
    name: 'a minimal resume',
    file: json({ basics: {} }),
    check: (_, { entries, facts }) => expect([entries, facts]).toEqual([[], { links: [] }]),
  },
  {
    name: 'null in every place',
    file: json({
      basics: { name: null, profiles: [null], location: null, summary: null },
      work: [null, work({ highlights: [null, 'Built'], endDate: null })],
      skills: [
        { name: 'Go', keywords: [null] },
        { name: null, keywords: null },
      ],
      languages: null,
    }),
    fixes: { 'An entry of Skills has no items.': 'Rust' },
    check: ({ cv }) => {
      expect(cv.experience).toHaveLength(1)
      expect(cv.skills[0]?.items).toEqual(['Go', 'Rust'])
    },
  },
  {
    name: 'values of wrong types',
    file: json({
      basics: { name: ['Ann'], summary: 7, location: 'Delft' },
      work: [work({ startDate: 2020, highlights: 'None' }), 7],
      education: { institution: 'Chalmers' },
      skills: ['Go', { name: { a: 1 }, keywords: [true] }],
    }),
    fixes: { 'An entry of Skills has no items.': 'Rust' },
    problems: [
      ...['“basics.name” is not a text', '“basics.location” is not an object'],
      ...['“work 1.highlights” is not a list', '“work 2” is not an object', '“education” is not a list'],
      ...['“skills 2.name” is not a text', '“skills 2.keywords 1” is not a text'],
    ].map((message) => ({ file: 'resume.json', message: `${message}, and is left out.` })),
    check: ({ cv }) => expect(cv.experience[0]).toMatchObject({ start: '2020' }),
  },
  {
    name: '300 entries',
    file: json({ work: Array.from({ length: 300 }, (_, index) => work({ position: `Job ${index}` })) }),
    check: ({ cv }) => expect(cv.experience).toHaveLength(300),
  },
  {
    name: 'an end before the start, and dates that are not understood',
    file: json({
      work: [
        work({ startDate: '2021-05', endDate: '2020' }),
        ...['Summer 2015', 'Summer 2014', 'Summer 2013'].map((startDate) =>
          work({ startDate, endDate: 'until the end' }),
        ),
        work({ startDate: 'Long ago' }),
      ],
    }),
    fixes: {
      'Engineer, Yard: “End” is before the start.': '06/2021',
      'Engineer, Yard has no start date.': 'Jul 2012',
    },
    problems: [
      {
        file: 'resume.json',
        message: 'Some dates were not understood: “Summer 2015” and 4 more. Only their years were kept.',
      },
    ],
    check: ({ cv }) =>
      expect(cv.experience.map(({ period }) => period)).toEqual([
        ...['2015 to present', '2014 to present', '2013 to present', 'July 2012 to present'],
        'May 2021 to June 2021',
      ]),
  },
  {
    name: 'Markdown and HTML in texts',
    file: json({
      basics: { summary: '# Big\n![x](/a.png) [y](/nowhere) 5 * 3 * 2 _a_' },
      work: [
        work({ summary: '<p>Led &amp; built:</p><ul><li>ships</li><li>docks</li></ul>', startDate: '2021' }),
        work({
          summary: 'A **bold** [link](https://a.example).',
          highlights: ['- nested\n- list', '1. One'],
        }),
        work({ summary: 'a | b\n--- | ---\n<script>alert(1)</script>', startDate: '2019' }),
      ],
    }),
    check: ({ cv }) => {
      const words = '# Big<br />\n![x](/a.png) [y](/nowhere) 5 * 3 * 2 _a_'
      expect(cv.summary).toBe(`<p dir="auto">${words.replace('<br />', '<br>')}</p>`)
      expect(cv.experience.map(({ body }) => body.replace(/ dir="auto"/g, ''))).toEqual([
        '<p>Led &amp; built:</p>\n<ul>\n<li>ships</li>\n<li>docks</li>\n</ul>',
        expect.stringContaining('<strong>bold</strong> <a href="https://a.example/"'),
        '<p>a | b<br>\n--- | ---<br>\n&lt;script&gt;alert(1)&lt;/script&gt;</p>',
      ])
    },
  },
  {
    name: 'addresses that run scripts',
    file: json({
      basics: { url: 'javascript:alert(1)', profiles: [{ network: 'X', url: 'data:text/html,x' }] },
      work: [work({ summary: 'See **[this](javascript:alert(1))**.' })],
      publications: [{ name: 'Paper', url: ' JaVaScRiPt:alert(1)' }],
    }),
    problems: [
      ...['basics: “javascript:alert(1)”', 'basics.profiles 1: “data:text/html,x”'],
      'publications 1: “JaVaScRiPt:alert(1)”',
    ].map((of) => ({
      file: 'resume.json',
      message: `The address of ${of.replace(': “', ' is left out: “')} is not a web address.`,
    })),
    check: ({ cv }, { facts }) => {
      expect(facts.links).toEqual([])
      expect(JSON.stringify(cv)).not.toMatch(/href=.{0,2}javascript/i)
    },
  },
  {
    name: 'four entries of one name',
    file: json({ work: ['2020', '2019', '2018', '2017'].map((startDate) => work({ startDate })) }),
    check: (_, { entries }) =>
      expect(Object.keys(toFiles(entries, ['cv/experience/engineer-2.md']))).toEqual(
        ['engineer', 'engineer-3', 'engineer-4', 'engineer-5'].map((name) => `cv/experience/${name}.md`),
      ),
  },
  {
    name: 'names in other scripts',
    file: json({
      basics: { name: '李小龙' },
      work: [work({ position: '工程师' }), work({ position: 'Inżynier', name: 'Łódź Yard' })],
    }),
    check: ({ cv }, { facts }) => {
      expect(facts).toMatchObject({ name: '李小龙', first_name: '李小龙' })
      const slugs = cv.experience.map(({ title, slug }) => [title, slug])
      expect(slugs).toEqual([
        ['工程师', 'gongchengshi'],
        ['Inżynier', 'inzynier'],
      ])
    },
  },
  {
    name: 'control characters and emoji',
    file: json({ work: [work({ position: 'Eng\u0002ineer\u202e', summary: '🚀 Led\n✅ Built\u0007' })] }),
    problems: [
      { file: 'resume.json', message: 'Invisible control characters were left out.' },
      { file: 'resume.json', message: 'Emoji were left out: the PDF of the CV cannot show them.' },
    ],
    check: ({ cv }) => {
      expect(cv.experience[0]?.title).toBe('Engineer')
      expect(cv.experience[0]?.body).toContain('<li>Led</li>\n<li>Built</li>')
    },
  },
  {
    name: 'a quotation mark that is never closed',
    file: zip({
      'Positions.csv': `${positions}Yard,Engineer,"Two\r\nlines",,2020,\r\nDock,Welder,"Never closed,,2019,\r\nQuay,Clerk,,,2018,\r\n`,
    }),
    problems: [
      {
        file: 'Positions.csv',
        line: 4,
        message: 'A quotation mark is never closed. Nothing from this line on could be read.',
      },
    ],
    check: ({ cv }) => expect(cv.experience.map(({ title }) => title)).toEqual(['Engineer']),
  },
  {
    name: "Reactive Resume's version 4",
    file: json({
      basics: {
        ...{ name: 'Ann Vega', headline: 'Planner', email: 'ann@a.example', phone: '', picture: { url: '' } },
        ...{ location: 'Porto, Portugal', url: { label: '', href: 'https://ann.example' }, customFields: [] },
      },
      sections: {
        summary: { id: 'summary', visible: true, content: '<p>Plans <strong>ports</strong>.</p>' },
        experience: {
          items: [
            {
              ...{ id: 'a', visible: true, company: 'Tidewater', position: 'Lead', location: 'Porto' },
              ...{ date: 'Mar 2019 - Present', summary: '<ul><li><p>One</p></li></ul>' },
            },
            { visible: false, company: 'Hidden', position: 'Lead', date: '2018' },
          ],
        },
        education: {
          items: [
            { institution: 'Delft', studyType: 'MSc', area: 'Ports', date: '2010 to 2012' },
            { institution: 'Delft', studyType: 'BSc', area: 'Ports', date: '2009' },
          ],
        },
        skills: { items: [{ name: 'Go', description: '', level: 3, keywords: ['Tests'] }] },
        languages: { items: [{ name: 'Dutch', description: 'Native' }] },
        profiles: {
          items: [{ network: 'GitHub', username: 'ann', url: { href: 'https://github.com/ann' } }],
        },
        projects: {
          items: [{ name: 'Tide', description: 'App', summary: '<p>Tides.</p>', keywords: ['Go'] }],
        },
        custom: {
          x1: { name: 'Talks', items: [{ name: 'On tides', date: '2020', summary: '<p>Said.</p>' }] },
        },
      },
      metadata: { template: 'rhyhorn' },
    }),
    check: ({ cv, projects }, { source, facts }) => {
      expect(source).toBe('reactive-resume')
      expect(facts).toMatchObject({ role: 'Planner', town: 'Porto', country: 'Portugal' })
      expect(facts.links.map(({ url }) => url)).toEqual(['https://ann.example', 'https://github.com/ann'])
      expect(cv.summary).toBe('<p dir="auto">Plans <strong>ports</strong>.</p>')
      expect(cv.experience).toMatchObject([
        { title: 'Lead', organisation: 'Tidewater', place: 'Porto', period: 'March 2019 to present' },
      ])
      expect(cv.experience[0]?.body).toContain('<li>One</li>')
      expect(cv.education).toMatchObject([
        { title: 'MSc Ports', period: '2010 to 2012' },
        { title: 'BSc Ports', period: '2009' },
      ])
      expect(cv.skills).toMatchObject([{ title: 'Go', items: ['Tests'] }])
      expect(cv.languages).toMatchObject([{ title: 'Dutch', level: 'Native' }])
      expect(projects).toMatchObject([{ title: 'Tide', summary: 'App', tags: ['Go'] }])
      expect(projects[0]?.body).toContain('Tides.')
      expect(cv.own).toMatchObject([{ title: 'Talks' }])
      expect(cv.own[0]?.body).toContain('On tides, 2020')
    },
  },
  {
    name: "Reactive Resume's version 5, with several roles at one firm",
    file: json({
      basics: { name: 'Ann Vega', website: { url: 'https://ann.example', label: '' } },
      summary: { content: '<p>Plans ports.</p>', hidden: false },
      sections: {
        experience: {
          items: [
            {
              ...{ company: 'Tidewater', position: '', period: '2015 – Present', location: 'Porto' },
              roles: [
                { position: 'Lead', period: '2019 – Present', description: '<p>Led.</p>' },
                { position: 'Clerk', period: '2015 – 2019', description: '' },
              ],
            },
          ],
        },
        education: {
          items: [{ school: 'Delft', degree: 'MSc', area: 'Ports', grade: '9', period: '2010 - 2012' }],
        },
        languages: { items: [{ language: 'Dutch', fluency: 'Native', level: 5 }] },
        certifications: { items: [{ title: 'Pilot', issuer: 'Board', date: '2014' }] },
      },
      customSections: [],
    }),
    check: ({ cv }) => {
      expect(cv.experience).toMatchObject([
        { title: 'Lead', organisation: 'Tidewater', period: '2019 to present' },
        { title: 'Clerk', organisation: 'Tidewater', period: '2015 to 2019' },
      ])
      expect(cv.education[0]?.body).toContain('Score: 9')
      expect(cv.languages).toMatchObject([{ title: 'Dutch', level: 'Native' }])
      expect(cv.certifications).toMatchObject([{ title: 'Pilot', issuer: 'Board' }])
    },
  },
  {
    name: 'entities and tags in texts, and links in HTML',
    file: json({
      basics: {
        summary: '<p>Builds <a target="_blank" href="https://a.example/?x=1&amp;y=2"><b>p_or_ts</b></a>.</p>',
      },
      work: [
        work({
          ...{ name: 'Smith &amp; Sons', position: 'R&amp;D <b>Lead</b>', startDate: '2019' },
          ...{ summary: 'R&amp;D for caf&eacute;s', highlights: ['Saved &euro;9m &#8211; net'] },
        }),
        work({ startDate: '2018', summary: '<p># 1: <a href="https://a.example">ours</a></p>' }),
        work({ startDate: '2017', summary: 'See <a href="javascript:alert(1)">this</a>.' }),
        work({
          startDate: '2016',
          summary:
            '<ul>\n    <li>Cut <b>18&nbsp;% </b>of <i>all</i> costs</li>\n    <li><strong class="x">Two</strong></li>\n</ul>',
        }),
        work({ startDate: '2015', summary: '<b>Led:<br>two</b> <b></b>teams of 5 * 3' }),
      ],
      skills: [{ name: 'Q&amp;A', keywords: ['C&#43;&#43;', 'AT&copy'] }],
      certificates: [
        { name: 'Master', issuer: 'Board', date: '2019', url: 'https://x.example/c?id=1&region=eu&copy=2' },
      ],
    }),
    check: ({ cv }) => {
      expect(cv.summary).toContain('<a href="https://a.example/?x=1&amp;y=2" rel="noopener">p_or_ts</a>.')
      expect(cv.experience).toMatchObject([
        { title: 'R&D Lead', organisation: 'Smith & Sons' },
        { body: '<p dir="auto"># 1: ours (https://a.example)</p>' },
        { body: '<p dir="auto">See this.</p>' },
        {
          body: expect.stringMatching(
            /<li>Cut <strong>18.%<\/strong> of <em>all<\/em> costs<\/li>\s*<li><strong>Two/,
          ) as string,
        },
        { body: expect.stringMatching(/Led:<br>\s*two teams of 5 \* 3/) as string },
      ])
      expect(cv.experience[0]?.body).toContain('R&amp;D for cafés')
      expect(cv.experience[0]?.body).toContain('<li>Saved €9m – net</li>')
      expect(cv.skills).toMatchObject([{ title: 'Q&A', items: ['C++', 'AT&copy'] }])
      expect(cv.certifications[0]?.url).toBe('https://x.example/c?id=1&region=eu&copy=2')
    },
  },
  {
    name: "addresses in LinkedIn's cells unchanged, and backslashes in the paths of its archive",
    file: zip({
      'Export\\Certifications.csv':
        'Name,Url,Authority,Started On,Finished On,License Number\nMaster,https://x.test/c?id=1&region=eu&copy=2&section=3,R&amp;D &copy Board,Jan 2019,,\n',
      'Export\\Positions.csv': `${positions}Yard,Engineer,,,2020,\r\n`,
    }),
    check: ({ cv }) => {
      expect(cv.certifications).toMatchObject([
        { url: 'https://x.test/c?id=1&region=eu&copy=2&section=3', issuer: 'R&D &copy Board' },
      ])
      expect(cv.experience).toHaveLength(1)
    },
  },
  {
    name: 'content with backslashes in its paths',
    file: zip({ 'content\\notes\\first.md': '---\ntitle: First\ndate: 2026-01-01\n---\n\nWords.\n' }),
    check: ({ notes }) => expect(notes).toMatchObject([{ slug: 'first' }]),
  },
  ...[
    ...([
      ['UTF-16 with a mark', [0xff, 0xfe], utf16],
      ['UTF-16 without a mark', [], utf16],
      ['UTF-16 with the other order of bytes', [0xfe, 0xff], (text: string) => swapped(utf16(text))],
      ['windows-1252', [], (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))],
    ] as const),
  ].map(([name, mark, encode]): Case => {
    const bytes = encode(JSON.stringify({ work: [work({ name: 'Société Générale' })] }))
    return {
      name: `a resume in ${name}`,
      file: { name: 'resume.json', bytes: Uint8Array.from([...mark, ...bytes]) },
      check: ({ cv }) => expect(cv.experience).toMatchObject([{ organisation: 'Société Générale' }]),
    }
  }),
  {
    name: 'messages and contacts, which are never unpacked',
    file: damaged(
      zip({
        'Positions.csv': `${positions}Yard,Engineer,,,2020,\r\n`,
        'messages.csv': 'private '.repeat(99),
      }),
    ),
    notRead: ['messages'],
    check: ({ cv }) => expect(cv.experience).toHaveLength(1),
  },
]

function utf16(text: string) {
  return new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer)
}

function swapped(bytes: Uint8Array) {
  return bytes.map((_, index) => bytes[index ^ 1] ?? 0)
}

/** The archive with damaged data of its last file, which no program can unpack. */
function damaged({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const copy = bytes.slice()
  const start = new TextDecoder('latin1').decode(copy).indexOf('messages.csv') + 'messages.csv'.length
  copy.fill(0xff, start, start + 10)
  return { name, bytes: copy }
}

test.each(cases)('reads $name', async ({ file, fixes = {}, problems = [], notRead = [], check }) => {
  const result = await readImport(file)
  expect(messagesOf(result).sort()).toEqual(Object.keys(fixes).sort())
  expect(result.problems).toEqual(problems)
  expect(result.notRead).toEqual(notRead)
  check(build(result, fixes), result)
})

test.each<[language: string | undefined, text: string]>([
  [
    'de',
    'Head of Platform bei der Bahn. Aufbau und Leitung eines Teams, Einführung von Kubernetes und CI/CD.',
  ],
  ['de', 'Product Owner. Verantwortlich für die Roadmap. Enge Zusammenarbeit mit Marketing und UX.'],
  [
    'de',
    'Kaufmännische Unterstützung der Leitung\n• Vorbereitung von Reviews der Validierung\n• Kontrolle und Korrektur',
  ],
  ['de', 'Director of Engineering. VP of Product. Leitung der Entwicklung und Verantwortung für das Budget.'],
  [
    'nl',
    'Founder & CTO. Techniek om te voorzien in vrijheid en gezondheid. In de praktijk werken we aan onze missie.',
  ],
  [
    'nl',
    'Scrum Master bij de bank. Begeleiden van drie teams en het verbeteren van de doorlooptijd met 30%.',
  ],
  ['fr', "Architecte logiciel & Cloud. Chargé de la conception et du déploiement d'applications sur AWS."],
  ['fr', 'Lead Developer | React. Mise en place de l’intégration continue pour les microservices.'],
  ['es', 'Programador full stack. Desarrollo de aplicaciones con Laravel y Vue, atención a los clientes.'],
  [
    'es',
    'Product Manager en México. Responsable del equipo de pagos; lanzamiento de la app para conductores.',
  ],
  ['it', 'Software Architect. Progettazione e sviluppo di portali per il mercato, gestione dei fornitori.'],
  [
    'it',
    'Responsabile marketing. Mi occupo della comunicazione e delle campagne con un budget di 2 milioni.',
  ],
  ['pt', 'Gerente de produto na fintech. Responsável pelo time de cartões e pela estratégia no Brasil.'],
  ['en', 'Chief Technology Officer. Led 40 people. Cut costs by 18 %. Moved the booking to one system.'],
  ['en', 'Engineer in Amsterdam, van Dijk & de Vries BV. Built the platform and led a team of four.'],
  [
    'en',
    'Postdoc at École polytechnique fédérale de Lausanne and La Sapienza. Worked on models of the ocean.',
  ],
  ['en', 'Engineer at Huawei 华为 in Shenzhen. Led the design of a network and worked with 李伟.'],
  ['ru', 'Ведущий разработчик backend-сервисов на Go и PostgreSQL, обучал новых сотрудников.'],
  ['uk', 'Старший розробник. Розробка сервісів на Go, керівництво командою і підтримка клієнтів.'],
  ['el', 'Μηχανικός λογισμικού στην Αθήνα. Ανάπτυξη εφαρμογών με React και Node.js.'],
  ['ar', 'مهندس برمجيات في دبي. تطوير تطبيقات الويب باستخدام React وإدارة فريق.'],
  ['he', 'מהנדס תוכנה בתל אביב. פיתוח שירותי backend ב-Go וניהול צוות.'],
  ['zh', '高级软件工程师，负责支付平台的设计与开发，使用 Go、Kubernetes。'],
  ['ja', 'シニアエンジニア。決済基盤の設計と開発を担当。AWS、Kubernetes、Go を使用。'],
  ['ko', '시니어 소프트웨어 엔지니어. 결제 플랫폼 설계 및 개발, 팀 리드. AWS 사용.'],
  // A few words, and languages that are like known ones.
  [undefined, 'Software Engineer. Product Manager. Tech Lead. Scrum Master.'],
  [
    undefined,
    'Python, SQL, Docker, Kubernetes, React, TypeScript, Go. See https://a.com/de/la, b.com and c.com.',
  ],
  [undefined, 'Ingénieur'],
  [
    undefined,
    'Systemutvecklare på Volvo. Ansvarig för utveckling av lösningar och ledning av ett team med fem personer.',
  ],
  [
    undefined,
    'Projektleder hos Maersk. Ansvarlig for udvikling af løsninger til kunder og ledelse af et team på otte.',
  ],
  [
    undefined,
    'Inginer software. Responsabil de dezvoltarea platformei de securitate și de coordonarea unei echipe.',
  ],
  [
    undefined,
    'Enginyer a Barcelona. Responsable del desenvolupament de l’aplicació i de la relació amb els clients.',
  ],
  [undefined, 'Старши програмист в София. Разработка на услуги с Go, ръководене на екип от петима души.'],
  [undefined, 'توسعه‌دهنده نرم‌افزار در تهران. طراحی و پیاده‌سازی برنامه‌های وب با گروه پنج نفره.'],
])('finds the language %s of “%s”', async (language, summary) => {
  expect((await readImport(json({ basics: { summary } }))).language).toBe(language)
})

const german = 'Aufbau und Leitung eines Teams von acht Personen'

test.each<[what: string, file: Case['file'], language: string | undefined]>([
  ['its texts, without a name of one', json({ work: [work({ summary: german })] }), 'de'],
  ['the metadata', json({ meta: { language: 'sv-SE' }, basics: { summary: german } }), 'sv'],
  ['the basics', json({ basics: { lang: 'NL', name: 'Ann' } }), 'nl'],
  ['the top level', json({ locale: 'pt_BR', basics: { name: 'Ann' } }), 'pt'],
  [
    'its texts, as English is what programs write',
    json({ meta: { locale: 'en' }, basics: { summary: german } }),
    'de',
  ],
  ['the metadata in English, without a clear text', json({ meta: { locale: 'en-US' }, basics: {} }), 'en'],
  [
    'its texts, as its metadata names none',
    json({ meta: { language: 'cn' }, basics: { summary: german } }),
    'de',
  ],
  [
    "Reactive Resume's page",
    json({ basics: {}, sections: {}, metadata: { page: { locale: 'da-DK' } } }),
    'da',
  ],
  [
    "an older Reactive Resume's metadata",
    json({ basics: {}, sections: {}, metadata: { locale: 'da' } }),
    'da',
  ],
  [
    'the content of another site, not from its translations',
    zip({
      'content/site.md': site['site.md'].replace('nationality', 'language: de\nnationality'),
      'content/nl/site.md': site['site.md'].replace('nationality', 'language: nl\nnationality'),
    }),
    'de',
  ],
])('takes the language from %s', async (_, file, language) => {
  const result = await readImport(file)
  expect(result.language).toBe(language)
  expect(result.notRead.filter((name) => /lang|locale/.test(name))).toEqual([])
})

test('names the country in the language of a JSON Resume', async () => {
  const { facts } = await readImport(json({ basics: { summary: german, location: { countryCode: 'AT' } } }))
  expect(facts.country).toBe('Österreich')
})

test('writes its own words in the language of a JSON Resume', async () => {
  const result = await readImport(
    json({
      basics: { summary: german },
      education: [{ studyType: 'MSc', institution: 'ETH', score: '5,2' }],
      skills: ['Vue'],
      interests: ['Kräne'],
      projects: [{ name: 'Kran', roles: ['Leiterin'], entity: 'Werft' }],
      languages: [{ language: 'Französisch', fluency: 'Professional working proficiency' }],
    }),
  )
  expect(result.entries.map(({ title, fields, text }) => [title, fields, text])).toMatchObject([
    ['Summary', {}, german],
    ['MSc', {}, 'Note: 5,2'],
    ['Vue', { title: 'Kenntnisse' }, ''],
    ['Französisch', { level: 'Gute Kenntnisse' }, ''],
    ['Interessen', { title: 'Interessen' }, '- Kräne'],
    ['Kran', { role: 'Leiterin bei Werft' }, ''],
  ])
})

// As LinkedIn writes them for accounts in these languages.
test.each<[keyof typeof tables, ...string[]]>([
  ['de', 'Schweiz', 'Deutsch', 'Leiter der Informatik', 'Aufbau von Anwendungen und Betreuung der Kunden.'],
  [
    'nl',
    'Nederland',
    'Nederlands',
    'Ontwikkelaar',
    'Samen met het team werken we aan een webwinkel voor de zorg.',
  ],
  [
    'fr',
    'France',
    'Français',
    'Architecte logiciel',
    'Conception et déploiement des applications pour les clients.',
  ],
  ['es', 'México', 'Español', 'Programador', 'Desarrollo de aplicaciones para los clientes y los equipos.'],
  [
    'it',
    'Italia',
    'Italiano',
    'Sviluppatore',
    'Sviluppo di portali per il mercato e gestione dei fornitori.',
  ],
])(
  'reads LinkedIn’s archive of an account in %s',
  async (language, country = '', own = '', headline = '', description = '') => {
    const result = await readImport(
      zip({
        'Profile.csv': `First Name,Last Name,Headline,Geo Location\nAnn,Vega,${headline},"Chur, Graubünden, ${country}"\n`,
        'Positions.csv': `${positions}Yard,${headline},"${description}","Chur, ${country}",Oct 2020,May 2022\r\n`,
        'Languages.csv': `Name,Proficiency\n${own},Native or bilingual proficiency\n`,
      }),
    )
    expect(result).toMatchObject({ language, problems: [], notRead: [], facts: { country, role: headline } })
    const { cv } = build(result, {})
    expect(cv.experience).toMatchObject([{ place: `Chur, ${country}`, start: '2020-10', end: '2022-05' }])
    expect(cv.languages).toMatchObject([{ title: own, level: tables[language].languageLevels[4] }])
  },
)

const notOne = 'This file is not a PDF or an archive of LinkedIn, a JSON Resume or a file of Reactive Resume.'
const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`${index}.csv`, '']))

test.each([
  ['an empty file', { name: 'a.json', bytes: new Uint8Array() }, notOne],
  ['an empty object', json({}), notOne],
  ['a list', json([1]), notOne],
  ['broken JSON', { name: 'a.json', bytes: strToU8('{\n"work": [}') }, 'This JSON file has an error'],
  ['an image', { name: 'a.jpg', bytes: new Uint8Array([0xff, 0xd8, 0xff, 0x81]) }, notOne],
  ['an archive of something else', zip({ 'a.txt': 'x' }), notOne],
  [
    'an unknown encoding',
    { name: 'a.json', bytes: new Uint8Array([...strToU8('{"work":"'), 0x8f, 0xe0, 0x22, 0x7d]) },
    'This file is not UTF-8 text. Save it as UTF-8.',
  ],
  [
    'a cut archive',
    { name: 'a.zip', bytes: zip({ 'a.txt': 'x' }).bytes.slice(0, 40) },
    'This archive is damaged or protected with a password.',
  ],
  [
    'a bomb',
    zip({ 'Skills.csv': 'a'.repeat(5_000_000) }),
    'The files in this archive are too large for a CV.',
  ],
  [
    'paths that leave the folder',
    zip({ '../Skills.csv': 'Name\nGo' }),
    'This archive has files outside of its folder.',
  ],
  ['10,000 files', zip({ ...many, 'Skills.csv': 'Name\nGo' }), 'This archive has more than 2000 files.'],
])('refuses %s', async (_, file, message) => {
  await expect(readImport(file)).rejects.toThrow(message)
})

test.each<[string, string]>([
  ['2021', '2021'],
  ['2021-03', '2021-03'],
  ['2021-03-15', '2021-03'],
  ['2021-3', '2021-03'],
  ['2021-03-15T10:00:00Z', '2021-03'],
  ['2021/03', '2021-03'],
  ['03/2021', '2021-03'],
  ['3.2021', '2021-03'],
  ['15.03.2021', '2021-03'],
  ['31/12/2021', '2021-12'],
  ['12/31/2021', '2021-12'],
  ['Mar 2021', '2021-03'],
  ['march, 2021', '2021-03'],
  ['Sept. 2021', '2021-09'],
  ['Aug 11, 2019', '2019-08'],
  ['1 Jan 1984', '1984-01'],
  ['11th August 2019', '2019-08'],
  ['2021 May', '2021-05'],
  ['Mär 2018', '2018-03'],
  ['1. Dezember 2018', '2018-12'],
  ['févr. 2017', '2017-02'],
  ['juil. 2017', '2017-07'],
  ['août 2017', '2017-08'],
  ['dic 2016', '2016-12'],
  ['septiembre de 2016', '2016-09'],
  ['5 de março de 2015', '2015-03'],
  ['mrt. 2015', '2015-03'],
  ['mei 2015', '2015-05'],
  ['gennaio 2014', '2014-01'],
  ['giu 2014', '2014-06'],
  ['set de 2014', '2014-09'],
  ['2015年3月', '2015-03'],
  ['2015 年 12 月', '2015-12'],
  ['2019-02-28T23:00:00.000Z', '2019-03'],
  ['2018-12-31T22:00:00Z', '2019-01'],
  ['2018-12-31T21:00:00Z', '2018-12'],
  ...[
    'heute',
    "aujourd'hui",
    'Actualidad',
    'heden',
    'presente',
    'o momento',
    '現在',
    '至今',
    'till date',
    'null',
    '-',
  ].map((text) => [text, ''] as [string, string]),
  ['Present', ''],
  ['', ''],
  // They have two readings or none.
  ['03/04/2021', '03/04/2021'],
  ['13/2021', '13/2021'],
  ['Marble 2021', 'Marble 2021'],
  ['Q3 2021', 'Q3 2021'],
  ['jui 2021', 'jui 2021'],
])('reads the date %s as %s', (text, date) => expect(normalDate(text)).toBe(date))
