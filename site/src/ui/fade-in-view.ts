import { reducedMotion } from '../lib/reduced-motion'

export interface FadeInOptions {
  /** Milliseconds. */
  duration?: number | undefined
  /** Milliseconds. */
  delay?: number | undefined
}

const seen = new WeakSet<Element>()

/**
 * Fades `element` in, once, when it comes into sight. What is `painted` already is left alone as long as it stays in sight,
 * and nothing is ever hidden while it waits: without a script, in print and in a long screenshot it is simply there. For an
 * element that is taken care of already, nothing is done.
 */
export function fadeInView(
  element: Element,
  painted: boolean,
  { duration = 500, delay = 50 }: FadeInOptions = {},
): void {
  if (seen.has(element) || reducedMotion()) return
  seen.add(element)
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
}
