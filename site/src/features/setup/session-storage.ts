import { store, stored } from '../../lib/storage'

/** Values that the browser refused to store, which last until a reload. */
const unstored = new Map<string, string>()

/** Returns what `keep` has stored in this tab. */
export const kept = (key: string): string | undefined =>
  unstored.get(key) ?? stored(key, 'sessionStorage') ?? undefined

/** Stores a text for this tab; undefined removes it. */
export function keep(key: string, text: string | undefined): void {
  unstored.delete(key)
  const isStored = store(key, text ?? null, 'sessionStorage')
  if (!isStored && text !== undefined) unstored.set(key, text)
}
