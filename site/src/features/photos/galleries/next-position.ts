/** Where `key` goes from the item at `index` of a grid of `count` items in `columns`; undefined for keys that go nowhere. */
export function nextPosition(
  key: string,
  { columns, count }: { columns: number; count: number },
  index: number,
): number | undefined {
  const last = count - 1
  const next: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: last,
  }
  const position = index < 0 ? undefined : next[key]
  return position === undefined ? undefined : Math.max(0, Math.min(last, position))
}
