import { storeAuthor } from '#engine/auth/server/authorship.ts'
import type { Effect } from './effect.ts'

/** Stores who made, removed or changed a record that authorship counts for, field by field as it is declared. */
export const rememberAuthor: Effect = async ({
  transaction,
  actor,
  operation,
  id,
  before,
  after,
  changed,
  resource,
  context,
}) => {
  const remembered = changed.filter((name) => resource.effects.changed[name]?.includes('rememberAuthor'))
  const whats = operation === 'create' ? ['made'] : operation === 'remove' ? ['removed'] : remembered
  for (const what of whats) {
    await storeAuthor(transaction, {
      object: resource.name,
      id: Number(id),
      name: ((before ?? after)!.email as string | undefined) ?? null,
      what,
      author: actor,
      at: context.now(),
    })
  }
}
