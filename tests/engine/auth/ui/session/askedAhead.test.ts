import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPrefetcher, goodForMs } from '#engine/auth/ui/session/prefetch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const path = '/api/parcel?range=%5B0%2C24%5D'
const answer = (text: string, status = 200) => new Response(text, { status })

/** What was asked ahead and how often the page had to ask itself. */
function asked(early: () => Promise<Response>) {
  const send = vi.fn(async () => answer('now'))
  const ahead = createPrefetcher({ send, sendQuietly: early })
  ahead.ask(path, {})
  return { send, says: async (at: string, init: RequestInit = {}) => (await ahead.send(at, init)).text() }
}

test('an answer that was asked for ahead is taken once, by whoever makes the same call', async () => {
  const { send, says } = asked(async () => answer('early'))
  expect([await says('/api/parcel?range=%5B25%2C49%5D'), await says(path), await says(path)]).toEqual([
    'now',
    'early',
    'now',
  ])
  expect(send).toHaveBeenCalledTimes(2)
})

test.each([
  ['refused', async () => answer('no', 403)],
  ['a failure', async () => answer('broken', 500)],
  ['nothing', async () => Promise.reject(new TypeError('Failed to fetch'))],
])('where the early answer is %s, the page asks itself', async (_, early) => {
  expect(await asked(early).says(path)).toBe('now')
})

test('a page that comes much later is told anew', async () => {
  const { says } = asked(async () => answer('early'))
  await vi.advanceTimersByTimeAsync(goodForMs + 1)
  expect(await says(path)).toBe('now')
})

test('what changes something is never answered ahead, and what was known before it is not told after it', async () => {
  const { says } = asked(async () => answer('early'))
  expect([await says('/api/parcel/1', { method: 'PUT' }), await says(path)]).toEqual(['now', 'now'])
})
