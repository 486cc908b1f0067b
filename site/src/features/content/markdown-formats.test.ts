import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { insertParagraph } from './markdown-formats'

test.each([
  ['|', 'x|'],
  ['One.|', 'One.\n\nx|'],
  ['|One.', 'x|\n\nOne.'],
  ['One.\n\n|\n\nTwo.', 'One.\n\nx|\n\nTwo.'],
  ['One.\n|\nTwo.', 'One.\n\nx|\n\nTwo.'],
  ['One| two.', 'One\n\nx|\n\n two.'],
])('a paragraph at the caret is one of its own: %j', (before, after) => {
  const anchor = before.indexOf('|')
  const state = EditorState.create({ doc: before.replace('|', ''), selection: { anchor } })
  const next = state.update(insertParagraph(state, 'x')).state
  const { head } = next.selection.main
  expect(`${next.sliceDoc(0, head)}|${next.sliceDoc(head)}`).toBe(after)
})
