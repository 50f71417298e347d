/** What the operator's own systems are told of as it happens: at NOTICES_URL, signed with NOTICES_SECRET. docs/notices.md says what arrives. */
import { defineNotice } from '#engine/declaration/notice.ts'

export const notices = [
  defineNotice({ type: 'payment.made', of: 'payment', created: true, says: ['state', 'value', 'currency'] }),
  defineNotice({ type: 'payment.moved', of: 'payment', on: ['state'], says: ['state', 'paidAt'] }),
  defineNotice({ type: 'affiliate.unclaimed', of: 'affiliate', on: ['lapsesOn'], says: ['lapsesOn'] }),
  defineNotice({ type: 'partner.unclaimed', of: 'partner', on: ['lapsesOn'], says: ['lapsesOn'] }),
  defineNotice({ type: 'period.moved', of: 'period', on: ['state'], says: ['state'] }),
] as const
