import type { LiveEvent } from '../answers/live.ts'
import { eventStream } from './eventStream.ts'

/** Sends a request with the session's credential, without notices. */
type Send = (path: string, init: RequestInit) => Promise<Response>

/** How long after a stream has ended another one is asked for, in milliseconds; longer while none can be had. */
const againMs = { ended: 1_000, failed: 15_000 } as const

/** The events of a stream, as they come. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as LiveEvent
  }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Waits until the tab is looked at: a browser has few connections, and nobody sees what a hidden page would show. */
const untilSeen = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState === 'visible' || signal.aborted) resolve()
    }
    document.addEventListener('visibilitychange', look, { signal })
    signal.addEventListener('abort', () => resolve())
    look()
  })

/**
 * Listens to what others do, for as long as the page is looked at, until it is stopped or the session has ended.
 * @param open the record that is open, `affiliate/7`
 */
export async function listen({
  send,
  open,
  signal,
  onEvent,
}: {
  send: Send
  open: string | null
  signal: AbortSignal
  onEvent: (event: LiveEvent) => void
}): Promise<void> {
  const path = open === null ? '/api/live' : `/api/live?open=${encodeURIComponent(open)}`
  while (!signal.aborted) {
    await untilSeen(signal)
    const hidden = new AbortController()
    const hide = () => {
      if (document.visibilityState === 'hidden') hidden.abort()
    }
    document.addEventListener('visibilitychange', hide)
    let hasFailed = true
    try {
      const response = await send(path, { signal: AbortSignal.any([signal, hidden.signal]) })
      // The session is over: whatever is asked next says so.
      if (response.status === 401 || response.status === 403) return
      hasFailed = !response.ok || !response.body
      eventStream.set(!hasFailed)
      if (response.ok && response.body) for await (const event of eventsOf(response.body)) onEvent(event)
    } catch {
      // The line broke, or the page is left: asked again below, or not.
    } finally {
      eventStream.set(false)
      document.removeEventListener('visibilitychange', hide)
    }
    if (!signal.aborted && !hidden.signal.aborted) await wait(hasFailed ? againMs.failed : againMs.ended, signal)
  }
}
