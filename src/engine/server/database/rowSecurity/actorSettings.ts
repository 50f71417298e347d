import type { Actor } from '#engine/declaration/actor.ts'
import type { Before } from './rowSecurityQuery.ts'

/*
 * What a statement says of who asks, for the policies to read: `office.company`, `office.brands`, `office.partner`
 * where only what is below one is to be seen, `office.affiliate` where only what is one's own, and `office.manager` where
 * only affiliates that one manages. The settings end with the
 * statement's transaction.
 */

/**
 * How far the hierarchy narrows: records to what is below the actor's partner today; what is reckoned by day (reports)
 * by who hung below it then, which the statement says itself.
 */
export type Place = 'today' | 'by day'

const names = ['office.company', 'office.brands', 'office.partner', 'office.affiliate', 'office.manager'] as const
const settings = (
  brands: string,
) => `select set_config('office.company', $1, true) as company, set_config('office.brands', ${brands}, true) as brands,
  set_config('office.partner', $3, true) as partner, set_config('office.affiliate', $4, true) as affiliate,
  set_config('office.manager', $5, true) as manager`
const ofStaff = settings('$2')
const ofPartner = settings('office_brands_below($2::bigint)')

/** Does this actor read every row? The product itself (commands, jobs) reads as the owner. */
export const readsAll = ({ root, kind }: Pick<Actor, 'root' | 'kind'>): boolean => root || kind === 'system'

/** The statement that says who asks. */
export function actorSettings(actor: Actor, place: Place): Before {
  const company = String(actor.company ?? '')
  const partner = place === 'today' ? String(actor.partner ?? '') : ''
  const affiliate = actor.kind === 'affiliate' ? String(actor.affiliate ?? 0) : ''
  if (actor.kind === 'partner')
    return { text: ofPartner, values: [company, String(actor.partner ?? 0), partner, affiliate, ''], names }
  const manager = String(actor.manager ?? '')
  return { text: ofStaff, values: [company, `{${actor.allowedBrands.join(',')}}`, partner, affiliate, manager], names }
}

/** What decides which rows somebody sees, for what is remembered of them. */
export function visibilityKey(actor: Actor): string {
  return readsAll(actor) ? 'all' : [actor.kind, ...actorSettings(actor, 'today').values].join(' ')
}
