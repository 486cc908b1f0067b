import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a project of `count` public pages into `folder`: each is a markdown file of some three hundred words with
 * headings, lists and links, which React renders in a frame. The same count gives the same bytes.
 */
export async function writeProject(folder: string, count: number): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await cp(join(import.meta.dirname, '..', 'testdata', 'content'), join(folder, 'content'), {
    recursive: true,
  })
  const pages = join(folder, 'content', 'on-the-web')
  const numbers = Array.from({ length: count }, (_, index) => index)
  await Promise.all(
    numbers.map((index) => writeFile(join(pages, `page-${index}.md`), markdown(index, count))),
  )
  const source = join(folder, 'site', 'src')
  await mkdir(join(source, 'routes', 'public'), { recursive: true })
  for (const [name, text] of Object.entries(sources)) await writeFile(join(source, name), text)
}

const words = (
  'quay ledger crane paper morning ship number lamp rope market window answer bridge plan harbour letter table price ' +
  'engine harvest question signal river stone copper thread winter garden minute anchor'
).split(' ')

function markdown(page: number, count: number): string {
  let state = page + 1
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const sentence = () => {
    const sentence = Array.from({ length: 8 + next(8) }, () => words[next(words.length)]).join(' ')
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
  }
  const paragraph = () => Array.from({ length: 4 }, sentence).join(' ')
  const link = `See [another page](/pages/page-${next(count)}#a-second-thing) and **${words[next(words.length)]}**.`
  return `---
title: Page ${page}
icon: article
---

${paragraph()}

${paragraph()} ${link}

## A first thing

- ${sentence()}
- ${sentence()}
- *${sentence()}*

${paragraph()}

## A second thing

> ${sentence()}

${paragraph()}
`
}

const sources: Record<string, string> = {
  'entry-client.tsx': `import './base.css'
const screens: Record<string, () => Promise<unknown>> = { '/': () => import('./routes/public/page') }
void screens['/']?.()
`,
  'base.css': 'body { margin: 0; font: 1rem/1.6 sans-serif } nav { display: flex; gap: 1rem }\n',
  'routes/public/page.module.css': '.column { max-width: 40rem } .kind { color: #555 }\n',
  'routes/public/page.tsx': `import styles from './page.module.css'

export interface Words { title: string; icon: string; description: string }

export function Page({ title, icon, description }: Words) {
  return (
    <>
      <header>
        <a href="/">Home</a>
        <nav aria-label="Main">
          {['page-0', 'page-1', 'page-2', 'page-3'].map((slug) => (
            <a key={slug} href={'/pages/' + slug}>{slug}</a>
          ))}
        </nav>
      </header>
      <main className={styles['column']}>
        <h1>{title}</h1>
        <p className={styles['kind']}>{icon}</p>
        <div dangerouslySetInnerHTML={{ __html: description }} />
      </main>
      <footer><p>The end of {title}</p></footer>
    </>
  )
}
`,
  'entry-server.tsx': `import { prerender } from 'react-dom/static'
import web from 'virtual:content/on-the-web'
import { Page, type Words } from './routes/public/page'

const entries = new Map(web.cards.map((card) => ['/pages/' + card.slug, card]))
const row = (path: string, title: string) => ({ path, kind: 'public', title, description: 'The page called ' + title })

export const pages = [
  row('/', 'First'),
  ...[...entries].map(([path, { title }]) => row(path, title)),
  { path: '*', kind: 'not-found', title: 'Not found' },
]

export async function render(url: string): Promise<string> {
  const entry: Words = entries.get(url) ?? { title: 'Here', icon: 'code', description: '' }
  const { prelude } = await prerender(<Page {...entry} />, { progressiveChunkSize: Infinity })
  return new Response(prelude).text()
}
`,
}
