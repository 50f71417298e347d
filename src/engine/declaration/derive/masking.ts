import { maskCpf, maskDocument, type DocumentType } from '#engine/values/documents/documents.ts'
import { maskPaymentKey, type PaymentKeyType } from '#engine/values/documents/paymentKeys.ts'
import { maskEmail } from '#engine/values/email.ts'
import type { Field } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'

const keepsEnds = (value: string) => (value.length <= 4 ? '***' : `***${value.slice(-4)}`)

/**
 * A value as it is shown to whoever may not see it in full.
 * @param record the record, for kinds that depend on another field.
 */
export function maskValue({ field, value, record }: { field: Field; value: unknown; record: AnyRecord }): unknown {
  if (typeof value !== 'string') return value
  switch (field.kind) {
    case 'cpf':
      return maskCpf(value)
    case 'email':
      return maskEmail(value)
    case 'document':
      return maskDocument({ type: record[field.kindFrom!] as DocumentType, value })
    case 'paymentKey':
      return maskPaymentKey({ type: record[field.kindFrom!] as PaymentKeyType, value })
    default:
      return keepsEnds(value)
  }
}
