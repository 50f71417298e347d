/** How a target is told: as Standard Webhooks has it, by an address with variables, or by mail. */
export const signalKinds = ['webhook', 'postbackGet', 'postbackPost', 'email'] as const
export type SignalKind = (typeof signalKinds)[number]

/** Whether a target is told at present; what happens while it is paused waits. */
export const targetStates = ['active', 'paused'] as const

/** What became of a delivery: it waits for its turn or its next try, was taken, or was given up. */
export const deliveryStates = ['waiting', 'taken', 'dead'] as const

/** After each try a delivery waits so many seconds for the next one; after the last it is given up. Three days in all. */
export const waitsSeconds = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 72_000] as const

/** So many failures in a row, for so long, and a target is paused: somebody has to look at it. */
export const pausedAfter = { failures: 50, hours: 1 } as const

/** A target that fails so often in a row rests before anything else is tried there. */
const restAfterFailures = 5
const [restFirstSeconds, restLongestSeconds] = [5, 300]

/** For how many seconds a target rests after so many failures in a row; 0 where it need not. */
export function backoffSeconds(failuresInRow: number): number {
  if (failuresInRow < restAfterFailures) return 0
  return Math.min(restFirstSeconds * 2 ** (failuresInRow - restAfterFailures), restLongestSeconds)
}

/** Variables that every postback can name, beside the words of its signal. */
export const commonVariables = ['signal', 'signal_id', 'occurred_at'] as const

const variablePattern = /\{([^{}]*)\}/g

/** How a word of a signal is written in an address: `clickId` as `click_id`. */
export const variableName = (word: string): string => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The variables that an address names, each once. */
export function variablesIn(address: string): string[] {
  return [...new Set([...address.matchAll(variablePattern)].map(([, name]) => name!))]
}

/** Does a variable stand where it would say which host is called? */
export function namesItsHost(address: string): boolean {
  const [, authority = address] = /^[a-z]+:\/\/([^/?#]*)/i.exec(address) ?? []
  return /[{}]/.test(authority)
}

/**
 * An address with its variables filled in, each escaped, so that none of them can be more than a value; empty where
 * nothing is known of it.
 * @example fillAddress('https://a.example/?c={click_id}', { click_id: 'a b' }) // 'https://a.example/?c=a%20b'
 */
export function fillAddress(address: string, values: Readonly<Record<string, unknown>>): string {
  return address.replaceAll(variablePattern, (_all, name: string) => {
    const value = values[name]
    return value === null || value === undefined ? '' : encodeURIComponent(String(value).toWellFormed())
  })
}
