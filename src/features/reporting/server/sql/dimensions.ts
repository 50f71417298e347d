import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { can } from '#engine/declaration/derive/access.ts'
import { dimensionColumns, type ReportDimension } from '#engine/declaration/report.ts'
import { scopeCondition, seesAll } from '#engine/records/server/visibility/scope.ts'
import { type ReportReader, seesNames } from '../reportReader.ts'

/** How a dimension is found on a row of movement or commission, which stands in the statement as `fact`. */
const expressions: Readonly<Record<ReportDimension, string>> = {
  affiliate: 'fact.affiliate',
  partner: 'hung.partner',
  level: 'stood.partner_level',
  brand: 'fact.brand',
  subBrand: 'nullif(fact.sub_brand, 0)',
  campaign: 'linked.campaign',
  action: 'nullif(fact.action, 0)',
  product: 'fact.product',
  day: 'fact.day',
  month: "to_char(fact.day, 'YYYY-MM')",
  // On events and qualifications alone.
  player: 'fact.player',
  // On events and qualifications, too; the order is that of the names.
  sub1: 'fact.subs[1]',
  sub2: 'fact.subs[2]',
  sub3: 'fact.subs[3]',
  sub4: 'fact.subs[4]',
  sub5: 'fact.subs[5]',
  // Of sums by cohort alone.
  cohort: "to_char(fact.cohort, 'YYYY-MM')",
  since: 'fact.since',
  country: "nullif(fact.country, '')",
}

/** The level a partner stood on on a day that it earned something. */
const partnersLevel =
  '(select stood.partner_level from partner_span stood where stood.partner = fact.partner and fact.day >= stood.valid_from and fact.day < stood.valid_until)'

/** {@link partnersLevel} for a condition. */
export const levelOfPartner: RawBuilder<unknown> = sql.raw(partnersLevel)

/** The same on a row of `partner_commission`; the others do not apply to what a partner earned. */
const ofPartners: Readonly<Partial<Record<ReportDimension, string>>> = {
  partner: 'fact.partner',
  level: partnersLevel,
  day: 'fact.day',
  month: expressions.month,
}

/** The name of a dimension's first column, as a column of the statement. */
export function dimensionColumn(dimension: ReportDimension): string {
  return dimensionColumns[dimension][0]
}

/** The columns of some dimensions of movement or commission. */
export function factDimensions(rows: readonly ReportDimension[]): RawBuilder<unknown>[] {
  return rows.map((dimension) => sql`${sql.raw(expressions[dimension])} as ${sql.id(dimensionColumn(dimension))}`)
}

/** The columns of some dimensions of what partners earned; null where one of them does not apply. */
export function partnerDimensions(rows: readonly ReportDimension[]): RawBuilder<unknown>[] | null {
  if (rows.some((dimension) => ofPartners[dimension] === undefined)) return null
  return rows.map((dimension) => sql`${sql.raw(ofPartners[dimension]!)} as ${sql.id(dimensionColumn(dimension))}`)
}

/** The joins that dimensions and filters need, on the day of the fact. */
export function factJoins(needed: ReadonlySet<string>): RawBuilder<unknown> {
  const campaign = needed.has('campaign') ? sql`left join action linked on linked.id = fact.action` : sql``
  const hierarchy =
    needed.has('partner') || needed.has('level')
      ? sql`left join hung on hung.affiliate = fact.affiliate and fact.day >= hung.valid_from
        and fact.day < hung.valid_until`
      : sql``
  const level = needed.has('level')
    ? sql`left join partner_span stood on stood.partner = hung.partner and fact.day >= stood.valid_from
      and fact.day < stood.valid_until`
    : sql``
  return sql`${campaign} ${hierarchy} ${level}`
}

/** How rows are named to people: table, and the columns that hold name and token. */
const labels: Readonly<Partial<Record<ReportDimension, { table: string; name: string; token?: string }>>> = {
  affiliate: { table: 'affiliate', name: 'name', token: 'token' },
  partner: { table: 'partner', name: 'name', token: 'token' },
  level: { table: 'partner_level', name: 'name' },
  brand: { table: 'brand', name: 'name' },
  subBrand: { table: 'sub_brand', name: 'name' },
  campaign: { table: 'campaign', name: 'name' },
  action: { table: 'action', name: 'name', token: 'token' },
  player: { table: 'player', name: 'player_ref' },
}

/**
 * Who may list affiliates, partners or links reads their tokens in a report, and nobody else with a session. Those who
 * read by a token know the links themselves: these are on their pages.
 */
function seesToken(dimension: ReportDimension, reader: ReportReader): boolean {
  if (reader.kind !== 'session') return dimension === 'action'
  const isOwned = dimension === 'affiliate' || dimension === 'partner' || dimension === 'action'
  return !isOwned || can({ actor: reader.actor, resource: resources[dimension], operation: 'list' })
}
const isPersonal = (dimension: ReportDimension) =>
  dimension === 'affiliate' || dimension === 'partner' || dimension === 'player'

/** A column of a row that says what the row stands for; `line` is the row of the report. */
export interface LabelColumn {
  readonly name: string
  readonly value: RawBuilder<unknown>
  /** Whether the reader is shown it as it is: neither masked nor left out. By others nobody sorts or searches. */
  readonly isSeen: boolean
  /** Whether it is what people know the row by, and not its id. */
  readonly isText: boolean
}

/** The texts of a dimension, and a table with each of its values once. */
export interface DimensionTexts {
  /** The column of a row that has the value. */
  readonly key: string
  /** The value beside its texts. */
  readonly id: RawBuilder<unknown>
  readonly texts: readonly RawBuilder<unknown>[]
  /** Whether it has a table of its own, and is read without the rows. */
  readonly isOwnTable: boolean
  /** @param lines the table of the rows */
  readonly from: (lines: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** SQL condition: rows of a label's table that the reader may see. */
function isLabelSeen(dimension: ReportDimension, reader: ReportReader, alias: string): RawBuilder<unknown> {
  return dimension === 'partner' && reader.kind === 'session' && !seesAll(reader.actor)
    ? scopeCondition({ actor: reader.actor, resource: resources.partner, alias })
    : sql`true`
}

/**
 * The texts of some dimensions that a reader is shown as they are. Labels are read from their own tables, whose indexes
 * find a text among all of them; players, who have none, among those of the rows.
 */
export function dimensionTexts(rows: readonly ReportDimension[], reader: ReportReader): DimensionTexts[] {
  return rows.flatMap((dimension) => {
    const texts = labelsOf(dimension, reader).filter(({ isSeen, isText }) => isSeen && isText)
    if (texts.length === 0) return []
    const key = dimensionColumn(dimension)
    const label = labels[dimension]
    const alias = `${key}_label`
    const ofRows = (lines: RawBuilder<unknown>) => sql`(select distinct ${sql.id(key)} from ${lines}) line`
    const from = (lines: RawBuilder<unknown>) => {
      if (!label) return ofRows(lines)
      const named = sql`${sql.table(label.table)} ${sql.id(alias)}`
      return dimension === 'player'
        ? sql`${ofRows(lines)} join ${named} on ${sql.ref(`${alias}.id`)} = ${sql.ref(`line.${key}`)}`
        : sql`(select * from ${named} where ${isLabelSeen(dimension, reader, alias)}) ${sql.id(alias)}`
    }
    return [
      {
        key,
        id: sql.ref(label ? `${alias}.id` : `line.${key}`),
        texts: texts.map(({ value }) => value),
        isOwnTable: label !== undefined && dimension !== 'player',
        from,
      },
    ]
  })
}

/**
 * The label columns of some dimensions, and the joins to find them. Partners outside a reader's view have no name and
 * no token.
 */
export function labelColumns(
  rows: readonly ReportDimension[],
  reader: ReportReader,
): { columns: LabelColumn[]; joins: RawBuilder<unknown>; order: RawBuilder<unknown>[] } {
  const columns = rows.map((dimension) => labelsOf(dimension, reader))
  const joins = rows.flatMap((dimension) => {
    const label = labels[dimension]
    const own = dimensionColumn(dimension)
    if (!label) return []
    const alias = `${own}_label`
    return [
      sql`left join ${sql.table(label.table)} ${sql.id(alias)} on ${sql.ref(`${alias}.id`)} =
        ${sql.ref(`line.${own}`)} and ${isLabelSeen(dimension, reader, alias)}`,
    ]
  })
  const order = columns.flatMap(([own, name, more], index) => {
    const last = sql`${own!.value} nulls last`
    if (!name) return [last]
    return [...(rows[index] === 'level' ? [sql`${more!.value} nulls last`] : []), sql`${name.value} nulls last`, last]
  })
  return { columns: columns.flat(), joins: sql.join(joins, sql` `), order }
}

function labelsOf(dimension: ReportDimension, reader: ReportReader): LabelColumn[] {
  const own = dimensionColumn(dimension)
  const label = labels[dimension]
  const first = {
    name: own,
    value: sql`${sql.ref(`line.${own}`)}${dimension === 'day' ? sql`::text` : sql``}`,
    isSeen: true,
    isText: !label && dimension !== 'since',
  }
  if (!label) return [first]
  const name = sql.ref(`${own}_label.${label.name}`)
  const isMasked = isPersonal(dimension) && !seesNames(reader, dimension)
  const named = [
    first,
    {
      name: dimensionColumns[dimension][1] ?? `${own}_name`,
      value: isMasked ? sql`left(${name}, 1) || '***'` : name,
      isSeen: !isMasked,
      isText: true,
    },
  ]
  if (dimension === 'level')
    return [...named, { name: 'level', value: sql.ref('partner_level_label.level'), isSeen: true, isText: false }]
  if (!label.token) return named
  const isTokenSeen = seesToken(dimension, reader)
  return [
    ...named,
    {
      name: `${own}_token`,
      value: isTokenSeen ? sql.ref(`${own}_label.${label.token}`) : sql`null::text`,
      isSeen: isTokenSeen,
      isText: true,
    },
  ]
}
