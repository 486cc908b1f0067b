import MarkdownIt from 'markdown-it'
import { emphasis } from './emphasis.ts'
import { normalAddress } from './links.ts'
import { asciiMailAddress } from './mail-address.mjs'

const markdown = new MarkdownIt({ html: false })

/** The number of links that a text may have. The server's renderer takes milliseconds for each. */
export const maxLinks = 1000

// It knows only a part of the rules for hosts. parseMarkdown normalizes the addresses of other sites.
const normalizeLink = markdown.normalizeLink.bind(markdown)
markdown.normalizeLink = (address) => {
  if (/^(https?:|\/\/)/i.test(address)) return address
  const mail = /^(mailto:)([^?]*\P{ASCII}[^?]*)/iu
  return normalizeLink(
    address.replace(mail, (_, scheme: string, to: string) => scheme + asciiMailAddress(to)),
  )
}

const optionsOf = (env: unknown) => env as RenderOptions

markdown.renderer.rules.link_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const address = String(token?.meta?.['address'])
  const { base } = optionsOf(env)
  const isElsewhere = /^https?:\/\//.test(address)
  const isRelative = base !== undefined && !isElsewhere && URL.canParse(address, base)
  token?.attrSet('href', isRelative ? new URL(address, base).href : address)
  if (isElsewhere) token?.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, index, options)
}

markdown.renderer.rules.heading_open = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  token?.attrSet('id', optionsOf(env).headingId(String(token.meta?.['id'])))
  return renderer.renderToken(tokens, index, options)
}

markdown.renderer.rules.image = (tokens, index, _options, env) =>
  optionsOf(env).image(tokens[index]?.meta as unknown as ImageReference)

// CommonMark wants `<` and `>` around an address with spaces; owners write the name of their file.
const spacedImage = /!\[([^[\]\n]*)\]\(((?:[^()<>"\n]|\([^()\n]*\))+)\)/y
markdown.inline.ruler.after('image', 'spaced image', (state, silent) => {
  spacedImage.lastIndex = state.pos
  const [whole, alt = '', address = ''] = spacedImage.exec(state.src) ?? []
  if (whole === undefined) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.attrSet('src', address.trim())
    token.children = []
    state.md.inline.parse(alt, state.md, state.env, token.children)
  }
  state.pos += whole.length
  return true
})

markdown.inline.State = class extends markdown.inline.State {
  override scanDelims(start: number, canSplitWord: boolean) {
    const found = super.scanDelims(start, canSplitWord)
    if (!canSplitWord) return found
    const { length } = found
    const { begins, ends } = emphasis(this.src.charAt(start - 1), this.src.charAt(start + length), length)
    return { length, can_open: begins, can_close: ends }
  }
}

// Option+Space on a Mac types a no-break space, which looks like the one that a heading or an item needs.
const signBeforeNoBreakSpace = /(?:#{1,6}|[-*+>]|\d{1,9}[.)])\u00a0/y
markdown.block.ruler.before(
  'table',
  'no-break space',
  (state, first, end) => {
    if ((state.sCount[first] ?? 0) - state.blkIndent >= 4) return false
    for (let line = first; line < end; line++) {
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
      signBeforeNoBreakSpace.lastIndex = start
      if (signBeforeNoBreakSpace.test(state.src)) {
        const { lastIndex } = signBeforeNoBreakSpace
        state.src = `${state.src.slice(0, lastIndex - 1)} ${state.src.slice(lastIndex)}`
      } else if (state.src[start] !== '>') break
    }
    return false
  },
  { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
)

/** An image in a text: `![alt](address)`. */
export interface ImageReference {
  address: string
  alt: string
  /** The line of `source`, from 0. */
  line: number
}

/** A link: `[words](address)`. */
interface LinkReference {
  address: string
  /** The line of `source`, from 0. */
  line: number
}

export interface Heading {
  level: number
  /** The line of `source`, from 0. */
  line: number
}

type Token = ReturnType<typeof markdown.parse>[number]

/** A token with those inside it: a list with its items, a paragraph with its words. */
export interface Node {
  token: Token
  children: Node[]
}

export interface Markdown {
  tree: Node[]
  headings: Heading[]
  /** At most `maxLinks`. */
  links: LinkReference[]
  /** The first link beyond them. */
  surplusLink: LinkReference | undefined
  images: ImageReference[]
  /** The text without markup and images. */
  text: string
  empty: boolean
  /** Returns the HTML. Raw HTML in the source becomes text. */
  render: (options: RenderOptions) => string
  /** The text with other addresses of its links; a link whose address becomes undefined is only its words. */
  relink: (addressOf: (address: string) => string | undefined) => Pick<Markdown, 'tree' | 'links' | 'render'>
}

interface RenderOptions {
  /** Returns the markup of an image. */
  image: (image: ImageReference) => string
  /** Returns a heading's id; `id` is made of its text, so that another heading may have the same. */
  headingId: (id: string) => string
  /** The page of the text, for links that must be absolute. */
  base?: string
}

export function parseMarkdown(source: string): Markdown {
  const tokens = markdown.parse(source, {})
  const headings: Heading[] = []
  const links: LinkReference[] = []
  const images: ImageReference[] = []
  let line = 0
  for (const [index, token] of tokens.entries()) {
    line = token.map?.[0] ?? line
    if (token.type === 'inline') collectReferences(token, line, links, images)
    if (token.type === 'heading_open') {
      headings.push({ level: Number(token.tag.slice(1)), line })
      const id = idOf(plainText(tokens[index + 1]?.children))
      token.meta = { id }
      token.attrSet('id', id)
    }
    // The content of a block inherits its direction.
    if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto')
  }
  const own = links.slice(0, maxLinks)
  return {
    ...forms(tokens, own),
    headings,
    surplusLink: links[maxLinks],
    images,
    text: tokens.flatMap((token) => (token.children ?? [token]).map(ownText)).join(' '),
    empty: tokens.length === 0,
    relink: (addressOf) =>
      forms(
        tokens.map((token) => withChildren(token, relinked(token.children, addressOf))),
        own.flatMap(({ address, line }) => {
          const found = addressOf(address)
          return found === undefined ? [] : { address: found, line }
        }),
      ),
  }
}

const forms = (tokens: Token[], links: LinkReference[]) => ({
  tree: nest(tokens),
  links,
  render: (options: RenderOptions) =>
    markdown.renderer.render(tokens, markdown.options, { ...options }).trim(),
})

const withChildren = (token: Token, children: Token[] | null): Token =>
  children === token.children ? token : Object.assign(Object.create(token) as Token, { children })

/** The parts of a paragraph, with the addresses of its links; links are never inside each other. */
function relinked(parts: Token[] | null, addressOf: (address: string) => string | undefined) {
  if (!parts?.some(({ type }) => type === 'link_open')) return parts
  let isLink = true
  return parts.flatMap((part) => {
    if (part.type === 'link_close') return isLink ? part : []
    if (part.type !== 'link_open') return part
    const address = addressOf(String(part.meta?.['address']))
    isLink = address !== undefined
    if (address === undefined) return []
    const attrs = part.attrs?.map((pair) => [...pair] as typeof pair) ?? null
    const other = Object.assign(Object.create(part) as Token, { attrs, meta: { address } })
    other.attrSet('href', address)
    return other
  })
}

const ownText = ({ type, content }: Token) => (type === 'image' ? '' : content)

function nest(tokens: readonly Token[]): Node[] {
  const root: Node[] = []
  const open = [root]
  for (const token of tokens) {
    if (token.nesting < 0) open.pop()
    else {
      const node = { token, children: nest(token.children ?? []) }
      open.at(-1)?.push(node)
      if (token.nesting > 0) open.push(node.children)
    }
  }
  return root
}

/** Adds the links and the images of a paragraph, which begins at `line`; an image's token keeps it until it is rendered. */
function collectReferences(
  { children }: Token,
  line: number,
  links: LinkReference[],
  images: ImageReference[],
): void {
  for (const child of children ?? []) {
    if (child.type === 'softbreak' || child.type === 'hardbreak') line++
    if (child.type === 'link_open') {
      const written = String(child.attrGet('href'))
      const address = links.length < maxLinks ? normalAddress(written) : written
      child.attrSet('href', address)
      child.meta = { address }
      links.push({ address, line })
    }
    if (child.type !== 'image') continue
    const image = { address: String(child.attrGet('src')), alt: plainText(child.children), line }
    child.meta = image
    images.push(image)
  }
}

/** The text of a paragraph, a heading or the words for an image, without markup and addresses. */
function plainText(tokens: readonly Token[] | null | undefined): string {
  const text = ({ type, content, children }: Token) =>
    type === 'image' ? plainText(children) : /break$/.test(type) ? ' ' : content
  return (tokens ?? []).map(text).join('').replace(/\s+/g, ' ').trim()
}

/** The text without markup and addresses, as one line. */
export const textOf = (tree: readonly Node[]): string =>
  tree
    .map(({ token, children }) =>
      token.type === 'inline' ? plainText(token.children) : textOf(children) || token.content,
    )
    .join(' ')
    .trim()

/** The text of the first paragraph, without markup. */
export function firstParagraph(tree: readonly Node[]): string {
  const paragraph = tree.find(({ token }) => token.type === 'paragraph_open')
  return plainText(paragraph?.children[0]?.token.children)
}

/** As GitHub makes ids of headings: 'Más ideas, 2' gives 'más-ideas-2'. */
function idOf(text: string): string {
  const words = text.normalize('NFC').toLowerCase()
  return words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-') || 'section'
}
