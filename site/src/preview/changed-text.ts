import { changedWords } from '../lib/changed-words'

/**
 * The text of `root` that a page with the text `before` does not have, as ranges of its document: words, or whole
 * paragraphs if too many differ.
 */
export function changedText(root: Element, before: string): Range[] {
  const nodes: { node: Text; start: number }[] = []
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let text = ''
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    nodes.push({ node, start: text.length })
    text += node.data
  }
  const rangeOf = (node: Text, from: number, to: number) => {
    const range = root.ownerDocument.createRange()
    range.setStart(node, from)
    range.setEnd(node, to)
    return range
  }
  const changes = changedWords(before, text)
  if (!changes)
    return nodes
      .filter(({ node: { data } }) => data.trim() !== '' && !before.includes(data))
      .map(({ node }) => rangeOf(node, 0, node.length))
  let at = 0
  return changes.flatMap(({ value, added, removed }) => {
    if (removed) return []
    const [start, end] = [at, (at += value.length)]
    if (!added || value.trim() === '') return []
    return nodes.flatMap(({ node, start: first }) => {
      const [from, to] = [Math.max(start - first, 0), Math.min(end - first, node.length)]
      if (from >= to || node.data.slice(from, to).trim() === '') return []
      return [rangeOf(node, from, to)]
    })
  })
}
