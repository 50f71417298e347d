import { blocksKind } from '#engine/declaration/kinds/blocks.ts'
import { booleanKind, choiceKind, manyOfKind } from './choosing.ts'
import { cpfKind, documentKind, emailKind, passwordKind, paymentKeyKind } from './identity.ts'
import type { Kinds } from './kind.ts'
import { integerKind, moneyKind, percentKind } from './numeric.ts'
import { referenceKind, referencesKind } from './relations.ts'
import { computedKind, listKind } from './structured.ts'
import { dateKind, momentKind } from './temporal.ts'
import { expressionKind, slugKind, textKind, tokenKind, urlKind } from './textual.ts'

export { countingWhile, type FilterOperator, type JsonSchema, orNull } from './kind.ts'

/** What follows from each kind of field: column, check, schema, filters, export cell. */
export const kinds: Kinds = {
  text: textKind,
  email: emailKind,
  password: passwordKind,
  url: urlKind,
  slug: slugKind,
  token: tokenKind,
  cpf: cpfKind,
  document: documentKind,
  paymentKey: paymentKeyKind,
  expression: expressionKind,
  choice: choiceKind,
  manyOf: manyOfKind,
  boolean: booleanKind,
  integer: integerKind,
  percent: percentKind,
  money: moneyKind,
  date: dateKind,
  moment: momentKind,
  reference: referenceKind,
  references: referencesKind,
  list: listKind(() => kinds),
  blocks: blocksKind(() => kinds),
  computed: computedKind,
}
