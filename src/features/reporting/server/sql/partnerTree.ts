import { type RawBuilder, sql } from 'kysely'
import type { ReportMeasure } from '#engine/declaration/report.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import type { ReportReader } from '../reportReader.ts'
import { partnerScope } from './readerScope.ts'

/**
 * The columns a row of a tree has beside those of a list: the partner above it, how far from the top it stands, and
 * whether it counts only what hangs on its partner directly.
 */
export const treeColumns = ['parent', 'depth', 'direct'] as const

/**
 * The tables that make `line_sum` (own sums, by partner and level) a tree in `tree_sum`: each partner with the sums of
 * everything below it, in the hierarchy of the last day asked for. A partner with
 * others below it that has sums of its own stands a second time, inside itself, with these (`direct`): so what stands
 * inside a row always adds up to the row.
 */
export function treeTables(
  question: ReportRequest,
  reader: ReportReader,
  stored: readonly ReportMeasure[],
): RawBuilder<unknown>[] {
  const sums = sql.join(stored.map((column) => sql`minor_sum(${sql.ref(`own.${column}`)}) as ${sql.id(column)}`))
  const day = sql`${question.to}::date`
  return [
    sql`own_sum as materialized (select own.partner, max(own.partner_level) as partner_level, ${sums} from line_sum own
      group by own.partner)`,
    // Nobody climbs above what the reader sees: the highest partner in sight is the top.
    sql`standing as materialized (select span.partner, span.parent, span.partner_level from partner_span span
      where ${day} >= span.valid_from and ${day} < span.valid_until and ${partnerScope(reader, 'span')})`,
    sql`ancestry as (select partner, partner as above, 0 as distance from own_sum where partner is not null
      union all select ancestry.partner, higher.partner, ancestry.distance + 1 from ancestry
      join standing on standing.partner = ancestry.above join standing higher on higher.partner = standing.parent)`,
    sql`deep as (select partner, max(distance) as depth from ancestry group by partner)`,
    sql`node as materialized (select ancestry.above as partner, max(deep.depth - ancestry.distance) as depth,
      count(*) filter (where ancestry.distance > 0) > 0 as is_parent, ${sums}
      from ancestry join deep on deep.partner = ancestry.partner join own_sum own on own.partner = ancestry.partner
        group by ancestry.above)`,
    sql`tree_sum as (
      select node.partner, coalesce(standing.partner_level, own_sum.partner_level) as partner_level, case
        when node.depth > 0 then standing.parent end as parent, node.depth, false as direct, ${columns('node', stored)}
        from node left join standing on standing.partner = node.partner left
          join own_sum on own_sum.partner = node.partner
      union all select own.partner, coalesce(standing.partner_level, own.partner_level), own.partner, node.depth + 1,
        true, ${columns('own', stored)}
        from own_sum own join node on node.partner = own.partner and node.is_parent left
          join standing on standing.partner = own.partner
      union all select null, own.partner_level, null, 0, false, ${columns('own', stored)} from own_sum own
        where own.partner is null)`,
  ]
}

/**
 * The tables that make of a tree what is sought in it, in `sought`: whole trees, from their top down, wherever a row of
 * them was found, so that what stands inside a row still adds up to the row.
 * @param found the rows of `tree_sum` that were found, as a select
 */
export function soughtTree(found: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`below_top as (select partner, partner as top from tree_sum where parent is null
      union all select inside.partner, below_top.top from tree_sum inside
        join below_top on inside.parent = below_top.partner where not inside.direct)`,
    sql`found_top as materialized (select distinct below_top.top from (${found}) found
      join below_top on below_top.partner is not distinct from found.partner)`,
    sql`sought as materialized (select line.* from tree_sum line join below_top on below_top.partner is not distinct
      from line.partner
      where exists (select from found_top where found_top.top is not distinct from below_top.top))`,
  ]
}

const columns = (table: string, stored: readonly ReportMeasure[]) =>
  sql.join(stored.map((column) => sql.ref(`${table}.${column}`)))
