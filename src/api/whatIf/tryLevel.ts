import type { Kysely } from 'kysely'
import { addDays } from '../../domain/calendar.ts'
import { Decimal, roundMoney, zeroMoney } from '../../domain/money.ts'
import type { AnyTables } from '../database/connect.ts'
import { evaluatePartners } from '../money/earn/evaluatePartners.ts'
import { readOpening } from '../money/earn/partnerBase.ts'
import { partnersOn, readPartnerBook } from '../money/earn/partnerRules.ts'
import { beginningOfTime } from '../money/earn/rules.ts'
import type { TrialResult, TriedDays, TriedOwner } from './trial.ts'

/** A formula that nothing stored stands behind. */
const unsaved = 0

/**
 * What partners would have earned on the days of a month by an edited formula of their level, against what they did
 * earn. Partners of levels below read what those above earned, so that
 * theirs may change too. Where partners stood and their percentages are those of the last day.
 */
export async function tryLevel(
  db: Kysely<AnyTables>,
  {
    level,
    expression,
    currency,
    days,
  }: { level: number; expression: string; currency: string | null; days: TriedDays },
): Promise<TrialResult> {
  const stored = await readPartnerBook(db)
  const formerly = stored.levels.findLast(({ record }) => record === level)?.currency ?? null
  const book = {
    ...stored,
    levels: [
      ...stored.levels.filter(({ record }) => record !== level),
      { id: unsaved, record: level, from: beginningOfTime, expression, currency: currency ?? formerly },
    ],
    compiled: new Map(),
  }
  const rules = partnersOn(book, days.to)
  const owners: TriedOwner[] = []
  const problems: { id: number; code: string; message: string }[] = []
  for (const { currency: own } of stored.books) {
    const month = await readOpening(db, { from: days.from, until: addDays(days.to, 1), currency: own })
    const bases = new Map([...month].map(([partner, { base }]) => [partner, base]))
    const tried = evaluatePartners({
      day: days.to,
      rules,
      bases,
      standing: { currency: own, bases: new Map(), earned: new Map<number, Decimal>() },
    })
    const stopped = new Set(tried.problems.map(({ owner }) => owner))
    problems.push(...tried.problems.map(({ owner: id, code, message }) => ({ id, code, message })))
    owners.push(
      ...tried.days
        .filter(({ rule }) => !stopped.has(rule.partner))
        .map(({ rule, rewardValue }) => {
          const earned = month.get(rule.partner)?.earned
          return { id: rule.partner, currency: own, then: earned ? roundMoney(earned) : zeroMoney, now: rewardValue }
        }),
    )
  }
  return {
    ownerKind: 'partner',
    owners: owners.filter(({ then, now }) => then !== zeroMoney || now !== zeroMoney),
    problems,
    above: null,
  }
}
