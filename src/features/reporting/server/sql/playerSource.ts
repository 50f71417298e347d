import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '#resources/measures.ts'
import type { ReportDimension, ReportMeasure } from '#engine/declaration/report.ts'
import { noSub } from '#rules/activity/subIds.ts'
import { type SubName, subNames } from '#rules/activity/subNames.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { eventContribution } from '#features/activity/server/rollUp/eventContribution.ts'
import { columnsNeeded } from '../reportColumns.ts'
import type { ReportRequest } from '../reportQuestion.ts'
import { cpaOfPlayers, qualifiedPlayers } from './cpaByPlayer.ts'
import { dimensionColumn, factDimensions, factJoins } from './dimensions.ts'
import { factScope } from './readerScope.ts'
import {
  converted,
  filterConditions,
  groupBy,
  inMinor,
  movementColumns,
  neededDimensions,
  nothingOf,
  type Rated,
  rateByBrand,
  type SourceInput,
  summed,
} from './sourceParts.ts'

type Asked = Pick<ReportRequest, 'rows' | 'filters'>
const cpaReward: ReportMeasure = 'cpa_reward'
const isSub = (dimension: ReportDimension): dimension is SubName => subNames.some((name) => name === dimension)
const filteredSubs = ({ filters }: Pick<Asked, 'filters'>) => subNames.filter((name) => filters[name])

/** Whether a question tells players or sub ids apart: roll-ups do not know them, the events themselves do. */
export const isByEvent = (question: Asked): boolean =>
  question.rows.includes('player') || question.rows.some(isSub) || filteredSubs(question).length > 0

const knownByPlayer = (stored: ReportMeasure) =>
  stored === cpaReward || stored === 'qty_cpa' || movementColumns[measureColumn(stored).measure] !== undefined

/**
 * Whether a column can be said of one player: CPA is paid for players; a share is earned by an affiliate on all of them
 * together, so what is made from it cannot.
 */
export function isPlayerColumn(column: ReportMeasure): boolean {
  return columnsNeeded([column]).stored.every(knownByPlayer)
}

function eventSum(column: ReportMeasure, rate: Rated, sign = sql``): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const stored = movementColumns[measure]
  if (!stored) return nothingOf(column)
  const only = product ? sql` filter (where fact.product = ${product}::text)` : sql``
  return inMinor(column, sql`${sign} sum(${converted(column, eventContribution(stored), rate)})${only}`)
}

/** A column of those that CPA was paid for. */
function ofCpa(column: ReportMeasure, rate: Rated): RawBuilder<unknown> {
  if (column === cpaReward) return summed(column, { reward: 'reward' }, rate)
  return summed(column, { qty_cpa: 'qty_cpa' })
}

/** The conditions that sub ids are filtered by; `none` is what has none. */
function subConditions({ filters }: Asked): RawBuilder<unknown>[] {
  return filteredSubs({ filters }).map(
    (name) =>
      sql`coalesce(fact.subs[${sql.lit(subNames.indexOf(name) + 1)}], ${sql.lit(noSub)}) = any(${arrayOf('text', filters[name]!)})`,
  )
}

/** The dimensions of what has no sub ids: movement, which is not told apart by them. */
function withoutSubs(rows: readonly ReportDimension[]): RawBuilder<unknown>[] {
  return rows.map((dimension) =>
    isSub(dimension) ? sql`null::text as ${sql.id(dimensionColumn(dimension))}` : factDimensions([dimension])[0]!,
  )
}

/**
 * What has none of the sub ids is all of movement less the events that have one. These are read by an index of their
 * own, all others only where players are told apart.
 */
const readsAll = ({ rows, filters }: Asked) =>
  rows.includes('player') || filteredSubs({ filters }).some((name) => filters[name]!.includes(noSub))

/**
 * The sums by player or sub id: what events add to movement, whether players qualified for CPA, and what that earned. The
 * same sums as those of movement and commission, read from what these were made of.
 */
export function playerSource({ question, reader, stored }: SourceInput): RawBuilder<unknown> {
  const { rows } = question
  const { rate, join } = rateByBrand(question)
  const joins = sql`${join} ${factJoins(neededDimensions(question))}`
  const part = (
    from: RawBuilder<unknown>,
    columns: readonly RawBuilder<unknown>[],
    { dimensions = factDimensions(rows), where = [] as readonly RawBuilder<unknown>[] },
  ) => {
    const conditions = [...filterConditions(question), factScope(reader, 'fact'), ...where]
    return sql`select ${sql.join([...dimensions, ...columns])} from ${from} fact ${joins}
      where ${sql.join(conditions, sql` and `)} ${groupBy(rows.length)}`
  }
  const subs = subConditions(question)
  const ofEvents = stored.map((column) => eventSum(column, rate))
  const hasSubs = sql`fact.affiliate is not null and fact.subs is not null`
  const isRest = !readsAll(question) && subs.length === 0
  const none = withoutSubs(rows)
  return sql.join(
    [
      part(sql.table('event'), ofEvents, {
        where: [...subs, readsAll(question) ? sql`fact.affiliate is not null` : hasSubs],
      }),
      ...(isRest
        ? [
            part(
              sql.table('movement'),
              stored.map((column) => summed(column, movementColumns, rate)),
              { dimensions: none },
            ),
            part(
              sql.table('event'),
              stored.map((column) => eventSum(column, rate, sql`-`)),
              { dimensions: none, where: [hasSubs] },
            ),
          ]
        : []),
      part(
        stored.includes(cpaReward) ? cpaOfPlayers : qualifiedPlayers,
        stored.map((column) => ofCpa(column, rate)),
        { where: subs },
      ),
    ],
    sql` union all `,
  )
}
