import { expect, test } from 'vitest'
import { drawProfile, newPage, type Line } from './linkedin-pdf.testdata.ts'
import { readImport } from './read-import.ts'

const wide = 'Ports and ships are where the work of many firms begins, also of this'

interface Words {
  skills: string
  languages: string
  certifications: string
  summary: string
  experience: string
  education: string
  march: string
  months: string
}

const english: Words = {
  ...{ skills: 'Top Skills', languages: 'Languages', certifications: 'Certifications', summary: 'Summary' },
  ...{ experience: 'Experience', education: 'Education', march: 'March 2019', months: '4 years 2 months' },
}

const profile = (words: Words) =>
  drawProfile(
    [
      ...([
        [13, 20, 'Contact'],
        [10.5, 19.5, 'mara@a.example'],
        [11, 24.4, 'www.linkedin.com/in/mara'],
      ] as Line[]),
      ...([
        [13, 35, words.skills],
        [10.5, 19.5, 'Go'],
        [10.5, 17.6, 'Negotiation with very'],
        [10.5, 12.6, 'large firms'],
      ] as Line[]),
      ...([
        [13, 35, words.languages],
        [10.5, 19.5, 'Swedish (Native or Bilingual)'],
        [10.5, 17.6, 'Wolof'],
      ] as Line[]),
      ...([
        [13, 35, words.certifications],
        [10.5, 19.5, 'Pilot'],
      ] as Line[]),
      ...([
        [13, 35, 'Patents'],
        [10.5, 19.5, 'A buoy'],
      ] as Line[]),
    ],
    [
      [26, 20, 'Mara Lindqvist, PhD'],
      ...([
        [12, 21.2, 'Engineer, then operator of the ports of all the'],
        [12, 14.4, 'North'],
        [12, 15.4, 'Gothenburg, Sweden'],
      ] as Line[]),
      ...([
        [15.75, 37.6, words.summary],
        [12, 25.5, wide],
        [12, 18, 'one.'],
        [12, 36, 'Second.'],
      ] as Line[]),
      ...([
        [15.75, 53.8, words.experience],
        [12, 30.5, 'Nordhamn AB'],
        [10.5, 16, words.months],
      ] as Line[]),
      ...([
        [11.5, 21.3, 'Chief Technology Officer'],
        [10.5, 14.5, `${words.march} - Present (${words.months})`],
      ] as Line[]),
      ...([
        [10.5, 14.7, 'Gothenburg'],
        [10.5, 21.4, `${wide} firm and`],
        [10.5, 18, 'others.'],
        [10.5, 18, '• Cut costs'],
      ] as Line[]),
      ...([
        [11.5, 31.4, 'Engineer of a rather long title that LinkedIn'],
        [11.5, 14.4, 'wraps'],
        [10.5, 14.5, '2016 - 2019 (3)'],
      ] as Line[]),
      ...([
        [12, 38.4, 'Kvarn & Co'],
        [11.5, 16, 'Clerk'],
        [10.5, 14.5, '2015 - 2016 (1)'],
      ] as Line[]),
      newPage,
      ...([
        [10.5, 20, 'Malmö, or a text'],
        [12, 38.4, 'Open Doors'],
        [11.5, 16, 'Board member'],
      ] as Line[]),
      ...([
        [15.75, 53.8, words.education],
        [12, 25.5, 'Chalmers'],
        [10.5, 17.6, 'MSc, Physics · (2004 - 2009)'],
      ] as Line[]),
      ...([
        [12, 34, 'School of the harbour'],
        [10.5, 17.6, 'Ropes · (2001)'],
      ] as Line[]),
    ],
  )

test.each<[string, Words]>([
  ['English', english],
  [
    'German',
    {
      ...{ skills: 'Top-Kenntnisse', languages: 'Sprachen', certifications: 'Zertifizierungen' },
      ...{ summary: 'Zusammenfassung', experience: 'Berufserfahrung', education: 'Ausbildung' },
      ...{ march: 'März 2019', months: '4 Jahre 2 Monate' },
    },
  ],
  [
    'French',
    {
      ...{ skills: 'Principales compétences', languages: 'Langues', certifications: 'Certifications' },
      ...{ summary: 'Résumé', experience: 'Expérience', education: 'Formation' },
      ...{ march: 'mars 2019', months: '4 ans 2 mois' },
    },
  ],
  [
    'Spanish',
    {
      ...{ skills: 'Aptitudes principales', languages: 'Languages', certifications: 'Certificaciones' },
      ...{ summary: 'Extracto', experience: 'Experiencia', education: 'Educación' },
      ...{ march: 'marzo de 2019', months: '4 años 2 meses' },
    },
  ],
  [
    'Dutch',
    {
      ...{ skills: 'Belangrijkste vaardigheden', languages: 'Talen', certifications: 'Certificaten' },
      ...{ summary: 'Samenvatting', experience: 'Ervaring', education: 'Opleiding' },
      ...{ march: 'maart 2019', months: '4 jaar 2 maanden' },
    },
  ],
  [
    'Italian',
    {
      ...{ skills: 'Competenze principali', languages: 'Lingue', certifications: 'Certificazioni' },
      ...{ summary: 'Riepilogo', experience: 'Esperienza', education: 'Formazione' },
      ...{ march: 'marzo 2019', months: '4 anni 2 mesi' },
    },
  ],
  [
    'Portuguese',
    {
      ...{ skills: 'Principais competências', languages: 'Idiomas', certifications: 'Certificações' },
      ...{ summary: 'Resumo', experience: 'Experiência', education: 'Formação acadêmica' },
      ...{ march: 'março de 2019', months: '4 anos 2 meses' },
    },
  ],
])("reads LinkedIn's PDF of a profile in %s", async (_, words) => {
  const { source, facts, entries, notRead } = await readImport(await profile(words))
  expect(source).toBe('linkedin-pdf')
  expect(facts).toEqual({
    ...{ name: 'Mara Lindqvist', first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@a.example' },
    ...{
      role: 'Engineer, then operator of the ports of all the North',
      town: 'Gothenburg',
      country: 'Sweden',
    },
    summary: `${wide} one.\n\nSecond.`,
    links: [{ label: 'LinkedIn', url: 'https://www.linkedin.com/in/mara' }],
  })
  expect(notRead).toEqual(['Patents'])
  const found = entries.map(({ group, fields, text, doubt, problem }) => [
    group,
    Object.values(fields).flat().join(' | '),
    ...(text === '' || group === 'Summary' ? [] : [text]),
    ...(doubt === undefined ? [] : [doubt]),
    ...(problem ? [problem.message] : []),
  ])
  expect(found).toEqual([
    ['Summary', ''],
    [
      ...['Business experiences', 'Chief Technology Officer | Nordhamn AB | Gothenburg | 2019-03'],
      `${wide} firm and others.\n\n- Cut costs`,
    ],
    [
      'Business experiences',
      'Engineer of a rather long title that LinkedIn wraps | Nordhamn AB | 2016 | 2019',
    ],
    [
      ...['Business experiences', 'Clerk | Kvarn & Co | 2015 | 2016', 'Malmö, or a text'],
      'its text may begin with the place',
    ],
    [...['Business experiences', 'Board member | Open Doors'], 'Board member, Open Doors has no start date.'],
    ['Education', 'MSc, Physics | Chalmers | 2004 | 2009'],
    ['Education', 'Ropes | School of the harbour | 2001 | 2001'],
    ['Skills', 'Skills | Go'],
    ['Skills', 'Skills | Negotiation with very large firms'],
    ['Languages', 'Swedish | Native or Bilingual'],
    ['Languages', 'Wolof'],
    ['Certifications', 'Pilot', 'Pilot has no issuer.'],
  ])
})

test('says of another PDF what can be imported', async () => {
  const other = await drawProfile([[12, 20, 'Mara']], [[26, 20, 'My CV']], { author: 'Mara', links: [] })
  await expect(readImport(other)).rejects.toThrow(
    'This PDF is not one of LinkedIn’s. On your profile there, choose More, Save to PDF; other PDFs cannot be read.',
  )
  const damaged = { name: 'a.pdf', bytes: other.bytes.slice(0, 300) }
  await expect(readImport(damaged)).rejects.toThrow('This PDF is damaged or protected with a password.')
})
