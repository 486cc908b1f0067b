import { useEffect, useState } from 'react'

const delay = 250

/** `value`, a moment after it has last changed: for requests that should not follow each letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
