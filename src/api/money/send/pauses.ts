const minuteMs = 60_000

/** Pauses between tries after transient refusals; after the last one the payment is given up. */
const sendPauses = [1, 5, 25, 120, 480].map((minutes) => minutes * minuteMs)
const firstAskPauseMs = 15_000
const askPauseMaxMs = 6 * 60 * minuteMs

/** Milliseconds until the next try after so many tries; null after the last one. */
export function sendPauseMs(tries: number): number | null {
  return sendPauses[Math.max(tries, 1) - 1] ?? null
}

/** Milliseconds until a payment without outcome is asked for again: twice as long each time, six hours at most. */
export function askPauseMs(asks: number): number {
  return Math.min(firstAskPauseMs * 2 ** Math.min(asks, 20), askPauseMaxMs)
}
