import { expect } from 'vitest'
import { eventsOf } from '#engine/live/ui/listen.ts'
import type { LiveEvent } from '#engine/live/answers/live.ts'

/** A page that listens. */
export interface Listening {
  /** The next event but for jobs and uploads, which run by themselves; null once the stream has ended. */
  readonly next: () => Promise<LiveEvent | null>
  /** The next one about jobs. */
  readonly nextJob: () => Promise<LiveEvent | null>
  /** The next one about a file that was uploaded. */
  readonly nextUpload: () => Promise<LiveEvent | null>
  /** Leaves the page. */
  readonly leave: () => void
}

/**
 * Listens as a page does.
 * @param token of the session
 * @param open the record that is open, `affiliate/7`
 */
export async function listenAt(address: string, token: string | undefined, open = ''): Promise<Listening> {
  const stop = new AbortController()
  const response = await fetch(`${address}/api/live?open=${open}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const events = eventsOf(response.body!)
  // Read at once: an answer that nobody reads or holds is collected as garbage, and its connection closed with it.
  const read = () => {
    const coming = events.next()
    coming.catch(() => undefined)
    return coming
  }
  let coming = read()
  const nextOf = async (isWanted: (kind: LiveEvent['kind']) => boolean): Promise<LiveEvent | null> => {
    for (;;) {
      const { value, done } = await coming
      coming = read()
      if (done) return null
      if (isWanted((value as LiveEvent).kind)) return value as LiveEvent
    }
  }
  return {
    next: () => nextOf((kind) => kind !== 'job' && kind !== 'upload'),
    nextJob: () => nextOf((kind) => kind === 'job'),
    nextUpload: () => nextOf((kind) => kind === 'upload'),
    leave: () => stop.abort(),
  }
}
