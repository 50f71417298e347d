/** What follows from an event or a measure, layer by layer. */
import type { Configuration } from '#engine/declaration/checks/configuration.ts'
import { contributionSql, movementColumns, wideColumns } from '#engine/declaration/derive/activity/movementColumns.ts'
import { reportProducts } from '#engine/declaration/report.ts'

/** A layer of the product and what it has of the declaration, a line each. */
export interface Layer {
  readonly title: string
  readonly lines: readonly string[]
}

const amounts = { positive: 'amount of 0 or more', signed: 'amount of either sign', none: 'no amount' }
const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))

function labelLines(part: 'events' | 'measures', name: string, { locales }: Configuration): string[] {
  return Object.entries(locales).map(
    ([language, locale]) =>
      `${language}: '${(locale['reports'] as Record<typeof part, Record<string, string>>)[part][name]}'`,
  )
}

function eventLayers(name: string, configuration: Configuration): Layer[] {
  const { player, product, amount } = configuration.events[name]!
  const columns = movementColumns(configuration).filter(({ adds }) => adds.some(({ type }) => type === name))
  return [
    {
      title: 'Event',
      lines: [
        `taken by POST /ingest/events, postbacks and feed files as type ${name}`,
        `${player === 'required' ? 'its player, ' : ''}${product ? 'its product, ' : 'of no product, '}${amounts[amount]}`,
        `adds to ${list(columns.map(({ measure }) => measure))}`,
      ],
    },
    { title: 'Labels of the event', lines: labelLines('events', name, configuration) },
  ]
}

function storedLines(name: string, configuration: Configuration): string[] {
  const columns = movementColumns(configuration)
  const column = columns.find(({ measure }) => measure === name)
  if (!column) return []
  const wide = wideColumns(columns).filter((each) => each.column === column.name)
  return [
    `movement.${column.name} ${column.isMoney ? 'numeric(18,2)' : 'bigint'}`,
    ...wide.map((each) => `movement_wide.${each.name} bigint${each.isMoney ? ', cents' : ''}`),
    `the sum of ${contributionSql(column)}`,
  ]
}

function measureLayers(name: string, configuration: Configuration): Layer[] {
  const { unit, formula, byProduct } = configuration.measures[name]!
  const columns = [name, ...(byProduct ? reportProducts.map((product) => `${product}_${name}`) : [])]
  const isShownBy = ({ measures }: { readonly measures: readonly string[] }) =>
    measures.some((each) => columns.includes(each))
  const shown = Object.values(configuration.reports).filter(isShownBy)
  return [
    { title: 'Database', lines: storedLines(name, configuration) },
    {
      title: 'Measure',
      lines: [
        formula === null ? unit : `${unit}: ${formula}`,
        `columns of reports: ${list(columns)}`,
        `shown by ${list(shown.map((report) => report.name))}`,
      ],
    },
    { title: 'Labels', lines: labelLines('measures', name, configuration) },
  ]
}

/** What follows from an event, a measure, or both of one name; none where nothing is called so. */
export function activityLayers(name: string, configuration: Configuration): Layer[] {
  return [
    ...(Object.hasOwn(configuration.events, name) ? eventLayers(name, configuration) : []),
    ...(Object.hasOwn(configuration.measures, name) ? measureLayers(name, configuration) : []),
  ]
}
