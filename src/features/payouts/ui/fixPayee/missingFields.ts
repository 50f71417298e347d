/** What keeps an owner from being paid that a person may fill in: pure, so that it can be tested without a page. */
import type { PayeeRow } from '../../answers/payees.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can, writableFields } from '#engine/declaration/derive/access.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

const keyFields = ['paymentKeyType', 'paymentKey']

/**
 * The fields this person fills in where the owner stands, so that it can be paid; none where nothing is missing or where
 * something of it is for somebody else to fill in.
 */
export function missingPayeeFields({
  owner: { status, missing, paymentType },
  resource,
  actor,
}: {
  owner: PayeeRow
  resource: AnyResource
  actor: Actor
}): readonly string[] {
  if (status !== 'key_missing' && status !== 'incomplete') return []
  if (!can({ actor, resource, operation: 'update' })) return []
  const wanted = [...missing, ...(paymentType === 'automatic' ? keyFields : [])]
  const writable = new Set(writableFields({ actor, resource, operation: 'update' }))
  return wanted.every((name) => writable.has(name)) ? wanted : []
}
