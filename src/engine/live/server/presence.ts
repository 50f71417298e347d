import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { rowsAs } from '#engine/server/database/arrays.ts'

/** Somebody who has a record open at some server. */
export interface Present {
  /** The record, `affiliate/7`. */
  readonly open: string
  /** Null for whoever signed in with a partner's key. */
  readonly userId: number | null
  readonly name: string
}

/** How long a line holds that its server does not say again, and when it is thrown away, in seconds. */
const heldFor = { told: 25, kept: 60 } as const

const parts = ({ open }: Present) => open.split('/') as [string, string]
const columns = {
  object: ['text', (present: Present) => parts(present)[0]],
  record: ['bigint', (present: Present) => Number(parts(present)[1])],
  user: ['bigint', (present: Present) => present.userId],
  name: 'text',
} as const

const keyOf = ({ open, name }: Present) => `${open} ${name}`

/** Who has which record open, as all servers of a database know it. */
export class Presence {
  readonly #db: Kysely<any>
  readonly #server = randomUUID()

  constructor(db: Kysely<any>) {
    this.#db = db
  }

  /** Says that these have these records open at this server, also again, and throws away what no server says any more. */
  async say(present: readonly Present[]): Promise<void> {
    const each = [...new Map(present.map((one) => [keyOf(one), one])).values()]
    if (each.length === 0) return
    await sql`insert into record_open (object, record, server, "user", name, seen_at)
      select object, record, ${this.#server}::uuid, "user", name, clock_timestamp() from ${rowsAs('present', each, columns)}
      on conflict (object, record, server, name) do update set seen_at = excluded.seen_at, "user" = excluded."user"`.execute(
      this.#db,
    )
    await sql`delete from record_open where seen_at < clock_timestamp() - make_interval(secs => ${heldFor.kept})`.execute(
      this.#db,
    )
  }

  /** Takes one back that has left. */
  async takeBack(present: Present): Promise<void> {
    const [object, record] = parts(present)
    await sql`delete from record_open where object = ${object} and record = ${record}::bigint
      and server = ${this.#server}::uuid and name = ${present.name}`.execute(this.#db)
  }

  /** Takes back all that this server said. */
  async takeAllBack(): Promise<void> {
    await sql`delete from record_open where server = ${this.#server}::uuid`.execute(this.#db)
  }

  /** Who has these records open, at any server, in the order of their names. */
  async of(opens: readonly string[]): Promise<Present[]> {
    if (opens.length === 0) return []
    const asked = [...new Set(opens)].map((open) => ({ open, userId: null, name: '' }))
    const { object, record } = columns
    const { rows } = await sql<{ open: string; user: string | null; name: string }>`
      select distinct object || '/' || record as open, "user"::text as "user", name
      from record_open join ${rowsAs('asked', asked, { object, record })} using (object, record)
      where seen_at > clock_timestamp() - make_interval(secs => ${heldFor.told}) order by name`.execute(this.#db)
    return rows.map(({ open, user, name }) => ({ open, userId: user === null ? null : Number(user), name }))
  }
}
