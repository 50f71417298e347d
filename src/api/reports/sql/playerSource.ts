import { type RawBuilder, sql } from 'kysely'
import { measureColumn } from '../../../../resources/measures.ts'
import type { ReportDimension, ReportMeasure } from '../../../config/report.ts'
import type { MeasureName } from '../../../config/names.ts'
import { noSub } from '../../../domain/subIds.ts'
import { type SubName, subNames } from '../../../domain/subNames.ts'
import { arrayOf } from '../../database/arrays.ts'
import { eventContribution } from '../../ingest/movement/eventContribution.ts'
import { columnsNeeded } from '../reportColumns.ts'
import type { ReportQuestion } from '../reportQuestion.ts'
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

type Asked = Pick<ReportQuestion, 'rows' | 'filters'>
const isSub = (dimension: ReportDimension): dimension is SubName => subNames.some((name) => name === dimension)
const filteredSubs = ({ filters }: Pick<Asked, 'filters'>) => subNames.filter((name) => filters[name])

/** Whether a question tells players or sub ids apart: roll-ups do not know them, the events themselves do. */
export const isByEvent = (question: Asked): boolean =>
  question.rows.includes('player') || question.rows.some(isSub) || filteredSubs(question).length > 0

const knownByPlayer = (measure: MeasureName) => movementColumns[measure] !== undefined || measure === 'qty_cpa'

/**
 * Whether a column can be said of one player: commission is earned by an affiliate on all of its players together, so
 * what is made from it cannot.
 */
export function isPlayerColumn(column: ReportMeasure): boolean {
  return columnsNeeded([column]).stored.every((stored) => knownByPlayer(measureColumn(stored).measure))
}

function eventSum(column: ReportMeasure, rate: Rated, sign = sql``): RawBuilder<unknown> {
  const { product, measure } = measureColumn(column)
  const stored = movementColumns[measure]
  if (!stored) return nothingOf(column)
  const only = product ? sql` filter (where fact.product = ${product}::text)` : sql``
  return inMinor(column, sql`${sign} sum(${converted(column, eventContribution(stored), rate)})${only}`)
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
 * The sums by player or sub id: what events add to movement, and whether players qualified for CPA. The same sums as
 * those of movement and commission, read from what these were made of.
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
  const qualified = sql`(select qualified.day, qualified.brand, qualified.sub_brand, qualified.affiliate,
    qualified.action, qualified.player, 'cpa' as product, qualified.step as qty_cpa, player.subs
    from cpa_qualification qualified left join player on player.id = qualified.player)`
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
        qualified,
        stored.map((column) => summed(column, { qty_cpa: 'qty_cpa' })),
        { where: subs },
      ),
    ],
    sql` union all `,
  )
}
