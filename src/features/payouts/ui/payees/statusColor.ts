import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'

/** How urgent a status looks. Its words say the same: colour is never alone. */
export const statusColor: Readonly<Record<PayeeStatus, 'default' | 'info' | 'success' | 'warning' | 'error'>> = {
  awaiting_approval: 'warning',
  failed: 'error',
  unknown: 'warning',
  key_missing: 'error',
  incomplete: 'error',
  invoice_missing: 'error',
  held: 'warning',
  in_flight: 'info',
  payable: 'success',
  below_minimum: 'default',
  negative: 'default',
  manual: 'default',
}
