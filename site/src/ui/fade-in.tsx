import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'
import { reducedMotion } from '../lib/reduced-motion'

interface FadeInOptions {
  /** Milliseconds. */
  duration?: number
  /** Milliseconds. */
  delay?: number
}

/**
 * Fades an element in, once, when it comes into sight. What a prerendered page has already painted is left alone,
 * and nothing is ever hidden while it waits: without a script, in print and in a long screenshot it is simply there.
 */
export function useFadeIn<E extends HTMLElement>({
  duration = 500,
  delay = 50,
}: FadeInOptions = {}): RefObject<E | null> {
  const ref = useRef<E>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || reducedMotion()) return
    let painted = !('hydrated' in document.documentElement.dataset)
    const fade = () =>
      element.animate([{ opacity: 0, transform: 'translateY(8px)' }, {}], {
        duration,
        delay,
        easing: 'cubic-bezier(.2, .7, .2, 1)',
        fill: 'backwards',
      })
    if (!painted && element.getBoundingClientRect().top < innerHeight) {
      fade()
      return
    }
    // The margin lets the fade begin before the first row of pixels could be seen in full strength.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          if (!painted) fade()
          observer.disconnect()
        }
        painted = false
      },
      { rootMargin: '48px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [duration, delay])
  return ref
}

/** A block that fades in when it comes into sight. */
export function FadeIn({ duration, delay, ...rest }: FadeInOptions & ComponentProps<'div'>) {
  const ref = useFadeIn<HTMLDivElement>({
    ...(duration !== undefined && { duration }),
    ...(delay !== undefined && { delay }),
  })
  return <div {...rest} ref={ref} />
}
