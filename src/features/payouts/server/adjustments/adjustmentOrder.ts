import { currency, entryKind } from '#resources/choices.ts'
import { validateInput } from '#engine/declaration/derive/validator.ts'
import { choice, date, integer, money, text } from '#engine/declaration/fields/index.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { Decimal, type Money, roundMoney } from '#engine/values/money.ts'
import { decimalsProblem } from '#rules/payouts/currencyDecimals.ts'
import { earnedKinds, firstMoneyDay, type Payee, payeeKinds, payeeOf } from '#rules/payouts/payments.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { type Attachment, readAttachment } from '#engine/server/http/attachment.ts'
import { propertiesOf } from '#engine/server/http/bodies.ts'
import type { BusinessTime } from '#engine/records/server/change.ts'

const orderFields = {
  affiliate: integer({ min: 1 }),
  partner: integer({ min: 1 }),
  day: date({ required: true }),
  currency: choice(currency, { required: true }),
  value: money({ required: true }),
  kind: choice(entryKind, { default: 'adjustment' }),
  reason: text({ required: true, max: 500 }),
}

/** An amount that somebody says an owner is due, or owes. */
export interface AdjustmentOrder {
  readonly owner: Payee
  readonly day: Day
  readonly currency: string
  readonly value: Money
  /** An advance is taken back, as an adjustment of its own, once it was paid. */
  readonly kind: 'adjustment' | 'advance'
  readonly reason: string
  /** What shows why the amount is due. */
  readonly file: Attachment | null
}

type Given = Omit<AdjustmentOrder, 'owner' | 'file'> & Parameters<typeof payeeOf>[0]

/** What is wrong with values that are right one by one. */
function problemsOf(values: AnyRecord, present: BusinessTime): Problem[] {
  const problems: Problem[] = []
  const [today, { zone }] = [businessDay(present), present]
  if (payeeKinds.filter((kind) => values[kind] !== null).length !== 1)
    problems.push({ field: 'affiliate', code: 'one_owner' })
  if (String(values.day) > today) problems.push({ field: 'day', code: 'in_future', values: { today, zone } })
  if (String(values.day) < firstMoneyDay)
    problems.push({ field: 'day', code: 'before_first_entry', values: { day: firstMoneyDay } })
  if ((earnedKinds as readonly unknown[]).includes(values.kind))
    problems.push({ field: 'kind', code: 'invalid_choice', values: { choices: 'adjustment, advance' } })
  const value = new Decimal(values.value as string)
  if (value.isZero() || (values.kind === 'advance' && value.isNegative()))
    problems.push({ field: 'value', code: value.isZero() ? 'amount_is_zero' : 'advance_is_negative' })
  const decimals = decimalsProblem('value', value, values.currency as string)
  return decimals ? [...problems, decimals] : problems
}

/**
 * Reads `{affiliate | partner, day, currency, value, reason, kind?, file?}`.
 * @throws ApiError 400, with all that is wrong
 */
export function readAdjustmentOrder(body: unknown, present: BusinessTime): AdjustmentOrder {
  const { file: given, ...input } = propertiesOf(body)
  const validated = validateInput({ fields: orderFields, input })
  const file = readAttachment(given)
  const ofFile = file !== null && 'field' in file ? [file] : []
  const problems = validated.ok ? problemsOf(validated.values, present) : validated.problems
  if (!validated.ok || problems.length + ofFile.length > 0) throw validationError([...problems, ...ofFile])
  const { affiliate, partner, value, ...rest } = validated.values as unknown as Given
  return { ...rest, owner: payeeOf({ affiliate, partner }), value: roundMoney(value), file: file as Attachment | null }
}
