import { deleteMarkupBackward, insertNewlineContinueMarkup } from '@codemirror/lang-markdown'
import { syntaxTree } from '@codemirror/language'
import type { EditorState, StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** The signs of the blocks around a line's text: those of quotes and those of a list's item. */
const signs = /^(\s*(?:>\s?)*)((?:[-*+]|\d+[.)])\s+)?/

interface Caret {
  /** The text of its line on both sides, and the line above. */
  before: string
  after: string
  above: string
  /** The signs before it. */
  quote: string
  item: string
  blocks: readonly string[]
}

/** Undefined in code, where an end of line is one. */
export function caretIn(state: EditorState): Caret | undefined {
  const { from, to } = state.selection.main
  const blocks: string[] = []
  const { node } = syntaxTree(state).resolveInner(from, -1)
  for (let block: typeof node | null = node; block; block = block.parent) blocks.push(block.name)
  if (blocks.some((name) => /^(FencedCode|CodeBlock)$/.test(name))) return undefined
  const line = state.doc.lineAt(from)
  const before = state.sliceDoc(line.from, from)
  const [, quote = '', item = ''] = signs.exec(before) ?? []
  const above = line.number > 1 ? state.doc.line(line.number - 1).text : ''
  return { before, after: state.sliceDoc(to, state.doc.lineAt(to).to), above, quote, item, blocks }
}

/** Replaces the selection, and `remove` characters before it, with `insert`. */
const inserting =
  (textOf: (caret: Caret) => { insert: string; remove?: number } | undefined): StateCommand =>
  ({ state, dispatch }) => {
    const caret = caretIn(state)
    const text = caret && textOf(caret)
    if (!text) return false
    const { insert, remove = 0 } = text
    const { from, to } = state.selection.main
    dispatch(
      state.update({
        changes: { from: from - remove, to, insert },
        selection: { anchor: from - remove + insert.length },
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }

/** Ends a list or a quote at its empty line. */
const leaveBlock = inserting(({ before, after, above, quote, item }) => {
  const isEmpty = before !== '' && before === quote + item && after.trim() === ''
  // A list inside another one goes on with the outer one's next item.
  if (!isEmpty || /^\s/.test(before)) return undefined
  if (item !== '')
    return { insert: above.trim() === '' ? quote : `${quote.trimEnd()}\n${quote}`, remove: before.length }
  return above === quote.trimEnd()
    ? { insert: '\n', remove: before.length + 1 + above.length }
    : { insert: above.trim() === '' ? '' : '\n', remove: before.length }
})

/** Begins a paragraph, also inside a quote. */
const beginParagraph = inserting(({ before, quote, blocks }) => {
  if (blocks.includes('ListItem')) return undefined
  if (quote.trim() !== '') return { insert: `\n${quote.trimEnd()}\n${quote}` }
  return { insert: before.trim() === '' ? '\n' : '\n\n' }
})

const textBefore = ({ before, quote, item }: Caret) => before.slice(quote.length + item.length)
const nextLine = ({ quote, item }: Caret) => `\n${quote}${' '.repeat(item.length)}`

/** Begins the next row of a table. */
const beginRow = inserting((caret) =>
  textBefore(caret).startsWith('|') ? { insert: nextLine(caret) } : undefined,
)

/** Begins a line of the same paragraph. A heading and a row of a table have one line. */
const beginLine = inserting((caret) => {
  const text = textBefore(caret)
  const sign = text.trim() === '' || /^(#{1,6}\s|\|)/.test(text) ? '' : '\\'
  return { insert: sign + nextLine(caret) }
})

/** Enter begins a paragraph, the next row of a table or the next item of a list, and Shift+Enter a line. */
export const markdownKeys: readonly { key: string; run: StateCommand; shift?: StateCommand }[] = [
  { key: 'Enter', run: leaveBlock, shift: beginLine },
  { key: 'Enter', run: beginRow },
  { key: 'Enter', run: beginParagraph },
  { key: 'Enter', run: insertNewlineContinueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
]

/** Replaces several selected lines by what is typed. Chromium would give the rest styles, which the policy refuses. */
export const typedOverLines = EditorView.domEventHandlers({
  beforeinput({ inputType, data }, view) {
    const { doc, selection } = view.state
    const { from, to } = selection.main
    if (inputType !== 'insertText' || data === null || to <= doc.lineAt(from).to) return false
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})
