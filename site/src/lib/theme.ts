import { store } from './storage'

export type Theme = 'light' | 'dark'

const key = 'theme'
const canvas: Record<Theme, string> = { light: '#f6f7f9', dark: '#0c111b' }

/** Returns the current theme, which the page's inline script sets before the first paint. */
export const currentTheme = (): Theme =>
  document.documentElement.classList.contains('dark') ? 'dark' : 'light'

/** Returns the label of the theme switch. */
export const switchLabel = (theme: Theme) => (theme === 'dark' ? 'Use light theme' : 'Use dark theme')

/** Switches the theme and stores it for later visits and other tabs. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  show(theme)
  // Without storage the choice lasts as long as the page.
  store(key, theme)
  // Browsers tell only the other tabs.
  dispatchEvent(new StorageEvent('storage', { key, newValue: theme }))
}

/** Calls `listener` after each change in this or another tab. Returns a function that stops this. */
export function subscribeTheme(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // The key is null if the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    show(event.newValue === 'dark' ? 'dark' : 'light')
    listener()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}

function show(theme: Theme): void {
  const root = document.documentElement
  root.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas[theme])
}
