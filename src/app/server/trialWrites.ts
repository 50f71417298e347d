import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { AnyTables, Database } from '#engine/server/database/connect.ts'
import { distributedTables } from '#engine/server/database/citus/tables.ts'
import { insertedTablesSql } from '#engine/server/database/servingRights.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordBatch } from '#features/activity/server/write/recordEvents.ts'

/** The role that serves cannot write something that serving writes; the message names it. */
export class TrialWriteError extends Error {
  override name = 'TrialWriteError'
}

type Write = (trx: Transaction<AnyTables>) => Promise<unknown>
const asked =
  (...statements: readonly RawBuilder<unknown>[]): Write =>
  async (trx) => {
    for (const statement of statements) await statement.execute(trx)
  }

const at = '2000-01-01T12:00:00.000Z'
const name = 'Trial of a start'

/**
 * One row of each kind that serving writes most, and an empty one for every table. Ids are negative, so that no sequence
 * moves and no row is met, and every later row hangs on those before it.
 */
const kinds: readonly (readonly [kind: string, write: Write])[] = [
  [
    'companies, brands, affiliates and links',
    asked(
      sql`insert into company (id, name) overriding system value values (-1, ${name})`,
      sql`insert into brand (id, name, slug, company, currency) overriding system value
        values (-1, ${name}, 'trial-of-a-start', -1, 'BRL')`,
      sql`insert into affiliate (id, company, name, token, brands) overriding system value
        values (-1, -1, ${name}, 'trial-of-a-start', '{-1}')`,
      sql`insert into campaign (id, name, brand) overriding system value values (-1, ${name}, -1)`,
      sql`insert into action (id, name, campaign, affiliate, token) overriding system value
        values (-1, ${name}, -1, -1, 'trial-of-a-start')`,
    ),
  ],
  ['events, clicks and movement', recordOne],
  ['players', asked(sql`insert into player (id, brand, player_ref) overriding system value values (-1, -1, ${name})`)],
  [
    'entries, payments and the ledger',
    asked(
      sql`insert into entry (id, day, affiliate, kind, value, currency, status) overriding system value
        values (-1, '2000-01-01', -1, 'commission', 12.5, 'BRL', 'pending')`,
      sql`insert into payment (id, affiliate, value, currency) overriding system value values (-1, -1, 12.5, 'BRL')`,
    ),
  ],
  [
    'sessions',
    asked(
      sql`insert into "user" (id, name, email) overriding system value values (-1, ${name}, 'trial@office.invalid')`,
      sql`insert into session (user_id, created_at, last_seen_at, expires_at) values (-1, now(), now(), now())`,
    ),
  ],
  ['jobs', asked(sql`insert into job (id, kind) overriding system value values (-1, 'trial of a start')`)],
  [
    'lines of the activity log',
    asked(sql`insert into activity_log (id, at, operation, object, object_id, changes, sys_key, sys_seed, sys_mac)
      overriding system value values (-1, now(), 'trial', 'company', '-1', '[]', '', '', '')`),
  ],
  ['every table', asked(sql.raw(everyTableText()))],
]

/**
 * SQL: offers each table that serving inserts into an empty row. Rights and policies are asked before constraints, so a
 * constraint or trigger that refuses the row says that this role may write there; what is inserted is taken back at once.
 */
function everyTableText(): string {
  const others = distributedTables.map((name) => `'${name}'`).join(', ')
  return `do $$ declare tried record; begin
    for tried in select c.relname as name, (select attname from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped) as identity
      from ${insertedTablesSql} and c.relname not in (${others}) order by 1
    loop
      begin
        if tried.identity is null then execute format('insert into %I default values', tried.name);
        else execute format('insert into %I (%I) overriding system value values (-2)', tried.name, tried.identity);
        end if;
        raise exception using errcode = 'TRIAL';
      exception
        when sqlstate 'TRIAL' or integrity_constraint_violation or data_exception or raise_exception then null;
        when disk_full then raise;
        when others then raise exception using errcode = sqlstate, message = format('%s: %s', tried.name, sqlerrm);
      end;
    end loop;
  end $$`
}

async function recordOne(trx: Transaction<AnyTables>): Promise<void> {
  const checked = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date(at) })({
    event_id: name,
    type: 'click',
    occurred_at: at,
    action_token: 'trial-of-a-start',
  })
  if (!checked.ok) throw new Error(`The event of the trial is refused: ${checked.code}`)
  await sql`select make_event_partition(${checked.event.day}::text::date)`.execute(trx)
  const brand = { id: -1, slug: 'trial-of-a-start', site: null, currency: 'BRL' }
  await recordBatch({ trx, brand }, { events: [checked.event], visits: false, areNew: true })
}

/** Ends the transaction without an error of its own. */
class Done extends Error {}

const diskFull = '53100'

/**
 * Writes one row of each kind that serving writes and takes all of it back, so that a right or policy that is missing
 * stops the start and not the first batch. A full disk stops nothing: reads are served.
 * @throws TrialWriteError naming what cannot be written, and why
 */
export async function tryWrites({ db }: Pick<Database, 'db'>): Promise<'written' | 'diskFull'> {
  try {
    await db.transaction().execute(async (trx) => {
      for (const [kind, write] of kinds) {
        await write(trx).catch((error: unknown) => {
          if (error instanceof DatabaseUnavailable || (error as { code?: unknown }).code === diskFull) throw error
          throw new TrialWriteError(
            `The database role of DATABASE_URL cannot write ${kind}: ${(error as Error).message}. ` +
              'Its owner grants what is missing: set MIGRATION_DATABASE_URL to the address of the owner and run npm run migrate.',
            { cause: error },
          )
        })
      }
      // What follows at the commit is tried as well.
      await sql`set constraints all immediate`.execute(trx)
      throw new Done()
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === diskFull) return 'diskFull'
    if (!(error instanceof Done)) throw error
  }
  return 'written'
}
