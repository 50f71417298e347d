import { useEffect, useState } from 'react'

/**
 * How long the pages wait after the last key or choice before they ask the server, in milliseconds (specification,
 * section 9).
 */
export const debounceMs = 500

/** A value once it has stopped changing for a moment. */
export function useDebounced<Value>(value: Value, ms: number = debounceMs): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
