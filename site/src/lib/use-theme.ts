import { useSyncExternalStore } from 'react'
import { currentTheme, subscribeTheme, type Theme } from './theme'

/** Returns the current theme. Prerendered pages start out light. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribeTheme, currentTheme, () => 'light' as const)
