import { type RefObject, useEffect, useRef } from 'react'

/**
 * A button that works cannot have the focus, which falls to nowhere: once saving has ended it is on the first wrong
 * field, else back on the button, beside which the notice says that it was saved.
 */
export function useFocusAfterSave(isBusy: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const wasBusy = useRef(false)
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (!hasEnded) return
    // What is wrong is marked with the same drawing as the end of saving, or with the next one.
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      if (activeElement !== document.body && activeElement !== button.current) return
      const wrong = button.current?.form?.querySelector<HTMLElement>(
        'input[aria-invalid="true"], textarea[aria-invalid="true"]',
      )
      const next = wrong ?? button.current
      next?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [isBusy, button])
}
