/** What another tab did to the session that this one shows. */
export interface TabEvents {
  /** The session ended by itself there; the storage is empty. */
  readonly onEnded: () => void
  /** It signed out on purpose; the storage is empty. */
  readonly onSignedOut: () => void
  /** It signed in as somebody else. */
  readonly onOtherUser: () => void
}

const endedKey = 'sessionEnded'

/** Tells other tabs, before the storage is cleared, that nobody asked to sign out. */
export const announceEnd = (lasting: Storage): void => lasting.setItem(endedKey, 'yes')

const userIdOf = (text: string | null): unknown => {
  try {
    const { id, affiliate, affiliateUser } = JSON.parse(text ?? 'null') ?? {}
    return `${id}/${affiliate}/${affiliateUser}`
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Listens to what other tabs do to the session.
 * @param lasting the storage that tabs share.
 * @param isShown whether this tab shows somebody's pages; the entrance has nothing to lose.
 */
export function watchOtherTabs({
  lasting,
  isShown,
  events,
}: {
  lasting: Storage
  isShown: () => boolean
  events: TabEvents
}): void {
  let hasEnded = false
  window.addEventListener('storage', ({ storageArea, key, oldValue, newValue }) => {
    if (storageArea !== lasting || !isShown()) return
    if (key === endedKey) hasEnded = newValue !== null
    // Clearing the storage names no key.
    else if (key === null || (key === 'accessToken' && newValue === null)) {
      const tell = hasEnded ? events.onEnded : events.onSignedOut
      hasEnded = false
      tell()
    } else if (key === 'user' && userIdOf(oldValue) !== userIdOf(newValue)) events.onOtherUser()
  })
}
