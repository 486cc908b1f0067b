/**
 * Stands inline in the head of every page; the build fills in the two names below. It shows the saved theme before the
 * first paint and fetches the app when it costs the reader nothing: at once on a screen that is nothing without it or
 * for a visitor who has signed in, else at the first interaction or when the browser is idle after the page has loaded.
 */
declare const ENTRY: string
declare const DARK_CANVAS: string

const root = document.documentElement

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

if (stored('theme') == 'dark') {
  root.classList.add('dark')
  root.style.colorScheme = 'dark'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', DARK_CANVAS)
}

let started: Promise<unknown> | undefined
const start = () => {
  started ??= import(ENTRY).then(
    () => sayFailed(false),
    () => {
      // Without a network the page stays what it is: readable. The next interaction tries again.
      started = undefined
      sayFailed(true)
    },
  )
}

// Only the document that is empty without the app has the words for it.
const sayFailed = (failed: boolean) => document.querySelector('#failure')?.toggleAttribute('hidden', !failed)

const clicked: HTMLElement[] = []
const keepClick = (event: Event) => {
  const button = (event.target as Element).closest('button')
  if (!button) return
  // React, which may be half way there, must not answer what is replayed below.
  event.stopImmediatePropagation()
  clicked.push(button)
}

addEventListener('click', keepClick, true)
addEventListener('pointerdown', start)
addEventListener('keydown', start)
addEventListener('hydrated', () => {
  removeEventListener('click', keepClick, true)
  for (const button of clicked) button.click()
})

if ('atOnce' in root.dataset || stored('access') || stored('refresh')) {
  addEventListener('DOMContentLoaded', start)
} else {
  // Safari has no idle callbacks.
  const idle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout
  addEventListener('load', () => idle(start))
}
