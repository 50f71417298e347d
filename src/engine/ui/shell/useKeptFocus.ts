import { useEffect } from 'react'

/** How long after a key what it does may take a control away, in milliseconds: an answer may have to come first. */
const watchedMs = 15_000
/** What put the focus somewhere itself has done so by then, in milliseconds. */
const settledMs = 150
const trailLength = 12

const isNowhere = () => document.activeElement === null || document.activeElement === document.body

const canHaveFocus = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled, [aria-hidden="true"] *, [inert] *') && element.checkVisibility()

/** Watches where the focus goes. @returns ends it */
function keepFocus(): () => void {
  /** What had the focus, the last one first. */
  let trail: HTMLElement[] = []
  let isHeld = false
  let ending: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  const bringBack = () => {
    settling = undefined
    const [own] = trail
    if (!own || !isNowhere()) return
    if (own.isConnected) {
      // Whoever left the page by Tab did so on purpose.
      if (isHeld && canHaveFocus(own)) own.focus({ preventScroll: true })
      return
    }
    const next = trail.find(canHaveFocus) ?? document.querySelector<HTMLElement>('main h1')
    if (next?.tagName === 'H1') next.tabIndex = -1
    next?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    const [own] = trail
    if (own?.isConnected && own.matches(':disabled')) isHeld = true
    settling ??= setTimeout(bringBack, settledMs)
  })
  const done = new AbortController()
  const { signal } = done
  document.addEventListener(
    'focusin',
    ({ target }) => {
      isHeld = false
      if (target instanceof HTMLElement)
        trail = [target, ...trail.filter((each) => each !== target)].slice(0, trailLength)
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    () => {
      clearTimeout(ending)
      ending = setTimeout(() => observer.disconnect(), watchedMs)
      observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    },
    { signal, capture: true },
  )
  return () => {
    done.abort()
    clearTimeout(ending)
    clearTimeout(settling)
    observer.disconnect()
  }
}

/**
 * For whoever works by keys: a control that its own press disables has the focus again afterwards, and where one is taken
 * away the focus is on what had it before. From nowhere the Tab key would begin at the top of the page.
 */
export function useRestoredFocus(): void {
  useEffect(keepFocus, [])
}
