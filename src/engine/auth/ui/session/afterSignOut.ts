/** What stands in the browser's history beside the sign-in page that a sign-out led to. */
const mark = { isSignedOut: true } as const

/** Whether a page was reached by signing out. @param state of the history */
export const isAfterSignOut = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isSignedOut' in state

/** Leaves for a page that loads anew; that of `/login` says that one is signed out. */
export function leaveFor(path: string): void {
  if (path !== '/login') return window.location.assign(path)
  window.history.pushState(mark, '', path)
  window.location.reload()
}
