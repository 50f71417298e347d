import { useEffect } from 'react'

/** For an address that belongs to another room: loads the page anew, so that the gate decides. */
export function Elsewhere() {
  useEffect(() => window.location.reload(), [])
  return null
}
