import { vi } from 'vitest'
import type { TabLock } from '#engine/auth/ui/session/refresher.ts'
import { createSession, type Session } from '#engine/auth/ui/session/session.ts'
import type { SessionUser } from '#engine/auth/answers/session.ts'

/** A moment for tests; the clock is set to it. */
export const now = new Date('2026-11-20T09:00:00.000Z')

export const user: SessionUser = {
  id: 7,
  name: 'Ana Souza',
  email: 'ana@example.com',
  company: { id: 1, name: 'Northern Games' },
  roles: ['home', 'affiliate'],
  root: false,
  profile: null,
  allowedBrands: [3],
  partner: null,
  settings: { language: 'es', layout: { mode: 'dark' } },
}

const encode = (part: object) =>
  btoa(JSON.stringify(part)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** A token as the server signs it, issued at a moment and good for so many seconds. */
export function token({
  issuedAt = Date.now(),
  seconds = 900,
  id = 'a',
}: { issuedAt?: number; seconds?: number; id?: string } = {}): string {
  const iat = Math.floor(issuedAt / 1000)
  return `${encode({ alg: 'HS256' })}.${encode({ iat, exp: iat + seconds, jti: id })}.signature`
}

/** What signing in answers, good from now on. */
export function sessionAnswer({ id = 'a', ...moments }: { id?: string; issuedAt?: number; seconds?: number } = {}) {
  return {
    codResposta: 200,
    accessToken: token({ id, ...moments }),
    accessExpiresAt: '2026-11-20T09:15:00.000Z',
    refreshToken: `refresh-${id}`,
    refreshExpiresAt: '2026-11-21T09:00:00.000Z',
    user,
  }
}

export interface Call {
  method: string
  path: string
  body: unknown
  headers: Headers
  init: RequestInit
}
export type Answers = (call: Call) => { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>

/** A server that answers as told, and what it was asked. */
export function serve(answers: Answers): Call[] {
  const calls: Call[] = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string, init: RequestInit) => {
      const call: Call = {
        method: init.method ?? 'GET',
        path,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        headers: init.headers as Headers,
        init,
      }
      calls.push(call)
      const { status = 200, body = {} } = await answers(call)
      return new Response(JSON.stringify(body), { status })
    }),
  )
  return calls
}

/** One lock for every tab, first come, first served, as `navigator.locks`. */
export function createLocks(): TabLock {
  const last = new Map<string, Promise<unknown>>()
  return {
    request: (name, work) => {
      const before = last.get(name) ?? Promise.resolve()
      const mine = before.then(work, work)
      last.set(name, mine)
      return mine
    },
  }
}

/** A tab: its session, and where it left for, anew or in the same page. */
export function openTab({ locks, base = '' }: { locks?: TabLock; base?: string } = {}): {
  session: Session
  leave: ReturnType<typeof vi.fn<(path: string) => void>>
  end: ReturnType<typeof vi.fn<(path: string) => void>>
} {
  const leave = vi.fn<(path: string) => void>()
  const end = vi.fn<(path: string) => void>()
  const here = () => `${window.location.pathname}${window.location.search}`
  return {
    session: createSession({ lasting: localStorage, passing: sessionStorage, locks, base, here, leave, end }),
    leave,
    end,
  }
}

/** Signs in, on a server that answers so. */
export async function signIn(session: Session, moments: Parameters<typeof sessionAnswer>[0] = {}): Promise<void> {
  serve(() => ({ body: sessionAnswer(moments) }))
  await session.signIn({ email: 'ana@example.com', password: 'Quartz-lantern-47' })
}
