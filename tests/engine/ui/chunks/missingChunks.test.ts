import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPart } from '#engine/ui/chunks/loadChunk.ts'
import { createMissingParts, tryAgainAfterMs } from '#engine/ui/chunks/missingChunks.ts'
import { createDrafts } from '#engine/auth/ui/session/drafts.ts'
import { waitForParts } from '#cli/pages/retryChunks.ts'

const gone = () => new TypeError('Failed to fetch dynamically imported module: http://x/assets/Page-1.js')
const page = '<script type="module" src="/assets/index-2.js"></script>'

interface Network {
  isOnline?: boolean
  reaches?: boolean
  own?: string
}
const partsWith = ({ isOnline = true, reaches = true, own = '/assets/index-2.js' }: Network) =>
  createMissingParts({
    isOnline: () => isOnline,
    ownScript: () => own,
    presentPage: () => (reaches ? Promise.resolve(page) : Promise.reject(new TypeError('fetch failed'))),
  })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

/** A part that does not come so many times. */
const comesAfter = (misses: number) =>
  vi.fn(async () => {
    if ((misses -= 1) >= 0) throw gone()
    return 'part'
  })

describe('a part of the pages that does not come', () => {
  it.each([
    ['no network', { isOnline: false }, 'offline'],
    ['a server that cannot be reached', { reaches: false }, 'offline'],
    ['another version on the server', { own: '/assets/index-1.js' }, 'newVersion'],
    ['nothing that could be found out', {}, 'unknown'],
  ] as const)('is told with its reason: %s', async (_, network, reason) => {
    const missing = partsWith(network)
    missing.attend()
    void loadPart(comesAfter(1), missing)
    await vi.advanceTimersByTimeAsync(0)
    expect(missing.reason()).toBe(reason)
  })

  it('comes by itself when the network is back, and nothing is said any more', async () => {
    const missing = partsWith({ isOnline: false })
    missing.attend()
    const load = comesAfter(1)
    const part = loadPart(load, missing)
    await vi.advanceTimersByTimeAsync(10)
    window.dispatchEvent(new Event('online'))
    expect(await part).toBe('part')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([load.mock.calls.length, missing.reason()]).toEqual([2, null])
  })

  it('is tried again after a while without being asked, and when asked', async () => {
    const missing = partsWith({ reaches: false })
    missing.attend()
    const part = loadPart(comesAfter(2), missing)
    await vi.advanceTimersByTimeAsync(tryAgainAfterMs)
    missing.retry()
    expect(await part).toBe('part')
  })

  it('fails where nobody could be told', async () => {
    await expect(loadPart(comesAfter(1), partsWith({}))).rejects.toThrow('dynamically imported')
  })

  it('is something else than a part that came and failed', async () => {
    const missing = partsWith({})
    missing.attend()
    await expect(loadPart(() => Promise.reject(new ReferenceError('x is not defined')), missing)).rejects.toThrow(
      'x is not defined',
    )
  })
})

it('the build lets every part wait, and leaves imports of types and of what is there alone', () => {
  const { handler } = waitForParts().transform as unknown as { handler: (code: string) => { code: string } | null }
  expect(handler("import x from './x.ts'")).toBeNull()
  expect(handler("const Page = lazy(async () => ({ default: (await import('./Page.tsx')).Page }))")!.code).toContain(
    "(await __loadPart(() => import('./Page.tsx'))).Page",
  )
})

it('the build lets the texts of pages wait like the pages themselves', () => {
  const { filter } = waitForParts().transform as unknown as { filter: { id: RegExp } }
  for (const file of ['/office/locales/texts.ts', '/office/src/features/home/ui/HomePage.tsx'])
    expect(file).toMatch(filter.id)
  expect('/office/locales/pt/onDemand.ts').not.toMatch(filter.id)
})

describe('what was typed when the page is loaded anew on request', () => {
  const draft = { values: { name: 'Half' }, left: [], opened: null }
  function reloaded(next: string) {
    const before = createDrafts(sessionStorage)
    before.openFor('user/7')
    before.watch('brand/create', () => draft)
    before.carryOver(sessionStorage)
    const after = createDrafts(sessionStorage)
    after.openFor(next)
    return after
  }

  it('is there for the same person, and no longer in the browser', () => {
    expect(reloaded('user/7').take('brand/create')).toEqual(draft)
    expect(sessionStorage).toHaveLength(0)
  })

  it('is there for nobody else', () => {
    expect(reloaded('user/8').take('brand/create')).toBeNull()
  })

  it('is not written where nothing is unsaved', () => {
    const drafts = createDrafts()
    drafts.openFor('user/7')
    drafts.carryOver(sessionStorage)
    expect(sessionStorage).toHaveLength(0)
  })
})
