import { localStorageStore, type Store } from 'react-admin'
import type { SessionUser } from '../../answers/session.ts'
import { ownerOf } from './drafts.ts'
import type { Session } from './session.ts'

const browserStore = localStorageStore(undefined, 'office')

/** How the key ends under which react-admin keeps the rows of a list that are open. */
const openedRows = '.datagrid.expanded'

/**
 * What the pages of one person's office remember in the browser. Once their session has ended, here or in another tab,
 * nothing more is written, whatever is still under way:
 * a list that is taken away keeps how far it was scrolled, and on a busy machine that comes after the storage was
 * cleared. Asked at each write, since other tabs end sessions too.
 * @param user whose office it is; null for a visitor, who has no session to end.
 */
export function createOfficeStore({
  session,
  user,
}: {
  session: Pick<Session, 'isSignedIn' | 'user'>
  user: SessionUser | null
}): Store & { readonly isOpen: () => boolean } {
  const isOpen = () => {
    if (user === null) return true
    const present = session.isSignedIn() ? session.user() : null
    return present !== null && ownerOf(present) === ownerOf(user)
  }
  return {
    ...browserStore,
    isOpen,
    // It writes the version of what is stored. Rows that were opened are closed: what they show is read only then, and
    // would push the rows below aside, long after the page has come.
    setup: () => {
      if (!isOpen()) return
      browserStore.setup()
      for (const key of Object.keys(browserStore.listItems?.() ?? {}))
        if (key.endsWith(openedRows)) browserStore.removeItem(key)
    },
    setItem: (key, value) => {
      if (isOpen()) browserStore.setItem(key, value)
    },
  }
}
