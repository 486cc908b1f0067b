import { diffWordsWithSpace } from 'diff'

/** The text of `root` that a page with the text `before` does not have, as ranges of its document. */
export function changedText(root: Element, before: string): Range[] {
  const nodes: { node: Text; start: number }[] = []
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let text = ''
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, start: text.length })
    text += node.data
  }
  let at = 0
  return diffWordsWithSpace(before, text).flatMap(({ value, added, removed }) => {
    if (removed) return []
    const [start, end] = [at, (at += value.length)]
    if (!added || value.trim() === '') return []
    return nodes.flatMap(({ node, start: first }) => {
      const [from, to] = [Math.max(start - first, 0), Math.min(end - first, node.length)]
      if (from >= to || node.data.slice(from, to).trim() === '') return []
      const range = root.ownerDocument.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return [range]
    })
  })
}
