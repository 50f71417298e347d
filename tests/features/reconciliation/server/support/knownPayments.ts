import { readFileSync } from 'node:fs'
import type { KnownPayment } from '#features/reconciliation/server/knownPayments.ts'

interface CasePayment {
  readonly id: number
  readonly value: string
  readonly state: 'sent' | 'settled'
  readonly reference: string
  readonly transfer: string
  readonly payee: string
  readonly day: string
}
const { currency, payments: given } = JSON.parse(
  readFileSync(new URL('../../../../cases/payments.json', import.meta.url), 'utf8'),
) as { currency: string; payments: readonly CasePayment[] }

/** Payments beside which the bank files of the cases are read; all names and ids are invented. */
export const payments: readonly KnownPayment[] = given.map(({ id, reference, transfer, ...payment }) => ({
  ...payment,
  id,
  currency,
  names: [transfer, reference.toLowerCase(), String(id)],
  owner: { kind: 'affiliate', id: 100 + id },
  company: 1,
}))
