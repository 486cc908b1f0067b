import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { fadeInView, type FadeInOptions } from './fade-in-view'

/** The attributes of an element that fades in when it comes into sight. */
export function useFadeIn<E extends HTMLElement>({ duration, delay }: FadeInOptions = {}) {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    if (ref.current)
      fadeInView(ref.current, !('hydrated' in document.documentElement.dataset), { duration, delay })
  }, [duration, delay])
  return { ref, 'data-fade-in': '' }
}

/** A block that fades in when it comes into sight. */
export function FadeIn({ duration, delay, ...rest }: FadeInOptions & ComponentProps<'div'>) {
  return <div {...rest} {...useFadeIn<HTMLDivElement>({ duration, delay })} />
}
