import { history, undo } from '@codemirror/commands'
import { syntaxTree } from '@codemirror/language'
import { EditorSelection, EditorState, type Transaction } from '@codemirror/state'
import { expect, test } from 'vitest'
import { parseMarkdown } from '#model/markdown'
import { formats, insertParagraph } from './markdown-formats'
import { markdownKeys } from './markdown-keys'
import { pageMarkdown } from './markdown-language'
import { linkOf, pastedText } from './markdown-paste'

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

/** A text in which "|" is the caret, or "⟦" and "⟧" are around what is selected; "¦" is a bar of the text. */
function stateOf(text: string): EditorState {
  const [from = 0, to = from] = [...text.matchAll(/[|⟦⟧]/g)].map(({ index }, nth) => index - nth)
  return EditorState.create({
    doc: text.replaceAll(/[|⟦⟧]/g, '').replaceAll('¦', '|'),
    selection: EditorSelection.range(from, to),
    extensions: [history(), pageMarkdown.extension],
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
  const [before, selected, after] = [[0, from] as const, [from, to] as const, [to] as const].map((part) =>
    state.sliceDoc(...part).replaceAll('|', '¦'),
  )
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
  ['Enter', '¦ Year ¦|', '¦ Year ¦\n|'],
  ['Enter', '¦ A ¦\n¦---¦\n¦ 1 ¦|\n¦ 2 ¦', '¦ A ¦\n¦---¦\n¦ 1 ¦\n|\n¦ 2 ¦'],
  ['Enter', '¦ A ¦\n|', '¦ A ¦\n\n|'],
  ['Enter', '> ¦ A ¦|', '> ¦ A ¦\n> |'],
  ['Enter', '- ¦ A ¦|', '- ¦ A ¦\n  |'],
  ['Shift+Enter', '¦ A ¦|', '¦ A ¦\n|'],
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

test.each(['A ⟦50%⟧off', 'これは⟦「大事」⟧です。', '⟦注意：⟧请先阅读', 'One⟦, two⟧ three', 'a⟦(b)⟧c'])(
  'what Bold made of %j is bold on the page and in the editor',
  (text) => {
    const target = targetOf(text)
    formats.find(({ name }) => name === 'Bold')?.run(target)
    const [, words = ''] = /⟦(.*)⟧/.exec(text) ?? []
    const { doc } = target.state
    const page = parseMarkdown(doc.toString()).render({ headingId: (id) => id, image: () => '' })
    expect(page).toContain(`<strong>${words}</strong>`)
    const names: string[] = []
    syntaxTree(target.state).iterate({ enter: ({ name }) => void names.push(name) })
    expect(names).toContain('StrongEmphasis')
  },
)

const listWithCode = '1. Install:\n   ```sh\n   npm ci\n   npm run build\n   ```\n2. Run it.\n'
const inCode = '```\n|\n```'

test.each([
  [
    'a list of Word',
    'Skills:\r\n·\tLedgers\r\n·\tQueues\r\no\tFast ones\r\n·\tPeople\r\n',
    'Skills:\n\n- Ledgers\n- Queues\n  - Fast ones\n- People\n',
  ],
  [
    'a list of a PDF',
    '• Led a team of\nfive people\n• Wrote it down',
    '- Led a team of five people\n- Wrote it down',
  ],
  ['a numbered list of Word', '1.\tFirst\n2.\tSecond', '1. First\n2. Second'],
  ['a list of dashes', '–\tOne\n–\tTwo', '- One\n- Two'],
  ['dashes below items', '• One\n  – sub\n• Two – and a half', '- One\n  - sub\n- Two – and a half'],
  [
    'cells',
    'Year\tSales\r\n2020\ta|b\r\n2021\t\r\n',
    '| Year | Sales |\n| --- | --- |\n| 2020 | a\\|b |\n| 2021 |  |',
  ],
  ['cells of two lines', 'A\tB\n"1\n""2"""\t3', '| A | B |\n| --- | --- |\n| 1 "2" | 3 |'],
  ['cells behind words', 'A\tB\n1\t2', '\n\n| A | B |\n| --- | --- |\n| 1 | 2 |', 'One|'],
])('%s becomes Markdown', (_, text, pasted, target = '|') => {
  expect(pastedText(text, stateOf(target))).toBe(pasted)
})

test.each([
  ['a sentence', 'o my\n1. May was warm – very'],
  ['Markdown', '- One\n- Two'],
  ['a list with code', listWithCode],
  ['a list with a quotation', '1. First:\n   > A quotation\n   > of two lines\n2. Second.\n'],
  ['a list with a table', '1. First:\n\n   | A |\n   |---|\n   | 1 |\n2. Second.\n'],
  ['a list with a second paragraph', '1.\tFirst.\n\n\tMore of it.\n2.\tSecond.\n'],
  ['a list with lines that go on', '- First is long\n  and goes on\n- Second\n  1. Inner\n     line'],
  ['code with tabs', '\tif ready:\n\tship()'],
  ['a list, in code', '•\tOne\n•\tTwo', inCode],
  ['cells, in code', 'A\tB\n1\t2', inCode],
])('%s is pasted as it is', (_, text, target = '|') => {
  expect(pastedText(text, stateOf(target))).toBe(text)
})

test.each([
  ['https://a.example/talk', 'A ⟦talk⟧.', 'A [⟦talk⟧](https://a.example/talk).'],
  ['www.a.example', '⟦a **talk**⟧', '[⟦a **talk**⟧](https://www.a.example)'],
  ['https://a.example/a)b', '⟦talk⟧', '[⟦talk⟧](<https://a.example/a)b>)'],
  ['https://a.example/talk is where I spoke.', '⟦talk⟧', undefined],
  ['www.a.example is old.\n\nSecond paragraph.', '⟦talk⟧', undefined],
  ['https://a.example/my file.pdf', '⟦talk⟧', undefined],
  ['https://a.example/x\n', '⟦talk⟧', undefined],
  ['https://a.example/', '|talk', undefined],
  ['https://a.example/', 'A ⟦talk\n\nTwo⟧', undefined],
  ['https://a.example/', '`a ⟦talk⟧`', undefined],
  ['https://a.example/', '[a ⟦talk⟧](/b)', undefined],
  ['https://a.example/', '⟦- talk⟧', undefined],
  ['https://a.example/', '**a ⟦talk** b⟧', undefined],
])('%j pasted over %j', (clipboard, before, after) => {
  const state = stateOf(before)
  const link = linkOf(state, clipboard)
  expect(link && shown(state.update(link).state)).toBe(after)
})
