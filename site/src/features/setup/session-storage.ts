/** Values that the browser refused to store, which last until a reload. */
const unstored = new Map<string, string>()

/** Returns what `keep` has stored in this tab. */
export function kept(key: string): string | undefined {
  try {
    return unstored.get(key) ?? sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text for this tab; undefined removes it. */
export function keep(key: string, text: string | undefined): void {
  unstored.delete(key)
  try {
    if (text === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    if (text !== undefined) unstored.set(key, text)
  }
}
