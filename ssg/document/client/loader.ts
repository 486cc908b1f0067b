/**
 * The inline script in the head of every page; the build defines the two constants below. It applies the saved theme before
 * the first paint, and loads the app: at once on a screen that is empty without it and for a visitor who has signed in, else
 * at the first interaction or when the browser is idle after the page has loaded.
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
    () => showFailure(false),
    () => {
      // Without a network the page stays readable. The next interaction tries again.
      started = undefined
      showFailure(true)
    },
  )
}

// Only the document that is empty without the app has this element.
const showFailure = (failed: boolean) =>
  document.querySelector('#failure')?.toggleAttribute('hidden', !failed)

const clicked: HTMLElement[] = []
const recordClick = (event: Event) => {
  const button = (event.target as Element).closest('button')
  if (!button) return
  // React may have hydrated a part, which must not handle a click that is replayed below.
  event.stopImmediatePropagation()
  clicked.push(button)
}

addEventListener('click', recordClick, true)
addEventListener('pointerdown', start)
addEventListener('keydown', start)
addEventListener('hydrated', () => {
  removeEventListener('click', recordClick, true)
  for (const button of clicked) button.click()
})

if ('atOnce' in root.dataset || stored('access') || stored('refresh')) {
  addEventListener('DOMContentLoaded', start)
} else {
  addEventListener('load', () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 })
    else setTimeout(start)
  })
}
