import MarkdownIt from 'markdown-it'
import { slugify } from '../lib/slugify.ts'

const markdown = new MarkdownIt({ html: false })

markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  const token = tokens[index]
  if (token && /^https?:\/\//.test(String(token.attrGet('href')))) token.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, index, options)
}

markdown.renderer.rules.image = (tokens, index, _options, env) => {
  const { show } = env as unknown as { show: ShowPicture }
  return show(tokens[index]?.meta as unknown as PictureReference)
}

// CommonMark wants `<` and `>` around an address with spaces; owners write what their file is called.
const spacedPicture = /!\[([^\]\n]*)\]\(((?:[^()<>"\n]|\([^()\n]*\))+)\)/y
markdown.inline.ruler.after('image', 'spaced picture', (state, silent) => {
  spacedPicture.lastIndex = state.pos
  const [whole, alt = '', address = ''] = spacedPicture.exec(state.src) ?? []
  if (whole === undefined) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.attrSet('src', address.trim())
    token.content = alt
    token.children = []
  }
  state.pos += whole.length
  return true
})

/** A picture in a text: `![alt](address)`. */
export interface PictureReference {
  address: string
  alt: string
  /** The line of `source`, from 0. */
  line: number
}

/** The markup of a picture. */
export type ShowPicture = (picture: PictureReference) => string

export interface Parsed {
  /** Lines of `source`, from 0, that hold a heading of the first level: those belong to the page, not to its text. */
  topHeadings: number[]
  pictures: PictureReference[]
  empty: boolean
  /** Raw HTML in `source` becomes text; each heading gets an id made of its words. */
  render: (show?: ShowPicture) => string
}

export function parseMarkdown(source: string): Parsed {
  const tokens = markdown.parse(source, {})
  const topHeadings: number[] = []
  const pictures: PictureReference[] = []
  const seen = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') pictures.push(...picturesIn(token))
    if (token.type !== 'heading_open') continue
    if (token.tag === 'h1') topHeadings.push(token.map?.[0] ?? 0)
    token.attrSet('id', uniqueId(tokens[index + 1]?.content ?? '', seen))
  }
  return {
    topHeadings,
    pictures,
    empty: tokens.length === 0,
    render: (show = () => '') => markdown.renderer.render(tokens, markdown.options, { show }).trim(),
  }
}

type Token = ReturnType<typeof markdown.parse>[number]

/** Each picture of a paragraph, which its token keeps for the time it is rendered. */
function picturesIn({ map, children }: Token): PictureReference[] {
  const found: PictureReference[] = []
  let line = map?.[0] ?? 0
  for (const child of children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') line++
    if (child.type !== 'image') continue
    const picture = { address: String(child.attrGet('src')), alt: child.content.trim(), line }
    child.meta = picture
    found.push(picture)
  }
  return found
}

function uniqueId(words: string, seen: Map<string, number>): string {
  const id = slugify(words) || 'section'
  const count = (seen.get(id) ?? 0) + 1
  seen.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
