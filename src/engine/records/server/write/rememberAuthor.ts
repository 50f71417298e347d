import { insertUserAuthor } from '#engine/auth/server/userAuthors.ts'
import type { Effect } from './effect.ts'

/**
 * Remembers who made, removed or changed an account, and what of it: whoever holds both accounts is no second pair of
 * eyes.
 */
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
    await insertUserAuthor(transaction, {
      userId: Number(id),
      userName: String((before ?? after)!.email),
      what,
      author: actor,
      at: context.now(),
    })
  }
}
