import { usePageTexts } from './language'

/** A fixed text among the owner's words: a page in whose language it is has no element for it. */
export function Fixed({ children }: { children: string }) {
  const { fixed } = usePageTexts()
  return fixed.lang === undefined ? children : <span {...fixed}>{children}</span>
}
