import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

/** Turns fragments into text; it has no database behind it. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const compiled = new Map<string, RawBuilder<unknown>>()

/**
 * A fragment that is the same each time, made into text once: walking the tree of a long select list for each request
 * would cost more than
 * the rest of the request. What carries a parameter is left as it is.
 * @param key names the fragment; made of declared names only, so that there are only so many.
 */
export function memoizedSql(key: string, make: () => RawBuilder<unknown>): RawBuilder<unknown> {
  const known = compiled.get(key)
  if (known) return known
  const fragment = make()
  const { sql: text, parameters } = fragment.compile(compiler)
  if (parameters.length > 0) return fragment
  const raw = sql.raw(text)
  compiled.set(key, raw)
  return raw
}

/** What a fragment says, parameters included: the same for two fragments exactly when they ask the same. */
export function textOf(fragment: RawBuilder<unknown>): string {
  const { sql: text, parameters } = fragment.compile(compiler)
  return parameters.length === 0 ? text : `${text} ${JSON.stringify(parameters)}`
}
