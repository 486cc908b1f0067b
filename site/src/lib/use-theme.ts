import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, subscribeTheme, type Theme } from './theme-store'

/** The present theme and the way to the other one. Prerendered pages start out light. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme, () => 'light' as const)
  return { theme, toggle: () => setTheme(theme === 'dark' ? 'light' : 'dark') }
}
