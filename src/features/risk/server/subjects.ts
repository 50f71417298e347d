import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { RiskSubject } from '#engine/declaration/risk.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { eventContribution } from '#features/activity/server/rollUp/eventContribution.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import type { RiskWindow } from './facts.ts'

/** Whom a rule is about, as its statements read it. */
interface SubjectSql {
  /** All there are, under their own names, with `company`. */
  readonly all: RawBuilder<unknown>
  /** The subject of a player that a question answered (`told`), and what has to be joined for it. */
  readonly ofPlayer: RawBuilder<unknown>
  readonly joined: RawBuilder<unknown>
  /** What is stored of subjects over the days, as rows of `subject` and `fact`, to be summed by `sum`. */
  readonly moved: (window: RiskWindow) => RawBuilder<unknown>
  readonly sum: (column: string) => RawBuilder<unknown>
}

const stored = (column: string) => sql`sum(fact.${sql.id(column)})`
const within = ({ from, to }: RiskWindow) => sql`fact.day between ${from}::text::date and ${to}::text::date`

/** How each kind of subject is found. */
export const subjectSql: Readonly<Record<RiskSubject, SubjectSql>> = {
  affiliate: {
    all: sql`select affiliate.id as subject, affiliate.company from affiliate`,
    ofPlayer: sql`told.affiliate`,
    joined: sql``,
    moved: (window) => sql`select fact.affiliate as subject, fact.* from movement fact where ${within(window)}`,
    sum: stored,
  },
  // All that is below a partner, on the day it happened; players where they are now.
  partner: {
    all: sql`select partner.id as subject, partner.company from partner`,
    ofPlayer: sql`above.partner`,
    joined: sql`join partner_affiliate_span above on above.affiliate = told.affiliate and above.valid_until = 'infinity'`,
    moved: (window) => sql`select above.partner as subject, fact.* from movement fact
      join partner_affiliate_span above on above.affiliate = fact.affiliate and fact.day >= above.valid_from
        and fact.day < above.valid_until where ${within(window)}`,
    sum: stored,
  },
  player: {
    all: sql`select player.id as subject, affiliate.company from player
      join affiliate on affiliate.id = player.affiliate`,
    ofPlayer: sql`told.player`,
    joined: sql``,
    moved: (window) => sql`select fact.player as subject, fact.* from event fact
      where ${within(window)} and fact.player is not null and fact.affiliate is not null`,
    sum: (column) => sql`sum(${eventContribution(column)})`,
  },
}

/** The condition that somebody sees an affiliate whole, with all of its brands: a finding is about all of them. */
export const seesAffiliate = (actor: Actor): RawBuilder<boolean> =>
  sql`(${scopeCondition({ actor, resource: resources.affiliate, alias: 'affiliate' })}
    and (${seesAll(actor)}::boolean or affiliate.brands <@ ${idArray(actor.allowedBrands)}))`

/** The same of a partner, with all brands of everybody below it. */
const seesPartner = (actor: Actor): RawBuilder<boolean> =>
  can({ actor, resource: resources.partner, operation: 'read' })
    ? sql`(${scopeCondition({ actor, resource: resources.partner, alias: 'partner' })}
      and (${seesAll(actor)}::boolean or not exists (select from partner_affiliate_span span
        join affiliate below on below.id = span.affiliate where span.partner = partner.id
          and span.valid_until = 'infinity' and not below.brands <@ ${idArray(actor.allowedBrands)})))`
    : sql`false`

/** The condition that somebody sees a subject, under the name of its table; of a player, that of its affiliate. */
export const seesSubject = (actor: Actor, of: RiskSubject): RawBuilder<boolean> =>
  of === 'partner' ? seesPartner(actor) : seesAffiliate(actor)
