import { type RawBuilder, sql } from 'kysely'
import { meetsSql } from '#engine/records/server/query/counting.ts'
import { columnName } from '#engine/declaration/derive/table.ts'
import type { ComputedName } from '#engine/declaration/names.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { hears } from '#features/affiliates/server/announcements/announcements.ts'
import { authorsSql } from '#engine/records/server/authors.ts'

/** What a computed value is made from. */
export interface ComputedRequest {
  readonly resource: AnyResource
  /** The name under which the record's table stands in the query. */
  readonly alias: string
  /** Scheme and host under which the reader reaches this server, such as `https://office.example`. */
  readonly origin: string
}

type Computation = (request: ComputedRequest) => RawBuilder<unknown>

const moment = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The address players follow: the token behind `/t/`. */
const trackingAddress: Computation = ({ alias, origin }) =>
  sql`${origin}::text || '/t/' || ${sql.ref(`${alias}.token`)}`

/** Is everything filled in that the declaration requires? Records made by an import may lack some of it. */
const isComplete: Computation = ({ resource, alias }) => {
  const conditions = Object.entries(resource.fields).flatMap(([name, field]) => {
    const column = sql.ref(`${alias}.${columnName(name)}`)
    const needed = resource.completeWith[name]
    const valueOf = (other: string) => {
      const [stored, usual] = [sql.ref(`${alias}.${columnName(other)}`), resource.fields[other]?.default]
      return typeof usual === 'string' ? sql`coalesce(${stored}, ${sql.lit(usual)})` : stored
    }
    if (needed) return [sql`(${column} is not null or not ${meetsSql(needed, valueOf)})`]
    if (resource.visibleWhen[name] || field.kind === 'password') return []
    if (field.kind === 'references') return (field.count ?? field.min ?? 0) > 0 ? [sql`cardinality(${column}) > 0`] : []
    const demanded = resource.requiredWhen[name]
    if (field.required && demanded) return [sql`(${column} is not null or not ${meetsSql(demanded, valueOf)})`]
    return field.required ? [sql`${column} is not null`] : []
  })
  const complete = sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`
  if (!resource.fields[resource.title]?.personal) return complete
  // Whoever was redacted lacks what is required for good, and nobody has to look after it.
  const title = sql.ref(`${alias}.${columnName(resource.title)}`)
  return sql`(${complete} or ${title} is not distinct from '#' || ${sql.ref(`${alias}.id`)})`
}

const attemptsJson = sql`coalesce(json_agg(json_build_object('at', ${moment('attempt.at')}, 'message', attempt.message,
  'remark', attempt.remark) order by attempt.at, attempt.id), '[]')`

/**
 * Every attempt to pay an entry, oldest first: `[{at, message, remark}]`, the remark being the message as a code with
 * values.
 */
const entryAttempts: Computation = ({ alias }) => sql`(select ${attemptsJson} from payment_attempt attempt
  where attempt.payment in (select payment_entry.payment from payment_entry
    where payment_entry.entry = ${sql.ref(`${alias}.id`)}))`

/** The lines of an entry, one for each product: base, rate, rule version, amount. */
const entryLines: Computation = ({ alias }) => sql`(
  select coalesce(json_agg(json_build_object('product', line.product, 'base', trim_scale(line.base), 'rate',
    trim_scale(line.rate),
    'ruleVersion', line.rule_version, 'amount', line.amount) order by line.product), '[]')
  from entry_line line where line.entry = ${sql.ref(`${alias}.id`)})`

/** Every attempt to send a payment, in the same shape. */
const paymentAttempts: Computation = ({ alias }) =>
  sql`(select ${attemptsJson} from payment_attempt attempt where attempt.payment = ${sql.ref(`${alias}.id`)})`

/** What is kept back of a payment, tax by tax. */
const paymentWithheld: Computation = ({ alias }) => sql`(
  select coalesce(json_agg(json_build_object('tax', kept.tax, 'base', kept.base, 'rate', trim_scale(kept.rate),
    'value', kept.value, 'before', kept.before) order by kept.tax), '[]')
  from payment_withheld kept where kept.payment = ${sql.ref(`${alias}.id`)})`

/** What is sent of a payment: its value, less what is kept back. */
const paymentNet: Computation = ({ alias }) => sql`(${sql.ref(`${alias}.value`)} - coalesce((
  select sum(kept.value) from payment_withheld kept where kept.payment = ${sql.ref(`${alias}.id`)}),
  0))::numeric(18, 2)`

/** What a delivery says, as it is kept until it is forgotten. */
const signalSaid: Computation = ({ alias }) => sql`(select signal.data from signal
  where signal.id = ${sql.ref(`${alias}.sys_signal`)})`

/** Suspended now, or banned: the record itself, not what it belongs to. */
const isSuspended: Computation = ({ resource, alias }) => sql`exists (select from suspension
  where suspension.ended_at is null and suspension.object = ${sql.lit(resource.name)}
    and suspension.record = ${sql.ref(`${alias}.id`)})`

/** Everybody who changed it since it was approved last. */
const authors: Computation = ({ alias }) => sql`to_json(${authorsSql(alias)})`

/** How many lines the log has of a line's batch; 0 for one that stands alone. */
const batchSize: Computation = ({ alias }) => sql`(select count(*)::integer from activity_log line
  where line.batch = ${sql.ref(`${alias}.batch`)})`

/** Whether an earlier line of the log begins the batch. */
const continuesBatch: Computation = ({ alias }) => sql`exists (select from activity_log earlier
  where earlier.batch = ${sql.ref(`${alias}.batch`)} and earlier.id < ${sql.ref(`${alias}.id`)})`

/** How many affiliates an announcement goes to: those of its company that are of what it names and not suspended. */
const audience: Computation = ({ alias }) => sql`(select count(*)::integer from affiliate
  where ${hears(alias)})`

const computations: Readonly<Record<ComputedName, Computation>> = {
  trackingAddress,
  isComplete,
  isSuspended,
  entryAttempts,
  entryLines,
  paymentAttempts,
  paymentWithheld,
  paymentNet,
  signalSaid,
  authors,
  batchSize,
  continuesBatch,
  audience,
}

/** The SQL of a computed field's value. */
export function computedExpression({
  name,
  ...request
}: ComputedRequest & { name: ComputedName }): RawBuilder<unknown> {
  return computations[name](request)
}
