import type { SendRequest } from '#engine/records/ui/dataProvider.ts'
import { isSuccess } from './apiCallError.ts'

/** How long an answer that came before it was asked for is good, in milliseconds: who asks later is told anew. */
export const goodForMs = 5_000

/** Calls that are made before the page that needs them is there. */
export interface AskedAhead {
  /** Makes a reading call whose answer the first page that makes the same one takes. */
  ask: (path: string, init: RequestInit) => void
  /** As the way to send that it was made with, but for calls that were made already. */
  send: SendRequest
}

/**
 * Lets the first page's data come while the page itself is still being made.
 * @param send how pages send
 * @param sendQuietly how it is asked ahead: what is refused or does not come is asked again by the page, which says so
 */
export function createPrefetcher({ send, sendQuietly }: { send: SendRequest; sendQuietly: SendRequest }): AskedAhead {
  const answers = new Map<string, Promise<Response | null>>()
  return {
    ask(path, init) {
      const answer = sendQuietly(path, init).then(
        (response) => (isSuccess(response) ? response : null),
        () => null,
      )
      answers.set(path, answer)
      void answer.then(() => setTimeout(() => answers.delete(path), goodForMs))
    },
    async send(path, init) {
      // What changes something makes all that was known before it old.
      if ((init.method ?? 'GET') !== 'GET') answers.clear()
      const answer = answers.get(path)
      answers.delete(path)
      return (await answer) ?? send(path, init)
    },
  }
}
