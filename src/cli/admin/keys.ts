import { sql } from 'kysely'
import { endKey } from '#engine/auth/server/accessKeys/manageKeys.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { revokeIngestKey } from '#features/activity/server/keys/ingestKeys.ts'
import { operator } from '#engine/declaration/actor.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import type { CommandContext } from '../support/commandDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print, printTable } from './print.ts'

interface Row {
  readonly kind: 'ingest' | 'affiliate' | 'partner'
  readonly id: number
  readonly holder: number
  readonly name: string
  readonly scope: string
  readonly hint: string
  readonly made: string
  readonly used: string
  readonly ends: string
}

const day = (column: string) => sql.raw(`coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD'), 'never')`)

/** Every key that opens something: those of brands' platforms, and those of affiliates and partners. */
async function openKeys({ database }: Pick<CommandContext, 'database'>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select 'ingest' as kind, ingest_key.id, brand.id as holder, brand.name, '' as scope, hint, ${day('ingest_key.created_at')} as
      made, ${day('last_used_at')} as used, 'never' as ends
      from ingest_key join brand on brand.id = ingest_key.brand where revoked_at is null
    union all
    select case when access_key.affiliate is null then 'partner' else 'affiliate' end, access_key.id,
      coalesce(affiliate.id, partner.id), coalesce(affiliate.name, partner.name),
        case when is_earlier then scope || ', reports' else scope end, hint, ${day('access_key.created_at')}, ${day('last_used_at')}, ${day('expires_at')}
      from access_key left join affiliate on affiliate.id = access_key.affiliate left
        join partner on partner.id = access_key.partner where ended_at is null
    order by 1, 2`.execute(database.db)
  return rows
}

/** `keys list` */
export async function list(surroundings: CommandContext): Promise<void> {
  const keys = await openKeys(surroundings)
  if (keys.length === 0) return print('Nobody has a key.')
  printTable([
    ['key', 'of', 'opens', 'ends with', 'made', 'last used', 'expires'],
    ...keys.map(({ kind, id, holder, name, scope, hint, made, used, ends }) => [
      `${kind} ${id}`,
      `${name} (${holder})`,
      scope,
      `…${hint}`,
      made,
      used,
      ends,
    ]),
  ])
}

/** What is done at the command line comes from no address. */
const nowhere: LogOrigin = { method: '', url: '', address: '' }

/** `keys end KIND ID` */
export async function end(surroundings: CommandContext, kind: string, id: string): Promise<void> {
  const key = (await openKeys(surroundings)).find((each) => each.kind === kind && String(each.id) === id)
  if (!key) throw new UsageError(`There is no key ${kind} ${id}. npm run admin -- keys list names them.`)
  const context = { ...surroundings, now: surroundings.database.clock.now }
  try {
    if (key.kind === 'ingest')
      await revokeIngestKey({ db: surroundings.database.db, actor: operator, brand: key.holder, keyId: key.id })
    else await endKey(context, { actor: operator, holder: { kind: key.kind, id: key.holder }, origin: nowhere }, key.id)
  } catch (error) {
    throw error instanceof ApiError && error.code === 'not_found'
      ? new UsageError(`The key ${kind} ${id} was ended just now.`)
      : error
  }
  print(`The key …${key.hint} of ${key.name} opens nothing any more.`)
}
