import type { SendRequest } from '#engine/records/ui/dataProvider.ts'
import { isSuccess, readJson } from './apiCallError.ts'

/** What a request is proved with, by property of its body. */
export type StepUpCredentials = Readonly<Partial<Record<'totp' | 'currentPassword', string>>>

/** A request that was refused until it is proved. */
export interface StepUpRequest {
  /** What is missing. */
  readonly asked: keyof StepUpCredentials
  /** Sends the request again with a proof. */
  readonly retry: (proof: StepUpCredentials) => Promise<Response>
  /** Hands an answer to whoever sent the request; without one they get the refusal. */
  readonly settle: (answer?: Response) => void
}

/** Asks a person to prove what a request does. */
export interface StepUp {
  /** As the session sends, but a request that must be proved comes back only when it was, or when nobody wants to. */
  readonly send: SendRequest
  /** Hears of the request that has to be proved, and null when it is over. @returns how to stop listening */
  subscribe(listener: (request: StepUpRequest | null) => void): () => void
}

const askedByCode: Readonly<Record<string, keyof StepUpCredentials>> = {
  totp_required: 'totp',
  current_password_required: 'currentPassword',
}

/** What an answer asks for before it does what was sent; null where it asks for nothing. */
export async function proofAsked(response: Response): Promise<keyof StepUpCredentials | null> {
  if (isSuccess(response)) return null
  const body = await readJson(response.clone())
  return askedByCode[String((body as { code?: unknown } | null)?.code)] ?? null
}

/**
 * Puts the question for a proof between whoever sends and the session: forms, dialogs and actions need not know of it.
 */
export function createStepUp(send: SendRequest): StepUp {
  const listeners = new Set<(request: StepUpRequest | null) => void>()
  let isAsking = false
  const tell = (request: StepUpRequest | null) => {
    isAsking = request !== null
    for (const listener of listeners) listener(request)
  }
  return {
    async send(path, init) {
      const refused = await send(path, init)
      const asked = await proofAsked(refused)
      const { body } = init ?? {}
      if (
        !asked ||
        isAsking ||
        listeners.size === 0 ||
        (body !== undefined && body !== null && typeof body !== 'string')
      )
        return refused
      const given = (body ? JSON.parse(body) : {}) as object
      return new Promise((resolve) => {
        tell({
          asked,
          retry: (proof) => send(path, { ...init, body: JSON.stringify({ ...given, ...proof }) }),
          settle: (answer = refused) => {
            tell(null)
            resolve(answer)
          },
        })
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
