import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { Facet, type Range } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  ViewPlugin,
  WidgetType,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Returns the address of an image's file, given its address in the text. */
type FindImage = (address: string) => string | undefined

/** What finds the files of images. */
export const findImage = Facet.define<FindImage, FindImage>({
  combine: ([source = () => undefined]) => source,
})

class ImageWidget extends WidgetType {
  readonly source: string

  constructor(source: string) {
    super()
    this.source = source
  }

  override eq({ source }: ImageWidget): boolean {
    return source === this.source
  }

  override toDOM(): HTMLElement {
    // Its alternative text is beside it.
    const image = Object.assign(document.createElement('img'), { src: this.source, alt: '' })
    image.className = 'cm-image'
    return image
  }
}

const line = (name: string) => Decoration.line({ class: name })
const looks = {
  Blockquote: line('cm-quote'),
  BulletList: line('cm-item'),
  OrderedList: line('cm-item'),
}
const bullet = Decoration.mark({ class: 'cm-bullet' })
const number = Decoration.mark({ class: 'cm-number' })

/** The direction of a line is that of its first letter with one, as of a block on the page. */
const ownDirection = Decoration.line({ attributes: { dir: 'auto' } })

/** The decorations of what is visible: directions, lines of quotes and lists, bullets, images. */
function decorate(view: EditorView): DecorationSet {
  const { state } = view
  const found: Range<Decoration>[] = []
  const source = state.facet(findImage)
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; at = state.doc.lineAt(at).to + 1)
      found.push(ownDirection.range(state.doc.lineAt(at).from))
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, node }) {
        if (name === 'Blockquote') {
          const last = state.doc.lineAt(Math.min(node.to, to))
          for (let at = state.doc.lineAt(Math.max(node.from, from)); ; at = state.doc.line(at.number + 1)) {
            found.push(looks.Blockquote.range(at.from))
            if (at.number >= last.number) break
          }
        }
        if (name === 'ListMark') {
          const list = node.parent?.parent?.name
          if (list !== 'BulletList' && list !== 'OrderedList') return
          found.push(looks[list].range(state.doc.lineAt(node.from).from))
          const space = /^[ \t]/.test(state.sliceDoc(node.to, node.to + 1)) ? 1 : 0
          found.push((list === 'BulletList' ? bullet : number).range(node.from, node.to + space))
        }
        if (name === 'Image') {
          const url = node.getChild('URL')
          const file = url && source(state.sliceDoc(url.from, url.to))
          if (file) found.push(Decoration.widget({ widget: new ImageWidget(file), side: 1 }).range(node.to))
        }
      },
    })
  }
  return Decoration.set(found, true)
}

const decorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, startState, state, view } = update
      const isOther =
        syntaxTree(startState) !== syntaxTree(state) || startState.facet(findImage) !== state.facet(findImage)
      if (docChanged || viewportChanged || isOther) this.decorations = decorate(view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const dimmed = { color: 'var(--text3)', fontWeight: '400', fontStyle: 'normal', textDecoration: 'none' }

const highlighting = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5em', fontWeight: '650', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.375em', fontWeight: '650', lineHeight: '1.4' },
  { tag: tags.heading3, fontSize: '1.1875em', fontWeight: '650', lineHeight: '1.4' },
  { tag: tags.heading, fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--link)', textDecoration: 'underline' },
  { tag: tags.quote, color: 'var(--text2)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono, monospace)', fontSize: '0.9375em' },
  { tag: [tags.processingInstruction, tags.url, tags.escape], ...dimmed },
])

const theme = EditorView.theme({
  '&': { font: '400 1rem/1.6 var(--font-ui)', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'inherit' },
  '.cm-content': { minHeight: '9rem', padding: '0.5rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.875rem' },
  '.cm-marked': { boxShadow: 'inset 3px 0 var(--danger)' },
  '.cm-quote': {
    position: 'relative',
    paddingInlineStart: '1.625rem',
    '&::before': {
      content: '""',
      position: 'absolute',
      insetBlock: '0',
      insetInlineStart: '0.875rem',
      borderInlineStart: '3px solid var(--honey)',
    },
  },
  '.cm-item': { paddingInlineStart: '2.125rem', textIndent: '-1.25rem' },
  '.cm-quote.cm-item': { paddingInlineStart: '2.875rem' },
  '.cm-bullet, .cm-number': {
    display: 'inline-block',
    minWidth: '1.25rem',
    textIndent: '0',
    color: 'var(--text3)',
  },
  '.cm-bullet': {
    position: 'relative',
    // The sign stays for the caret, the clipboard and screen readers.
    '&, & *': { color: 'transparent !important' },
    '&::before': {
      content: '"•" / ""',
      position: 'absolute',
      insetInlineStart: '0.25rem',
      color: 'var(--text2)',
    },
  },
  '.cm-image': {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '12rem',
    margin: '0.25rem 0 0.5rem',
    borderRadius: '0.75rem',
  },
  '.cm-panels': { background: 'var(--surface2)', color: 'var(--text)', borderRadius: 'inherit' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.5rem',
    padding: '0.5rem 2.75rem 0.5rem 0.875rem',
    font: '400 0.875rem/1.25rem var(--font-ui)',
    '& br': { display: 'none' },
    '& label': { display: 'inline-flex', alignItems: 'center', gap: '0.25rem', fontSize: 'inherit' },
    '& input, & button, & label': { margin: '0' },
    '& [name=close]': {
      position: 'absolute',
      top: '0.5rem',
      right: '0.5rem',
      minWidth: '2.25rem',
      minHeight: '2.25rem',
      font: '400 1.25rem/1 var(--font-ui)',
      color: 'inherit',
      cursor: 'pointer',
    },
    '& :focus-visible': { outline: '2px solid var(--ring)', outlineOffset: '1px' },
  },
  '.cm-textfield, .cm-button': {
    minHeight: '2.25rem',
    padding: '0 0.625rem',
    border: '1px solid var(--control)',
    borderRadius: '0.5rem',
    background: 'var(--surface)',
    color: 'inherit',
    font: 'inherit',
    backgroundImage: 'none',
  },
  '.cm-searchMatch': { background: 'var(--honey-soft)', outline: '1px solid var(--honey)' },
  '.cm-searchMatch-selected': { background: 'var(--honey)', color: '#1d1500' },
})

/** Markdown that reads like the page: its signs are dimmed, lists, quotes and images look as they will. */
export const markdownLook = [
  decorations,
  EditorView.perLineTextDirection.of(true),
  syntaxHighlighting(highlighting),
  theme,
]
