const query = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the visitor asked their system for less motion, at this moment. */
export const reducedMotion = () => query().matches

/** Calls `listener` whenever the visitor changes their mind, until the answer is called. */
export function subscribeReducedMotion(listener: () => void): () => void {
  const list = query()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
