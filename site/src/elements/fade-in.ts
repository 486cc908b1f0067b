import { reducedMotion } from '../lib/reduced-motion'

/** Fades `element` in when it first becomes visible. Nothing is hidden before, so print and long screenshots show it. */
export function fadeIn(element: Element): void {
  if (reducedMotion()) return
  let wasVisible = true
  // The margin lets the fade begin before the first row of pixels could be seen in full strength.
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry?.isIntersecting) {
        if (!wasVisible) fade(element)
        observer.disconnect()
      }
      wasVisible = false
    },
    { rootMargin: '48px' },
  )
  observer.observe(element)
}

const fade = (element: Element) =>
  element.animate([{ opacity: 0, transform: 'translateY(8px)' }, {}], {
    duration: 500,
    delay: 50,
    easing: 'cubic-bezier(.2, .7, .2, 1)',
    fill: 'backwards',
  })
