/**
 * Where an owner of pending entries stands on the way to being paid automatically: `payable` by the next run; not paid,
 * and why; or a payment under way.
 * In the order in which people look at them: what waits for them first.
 */
export const payeeStatuses = [
  'awaiting_approval',
  'failed',
  'unknown',
  'key_missing',
  'incomplete',
  'invoice_missing',
  'held',
  'in_flight',
  'payable',
  'below_minimum',
  'negative',
  'manual',
] as const

/** One of {@link payeeStatuses}. */
export type PayeeStatus = (typeof payeeStatuses)[number]

/** By what the list of owners can be ordered. */
export const ownerSorts = ['dueValue', 'name', 'status'] as const

/** One of {@link ownerSorts}. */
export type OwnerSort = (typeof ownerSorts)[number]
