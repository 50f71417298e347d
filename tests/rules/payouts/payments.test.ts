import { describe, expect, it } from 'vitest'
import {
  canMove,
  isOpenPayment,
  paymentStates,
  paymentTypeFitsDocument,
  requiresManualPayment,
} from '#rules/payouts/payments.ts'

describe('the payment type of a document type', () => {
  it.each([
    ['email', true],
    ['passport', true],
    ['cpf', false],
    ['cnpj', false],
  ] as const)('%s must be paid by hand: %s', (documentType, isManual) => {
    expect(requiresManualPayment(documentType)).toBe(isManual)
    const problem = isManual ? { field: 'paymentType', code: 'payment_type_must_be_manual' } : null
    expect(paymentTypeFitsDocument({ paymentType: 'automatic', documentType })).toEqual(problem)
    expect(paymentTypeFitsDocument({ paymentType: 'manual', documentType })).toBeNull()
  })

  it('has nothing to say while one of the two is missing', () => {
    expect([
      paymentTypeFitsDocument({ paymentType: 'automatic' }),
      paymentTypeFitsDocument({ documentType: 'email', paymentType: null }),
    ]).toEqual([null, null])
  })
})

describe('a payment', () => {
  const allowed = [
    'created>sent',
    'sent>settled',
    'sent>rejected',
    'sent>unknown',
    'unknown>settled',
    'unknown>rejected',
    'settled>returned',
  ]

  it.each(paymentStates.flatMap((from) => paymentStates.map((to) => [from, to] as const)))(
    'from %s to %s moves only where the rules say so',
    (from, to) => {
      expect(canMove({ from, to })).toBe(allowed.includes(`${from}>${to}`))
    },
  )

  it('holds its entries until it is settled or refused', () => {
    expect(paymentStates.filter(isOpenPayment)).toEqual(['created', 'sent', 'unknown'])
  })
})
