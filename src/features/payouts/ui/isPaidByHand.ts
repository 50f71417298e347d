type Entry = Readonly<Record<string, unknown>>

/** Whether an entry waits to be paid, by whatever way. */
export const isPending = (entry: Entry): boolean => entry['status'] === 'pending'

/**
 * Whether an entry waits to be paid by hand: pending, and not of somebody who is paid automatically. Everything else
 * would be refused.
 */
export const isManualPayment = (entry: Entry): boolean => isPending(entry) && entry['paymentMethod'] !== 'automatic'
