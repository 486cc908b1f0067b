import { useEffect, useState } from 'react'

const delay = 250

/** Returns `value` once it has not changed for a moment, to avoid a request for each letter. */
export function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
