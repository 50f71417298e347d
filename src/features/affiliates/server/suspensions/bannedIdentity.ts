import { createHmac } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { installationKey } from '#engine/auth/server/installationSecret.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Payee } from '#rules/payouts/payments.ts'

/** What of a record tells who somebody is, in the words of the fields; compared whatever the field. */
export const identityFields = ['email', 'cpf', 'document', 'taxNumber', 'paymentKey', 'iban'] as const

/** An e-mail address reduced to its mailbox: without `+label`, and at Gmail without points. */
function mailbox(address: string): string {
  const [, name = '', host = ''] = /^(.*)@(.*)$/s.exec(address) ?? []
  const bare = name.replace(/\+.*/s, '') || name
  return /^(?:gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${host}`
}

/**
 * A value in the forms in which two are compared: an e-mail address in lower case and as its mailbox, else its letters
 * and digits, of a Brazilian telephone without its country too.
 */
function comparable(value: string): string[] {
  const text = value.normalize('NFKC').replace(/\p{Cf}/gu, '')
  if (text.includes('@')) {
    const address = text.trim().toLowerCase()
    return [...new Set([address, mailbox(address)])]
  }
  const whole = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (whole === '') return []
  const national = /^(?:55|0)(\d{2}9?\d{8})$/.exec(whole)?.[1]
  return national ? [whole, national] : [whole]
}

/** Keyed digests of each value, one per form in which it is compared; none for an empty value. */
export async function identityDigests(
  context: Pick<AppContext, 'database' | 'environment'>,
  values: readonly unknown[],
): Promise<string[][]> {
  const key = await installationKey(context, 'ban')
  return values.map((value) =>
    (typeof value === 'string' ? comparable(value) : []).map((form) =>
      createHmac('sha256', key).update(form).digest('base64url'),
    ),
  )
}

/** What an affiliate, with its people, or a partner is known by. */
export async function readIdentity(db: Kysely<any>, { kind, id }: Payee): Promise<string[]> {
  const own =
    kind === 'affiliate'
      ? sql`select array[email, cpf, document, tax_number, payment_key, iban]
          || array(select email from affiliate_user where affiliate = ${id}::bigint) as known
          from affiliate where id = ${id}::bigint`
      : sql`select array[document, payment_key] as known from partner where id = ${id}::bigint`
  const found = await firstRow(db, own as ReturnType<typeof sql<{ known: (string | null)[] }>>)
  return (found?.known ?? []).filter((value) => value !== null)
}

/**
 * Which of these digests belong to somebody a company banned, and to whom.
 * @param except the record that is written itself
 */
export async function findBanned(
  db: Kysely<any>,
  { company, digests, except }: { company: unknown; digests: readonly string[]; except: Payee | null },
): Promise<ReadonlyMap<string, Payee>> {
  const { rows } = await sql<{
    digest: string
    kind: Payee['kind']
    id: number
  }>`select digest, suspension.object as kind, suspension.record as id from banned_identity
      join suspension on suspension.id = banned_identity.suspension
    where banned_identity.company = ${String(company)}::text::bigint and digest = any(${arrayOf('text', digests)})
      and suspension.ended_at is null
      and (suspension.object, suspension.record) is distinct from (${except?.kind ?? null}::text, ${except?.id ?? null}::bigint)
    order by suspension.id desc`.execute(db)
  return new Map(rows.map(({ digest, kind, id }) => [digest, { kind, id: Number(id) }]))
}
