import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false })

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const token = tokens[index]
  if (token && /^https?:\/\//.test(String(token.attrGet('href')))) token.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, index, options)
}

export interface Rendered {
  html: string
  /** Lines of `source`, from 0, that hold a heading of the first level: those belong to the page, not to its text. */
  topHeadings: number[]
}

/** Renders markdown to HTML. Raw HTML in `source` becomes text; each heading gets an id made of its words. */
export function renderMarkdown(source: string): Rendered {
  const tokens = markdown.parse(source, {})
  const topHeadings: number[] = []
  const seen = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    if (token.tag === 'h1') topHeadings.push(token.map?.[0] ?? 0)
    token.attrSet('id', uniqueId(tokens[index + 1]?.content ?? '', seen))
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}).trim(), topHeadings }
}

function uniqueId(words: string, seen: Map<string, number>): string {
  const id = slugify(words) || 'section'
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}

/** Small letters, digits and hyphens: 'Why an économist…' gives 'why-an-economist'. */
export function slugify(words: string): string {
  const plain = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}
