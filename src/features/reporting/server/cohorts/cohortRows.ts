import { type RawBuilder, sql } from 'kysely'
import { eventContribution } from '#features/activity/server/rollUp/eventContribution.ts'
import { movementColumns } from '#features/activity/server/rollUp/columns.ts'
import { products } from '#rules/activity/measures.ts'
import { cpaOfPlayers } from '../sql/cpaByPlayer.ts'

/** What of commission stands in a sum by cohort; amounts, but for the last. */
const earnedColumns = ['admin_fee', ...products.map((product) => `${product}_reward`), 'cpa_reward', 'qty_cpa']

/** The columns of a sum by cohort after its key, in whole cents or counts. */
export const cohortColumns: readonly string[] = [...movementColumns.map(({ name }) => name), ...earnedColumns]

/** The key of a sum by cohort. */
export const cohortKey = ['month', 'brand', 'affiliate', 'action', 'country', 'registered', 'deposited'] as const

const key = sql.raw('day, brand, affiliate, action, country, registered, deposited')
const ofLink = sql.raw('day, brand, affiliate, action, product')
const none = sql`''::text, null::date, null::date`

const isIn = '(player.registered_day <= fact.day or player.first_deposit_day <= fact.day)'
/** In which cohorts what a player (`player`) did on a day (`fact`) counts. */
const cohortOf = sql.raw(`case when ${isIn} then coalesce(player.country, '') else '' end as country,
  case when player.registered_day <= fact.day then date_trunc('month', player.registered_day::timestamp)::date end
    as registered,
  case when player.first_deposit_day <= fact.day then date_trunc('month', player.first_deposit_day::timestamp)::date end
    as deposited`)

const minor = (isMoney: boolean, value: RawBuilder<unknown>) => (isMoney ? sql`(${value} * 100)::bigint` : value)
const movementNames = sql.join(movementColumns.map(({ name }) => sql.id(name)))
const negated = sql.join(movementColumns.map(({ name }) => sql`-${sql.id(name)}`))
const noMovement = sql.join(movementColumns.map(() => sql`0::bigint`))

/** What is shared among cohorts, and by what: gains by who brought them, losses by who cost them, else by turnover. */
function sharedAs(name: string): RawBuilder<unknown> {
  const amount = sql.ref(`earned.${name}`)
  const byGgr = sql`greatest(0, (played.turnover - played.payout) * sign(${amount}))`
  return sql`${amount} as ${sql.id(name)}, case when sum(${byGgr}) over link > 0 then ${byGgr}
    else greatest(0, played.turnover) end as ${sql.id(`${name}_weight`)}`
}

/** An amount's part: what the shares up to this one come to, less what those before it did, each rounded. */
function partOf(name: string): RawBuilder<unknown> {
  const [amount, weight] = [sql.ref(name), sql.ref(`${name}_weight`)]
  const all = sql`sum(${weight}) over link`
  const upTo = sql`sum(${weight}) over (link order by country, registered, deposited rows unbounded preceding)`
  return sql`(case when ${all} = 0 then case when is_none then ${amount} else 0 end
    else round(${amount}::numeric * ${upTo} / ${all}) - round(${amount}::numeric * (${upTo} - ${weight}) / ${all})
    end)::bigint`
}

/**
 * The rows of movement and commission by cohort, a day each: `day`, {@link cohortKey} but the month, and
 * {@link cohortColumns}. A cohort's rows are read from the events of its players; what is left of movement stands under
 * none, so that all rows together are movement to the cent. CPA belongs to the player it was paid for. What an affiliate
 * earns on all its players together is shared among the cohorts of the day and link.
 * @param facts reads a table, as `fact`, with joins and conditions: `${table} fact ${joins} where …`
 */
export function cohortRows(facts: (table: RawBuilder<unknown>, joins: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const ofPlayers = movementColumns.map(({ name, isMoney }) => minor(isMoney, sql`sum(${eventContribution(name)})`))
  const ofMovement = movementColumns.map(({ name, isMoney }) => minor(isMoney, sql`sum(${sql.ref(`fact.${name}`)})`))
  const joined = sql`join player on player.id = fact.player`
  const added = sql.join(movementColumns.map(({ name }) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`))
  const shares = ['admin_fee', 'reward']
  const rewards = products.map(
    (product) => sql`case when product = ${sql.lit(product)} then ${partOf('reward')} else 0 end`,
  )
  return sql`(with of_players as materialized (
      select fact.day, fact.brand, fact.affiliate, fact.action, fact.product, ${cohortOf}, ${sql.join(ofPlayers)}
      from ${facts(sql.table('event'), joined)} and fact.affiliate is not null and ${sql.raw(isIn)}
      group by 1, 2, 3, 4, 5, 6, 7, 8),
    of_cohorts (${ofLink}, country, registered, deposited, ${movementNames}) as (select * from of_players),
    earned as materialized (select fact.day, fact.brand, fact.affiliate, fact.action, fact.product,
        (sum(fact.admin_fee) * 100)::bigint as admin_fee, (sum(fact.reward) * 100)::bigint as reward
      from ${facts(sql.table('commission'), sql``)} and fact.product <> 'cpa' group by 1, 2, 3, 4, 5),
    played as (select ${ofLink}, country, registered, deposited,
        country = '' and registered is null and deposited is null as is_none, ${added}
      from (select * from of_cohorts
        union all select ${ofLink}, ${none}, ${negated} from of_cohorts
        union all select fact.day, fact.brand, fact.affiliate, fact.action, fact.product, ${none},
          ${sql.join(ofMovement)} from ${facts(sql.table('movement'), sql``)} group by 1, 2, 3, 4, 5
        union all select ${ofLink}, ${none}, ${noMovement} from earned) told
      group by ${ofLink}, country, registered, deposited),
    weighed as (select played.*, ${sql.join(shares.map(sharedAs))}
      from played join earned using (${ofLink}) window link as (partition by ${ofLink})),
    of_cpa as materialized (select fact.day, fact.brand, fact.affiliate, fact.action, ${cohortOf},
        (sum(fact.reward) * 100)::bigint as cpa_reward, sum(fact.qty_cpa)::bigint as qty_cpa
      from ${facts(cpaOfPlayers, sql`left join player on player.id = fact.player`)} group by 1, 2, 3, 4, 5, 6, 7),
    -- A day that is not closed has nobody's CPA yet.
    paid as (select * from of_cpa
      union all select day, brand, affiliate, action, ${none}, -cpa_reward, -qty_cpa from of_cpa
      union all select fact.day, fact.brand, fact.affiliate, fact.action, ${none}, (sum(fact.reward) * 100)::bigint,
        sum(fact.qty_cpa)::bigint
      from ${facts(sql.table('commission'), sql``)} and fact.product = 'cpa' group by 1, 2, 3, 4)
    select ${key}, ${movementNames}, ${sql.join(earnedColumns.map((name) => sql`0::bigint as ${sql.id(name)}`))} from played
    union all select ${key}, ${noMovement}, ${partOf('admin_fee')}, ${sql.join(rewards)}, 0::bigint, 0::bigint
      from weighed window link as (partition by ${ofLink})
    union all select ${key}, ${noMovement},
      ${sql.join(earnedColumns.slice(0, -2).map(() => sql`0::bigint`))}, cpa_reward, qty_cpa from paid)`
}
