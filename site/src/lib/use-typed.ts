import { useEffect, useEffectEvent, useState } from 'react'
import { pause } from './use-debounced'

/**
 * A text that is typed, and what a field calls with each change of it. `settle` gets it once no letter has followed for a
 * moment, without the spaces around it; what `settled` becomes by others takes its place.
 */
export function useTyped(
  settled: string,
  settle: (text: string) => void,
): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(settled)
  const [known, setKnown] = useState(settled)
  if (settled !== known) {
    setKnown(settled)
    setText(settled)
  }
  const onPause = useEffectEvent(() => {
    setKnown(text.trim())
    settle(text.trim())
  })
  useEffect(() => {
    if (text.trim() === known) return
    const timer = setTimeout(() => onPause(), pause)
    return () => clearTimeout(timer)
  }, [text, known])
  return [text, setText]
}
