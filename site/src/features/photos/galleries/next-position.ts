/** Where `key` goes from the item at `index` of a grid; undefined for keys that go nowhere. */
export function nextPosition(key: string, grid: HTMLElement | null, index: number): number | undefined {
  const last = (grid?.childElementCount ?? 0) - 1
  const steps: Record<string, () => number> = {
    ArrowLeft: () => index - 1,
    ArrowRight: () => index + 1,
    ArrowUp: () => index - columnsOf(grid),
    ArrowDown: () => index + columnsOf(grid),
    Home: () => 0,
    End: () => last,
  }
  const next = index < 0 ? undefined : steps[key]?.()
  return next === undefined ? undefined : Math.max(0, Math.min(last, next))
}

/** How many items stand in the first row. */
function columnsOf(grid: HTMLElement | null): number {
  const items = [...(grid?.children ?? [])] as HTMLElement[]
  const below = items.findIndex((item) => item.offsetTop > (items[0]?.offsetTop ?? 0))
  return below < 0 ? items.length : below
}
