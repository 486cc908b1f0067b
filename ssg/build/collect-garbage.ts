import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Up to so many pages, the peak of memory comes while bundling, before pages are rendered. */
const fewPages = 1_000

/**
 * Collects garbage before that many pages are rendered, and from then on each time that the heap has grown by a fifth. It
 * costs a twentieth of the build's time, so a small site goes without.
 */
export function collectGarbage(pages: number): void {
  if (pages <= fewPages) return
  setFlagsFromString('--heap-growing-percent=20')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
