import { useEffect, useState } from 'react'

/** For how many milliseconds nothing has changed where a change is over. */
export const pause = 250

/** `value`, a moment after it has last changed: for requests that should not follow each letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
