import { sql } from 'kysely'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check } from '#engine/records/server/write/effect.ts'
import { findBanned, identityDigests, identityFields } from '../suspensions/bannedIdentity.ts'

/**
 * Nobody whom a company banned comes back by another record: e-mail, documents and payment keys are compared. Staff are
 * told that it is a ban; affiliates and partners that it is not accepted. Applications are taken, and refused unseen.
 */
export const notBanned: Check = async ({ transaction, context, resource, actor, id, operation, after, changed }) => {
  const fields = identityFields.filter((name) => changed.includes(name) && after?.[name])
  if (fields.length === 0 || operation === 'remove' || operation === 'redact') return []
  const digests = await identityDigests(
    context,
    fields.map((name) => after![name]),
  )
  const affiliate = resource.name === 'affiliateUser' ? Number(after!.affiliate) : null
  const company =
    affiliate === null
      ? after!.company
      : (
          await firstRow(
            transaction,
            sql<{ company: number }>`select company from affiliate where id = ${affiliate}::bigint`,
          )
        )?.company
  if (company == null) return []
  const kind = affiliate !== null || resource.name === 'affiliate' ? 'affiliate' : 'partner'
  const own = affiliate ?? (id === null ? null : Number(id))
  const banned = await findBanned(transaction, {
    company,
    digests: digests.flat(),
    except: own === null ? null : { kind, id: own },
  })
  const isStaff = actor.kind !== 'affiliate' && actor.kind !== 'partner'
  return fields.flatMap((field, index) =>
    digests[index]!.some((digest) => banned.has(digest))
      ? [{ field, code: isStaff ? 'banned' : 'not_accepted' } as const]
      : [],
  )
}
