export type Theme = 'light' | 'dark'

const key = 'theme'
const canvas: Record<Theme, string> = { light: '#f6f7f9', dark: '#0c111b' }
const listeners = new Set<() => void>()

/** Returns the current theme, which the page's inline script sets before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light'

/** Returns the label of the theme switch. */
export const switchLabel = (theme: Theme) => (theme === 'dark' ? 'Use light theme' : 'Use dark theme')

/** Switches the theme and stores it for later visits and other tabs. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  show(theme)
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Storage may be forbidden or full; the choice then lasts as long as the page.
  }
}

/** Calls `listener` after each change in this or another tab. Returns a function that stops this. */
export function subscribeTheme(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

function onStorage(event: StorageEvent): void {
  // The key is null if the whole storage was cleared.
  if (event.key === key || event.key === null) show(event.newValue === 'dark' ? 'dark' : 'light')
}

function show(theme: Theme): void {
  const root = document.documentElement
  root.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[theme])
  for (const listener of listeners) listener()
}
