import { history, undo } from '@codemirror/commands'
import { commonmarkLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import { formats, insertParagraph } from './markdown-formats'
import { markdownKeys, pastedText } from './markdown-keys'

test.each([
  ['|', 'x|'],
  ['One.|', 'One.\n\nx|'],
  ['|One.', 'x|\n\nOne.'],
  ['One.\n\n|\n\nTwo.', 'One.\n\nx|\n\nTwo.'],
  ['One.\n|\nTwo.', 'One.\n\nx|\n\nTwo.'],
  ['One| two.', 'One\n\nx|\n\n two.'],
])('a paragraph at the caret is one of its own: %j', (before, after) => {
  const state = stateOf(before)
  expect(shown(state.update(insertParagraph(state, 'x')).state)).toBe(after)
})

/** A text in which "|" is the caret, or "⟦" and "⟧" are around what is selected. */
function stateOf(text: string): EditorState {
  const [from = 0, to = from] = [...text.matchAll(/[|⟦⟧]/g)].map(({ index }, nth) => index - nth)
  return EditorState.create({
    doc: text.replaceAll(/[|⟦⟧]/g, ''),
    selection: EditorSelection.range(from, to),
    extensions: [history(), commonmarkLanguage.extension],
  })
}

/** What a command changes. */
function targetOf(text: string) {
  const target = {
    state: stateOf(text),
    dispatch: ({ state }: Transaction) => {
      target.state = state
    },
  }
  return target
}

function shown(state: EditorState): string {
  const { from, to } = state.selection.main
  const [before, selected, after] = [state.sliceDoc(0, from), state.sliceDoc(from, to), state.sliceDoc(to)]
  return from === to ? `${before}|${after}` : `${before}⟦${selected}⟧${after}`
}

const whole = '⟦One\n\nTwo⟧'

test.each([
  // At the start, in the middle, at the end, on an empty line, with several lines.
  ['Bold', '|One two', '**|**One two'],
  ['Bold', 'One t|wo', 'One **t|wo**'],
  ['Bold', 'One |', 'One **|**'],
  ['Bold', 'One\n|', 'One\n**|**'],
  ['Bold', '**|**', '|'],
  ['Bold', whole, '**⟦One**\n\n**Two⟧**'],
  ['Bold', '**⟦One**\n\n**Two⟧**', whole],
  ['Bold', '⟦- One\n- Two⟧', '- **⟦One**\n- **Two⟧**'],
  ['Bold', '⟦One ⟧two', '**⟦One⟧** two'],
  ['Bold', '⟦**One**⟧', '⟦One⟧'],
  ['Bold', '*⟦One⟧*', '***⟦One⟧***'],
  ['Italic', '|One two', '*|*One two'],
  ['Italic', 'One t|wo', 'One *t|wo*'],
  ['Italic', 'One |', 'One *|*'],
  ['Italic', '|', '*|*'],
  ['Italic', whole, '*⟦One*\n\n*Two⟧*'],
  ['Italic', '**⟦One⟧**', '***⟦One⟧***'],
  ['Italic', '***⟦One⟧***', '**⟦One⟧**'],
  ['Link', '|One', '[|](https://)One'],
  ['Link', 'One|', 'One[|](https://)'],
  ['Link', '|', '[|](https://)'],
  ['Link', 'A ⟦quay⟧.', 'A [quay](⟦https://⟧).'],
  ['Link', whole, '[One](⟦https://⟧)\n\nTwo'],
  ['Heading', '|', '## |'],
  ['Heading', 'One\n\n|', 'One\n\n## |'],
  ['Heading', '|One', '## |One'],
  ['Heading', 'O|ne', '## O|ne'],
  ['Heading', 'One|', '## One|'],
  ['Heading', '## One|', 'One|'],
  ['Heading', '- One|', '## One|'],
  ['Heading', whole, '## ⟦One\n\n## Two⟧'],
  ['List', '|', '- |'],
  ['List', 'One\n\n|', 'One\n\n- |'],
  ['List', '|One', '- |One'],
  ['List', 'O|ne', '- O|ne'],
  ['List', 'One|', '- One|'],
  ['List', '- |', '|'],
  ['List', '⟦One\nTwo⟧\nThree', '- ⟦One\n- Two⟧\nThree'],
  ['List', '⟦One\nTwo\n⟧Three', '- ⟦One\n- Two\n⟧Three'],
  ['List', '⟦1. One\n2. Two⟧', '⟦- One\n- Two⟧'],
  ['Numbered list', '|', '1. |'],
  ['Numbered list', '|One', '1. |One'],
  ['Numbered list', 'One|', '1. One|'],
  ['Numbered list', '⟦One\nTwo⟧', '1. ⟦One\n2. Two⟧'],
  ['Numbered list', '⟦1. One\n2. Two⟧', '⟦One\nTwo⟧'],
  ['Quote', '|', '> |'],
  ['Quote', '|One', '> |One'],
  ['Quote', 'O|ne', '> O|ne'],
  ['Quote', 'One|', '> One|'],
  ['Quote', whole, '> ⟦One\n> \n> Two⟧'],
  ['Quote', '> ⟦One\n> \n> Two⟧', whole],
  ['Quote', '- One|', '> - One|'],
])('%s on %j gives %j, and one Undo takes it back', (name, before, after) => {
  const target = targetOf(before)
  formats.find((format) => format.name === name)?.run(target)
  expect(shown(target.state)).toBe(after)
  undo(target)
  expect(shown(target.state)).toBe(before)
})

test.each([
  ['Enter', 'One.|', 'One.\n\n|'],
  ['Enter', 'One.| Two.', 'One.\n\n| Two.'],
  ['Enter', 'One.\n\n|', 'One.\n\n\n|'],
  ['Enter', '## One|', '## One\n\n|'],
  ['Enter', '- One|', '- One\n- |'],
  ['Enter', '1. One|', '1. One\n2. |'],
  ['Enter', '- One\n- |', '- One\n\n|'],
  ['Enter', '- |', '|'],
  ['Enter', '> One|', '> One\n>\n> |'],
  ['Enter', '> One\n>\n> |', '> One\n\n|'],
  ['Enter', '⟦One⟧ two', '\n| two'],
  ['Shift+Enter', 'One|', 'One\\\n|'],
  ['Shift+Enter', '- One|', '- One\\\n  |'],
  ['Shift+Enter', '> One|', '> One\\\n> |'],
  ['Shift+Enter', '|', '\n|'],
])('%s in %j gives %j', (key, before, after) => {
  const target = targetOf(before)
  const commands = markdownKeys.flatMap(({ key: of, run, shift }) =>
    of === 'Enter' ? (key === 'Enter' ? run : (shift ?? [])) : [],
  )
  expect(commands.some((command) => command(target))).toBe(true)
  expect(shown(target.state)).toBe(after)
})

test.each([
  [
    'Word',
    'Skills:\r\n·\tLedgers\r\n·\tQueues\r\no\tFast ones\r\n·\tPeople\r\n',
    'Skills:\n\n- Ledgers\n- Queues\n  - Fast ones\n- People\n',
  ],
  ['a PDF', '• Led a team of\nfive people\n• Wrote it down', '- Led a team of five people\n- Wrote it down'],
  ['Word, numbered', '1.\tFirst\n2.\tSecond', '1. First\n2. Second'],
  ['dashes', '–\tOne\n–\tTwo', '- One\n- Two'],
  ['a sentence', 'o my\n1. May was warm – very', 'o my\n1. May was warm – very'],
  ['Markdown', '- One\n- Two', '- One\n- Two'],
  ['dashes below items', '• One\n  – sub\n• Two – and a half', '- One\n  - sub\n- Two – and a half'],
])('a list of %s is pasted as Markdown', (_, text, pasted) => {
  expect(pastedText(text)).toBe(pasted)
})
