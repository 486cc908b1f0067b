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
  'entry-server.tsx': `import { renderToString } from 'react-dom/server'
import web from 'virtual:content/on-the-web'
import { Page, type Words } from './routes/public/page'

const entries = new Map(web.cards.map((card) => ['/pages/' + card.slug, card]))
const row = (path: string, title: string) => ({ path, kind: 'public', title, description: 'The page called ' + title })

export const pages = [
  row('/', 'First'),
  ...[...entries].map(([path, { title }]) => row(path, title)),
  { path: '*', kind: 'not-found', title: 'Not found' },
]

export function render(url: string): Promise<string> {
  const entry: Words = entries.get(url) ?? { title: 'Here', icon: 'code', description: '' }
  // No part of these pages waits for another.
  return Promise.resolve(renderToString(<Page {...entry} />))
}
`,
}

/** The same pages as a project of Astro's, but for their texts, which belong in `src/content`. */
export const astroSources: Record<string, string> = {
  'astro.config.mjs': `export default { build: { format: 'file', inlineStylesheets: 'always' } }
`,
  'src/base.css': sources['base.css'] ?? '',
  'src/content.config.mjs': `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'

export const collections = {
  pages: defineCollection({
    loader: glob({ pattern: '*.md', base: './src/content' }),
    schema: z.object({ title: z.string(), icon: z.string() }),
  }),
}
`,
  'src/pages/pages/[slug].astro': `---
import { getCollection, render } from 'astro:content'
import '../../base.css'

export async function getStaticPaths() {
  return (await getCollection('pages')).map((entry) => ({ params: { slug: entry.id }, props: { entry } }))
}

const { entry } = Astro.props
const { title, icon } = entry.data
const { Content } = await render(entry)
---
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <title>{title}</title>
    <meta name="description" content={'The page called ' + title}>
  </head>
  <body>
    <div id="root">
      <header>
        <a href="/">Home</a>
        <nav aria-label="Main">
          {['page-0', 'page-1', 'page-2', 'page-3'].map((slug) => <a href={'/pages/' + slug}>{slug}</a>)}
        </nav>
      </header>
      <main class="column">
        <h1>{title}</h1>
        <p class="kind">{icon}</p>
        <div><Content /></div>
      </main>
      <footer><p>The end of {title}</p></footer>
    </div>
  </body>
</html>
<style>
  .column { max-width: 40rem }
  .kind { color: #555 }
</style>
`,
}
