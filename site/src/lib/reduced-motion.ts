const query = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Reports whether the system is set to reduce motion. */
export const reducedMotion = () => query().matches

/** Calls `listener` when that setting changes. Returns a function that stops this. */
export function subscribeReducedMotion(listener: () => void): () => void {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
