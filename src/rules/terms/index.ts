import { cap } from './cap.ts'
import { carry } from './carry.ts'
import { deduction } from './deduction.ts'
import { expiry } from './expiry.ts'
import { fixedAmount } from './fixedAmount.ts'
import { hold } from './hold.ts'
import { hybrid } from './hybrid.ts'
import { milestone } from './milestone.ts'
import { minimum } from './minimum.ts'
import { playerCap } from './playerCap.ts'
import { quarantine } from './quarantine.ts'
import { referral } from './referral.ts'
import { specialRate } from './specialRate.ts'
import { type FlatFields, type DealTerm, type Term, TermDraft, type TermProblem } from './term.ts'
import { theoretical } from './theoretical.ts'
import { tiers } from './tiers.ts'

/** The terms of a reward, in the order in which they are read. */
export const rewardTerms = {
  milestone,
  hold,
  cap,
  expiry,
  hybrid,
  specialRate,
  theoretical,
  deduction,
  playerCap,
  quarantine,
  tiers,
  minimum,
  fixedAmount,
} as const satisfies Readonly<Record<string, Term>>

/** The terms of a profile. */
export const profileTerms = { carry, referral } as const satisfies Readonly<Record<string, Term>>

/** What some terms come to in flat fields. */
interface Words {
  readonly values: Readonly<Record<string, unknown>>
  /** Where in the terms a word, or an item of its rows, is said. */
  readonly places: ReadonlyMap<string, string>
  readonly problems: readonly TermProblem[]
}

/** Two terms that cannot stand beside each other: the later one says so. */
function exclusions(registry: Readonly<Record<string, Term>>, terms: readonly DealTerm[]): TermProblem[] {
  const excludes = (one: DealTerm, other: DealTerm) =>
    registry[one.type]?.excludes?.[other.type]?.(one, other) === true ||
    registry[other.type]?.excludes?.[one.type]?.(other, one) === true
  return terms.flatMap((term, index) => {
    const other = terms.slice(0, index).find((each) => excludes(term, each))
    return other ? [{ path: `${index}.type`, code: 'cannot_stand_beside' as const, values: { other: other.type } }] : []
  })
}

/** Terms and flat fields, each turned into the other. */
export function conversionOf(registry: Readonly<Record<string, Term>>) {
  return {
    /** The terms that a record's words come to, in the order of the registry. */
    read: (flat: FlatFields): DealTerm[] =>
      Object.entries(registry).flatMap(([type, { read }]) => read(flat).map((said) => ({ type, ...said }))),
    /** @param record what the record is beside them, and was */
    write: (terms: readonly DealTerm[], record: FlatFields): Words => {
      const draft = new TermDraft(record)
      for (const [index, term] of terms.entries()) {
        draft.at(index)
        registry[term.type]!.write(term, draft)
      }
      for (const { clear } of Object.values(registry)) clear?.(draft)
      const { values, places, problems } = draft
      return { values, places, problems: [...problems, ...exclusions(registry, terms)] }
    },
  }
}
