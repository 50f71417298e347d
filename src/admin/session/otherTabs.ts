/** What another tab did to the session that this one shows. */
export interface TabEvents {
  /** It signed out; the storage is empty. */
  readonly onSignedOut: () => void
  /** It signed in as somebody else. */
  readonly onOtherUser: () => void
}

const userIdOf = (text: string | null): unknown => {
  try {
    return text === null ? null : (JSON.parse(text) as { id?: unknown }).id
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
export function watchOtherTabs({ lasting, isShown, events }: { lasting: Storage; isShown: () => boolean; events: TabEvents }): void {
  window.addEventListener('storage', ({ storageArea, key, oldValue, newValue }) => {
    if (storageArea !== lasting || !isShown()) return
    // Clearing the storage names no key.
    if (key === null || (key === 'accessToken' && newValue === null)) events.onSignedOut()
    else if (key === 'user' && userIdOf(oldValue) !== userIdOf(newValue)) events.onOtherUser()
  })
}
