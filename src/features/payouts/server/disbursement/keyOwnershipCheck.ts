import { z } from 'zod'
import type { KeyAnswer, KeyQuestion } from './payoutGateway.ts'

const answerSchema = z.object({ nameMatches: z.boolean(), documentMatches: z.boolean().nullish() })
/** Of what is wrong with a question these pass. */
const passingStatuses = [408, 425, 429]

/** By these a gateway says that it takes no such question. */
const takesNone = (status: number): boolean =>
  status === 501 || (status >= 400 && status < 500 && !passingStatuses.includes(status))

/** The address of the question whose a key is, below that of the gateway. */
export function keyPath({ key, keyType, name, document, documentType }: KeyQuestion): string {
  const query = new URLSearchParams({ keyType, name, ...(document ? { document, documentType: documentType! } : {}) })
  return `keys/${encodeURIComponent(key)}?${query}`
}

/** What a gateway's answer says of a key. Only its own words count: what cannot be read tells nothing. */
export function readKeyAnswer(status: number, text: string): KeyAnswer {
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    // Not in the protocol's words: the status alone is looked at.
  }
  const parsed = answerSchema.safeParse(json)
  if (status === 200 && parsed.success)
    return { kind: 'known', nameMatches: parsed.data.nameMatches, documentMatches: parsed.data.documentMatches ?? null }
  if (takesNone(status)) return { kind: 'unsupported' }
  return { kind: 'unknown', reason: { code: 'noState', values: { status } } }
}

/** What is known of a key before something is sent to it. */
export type KeyVerdict =
  | { readonly kind: 'right' }
  /** Somebody else's; what differs, `name`, `document` or both. */
  | { readonly kind: 'wrong'; readonly differs: string }
  | { readonly kind: 'unchecked' }
  /** Nobody was asked: it cannot be paid anyhow. */
  | { readonly kind: 'notAsked' }
  | Extract<KeyAnswer, { kind: 'unknown' }>

/** What an answer says of a key and its owner. Where a part of it is missing, nothing is taken for right. */
export function verdictOnKeyOwner(
  answer: KeyAnswer,
  { document }: Pick<KeyQuestion, 'document'>,
): Exclude<KeyVerdict, { kind: 'notAsked' }> {
  if (answer.kind === 'unsupported') return { kind: 'unchecked' }
  if (answer.kind === 'unknown') return answer
  const differs = [
    ...(answer.nameMatches ? [] : ['name']),
    ...(document !== null && answer.documentMatches === false ? ['document'] : []),
  ]
  if (differs.length > 0) return { kind: 'wrong', differs: differs.join(', ') }
  return document !== null && answer.documentMatches === null ? { kind: 'unchecked' } : { kind: 'right' }
}
