import type { CodeMeaning, StatementState } from '../../answers/reconciliation.ts'

const meanings: readonly (readonly [CodeMeaning, RegExp])[] = [
  ['settled', /^0[03]$/],
  // BS: in security analysis; the account's statement decides.
  ['accepted', /^B[DES]$/],
  ['returned', /^DV$/],
  // What the payer's bank or the PIX did not do.
  ['rejected', /^(?:01|02|B[ABCF]|C[A-K]|[AH][A-Z]|P[A-N]|TA)$/],
]

/** What everybody's table says of an occurrence; undefined for others, which are never guessed. */
export const knownMeaning = (code: string): CodeMeaning | undefined =>
  meanings.find(([, pattern]) => pattern.test(code))?.[0]

/** The occurrences in the ten places of a line, two characters each. */
export const codesIn = (occurrences: string): readonly string[] =>
  occurrences
    .match(/../g)
    ?.map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '') ?? []

/**
 * What a line's occurrences come to together; null where one is unknown or they contradict each other. Where all of them
 * say nothing of the payment it waits.
 */
export function stateOfCodes(
  codes: readonly string[],
  meaningOf: (code: string) => CodeMeaning | undefined,
): Exclude<StatementState, 'unclear'> | null {
  const said = new Set(codes.map(meaningOf))
  if (said.delete('information') && said.size === 0) return 'accepted'
  // Taken in and then done: the later word counts.
  if (said.size === 2 && said.has('accepted')) said.delete('accepted')
  const [only] = said
  return said.size === 1 && only !== undefined && only !== 'information' ? only : null
}
