import { isSuccess } from '#engine/auth/ui/session/apiCallError.ts'

/**
 * Why a part of the pages cannot be loaded: no connection; a newer version was published and took the old one's parts
 * away; or nobody knows.
 */
export type MissingReason = 'offline' | 'newVersion' | 'unknown'

/** The parts of the pages that were asked for and did not come. */
export interface MissingParts {
  /** The reason, while something is missing. */
  reason(): MissingReason | null
  subscribe(listener: () => void): () => void
  /** From now on somebody tells the person and lets them try again, so that parts may wait. Returns how to end it. */
  attend(): () => void
  isAttended(): boolean
  /** Until it is worth trying again: the network is back, some time has passed, or the person says so. */
  wait(): Promise<void>
  retry(): void
}

/** How long until it is tried again without being asked, in milliseconds: not every network that comes back says so. */
export const tryAgainAfterMs = 8_000

/** What can be asked about the network and the version. */
interface Surroundings {
  readonly isOnline: () => boolean
  /** The page as the server has it now. @throws where the server cannot be reached */
  readonly presentPage: () => Promise<string>
  /** The address of the script this page began with. */
  readonly ownScript: () => string | null
}

const browser: Surroundings = {
  isOnline: () => navigator.onLine,
  async presentPage() {
    const response = await fetch('/', { cache: 'no-store' })
    if (!isSuccess(response)) throw new Error(`The page was answered with ${response.status}`)
    return response.text()
  },
  ownScript: () => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null,
}

async function reasonOf({ isOnline, presentPage, ownScript }: Surroundings): Promise<MissingReason> {
  if (!isOnline()) return 'offline'
  try {
    const [page, script] = [await presentPage(), ownScript()]
    return script !== null && !page.includes(script) ? 'newVersion' : 'unknown'
  } catch {
    // The server cannot be reached at all: to the person that is the same as no network.
    return 'offline'
  }
}

/** Makes the memory of missing parts. @param surroundings the browser, or what stands for it in a test */
export function createMissingParts(surroundings: Surroundings = browser): MissingParts {
  let reason: MissingReason | null = null
  let attending = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<() => void>()
  const listeners = new Set<() => void>()
  const say = (next: MissingReason | null) => {
    if (next === reason) return
    reason = next
    for (const listener of listeners) listener()
  }
  const retry = () => {
    clearTimeout(timer)
    timer = undefined
    const others = [...waiting]
    waiting.clear()
    for (const go of others) go()
    // What fails again is waiting again by the next turn; nothing is said in between that would only flash.
    setTimeout(() => {
      if (waiting.size === 0) say(null)
    }, 1_000)
  }
  return {
    reason: () => reason,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    attend() {
      attending += 1
      window.addEventListener('online', retry)
      return () => {
        attending -= 1
        if (attending > 0) return
        window.removeEventListener('online', retry)
        clearTimeout(timer)
        waiting.clear()
        say(null)
      }
    },
    isAttended: () => attending > 0,
    retry,
    async wait() {
      const again = new Promise<void>((resolve) => {
        waiting.add(resolve)
      })
      const found = await reasonOf(surroundings)
      if (waiting.size > 0) say(found)
      // Parts of a version that is gone do not come back.
      if (found !== 'newVersion') timer ??= setTimeout(retry, tryAgainAfterMs)
      return again
    },
  }
}

/** Those of this page. */
export const missingChunks = createMissingParts()
