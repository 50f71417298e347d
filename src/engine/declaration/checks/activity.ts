import { namedEvents } from '#rules/activity/events.ts'
import { measures as ofRules, namedColumns, products } from '#rules/activity/measures.ts'
import { type AnyMovementColumn, derivedCounts } from '../activity.ts'
import { eventsOf, movementColumns } from '../derive/activity/movementColumns.ts'
import { keyColumns } from '../derive/activity/tables.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { either, exactly, listOf, mapOf, oneOf, snakeName, yes } from './shapes.ts'

const isText = (value: unknown) => typeof value === 'string'

/** Events and movement's columns say what there is to say of them, and nothing else. */
export function checkActivityOptions({ events, movement }: Configuration): ConfigurationProblem[] {
  const rule = { noun: 'rule' }
  const event = exactly(
    {
      player: oneOf(['required'], rule),
      product: yes,
      reason: oneOf(['required'], rule),
      amount: oneOf(['positive', 'signed', 'none'], rule),
    },
    ['amount'],
  )
  const several = listOf(oneOf(Object.keys(events), { code: 'C110', noun: 'event' }), { min: 1 })
  const counted = either(isText, oneOf(derivedCounts, { code: 'C110', noun: 'mark' }), several)
  const column = exactly({ sumOf: several, lessOf: several, countOf: counted, column: snakeName, withoutProduct: yes })
  return [...mapOf(event, snakeName)(events, ['events']), ...mapOf(column, snakeName)(movement, ['movement'])]
}

/** A column is a sum or a count, of events that have what it adds up. */
function checkColumn(measure: string, column: AnyMovementColumn, { events }: Configuration): ConfigurationProblem[] {
  const { sumOf, lessOf, countOf } = column
  const path = ['movement', measure]
  const isOneOfTwo = (sumOf === undefined) !== (countOf === undefined)
  const isTakenFromCount = lessOf !== undefined && countOf !== undefined
  const summed = [
    ...(sumOf ?? []).map((type, index) => ({ type, at: ['sumOf', String(index)] })),
    ...(lessOf ?? []).map((type, index) => ({ type, at: ['lessOf', String(index)] })),
  ]
  return [
    ...(isOneOfTwo
      ? []
      : [
          problemAt(path, {
            code: 'C111',
            what: 'It is a sum or a count of events, one of the two.',
            how: "Write sumOf: ['bet'], or countOf: ['bet'].",
          }),
        ]),
    ...(isTakenFromCount
      ? [
          problemAt([...path, 'lessOf'], {
            code: 'C111',
            what: 'Nothing is taken from a count.',
            how: 'Remove lessOf, or write sumOf.',
          }),
        ]
      : []),
    ...summed
      .filter(({ type }) => events[type]?.amount === 'none')
      .map(({ type, at }) =>
        problemAt([...path, ...at], {
          code: 'C113',
          what: `An event ${type} has no amount.`,
          how: 'Count it, or name events that have one.',
        }),
      ),
  ]
}

const productPrefixes = [...products, 'cpa'].map((product) => `${product}_`)

/** What stands under a name in the database or in reports already. */
function takenNames({ events, movement }: Configuration): ConfigurationProblem[] {
  const columns = movementColumns({ events, movement })
  const reserved: ReadonlySet<string> = new Set([...keyColumns, 'currency'])
  return columns.flatMap(({ measure, name }, index) => {
    const isSecond = columns.findIndex((other) => other.name === name) < index
    const isOfProduct = productPrefixes.some((prefix) => measure.startsWith(prefix))
    if (!isSecond && !isOfProduct && !reserved.has(name) && !Object.hasOwn(ofRules, measure)) return []
    return [
      problemAt(['movement', measure], {
        code: 'C112',
        what: 'Something else in movement or in reports is called so.',
        how: 'Give it another name.',
      }),
    ]
  })
}

/** Every event with an amount or a count is in some column, and what the product itself knows by name is there. */
export function checkActivity(configuration: Configuration): ConfigurationProblem[] {
  const { events, movement } = configuration
  const used = new Set(Object.values(movement).flatMap(eventsOf))
  return [
    ...Object.entries(movement).flatMap(([measure, column]) => checkColumn(measure, column, configuration)),
    // What says a reason is a mark on a player: it counts for deals.
    ...Object.entries(events)
      .filter(([type, { reason }]) => !used.has(type) && !reason)
      .map(([type]) =>
        problemAt(['events', type], {
          code: 'C114',
          what: 'Nothing is added up of it: it would be told in vain.',
          how: 'Name it in a column of resources/movement.ts.',
        }),
      ),
    ...takenNames(configuration),
    ...namedEvents
      .filter((type) => !events[type])
      .map((type) =>
        problemAt(['events'], {
          code: 'C115',
          what: `The product itself knows ${type}, and it is not declared.`,
          how: `Add ${type}: defineEvent({ … }).`,
        }),
      ),
    ...namedColumns
      .filter((measure) => !movement[measure])
      .map((measure) =>
        problemAt(['movement'], {
          code: 'C115',
          what: `Commission is made of ${measure}, and it is not declared.`,
          how: `Add ${measure}: defineMovementColumn({ … }).`,
        }),
      ),
  ]
}
