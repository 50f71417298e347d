/** What the operator's own systems are told of as it happens: at NOTICES_URL, signed with NOTICES_SECRET. docs/reference/webhooks.md says what arrives. */
import { defineOperatorWebhook } from '#engine/declaration/operatorWebhook.ts'

export const notices = [
  defineOperatorWebhook({ type: 'payment.made', of: 'payment', created: true, says: ['state', 'value', 'currency'] }),
  defineOperatorWebhook({ type: 'payment.moved', of: 'payment', on: ['state'], says: ['state', 'paidAt'] }),
  defineOperatorWebhook({ type: 'affiliate.unclaimed', of: 'affiliate', on: ['lapsesOn'], says: ['lapsesOn'] }),
  defineOperatorWebhook({ type: 'partner.unclaimed', of: 'partner', on: ['lapsesOn'], says: ['lapsesOn'] }),
  defineOperatorWebhook({ type: 'period.moved', of: 'period', on: ['state'], says: ['state'] }),
] as const
