import type { AnyResource } from '#engine/declaration/resource.ts'
import { formatDay, formatMoment } from '#engine/values/shownTime.ts'
import type { ExportedField } from '#engine/declaration/derive/exportColumns.ts'
import type { RecordRequest } from '../recordRequest.ts'
import { cellOf, type Reading } from './cells.ts'
import { zoneOf } from '#engine/records/server/change.ts'

type Line = readonly [label: string, value: string]

/** The filters of one field: `day_gte` and `day_lte` are read as one. */
function filtersByField(filter: Readonly<Record<string, unknown>>): Map<string, Readonly<Record<string, unknown>>> {
  const found = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [key, value] of Object.entries(filter)) {
    if (value === undefined || (key === 'q' && String(value).trim() === '')) continue
    const [, name, way = 'equals'] = /^(.+?)(?:_(gte|lte|like))?$/.exec(key)!
    found.set(name!, { ...found.get(name!), [way]: value })
  }
  return found
}

const isDayText = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

function valueText(value: unknown, name: string, resource: AnyResource, reading: Reading): string {
  const field = resource.fields[name]
  if (value === null) return reading.texts.translate('resourcePages.filters.isEmpty')
  if (isDayText(value)) return formatDay(value as string)
  if (field?.kind === 'moment' || name === 'createdAt' || name === 'updatedAt') return formatMoment(String(value))
  const cell = cellOf(value, { field }, reading)
  return typeof cell === 'boolean' ? reading.texts.csv[cell ? 'yes' : 'no'] : String(cell ?? '')
}

async function filterLine(
  name: string,
  ways: Readonly<Record<string, unknown>>,
  resource: AnyResource,
  reading: Reading,
): Promise<Line> {
  const { translate } = reading.texts
  const label =
    name === 'q' ? translate('resourcePages.export.search') : translate(`resources.${resource.name}.fields.${name}`)
  const target = resource.fields[name]?.target
  const values = [ways['equals']].flat().filter((value) => value !== undefined)
  if (target)
    await reading.names.learn(
      target,
      values.filter((value) => value !== null),
    )
  if (ways['like'] !== undefined || name === 'q') return [label, `“${String(ways['like'] ?? ways['equals'])}”`]
  if (ways['gte'] !== undefined || ways['lte'] !== undefined) {
    const [from, to] = [ways['gte'], ways['lte']].map((bound) =>
      bound === undefined ? '…' : valueText(bound, name, resource, reading),
    )
    return [label, `${from} – ${to}`]
  }
  return [label, values.map((value) => valueText(value, name, resource, reading)).join(', ')]
}

/**
 * What was asked for, as the second sheet of a workbook says it: how many rows, by which filters, when, in which zone;
 * and the name that each
 * column keeps in every language.
 */
export async function criteriaOf({
  request: { resource, context, actor },
  filter,
  fields,
  total,
  reading,
}: {
  request: RecordRequest
  filter: Readonly<Record<string, unknown>>
  fields: readonly (ExportedField & { readonly label: string })[]
  total: number
  reading: Reading
}): Promise<Line[]> {
  const { translate } = reading.texts
  const filters: Line[] = []
  for (const [name, ways] of filtersByField(filter)) filters.push(await filterLine(name, ways, resource, reading))
  return [
    ['', translate('resourcePages.export.rows', { smart_count: total })],
    ...filters,
    ['', translate('resourcePages.report.zone', { zone: zoneOf(context, actor) })],
    [translate('resourcePages.report.generated'), `${formatMoment(context.now().toISOString())} UTC`],
    ['', ''],
    ...fields.map(({ name, label }, index): Line => [
      index === 0 ? translate('resourcePages.report.columns') : '',
      `${label} = ${name}`,
    ]),
  ]
}
