export type Theme = 'light' | 'dark'

const key = 'theme'
const canvas: Record<Theme, string> = { light: '#f6f7f9', dark: '#0c111b' }
const listeners = new Set<() => void>()

/** The theme that the document shows. The page's loader has set it before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light'

/** What a press of the switch will do while `theme` is shown. */
export const switchLabel = (theme: Theme) => (theme === 'dark' ? 'Use light theme' : 'Use dark theme')

/** Shows the other theme and stores it for the next visit, here and in the site's other tabs. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  show(theme)
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage may be forbidden or full: the choice then lasts as long as the page.
  }
}

/** Calls `listener` after each change, be it made here or in another tab, until the returned function is called. */
export function subscribeTheme(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

function onStorage(event: StorageEvent): void {
  // The key is null when the whole storage was cleared.
  if (event.key === key || event.key === null) show(event.newValue === 'dark' ? 'dark' : 'light')
}

function show(theme: Theme): void {
  const root = document.documentElement
  root.classList.toggle('dark', theme === 'dark')
  root.style.colorScheme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[theme])
  for (const listener of listeners) listener()
}
