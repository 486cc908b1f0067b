import { useSyncExternalStore } from 'react'
import { currentTheme, subscribeTheme, type Theme } from './theme'

/** The present theme. Prerendered pages start out light. */
export const useTheme = (): Theme =>
  useSyncExternalStore(subscribeTheme, currentTheme, () => 'light' as const)
