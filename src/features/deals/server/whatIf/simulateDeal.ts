import type { Kysely } from 'kysely'
import { type CarryOver, productTypes } from '#rules/commission/constants.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import type { CarryTerms } from '#rules/deals/carry.ts'
import type { ReferralTerms } from '#rules/deals/referralTerms.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { readPartnerRuleSet } from '#features/commission/server/calculation/partnerRules.ts'
import {
  type Assignment,
  beginningOfTime,
  bookIn,
  readAssignments,
  readRuleSet,
  type RuleSet,
} from '#features/commission/server/calculation/ruleSet.ts'
import { changesQualification, editedRuleSet } from './editedRuleSet.ts'
import { daysToCompute, partnerCuts, readClosed } from './ruleIntervals.ts'
import type { SimulatedGroup, SimulatedPayee, SimulatedRange } from './simulation.ts'
import { readAffiliates } from './readAffiliates.ts'
import { joinedParts, trialBooks } from './trialBooks.ts'
import { type TriedAffiliates, tryAffiliates } from './tryCommission.ts'
import { referralCuts } from './tryReferrals.ts'

/** A deal with all that it says. */
export interface Deal {
  readonly profile: number
  readonly rewards: readonly { readonly id: number; readonly rule: RewardRule; readonly currency: string | null }[]
  readonly carryOver: CarryOver
  readonly carry: CarryTerms
  readonly referralShares?: ReferralTerms['referralShares']
}

/** The rule book in which a deal reads as given, as if it always had. */
function bookOfDeal(stored: RuleSet, { profile, rewards, ...terms }: Deal): RuleSet {
  const ids = rewards.map(({ id }) => id)
  return rewards.reduce(
    (book, reward) => editedRuleSet(book, { kind: 'reward', ...reward }),
    editedRuleSet(stored, { kind: 'rewardProfile', id: profile, rewards: ids, ...terms }),
  )
}

/** Whether other players qualify for CPA by a deal than by what some affiliates had. */
function dealRequalifies(
  stored: RuleSet,
  { rewards, ...terms }: Deal,
  assignments: ReadonlyMap<number, readonly Assignment[]>,
): boolean {
  const had = new Set([...assignments.values()].flatMap((list) => list.flatMap(({ profile }) => profile ?? [])))
  const ids = rewards.map(({ id }) => id)
  return (
    rewards.some((reward) => changesQualification(stored, { kind: 'reward', ...reward })) ||
    [...had].some((id) => changesQualification(stored, { kind: 'rewardProfile', id, ...terms, rewards: ids }))
  )
}

/** Assignments in which one profile stands for all that there were. */
function alwaysAssigned(assignments: ReadonlyMap<number, Assignment[]>, profile: number): Map<number, Assignment[]> {
  return new Map(
    [...assignments].flatMap(([affiliate, list]) => {
      const [first, last] = [list[0], list.at(-1)]
      return first && last ? [[affiliate, [{ ...first, profile, until: last.until }]] as const] : []
    }),
  )
}

/**
 * What affiliates would have earned on past days by a deal, as if each had always had it, by product; partners above and
 * referrers are left as they are.
 * @param given.affiliates at most a thousand
 */
export async function simulateDeal(
  db: Kysely<AnyTables>,
  { deal, affiliates: only, days }: { deal: Deal; affiliates: readonly number[]; days: SimulatedRange },
): Promise<Pick<SimulatedGroup, 'owners' | 'problems'>> {
  const stored = await readRuleSet(db)
  const edited = bookOfDeal(stored, deal)
  const requalifies = dealRequalifies(stored, deal, await readAssignments(db, only))
  const moved = { from: requalifies ? beginningOfTime : daysToCompute(days).from, to: days.to }
  const profiles = [deal.profile]
  const closed = await readClosed(db, days)
  const cuts = [...partnerCuts(await readPartnerRuleSet(db)), ...(await referralCuts(db, stored))]
  const [owners, problems]: [SimulatedPayee[], TriedAffiliates['problems'][number][]] = [[], []]
  const books = await Promise.all(
    stored.books.map((within) => trialBooks(db, { edited, within, days: moved, profiles, only })),
  )
  for (const within of books.flat()) {
    const affiliates = await readAffiliates(db, moved, { profiles, within, only })
    if (affiliates.length === 0) continue
    const part = await tryAffiliates(
      {
        db,
        days,
        closed,
        partnerCuts: cuts,
        within,
        edited: bookIn(edited, within.currency),
        reassigned: (own) => alwaysAssigned(own, deal.profile),
        profiles: new Set(profiles),
        products: productTypes,
        requalifies,
      },
      affiliates,
    )
    owners.push(...part.owners)
    problems.push(...part.problems)
  }
  return joinedParts(edited, { owners, problems })
}
