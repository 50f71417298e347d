import { useEffect, useRef } from 'react'

/** What was pressed last of what its own answer takes away, and on which page. */
let pressed: string | null = null

/**
 * Keeps the focus on a button that is taken away until the answer it asks for has come.
 * @param name what is pressed, by a name of its own on its page
 */
export function useFocusKept(name: string) {
  const button = useRef<HTMLButtonElement>(null)
  const place = `${window.location.pathname} ${name}`
  useEffect(() => {
    if (pressed === place) button.current?.focus()
    pressed = null
  }, [place])
  return {
    ref: button,
    keepFocus: () => {
      pressed = place
    },
  }
}
