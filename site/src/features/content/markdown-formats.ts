import type { ChangeSpec, EditorState, Line, Transaction, TransactionSpec } from '@codemirror/state'
import {
  IconBlockquote,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  type Icon,
} from '../../ui/icons'

/** A view, or what a test has of one. */
interface Target {
  state: EditorState
  dispatch: (transaction: Transaction) => void
}

interface Format {
  name: string
  /** As CodeMirror writes it. */
  shortcut: string
  icon: Icon
  /** Gives what is selected the format, or takes it away. */
  run: (target: Target) => void
}

/** What the toolbar offers. */
export const formats: readonly Format[] = [
  { name: 'Bold', shortcut: 'Mod-b', icon: IconBold, run: (target) => toggleAround(target, '**') },
  { name: 'Italic', shortcut: 'Mod-i', icon: IconItalic, run: (target) => toggleAround(target, '*') },
  { name: 'Link', shortcut: 'Mod-k', icon: IconLink, run: addLink },
  {
    name: 'Heading',
    shortcut: 'Mod-Alt-2',
    icon: IconHeading,
    run: (target) => toggleLines(target, 'heading'),
  },
  { name: 'List', shortcut: 'Mod-Shift-8', icon: IconList, run: (target) => toggleLines(target, 'list') },
  {
    name: 'Numbered list',
    shortcut: 'Mod-Shift-7',
    icon: IconListNumbers,
    run: (target) => toggleLines(target, 'numbers'),
  },
  {
    name: 'Quote',
    shortcut: 'Mod-Shift-9',
    icon: IconBlockquote,
    run: (target) => toggleLines(target, 'quote'),
  },
]

/** A part of a line, without spaces around it. */
interface Part {
  from: number
  to: number
}

/** The parts of the selected lines that hold text, without the signs that begin a block; the caret if there are none. */
function selectedParts(state: EditorState): Part[] {
  const { main } = state.selection
  if (main.empty) {
    const word = state.wordAt(main.head)
    return [word && word.from < main.head && main.head < word.to ? word : main]
  }
  const parts = selectedLines(state).flatMap((line) => {
    const start = Math.max(main.from, line.from + (blockSigns.exec(line.text)?.[0].length ?? 0))
    const text = state.sliceDoc(start, Math.min(main.to, line.to))
    const from = start + text.length - text.trimStart().length
    return text.trim() === '' ? [] : [{ from, to: from + text.trim().length }]
  })
  return parts.length > 0 ? parts : [{ from: main.head, to: main.head }]
}

const blockSigns = /^\s*(>\s?)*([-*+]\s+|\d+[.)]\s+|#{1,6}\s+)?/

/** The text of a part between its asterisks, and how many of them it has on each side. */
function insideAsterisks(state: EditorState, { from, to }: Part): Part & { asterisks: number } {
  const line = state.doc.lineAt(from)
  const before = /\**$/.exec(state.sliceDoc(line.from, from))?.[0].length ?? 0
  const after = /^\**/.exec(state.sliceDoc(to, line.to))?.[0].length ?? 0
  const text = state.sliceDoc(from - before, to + after)
  const [start = '', end = ''] = [/^\**/.exec(text)?.[0], /\**$/.exec(text)?.[0]]
  const asterisks = Math.min(start.length, end.length, Math.floor(text.length / 2))
  return { from: from - before + asterisks, to: to + after - asterisks, asterisks }
}

/** Emphasizes each selected part of a line, or takes that away if all of them are. */
function toggleAround({ state, dispatch }: Target, sign: '*' | '**'): void {
  const { length } = sign
  const parts = selectedParts(state).map((part) => insideAsterisks(state, part))
  // Three asterisks are both.
  const has = ({ asterisks }: { asterisks: number }) => (length === 2 ? asterisks >= 2 : asterisks % 2 === 1)
  const all = parts.every(has)
  const specs = parts
    .filter((part) => all || !has(part))
    .flatMap(({ from, to }): ChangeSpec[] => {
      if (all)
        return [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ]
      return from === to
        ? [{ from, insert: sign + sign }]
        : [
            { from, insert: sign },
            { from: to, insert: sign },
          ]
    })
  const changes = state.changes(specs)
  const [first, last] = [parts[0], parts.at(-1)]
  const { main } = state.selection
  const selection =
    main.empty || !first || !last
      ? { anchor: all || first?.from !== first?.to ? changes.mapPos(main.head, 1) : main.head + length }
      : { anchor: changes.mapPos(first.from, 1), head: changes.mapPos(last.to, -1) }
  dispatch(state.update({ changes, selection, userEvent: 'input', scrollIntoView: true }))
}

const address = 'https://'

/** Makes a link of what is selected in one line, with its address selected to be typed. */
function addLink({ state, dispatch }: Target): void {
  const { main } = state.selection
  const [{ from, to } = main] = main.empty ? [main] : selectedParts(state)
  const words = state.sliceDoc(from, to)
  // Where nothing is selected, its words come first.
  const start = words === '' ? from + 1 : from + words.length + 3
  dispatch(
    state.update({
      changes: { from, to, insert: `[${words}](${address})` },
      selection: words === '' ? { anchor: start } : { anchor: start, head: start + address.length },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
}

/** The lines of the selection. One that only has its end at its beginning is not selected. */
function selectedLines({ doc, selection: { main } }: EditorState): Line[] {
  const lines = [doc.lineAt(main.from)]
  for (let line = doc.lineAt(main.from); line.to < main.to; lines.push(line)) {
    line = doc.line(line.number + 1)
    if (line.from === main.to) break
  }
  return lines
}

/** The signs that a line can have one of. A quote can contain each. */
const lineSigns = {
  heading: { pattern: /^#{1,6} +/, sign: () => '## ' },
  list: { pattern: /^[-*+] +/, sign: () => '- ' },
  numbers: { pattern: /^\d+[.)] +/, sign: (index: number) => `${index + 1}. ` },
  quote: { pattern: /^> ?/, sign: () => '> ' },
} as const

/** Puts a sign in front of each line of the selection, in place of another, or takes it away where all have it. */
function toggleLines({ state, dispatch }: Target, format: keyof typeof lineSigns): void {
  const selected = selectedLines(state)
  const filled = selected.filter(({ text }) => text.trim() !== '')
  // A quote goes on through the empty lines between its paragraphs.
  const lines = format === 'quote' || filled.length === 0 ? selected : filled
  const { pattern, sign } = lineSigns[format]
  const all = lines.every(({ text }) => pattern.test(text))
  const others = format === 'quote' ? [] : [lineSigns.heading, lineSigns.list, lineSigns.numbers]
  const changes = state.changes(
    lines.map(({ from, text }, index) => {
      const present = [lineSigns[format], ...others].find(({ pattern }) => pattern.test(text))
      const length = present?.pattern.exec(text)?.[0].length ?? 0
      return { from, to: from + length, insert: all ? '' : sign(index) }
    }),
  )
  // The caret stays behind the sign, and a selection around its words.
  dispatch(
    state.update({
      changes,
      selection: state.selection.map(changes, 1),
      userEvent: 'input',
      scrollIntoView: true,
    }),
  )
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
