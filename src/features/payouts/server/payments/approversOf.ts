import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { RoleName } from '#engine/declaration/names.ts'
import { userAccounts } from '#engine/auth/server/authorship.ts'
import { findDependence } from '#engine/auth/server/requireAnotherPerson.ts'
import { type Payee, payeeKinds } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { PayeeAccount } from '../payees/payeeAccount.ts'

/** So many people are looked at, and so many named. */
const askedMax = 50
const namedMax = 5

const keyOf = ({ kind, id }: Payee) => `${kind} ${id}`

interface Candidate {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly root: boolean
  readonly roles: readonly RoleName[]
  readonly company: number | null
  readonly allowedBrands: readonly number[]
  readonly partner: number | null
  readonly manager: number | null
}

const actorOf = ({ id, email, roles, manager, name: _, ...user }: Candidate): Actor => ({
  ...user,
  ...(manager === null ? {} : { manager }),
  kind: 'user',
  userId: id,
  name: email,
  roles: new Set(roles),
})

/** Whether a user may approve what the actor asks for, by the strictest terms of these payees. */
async function mayApprove(change: WriteContext, approver: Actor, owners: readonly PayeeAccount[]): Promise<boolean> {
  const terms = {
    approverApartDays: Math.max(...owners.map(({ approverApartDays }) => approverApartDays)),
    approverAgeDays: Math.max(...owners.map(({ approverAgeDays }) => approverAgeDays)),
  }
  const authors = userAccounts(change.actor.userId)
  return (await findDependence(change.db, { authors, approver, demands: terms, at: change.at })) === null
}

/**
 * The names of those who may approve a payment of these owners that the actor asks for: people with both roles of
 * payments, within their scope, who are another person than the actor.
 * @returns by kind and id of the owner (`affiliate 7`)
 */
export async function approversOf(
  change: WriteContext,
  owners: readonly PayeeAccount[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>()
  if (owners.length === 0) return found
  const { rows } = await sql<Candidate>`select id, name, email, root, coalesce(roles, '{}') as roles, company,
      coalesce(allowed_brands, '{}') as "allowedBrands", partner, case when own_affiliates then id end as manager from "user"
    where not suspended and (root or roles @> array['financial', 'paymentByAffiliate'])
      and id <> ${change.actor.userId}::bigint order by root, name limit ${sql.lit(askedMax)}`.execute(change.db)
  for (const candidate of rows) {
    const seen: PayeeAccount[] = []
    for (const kind of payeeKinds) {
      const own = owners.filter((owner) => owner.kind === kind)
      if (own.length === 0) continue
      const { rows: visible } = await sql<{ id: number }>`select owner.id from ${sql.table(kind)} owner
        where owner.id = any(${idArray(own.map(({ id }) => id))})
          and ${scopeCondition({ actor: actorOf(candidate), resource: resources[kind], alias: 'owner' })}`.execute(
        change.db,
      )
      const ids = new Set(visible.map(({ id }) => id))
      seen.push(...own.filter(({ id }) => ids.has(id)))
    }
    if (seen.length === 0 || !(await mayApprove(change, actorOf(candidate), seen))) continue
    for (const owner of seen) {
      const names = found.get(keyOf(owner)) ?? []
      if (names.length < namedMax && !names.includes(candidate.name))
        found.set(keyOf(owner), [...names, candidate.name])
    }
  }
  return found
}
