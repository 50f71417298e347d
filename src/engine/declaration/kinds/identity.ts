import { emailProblem, normalizeEmail } from '#engine/values/email.ts'
import {
  documentProblem,
  documentTypes,
  isCpf,
  normalizeCpf,
  normalizeDocument,
  type DocumentType,
} from '#engine/values/documents/documents.ts'
import {
  normalizePaymentKey,
  paymentKeyProblem,
  paymentKeyTypes,
  type PaymentKeyType,
} from '#engine/values/documents/paymentKeys.ts'
import { passwordProblems } from '#engine/declaration/kinds/passwordRules.ts'
import { invalid, valid, type Kind, type Parsed } from './kind.ts'
import { parseText } from './textual.ts'

const emailLengthMax = 254

function parseEmail(value: unknown): Parsed {
  const parsed = parseText(value)
  if (!parsed.ok) return parsed
  const address = (parsed.value as string).trim()
  const problem = emailProblem(address)
  if (problem === 'too_long') return invalid('too_long', { max: emailLengthMax })
  return problem ? invalid(problem) : valid(normalizeEmail(address))
}

function parseCpf(value: unknown): Parsed {
  const parsed = parseText(value)
  if (!parsed.ok) return parsed
  return isCpf(parsed.value as string) ? valid(normalizeCpf(parsed.value as string)) : invalid('invalid_cpf')
}

function parseDocument(value: unknown, type: unknown): Parsed {
  const parsed = parseText(value)
  if (!parsed.ok) return parsed
  if (!documentTypes.includes(type as DocumentType)) return invalid('invalid_document')
  const document = { type: type as DocumentType, value: parsed.value as string }
  const problem = documentProblem(document)
  return problem ? invalid(problem) : valid(normalizeDocument(document))
}

function parsePaymentKey(value: unknown, type: unknown): Parsed {
  const parsed = parseText(value)
  if (!parsed.ok) return parsed
  if (!paymentKeyTypes.includes(type as PaymentKeyType)) return invalid('invalid_payment_key')
  const key = { type: type as PaymentKeyType, value: parsed.value as string }
  const problem = paymentKeyProblem(key)
  if (problem === null) return valid(normalizePaymentKey(key))
  return problem === 'too_long' ? invalid('too_long', { max: 77 }) : invalid(problem)
}

function parsePassword(value: unknown): Parsed {
  if (typeof value !== 'string') return invalid('invalid_type', { expected: 'a text' })
  const problems = passwordProblems(value)
  return problems.length === 0 ? valid(value) : { ok: false, problems: problems.map((problem) => ({ code: problem })) }
}

const textual = { isSortable: true, cell: 'text', operators: ['equals', 'like'] } as const

/** Addresses, documents and keys: normalised, so that one person is one value. */
export const emailKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parseEmail,
  schema: () => ({ type: 'string', format: 'email', maxLength: emailLengthMax }),
}
export const cpfKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: parseCpf,
  schema: () => ({ type: 'string', description: 'CPF, dots and dashes may be left in' }),
}
export const documentKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: (value, field, record) => parseDocument(value, record[field.kindFrom!]),
  schema: ({ kindFrom }) => ({ type: 'string', description: `A document of the type that ${kindFrom} names` }),
}
export const paymentKeyKind: Kind = {
  ...textual,
  column: () => 'text',
  parse: (value, field, record) => parsePaymentKey(value, record[field.kindFrom!]),
  schema: ({ kindFrom }) => ({ type: 'string', description: `A PIX key of the type that ${kindFrom} names` }),
}
/** Never stored with the record, never read. */
export const passwordKind: Kind = {
  isSortable: false,
  cell: 'text',
  operators: [],
  column: () => null,
  parse: parsePassword,
  schema: () => ({ type: 'string', minLength: 8, maxLength: 200, writeOnly: true }),
}
