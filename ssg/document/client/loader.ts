/**
 * The inline script in the head of every page; the build defines the constants below. It applies the saved theme before the
 * first paint. When the browser is idle after the page has loaded, it runs the small script that brings the prerendered page
 * to life and fetches the app. The app runs at the first sign of a person, or at once where the page is
 * empty without it, in the native app's shell, and for a visitor who has signed in.
 */
declare const ENTRY: string
/** The small script, which the app imports too. */
declare const ENHANCE: string
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

let enhanced = false
const enhance = () =>
  import(ENHANCE).then(() => {
    enhanced = true
    replay()
  })

let started: Promise<unknown> | undefined
const start = () => {
  started ??= enhance()
    .then(() => import(ENTRY))
    .then(
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
  // Assistive technology clicks without a pointer or a key.
  onSign(event)
  // The small script answers for those that name an action.
  if (enhanced && button.dataset['action']) return
  // React may have hydrated a part, which must not handle a click that is replayed below.
  event.stopImmediatePropagation()
  clicked.push(button)
}
// A mouse that enters a button of steps counts as a click. Such a button has no content before the app runs.
const recordEntry = (event: PointerEvent) => {
  const button = event.target as HTMLElement
  if (event.pointerType != 'mouse' || button.dataset['action'] != 'step') return
  event.stopImmediatePropagation()
  clicked.push(button)
  if (enhanced) replay()
}
const replay = () => {
  for (const button of clicked.splice(0)) button.click()
}

addEventListener('click', recordClick, true)
addEventListener('pointerover', recordEntry, true)
addEventListener('hydrated', () => {
  removeEventListener('click', recordClick, true)
  removeEventListener('pointerover', recordEntry, true)
  replay()
})

// What was touched, and a click that follows, is answered and painted before the app takes the processor. A press is a
// sign when it ends.
const onSign = ({ type, movementX, movementY }: Event & MouseEventInit) => {
  // Browsers report a pointer that rests when the page is laid out below it.
  if (started || (type == 'pointermove' && !movementX && !movementY)) return
  requestAnimationFrame(() => setTimeout(start))
}
for (const sign of ['pointermove', 'pointerup', 'keydown', 'scroll', 'focusin'])
  addEventListener(sign, onSign, { passive: true })

const startIfNeeded = () => {
  if ('atOnce' in root.dataset || 'Capacitor' in window || stored('access') || stored('refresh')) start()
}
// A page from the back/forward cache, and one beside which the visitor has signed in, are no stranger's any more.
for (const event of ['DOMContentLoaded', 'pageshow', 'storage']) addEventListener(event, startIfNeeded)

const enhanceAlone = () => void enhance().catch(() => {})
addEventListener('load', () => {
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(enhanceAlone, { timeout: 3000 })
  else setTimeout(enhanceAlone)
})
