import { useEffect, useEffectEvent } from 'react'
import { flushSync } from 'react-dom'
import { focusIfLost, headingAround } from './focus'

/**
 * Calls `run`, which closes dialogs, when the visitor goes back or forward, also where that leads to the same screen. The
 * focus does not go with a row that opened one: the list's heading gets it then.
 */
export function useOnBack(run: () => void): void {
  const onBack = useEffectEvent(run)
  useEffect(() => {
    const listener = () => {
      const dialog = document.activeElement?.closest('dialog')
      const heading = dialog ? headingAround(dialog) : null
      flushSync(() => onBack())
      focusIfLost(heading)
    }
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])
}
