import { beforeEach, expect, test, vi } from 'vitest'
import {
  checkTexts,
  compileTexts,
  kindOf,
  textKinds,
  writeBody,
  writeField,
  type Content,
  type FieldModel,
} from 'virtual:content-model'
import { sampleTexts as texts } from '../../testing/sample-texts'
import { pageOf } from './render-page'

// What the build writes into the bundle.
beforeEach(() => void vi.stubGlobal('__BUILD_YEAR__', 2026))

/** The texts with `text` at `path`, compiled. */
function compiled(path: string, text: string): Content {
  const changed = new Map([...texts, [path, text]])
  const content = compileTexts(changed)
  if (!content) throw new Error(JSON.stringify(checkTexts(changed)))
  return content
}

/** What the prerenderer writes into the page at `path` when the site is built with `content`. */
async function prerendered(path: string, content: Content): Promise<string> {
  vi.resetModules()
  const modules = { ...content, 'on-the-web': content.onTheWeb }
  for (const [key, value] of Object.entries(modules)) {
    vi.doMock(`virtual:content/${key}`, () => ({ default: value as object }))
  }
  const { render } = await import('../../entry-server')
  const markup = await render(path)
  for (const key of Object.keys(modules)) vi.doUnmock(`virtual:content/${key}`)
  return markup
}

/** Other words than the texts have. */
function another({ name, type, choices = [], length = 2 }: FieldModel, text: string): string | string[] {
  const line = 'AÉ <b> & "c"'
  if (name === 'initials') return 'XÝ'
  switch (type) {
    case 'list':
      return Array.from({ length }, (_, index) => `${line} ${index}`)
    case 'choice':
      return choices.find((choice) => !text.includes(choice)) ?? ''
    case 'date':
      return name === 'end' ? '2019-05' : '1980-05'
    case 'url':
      return 'https://example.test/é?a&b'
    case 'email':
      return 'b@example.test'
    default:
      return line
  }
}

const body = 'New *words*, "quoted".\n\n## A heading\n\n- [one](/cv)\n- [two](https://example.test/)'
// What the window and search engines say is not on the page itself, and what apps ask for on none.
const elsewhere = ['title of a page', 'description', 'apple_app', 'android_app', 'android_fingerprints']

const changes = [...texts]
  .filter(([path]) => pageOf(path) !== undefined)
  .flatMap(([path, text]) => {
    const { fields, body: hasBody, folder } = textKinds[kindOf(path) ?? 'about.md']
    const changed = fields.map((field) => {
      const whole = field.name === 'url' ? writeField(text, 'handle', 'b') : text
      return [
        field.name === 'title' && !folder ? 'title of a page' : field.name,
        writeField(whole, field.name, another(field, text)),
      ]
    })
    if (hasBody !== 'none') changed.push(['text', writeBody(text, body)])
    return changed
      .filter(([name = '']) => !elsewhere.includes(name))
      .map(([name = '', changed = '']) => [path, name, changed] as const)
  })

test.each(changes)(
  'after a change of %s, %s, the preview is the page that is built',
  async (path, _, text) => {
    vi.resetModules()
    const { renderPage } = await import('./render-page')
    // What the CV alone shows of the site's facts.
    const page = path === 'site.md' ? '/cv' : (pageOf(path) ?? '/')
    const content = compiled(path, text)
    const before = await renderPage(page, compiled(path, texts.get(path) ?? ''))
    const preview = await renderPage(page, content)
    expect(await renderPage(page, compiled(path, texts.get(path) ?? ''))).toBe(before)
    expect(preview).not.toBe(before)
    // The pages that are being shown say what they said.
    const { default: site } = await import('virtual:content/site')
    expect(site.name).toBe('Ann Sample')
    expect(preview).toBe(await prerendered(page, content))
  },
)

test('each public page is previewed, with the facts of the site', async () => {
  const content = compiled('site.md', writeField(texts.get('site.md') ?? '', 'name', 'Bea Other'))
  for (const page of ['/', '/cv', '/on-the-web', '/about'] as const) {
    vi.resetModules()
    const { renderPage } = await import('./render-page')
    const preview = await renderPage(page, content)
    expect(preview).toContain('Bea Other')
    expect(preview).not.toContain('Ann Sample')
    expect(preview).toBe(await prerendered(page, content))
  }
})
