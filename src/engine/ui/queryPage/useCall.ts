import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** `crypto.randomUUID` is missing where the page is not served securely. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A call that moves money, of a resource: `path` is what follows `/api/{resource}/`. */
export interface MoneyCall {
  readonly resource: string
  readonly path: string
  readonly input?: AnyRecord
}

/**
 * Makes calls that move money. The same call tried again, after an answer that never came, is the same call: it carries
 * the same Idempotency-Key until it was answered.
 * @returns `run`, which answers null where the call failed; why stands in `error` then.
 */
export function useIdempotentCall() {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const last = useRef<{ call: string; key: string } | null>(null)
  const run = async ({ resource, path, input = {} }: MoneyCall): Promise<AnyRecord | null> => {
    const call = JSON.stringify([resource, path, input])
    if (last.current?.call !== call) last.current = { call, key: randomKey() }
    setIsRunning(true)
    setError(null)
    try {
      const answer = await dataProvider.runAction({
        resource,
        path,
        input,
        headers: { 'Idempotency-Key': last.current.key },
      })
      last.current = null
      return answer
    } catch (failure) {
      setError(failure)
      return null
    } finally {
      setIsRunning(false)
    }
  }
  return { run, isRunning, error, forget: () => setError(null) }
}

/**
 * What a call that moves money would answer now: the server does it and takes it back. Undefined until it has said so,
 * and where it refuses.
 */
export function useTriedMoneyCall({ resource, path, input = {} }: MoneyCall, isReady: boolean): AnyRecord | undefined {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data } = useQuery({
    queryKey: [resource, 'preview', path, input],
    queryFn: async () => (await dataProvider.tryAction({ resource, path, input })) ?? null,
    enabled: isReady,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return data ?? undefined
}
