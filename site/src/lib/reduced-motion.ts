const query = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the visitor's system is set to reduce motion now. */
export const reducedMotion = () => query().matches

/** Calls `listener` whenever that setting changes, until the returned function is called. */
export function subscribeReducedMotion(listener: () => void): () => void {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
