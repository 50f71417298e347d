import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyTables, Database } from '../connect.ts'
import type { PoolName, SessionPool } from '../pool.ts'
import { type ReadPoolOptions, readPool } from '../replica/readPool.ts'
import { actorSettings, type Place, readsAll } from './actorSettings.ts'
import { rowSecurityPool } from './rowSecurityPool.ts'
import type { ReaderLogins } from './readerLogins.ts'

type Server = 'primary' | 'reading'
type Opened = Readonly<Record<Server, Kysely<AnyTables>>>

/** The second fence: reads of somebody signed in, by a database role that sees what is theirs alone. */
export interface RowSecurity {
  /** The database as this actor reads it. @param server `primary` where what was written just now must be seen */
  of(actor: Actor, server: Server, place: Place): Kysely<AnyTables>
  close(): Promise<void>
}

/** What the pools of the fence are made from. */
export interface FenceOptions {
  readonly addresses: ReaderLogins
  /** The same roles on the replica, where there is one. */
  readonly replicaAddresses: ReaderLogins | undefined
  readonly poolOf: (name: PoolName, url: string, of?: { readonly hasSeveralServers: boolean }) => SessionPool
  /** How the replica is followed; the pools are the fence's own. */
  readonly following: Omit<ReadPoolOptions, 'primary' | 'replicaPool'> | undefined
}

/** Opens the pools of both roles; they connect on first use. */
export function openRowSecurityPools({ addresses, replicaAddresses, poolOf, following }: FenceOptions): RowSecurity {
  const over = (pool: PostgresPool) => new Kysely<AnyTables>({ dialect: new PostgresDialect({ pool }) })
  const replicaOf = (name: PoolName, address: string | undefined) =>
    address === undefined ? undefined : poolOf(name, address, { hasSeveralServers: true })
  const session = {
    primary: poolOf('session_primary', addresses.session),
    replica: replicaOf('session_replica', replicaAddresses?.session),
  }
  const root = {
    primary: poolOf('root_primary', addresses.root),
    replica: replicaOf('root_replica', replicaAddresses?.root),
  }
  const reading = (primary: PostgresPool, replicaPool: PostgresPool | undefined) =>
    replicaPool && following ? readPool({ ...following, primary, replicaPool }) : primary
  const asRoot = { primary: over(root.primary), reading: over(reading(root.primary, root.replica)) }
  const known = { today: new WeakMap<Actor, Opened>(), 'by day': new WeakMap<Actor, Opened>() }

  function open(actor: Actor, place: Place): Opened {
    const before = actorSettings(actor, place)
    const primary = rowSecurityPool(session.primary, before)
    const replica = session.replica && rowSecurityPool(session.replica, before)
    return { primary: over(primary), reading: over(reading(primary, replica)) }
  }

  return {
    of(actor, server, place) {
      if (readsAll(actor)) return asRoot[server]
      let opened = known[place].get(actor)
      if (!opened) known[place].set(actor, (opened = open(actor, place)))
      return opened[server]
    },
    async close() {
      await Promise.all([session.primary, session.replica, root.primary, root.replica].map((pool) => pool?.end()))
    },
  }
}

/**
 * The database for reads of a list, record or file: fenced to what this actor sees, on the replica where there is one.
 * @param place `by day` where the statement itself says who hung below whom
 */
export function readAs({ fence, readDb }: Database, actor: Actor, place: Place = 'today'): Kysely<AnyTables> {
  return fence?.of(actor, 'reading', place) ?? readDb
}

/**
 * The database for what an affiliate's own session is told of its own records and what these were made from: rules,
 * events and what they came to hang on brands, which its role does not read. That the record is its own is part of the
 * statement. For everybody else as {@link readPrimaryAs}.
 */
export function readSelfAs(database: Database, actor: Actor, place: Place = 'today'): Kysely<AnyTables> {
  if (actor.kind === 'affiliate') return database.db
  return place === 'today' ? readPrimaryAs(database, actor) : readAs(database, actor, place)
}

/** The same on the primary, which has what was written just now. */
export function readPrimaryAs({ fence, db }: Database, actor: Actor): Kysely<AnyTables> {
  return fence?.of(actor, 'primary', 'today') ?? db
}
