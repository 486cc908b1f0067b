import { EditorSelection, type ChangeSpec, type EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import {
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  type Icon,
} from '../../ui/icons'

interface Format {
  name: string
  /** As CodeMirror writes it. */
  shortcut: string
  icon: Icon
  /** Gives what is selected the format, or takes it away. */
  run: (view: EditorView) => void
}

/** What the toolbar offers. */
export const formats: readonly Format[] = [
  { name: 'Bold', shortcut: 'Mod-b', icon: IconBold, run: (view) => toggleAround(view, '**') },
  { name: 'Italic', shortcut: 'Mod-i', icon: IconItalic, run: (view) => toggleAround(view, '*') },
  { name: 'Link', shortcut: 'Mod-k', icon: IconLink, run: addLink },
  { name: 'Heading', shortcut: 'Mod-Alt-2', icon: IconHeading, run: (view) => toggleLines(view, '## ') },
  { name: 'List', shortcut: 'Mod-Shift-8', icon: IconList, run: (view) => toggleLines(view, '- ') },
  {
    name: 'Quote',
    shortcut: 'Mod-Shift-9',
    icon: IconBlockquote,
    run: (view) => toggleLines(view, '> '),
  },
]

function toggleAround(view: EditorView, sign: string): void {
  const { state } = view
  view.dispatch(
    state.changeByRange(({ from, to }) => {
      const { length } = sign
      const outside = around(state.sliceDoc(from - length, from), state.sliceDoc(to, to + length), sign)
      const wider = state.sliceDoc(Math.max(0, from - length - 1), from - length)
      if (from >= length && outside && !(sign === '*' && wider === '*')) {
        return {
          changes: [
            { from: from - length, to: from },
            { from: to, to: to + length },
          ],
          range: EditorSelection.range(from - length, to - length),
        }
      }
      return {
        changes: [
          { from, insert: sign },
          { from: to, insert: sign },
        ],
        range: EditorSelection.range(from + length, to + length),
      }
    }),
    { userEvent: 'input' },
  )
}

const around = (before: string, after: string, sign: string) => before === sign && after === sign

const address = 'https://'

/** Makes a link of what is selected, with its address selected to be typed. */
function addLink(view: EditorView): void {
  const { state } = view
  const { from, to } = state.selection.main
  const words = state.sliceDoc(from, to)
  // Where nothing is selected, its words come first.
  const start = words === '' ? from + 1 : from + words.length + 3
  view.dispatch({
    changes: { from, to, insert: `[${words}](${address})` },
    selection: words === '' ? { anchor: start } : { anchor: start, head: start + address.length },
    userEvent: 'input',
  })
}

/** Puts a sign in front of each line of the selection, or takes it away where all have it. */
function toggleLines(view: EditorView, sign: string): void {
  const { doc, selection } = view.state
  const { from, to } = selection.main
  const lines = []
  for (let line = doc.lineAt(from); ; line = doc.line(line.number + 1)) {
    lines.push(line)
    if (line.to >= to) break
  }
  const all = lines.every(({ text }) => text.startsWith(sign))
  const changes: ChangeSpec[] = lines.map((line) =>
    all ? { from: line.from, to: line.from + sign.length } : { from: line.from, insert: sign },
  )
  view.dispatch({ changes, userEvent: 'input' })
}

/** Puts `words` at the caret as a paragraph of their own, with the caret behind them. */
export function insertParagraph({ doc, selection }: EditorState, words: string): TransactionSpec {
  const { to } = selection.main
  const above = doc.sliceString(0, to)
  const below = doc.sliceString(to)
  const lines = (around: string, ends: RegExp) =>
    around.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - (ends.exec(around)?.[0].length ?? 0)))
  const insert = lines(above, /\n*$/) + words
  return {
    changes: { from: to, insert: insert + lines(below, /^\n*/) },
    selection: { anchor: to + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  }
}
