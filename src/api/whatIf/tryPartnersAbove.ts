import { type Kysely, sql } from 'kysely'
import { addDays } from '../../domain/calendar.ts'
import { Decimal, roundMoney, zeroMoney } from '../../domain/money.ts'
import type { AnyTables } from '../database/connect.ts'
import { idArray } from '../database/arrays.ts'
import { evaluatePartners } from '../money/earn/evaluatePartners.ts'
import { addBase, emptyBase, type PartnerBase, readOpening } from '../money/earn/partnerBase.ts'
import { type PartnerRule, partnersOn, readPartnerBook } from '../money/earn/partnerRules.ts'
import type { TriedDays, TriedGroup } from './trial.ts'

/** By how much an affiliate's edited rules change what the levels above reckon with. */
export interface AffiliateShift {
  readonly affiliate: number
  readonly currency: string
  readonly reward: Decimal
  readonly adminFee: Decimal
}

async function shiftsBelow(
  db: Kysely<AnyTables>,
  shifts: readonly AffiliateShift[],
  { to }: TriedDays,
): Promise<Map<number, PartnerBase>> {
  const byAffiliate = new Map(shifts.map((shift) => [shift.affiliate, shift]))
  const { rows } = await sql<{
    partner: number
    affiliate: number
  }>`select distinct partner, affiliate from partner_affiliate_span
    where affiliate = any(${idArray([...byAffiliate.keys()])}) and valid_from <= ${to}::text::date
      and valid_until > ${to}::text::date`.execute(db)
  const found = new Map<number, PartnerBase>()
  for (const { partner, affiliate } of rows) {
    const { reward, adminFee } = byAffiliate.get(affiliate)!
    found.set(
      partner,
      addBase(found.get(partner) ?? emptyBase, { ...emptyBase, affiliate_reward: reward, admin_fee: adminFee }),
    )
  }
  return found
}

/**
 * What the partners above some affiliates would have earned, had these earned otherwise: what they did earn, and the
 * difference that the shift makes in their formulas; for whom something lies
 * below, directly or through a partner above. Where everybody stood, and by which formulas and percentages, is taken
 * from the last day. Null where nobody is above.
 */
export async function tryPartnersAbove(
  db: Kysely<AnyTables>,
  { shifts, days }: { shifts: readonly AffiliateShift[]; days: TriedDays },
): Promise<TriedGroup | null> {
  const rules = partnersOn(await readPartnerBook(db), days.to)
  const groups: TriedGroup[] = []
  for (const [currency, own] of Map.groupBy(shifts, (shift) => shift.currency)) {
    const below = await shiftsBelow(db, own, days)
    if (below.size > 0) groups.push(await tryAbove(db, { below, rules, days, currency }))
  }
  return groups.length === 0
    ? null
    : {
        ownerKind: 'partner',
        owners: groups.flatMap(({ owners }) => owners),
        problems: groups.flatMap(({ problems }) => problems),
      }
}

/** The same of one currency. @param below by how much what lies below each partner shifts */
async function tryAbove(
  db: Kysely<AnyTables>,
  {
    below,
    rules,
    days,
    currency,
  }: { below: ReadonlyMap<number, PartnerBase>; rules: readonly PartnerRule[]; days: TriedDays; currency: string },
): Promise<TriedGroup> {
  const month = await readOpening(db, { from: days.from, until: addDays(days.to, 1), currency })
  const bases = new Map(rules.map(({ partner }) => [partner, month.get(partner)?.base ?? emptyBase]))
  const shifted = new Map(
    [...bases].map(([partner, base]) => [partner, addBase(base, below.get(partner) ?? emptyBase)]),
  )
  const evaluate = (from: ReadonlyMap<number, PartnerBase>) =>
    evaluatePartners({
      day: days.to,
      rules,
      bases: from,
      standing: { currency, bases: new Map(), earned: new Map<number, Decimal>() },
    })
  const [stored, tried] = [evaluate(bases), evaluate(shifted)]
  const concerned = new Set<number>()
  // Those above come first: who reads what a concerned one earned is concerned as well.
  for (const { partner, parent } of rules)
    if (below.has(partner) || (parent !== null && concerned.has(parent))) concerned.add(partner)
  const stopped = new Map(
    [...stored.problems, ...tried.problems].map(({ owner, code, message }) => [owner, { code, message }]),
  )
  const earnedBefore = new Map(stored.days.map(({ rule, rewardValue }) => [rule.partner, rewardValue]))
  const owners = tried.days
    .filter(({ rule }) => concerned.has(rule.partner) && !stopped.has(rule.partner))
    .map(({ rule, rewardValue }) => {
      const then = roundMoney(month.get(rule.partner)?.earned ?? zeroMoney)
      return {
        id: rule.partner,
        currency,
        then,
        now: roundMoney(new Decimal(then).plus(rewardValue).minus(earnedBefore.get(rule.partner)!)),
      }
    })
  return {
    ownerKind: 'partner',
    owners: owners.filter(({ then, now }) => then !== zeroMoney || now !== zeroMoney),
    problems: [...stopped].filter(([id]) => concerned.has(id)).map(([id, problem]) => ({ id, ...problem })),
  }
}
