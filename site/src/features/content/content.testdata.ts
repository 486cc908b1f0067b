import type { FakeContent } from '../../testing/fake-content'

export const job = (title: string, dates: string) =>
  `---\ntitle: ${title}\norganisation: Quay\n${dates}---\n\nWhat it was.\n`
const language = (title: string) => `---\ntitle: ${title}\nlevel: Native\n---\n`

/** Gives the server the texts of a whole site. */
export function fillSite(content: FakeContent): void {
  const page = '---\ntitle: A title\ndescription: Words.\nheading: A heading\n---\n\nA text.\n'
  const files = {
    'about.md': page,
    'cv/profile.md': page,
    'on-the-web/page.md': page,
    'home/hero.md':
      '---\ntitle: Hero\ntagline: One claim.\ntypewriter:\n  - One\n  - Two\n  - Three\n---\n\nThe bio.\n',
    'terms.md': '---\nheading: Terms\nupdated: June 9th, 2025\n---\n\n## First\n\nA term.\n',
    'site.md':
      '---\nname: Edda Quillane\ninitials: EQ\ncompany: Quillane Works\nemail: edda@example.test\nrole: Engineer\ndescription: Words.\nnationality: Dutch\n---\n',
    'cv/experience/a-first.md': job('First job', 'start: 2015\nend: 2018\n'),
    'cv/experience/b-second.md': job('Second job', 'start: 2018\n'),
    'cv/languages/1-english.md': language('English'),
    'cv/languages/2-dutch.md': language('Dutch'),
    'cv/languages/3-french.md': language('French'),
  }
  for (const [path, text] of Object.entries(files)) content.addFile(path, text)
}
