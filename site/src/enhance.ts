/*
 * What a reader of a prerendered page sees move, and the first touch of its bar, without React. The page's loader runs this
 * before the app; the app, which shares these modules, goes on where they are.
 */
import { readPublic } from './api/read-public'
import type { CurrentCv } from './api/types'
import { showCurrentCv } from './features/cv/current-cv-button'
import { rememberStep, showFirstPicture } from './features/home/first-picture'
import { typePhrases } from './features/home/type-phrases'
import { fetchMenu, openMenu } from './layouts/open-menu'
import { currentTheme, subscribeTheme, switchLabel, toggleTheme } from './lib/theme'
import { fadeInView } from './ui/fade-in-view'

const each = (selector: string, enhance: (element: HTMLElement) => void) =>
  document.querySelectorAll<HTMLElement>(selector).forEach(enhance)

const labelSwitch = () =>
  each('[data-action=theme]', (button) => button.setAttribute('aria-label', switchLabel(currentTheme())))

const markScrolled = () => each('header', (header) => header.toggleAttribute('data-scrolled', scrollY > 80))

const actions: Record<string, (button: HTMLElement) => void> = {
  theme: toggleTheme,
  menu: openMenu,
  step: rememberStep,
}

function act(event: Event): void {
  const button = (event.target as Element).closest<HTMLElement>('[data-action]')
  const action = actions[button?.dataset['action'] ?? '']
  if (!button || !action) return
  // React may listen already.
  event.stopImmediatePropagation()
  action(button)
}

const { dataset } = document.documentElement
dataset['enhanced'] = ''
each('[data-typewriter]', typePhrases)
each('[data-first-picture]', (box) => void showFirstPicture(box))
each(
  '[data-current-cv]:empty',
  (box) =>
    void showCurrentCv(box, () => readPublic('/api/documents/documents/current_cv/') as Promise<CurrentCv>),
)
labelSwitch()

// Until the app does the same.
const unsubscribe = subscribeTheme(labelSwitch)
document.addEventListener('click', act, true)
addEventListener('scroll', markScrolled, { passive: true })
addEventListener(
  'hydrated',
  () => {
    unsubscribe()
    document.removeEventListener('click', act, true)
    removeEventListener('scroll', markScrolled)
  },
  { once: true },
)

/** Does one after another, each in a task of its own, so that a touch waits for none but one. */
function inTurn([step, ...rest]: (() => unknown)[]): void {
  if (!step) return
  setTimeout(() => {
    step()
    inTurn(rest)
  })
}

// The app's scripts are in the browser's cache when somebody is there, for whom they run. Who saves data fetches them then.
const { connection } = navigator as { connection?: { saveData?: boolean } }
const scripts = connection?.saveData ? [] : (dataset['scripts']?.split(' ') ?? [])

inTurn([
  markScrolled,
  () => each('[data-fade-in]', (element) => fadeInView(element, true)),
  ...scripts.map((script) => () => {
    // Not a module preload, which would compile them.
    fetch(script, { priority: 'low' }).then(
      (response) => response.blob(),
      () => {},
    )
  }),
  // On a screen that has the menu's button.
  () =>
    each('[data-action=menu]', (button) => {
      if (button.offsetParent) fetchMenu().catch(() => {})
    }),
])
