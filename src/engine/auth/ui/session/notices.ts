/** What the session tells whoever is signed in; each has a text in every language under `pages.notices`. */
export type NoticeName = 'networkError' | 'unauthorized' | 'sessionExpired'

/** Hears the notice that is shown from now on, or null when it is over. */
export type NoticeListener = (notice: NoticeName | null) => void

/** How long a notice stays, in milliseconds, unless it is dismissed. */
export const noticeShownMs = 8_000

/** The session's error notices: one at a time; a new one is skipped while one is visible (specification, section 8). */
export interface Notices {
  show(notice: NoticeName): void
  dismiss(): void
  current(): NoticeName | null
  /** Returns how to stop listening. The notice that is visible already is told at once. */
  subscribe(listener: NoticeListener): () => void
}

/** Makes an empty notice board. */
export function createNotices(): Notices {
  const listeners = new Set<NoticeListener>()
  let visible: NoticeName | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const set = (notice: NoticeName | null) => {
    visible = notice
    for (const listener of listeners) listener(notice)
  }
  const dismiss = () => {
    clearTimeout(timer)
    if (visible !== null) set(null)
  }
  return {
    show(notice) {
      if (visible !== null) return
      timer = setTimeout(dismiss, noticeShownMs)
      set(notice)
    },
    dismiss,
    current: () => visible,
    subscribe(listener) {
      listeners.add(listener)
      if (visible !== null) listener(visible)
      return () => void listeners.delete(listener)
    },
  }
}
