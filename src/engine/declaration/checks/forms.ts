import { type ConfigurationProblem, problemAt } from './configuration.ts'
import { nameOneOf } from './suggest.ts'
import { excludedBy } from '../derive/visibility.ts'
import { filterOperators, isSortable } from '../derive/filters.ts'
import { type Field, moment } from '../fields/index.ts'
import type { FilterOperator } from '../kinds/index.ts'
import type { AnyResource, FilterStyle } from '../resource.ts'

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
type Path = readonly string[]

/**
 * Every field that can be written stands in exactly one section; conditions do not run in circles and name values that
 * can occur.
 */
export function checkForms(resource: AnyResource): ConfigurationProblem[] {
  return [
    ...checkSections(resource),
    ...checkOptional(resource),
    ...checkPieces(resource),
    ...checkConditions(resource),
    ...checkRowConditions(resource),
    ...checkDemands(resource),
    ...checkList(resource),
    ...checkEditable(resource),
  ]
}

function checkSections(resource: AnyResource): ConfigurationProblem[] {
  const path = ['resources', resource.name]
  const sections = Object.entries(resource.form)
  const places = sections.flatMap(([section, names]) =>
    names.map((name, index) => ({ name, at: ['form', section, String(index)] })),
  )
  const placed = places.map(({ name }) => name)
  // Pieces have no form of their own yet: they are written over the API.
  const writable = Object.keys(resource.fields).filter((name) => {
    const { readOnly, kind, setElsewhere, hidden } = resource.fields[name]!
    return !readOnly && kind !== 'blocks' && !setElsewhere && !hidden
  })
  return [
    ...places
      .filter(({ name }) => resource.fields[name]?.kind === 'computed')
      .map(({ name, at }) =>
        problemAt([...path, ...at], {
          code: 'C158',
          what: `${name} is computed, and nobody fills it in.`,
          how: 'Take it out of the form; it can be a column of the list.',
        }),
      ),
    ...writable
      .filter((name) => !placed.includes(name))
      .map((name) =>
        problemAt([...path, 'fields', name], {
          code: 'C010',
          what: `The field ${name} stands in no section of the form, so nobody could fill it in.`,
          how: `Add '${name}' to one of ${quoted(Object.keys(resource.form))}.`,
        }),
      ),
    ...places
      .filter(({ name }, index) => placed.indexOf(name) < index)
      .map(({ name, at }) =>
        problemAt([...path, ...at], {
          code: 'C011',
          what: `The field ${name} stands in the form twice.`,
          how: 'Keep one of the two.',
        }),
      ),
  ]
}

/** What a record cannot be without would stay out of sight until its writing is refused. */
function checkOptional({ name: resource, form, fields, optionalSections }: AnyResource): ConfigurationProblem[] {
  return Object.keys(optionalSections).flatMap((section) =>
    (form[section] ?? []).flatMap((name, index) => {
      const { required, min = 0, count, default: begins, kind } = fields[name] ?? {}
      const isSeveral = ['references', 'manyOf', 'list'].includes(kind ?? '')
      if (begins !== undefined || !(required || (isSeveral && (min > 0 || count)))) return []
      return [
        problemAt(['resources', resource, 'form', section, String(index)], {
          code: 'C139',
          what: `${name} must be filled in, and stands in a section that is not there at first.`,
          how: `Name ${name} in a section without optional(), or give the field a default.`,
        }),
      ]
    }),
  )
}

/** A section named after pieces over other fields holds all that these hold. */
function checkPieces({ name: resource, form, fields }: AnyResource): ConfigurationProblem[] {
  const pieces = Object.values(fields).flatMap((field) => Object.entries(field?.pieces ?? {}))
  return pieces.flatMap(([section, { holds = [] }]) => {
    const missing = form[section] ? holds.filter((name) => !form[section]!.includes(name)) : []
    return missing.map((name) =>
      problemAt(['resources', resource, 'form', section], {
        code: 'C139',
        what: `${name} holds what ${section} says, and stands elsewhere in the form.`,
        how: `Name ${name} in the section ${section}.`,
      }),
    )
  })
}

function checkConditions(resource: AnyResource): ConfigurationProblem[] {
  const { visibleWhen, fields, name } = resource
  return Object.entries(visibleWhen).flatMap(([field, conditions]) => {
    const path = ['resources', name, 'visibleWhen', field]
    const unknown = Object.keys(conditions).filter((other) => !fields[other])
    return [
      ...unknown.map((other) =>
        problemAt([...path, other], {
          code: 'C018',
          what: `There is no field ${other}.`,
          how: nameOneOf(other, Object.keys(fields)),
        }),
      ),
      ...circleProblems({ visibleWhen, field, path }),
      ...Object.entries(conditions).flatMap(([other, wanted]) =>
        impossibleValues({ other, field: fields[other], wanted, path }),
      ),
      ...neverMet({ visibleWhen, field, path }),
    ]
  })
}

/** A demand that holds at times says when, of a field that is demanded, by other fields. */
function checkDemands(resource: AnyResource): ConfigurationProblem[] {
  const { fields } = resource
  return (['visibleWhen', 'requiredWhen', 'completeWith'] as const).flatMap((kind) =>
    Object.entries(resource[kind]).flatMap(([field, conditions]) => {
      const path = ['resources', resource.name, kind, field]
      const problem = (what: string, how: string) => [problemAt(path, { code: 'C140', what, how })]
      if (Object.keys(conditions).length === 0)
        return problem('It says no condition, so it always holds.', 'Say one, or remove it.')
      if (kind === 'visibleWhen') return []
      if (field in conditions) return problem('It depends on itself.', 'Name another field.')
      if (kind === 'requiredWhen' && fields[field] && !fields[field].required)
        return problem(
          `${field} is not required at any time.`,
          `Add required: true to ${field}: this says when it holds.`,
        )
      return []
    }),
  )
}

interface Conditions {
  visibleWhen: AnyResource['visibleWhen']
  field: string
  path: Path
}

function circleProblems({ visibleWhen, field, path }: Conditions): ConfigurationProblem[] {
  const circle = circleFrom(visibleWhen, field)
  if (!circle) return []
  return [
    problemAt(path, {
      code: 'C013',
      what: `The conditions run in a circle: ${circle.join(' → ')}.`,
      how: 'Remove one of them.',
    }),
  ]
}

/** What each of the fields that a field depends on must be, as all of them demand it together. */
function demandsOn({ visibleWhen, field }: Omit<Conditions, 'path'>): Map<string, readonly unknown[]> {
  const demands = new Map<string, readonly unknown[]>()
  const asked = new Set<string>()
  const ask = (name: string) => {
    if (asked.has(name)) return
    asked.add(name)
    for (const [other, wanted] of Object.entries(visibleWhen[name] ?? {})) {
      if (excludedBy(wanted) !== undefined) continue
      const values = [wanted].flat()
      demands.set(other, demands.get(other)?.filter((value) => values.includes(value)) ?? values)
      ask(other)
    }
  }
  ask(field)
  return demands
}

/** A field that depends on another, which shows only while the conditions of the first do not hold, is never there. */
function neverMet({ visibleWhen, field, path }: Conditions): ConfigurationProblem[] {
  const impossible = [...demandsOn({ visibleWhen, field })].filter(([, values]) => values.length === 0)
  return impossible.map(([other]) =>
    problemAt(path, {
      code: 'C019',
      what: `It never shows: no value of ${other} meets all it depends on.`,
      how: `Let the conditions on ${other} agree.`,
    }),
  )
}

const numeric = new Set(['integer', 'percent', 'money'])

function isPossible(value: unknown, { kind, choices, min = -Infinity, max = Infinity }: Field): boolean {
  if (value === null) return true
  if (choices) return choices.values.includes(value as string)
  if (kind === 'reference' || kind === 'references') return typeof value === 'number'
  if (kind === 'date') return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (kind === 'boolean') return typeof value === 'boolean'
  if (numeric.has(kind)) return typeof value === 'number' && value >= min && value <= max
  return typeof value !== 'boolean'
}

function impossibleValues({
  other,
  field,
  wanted,
  path,
}: {
  other: string
  field: Field | undefined
  wanted: unknown
  path: Path
}): ConfigurationProblem[] {
  const impossible = [excludedBy(wanted) ?? wanted].flat().filter((value) => field && !isPossible(value, field))
  return impossible.map((value) =>
    problemAt([...path, other], {
      code: 'C014',
      what: `${other} is never ${JSON.stringify(value)}.`,
      how: field!.choices
        ? nameOneOf(String(value), field!.choices.values)
        : `Name a value that a ${field!.kind} can have.`,
    }),
  )
}

/** Conditions of fields inside rows name fields of the row or of the record, and values these can have. */
function checkRowConditions(resource: AnyResource): ConfigurationProblem[] {
  return Object.entries(resource.fields).flatMap(([name, { items = {}, visibleWhen = {} }]) =>
    Object.entries(visibleWhen).flatMap(([item, conditions]) => {
      const path = ['resources', resource.name, 'fields', name, 'visibleWhen', item]
      if (!items[item])
        return [
          problemAt(path, {
            code: 'C017',
            what: `The rows have no field ${item}.`,
            how: nameOneOf(item, Object.keys(items)),
          }),
        ]
      const known = { ...resource.fields, ...items }
      const unknown = Object.keys(conditions).filter((other) => !known[other])
      return [
        ...unknown.map((other) =>
          problemAt([...path, other], {
            code: 'C017',
            what: `Neither the rows nor the record have a field ${other}.`,
            how: nameOneOf(other, Object.keys(known)),
          }),
        ),
        ...(name in conditions
          ? [
              problemAt([...path, name], {
                code: 'C017',
                what: 'A field inside rows cannot depend on the rows themselves.',
                how: 'Name a field of the row, or another one of the record.',
              }),
            ]
          : []),
        ...circleProblems({ visibleWhen, field: item, path }),
        ...Object.entries(conditions).flatMap(([other, wanted]) =>
          impossibleValues({ other, field: known[other], wanted, path }),
        ),
      ]
    }),
  )
}

function circleFrom(visibleWhen: AnyResource['visibleWhen'], start: string): string[] | null {
  const walk = (field: string, path: string[]): string[] | null => {
    if (path.includes(field)) return field === start ? [...path, field] : null
    return Object.keys(visibleWhen[field] ?? {}).reduce<string[] | null>(
      (found, next) => found ?? walk(next, [...path, field]),
      null,
    )
  }
  return walk(start, [])
}

const system: Readonly<Record<string, Field>> = {
  createdAt: moment() as Field,
  updatedAt: moment() as Field,
  id: { kind: 'integer' },
}
/** Of these a range says something to people; texts have an order of their own. */
const hasRange = ({ kind }: Field) => numeric.has(kind) || kind === 'date' || kind === 'moment'
const operatorOf: Readonly<Record<FilterStyle, FilterOperator>> = {
  equals: 'equals',
  in: 'equals',
  range: 'gte',
  contains: 'like',
}

/** Nothing can be typed into a cell for what the server makes, or for what takes rows or two inputs. */
const fitsNoCell = ({ kind, readOnly, createOnly }: Field) =>
  readOnly === true || createOnly === true || ['computed', 'password', 'list', 'blocks', 'expression'].includes(kind)

function checkEditable({ name: resource, fields, list: { editable = [] } }: AnyResource): ConfigurationProblem[] {
  return editable.flatMap((name, index) =>
    fields[name] && fitsNoCell(fields[name])
      ? problemAt(['resources', resource, 'list', 'editable', String(index)], {
          code: 'C039',
          what: `${name} cannot be changed in a cell: it is ${fields[name].kind}, or is not changed at all.`,
          how: nameOneOf(
            name,
            Object.keys(fields).filter((each) => !fitsNoCell(fields[each]!)),
          ),
        })
      : [],
  )
}

/** Lists show what can be read, are sorted by what can be sorted, and narrowed as its kind can be. */
function checkList(resource: AnyResource): ConfigurationProblem[] {
  const path = ['resources', resource.name]
  const known = { ...resource.fields, ...system }
  const secrets = resource.list.columns.flatMap((column, index) =>
    known[column]?.kind === 'password' ? [{ column, index }] : [],
  )
  const [sort] = resource.list.sort
  const filters = Object.entries(resource.filters).filter(
    ([name, style]) =>
      known[name] &&
      operatorOf[style] &&
      (!filterOperators(known[name]!).includes(operatorOf[style]) || (style === 'range' && !hasRange(known[name]!))),
  )
  return [
    ...secrets.map(({ column, index }) =>
      problemAt([...path, 'list', 'columns', String(index)], {
        code: 'C016',
        what: `${column} is a password, which is never read.`,
        how: 'Remove it.',
      }),
    ),
    ...(known[sort] && !isSortable(known[sort]!)
      ? [
          problemAt([...path, 'list', 'sort', '0'], {
            code: 'C036',
            what: `No list can be sorted by ${sort}, which is ${known[sort]!.kind}.`,
            how: nameOneOf(
              sort,
              Object.keys(known).filter((name) => isSortable(known[name]!)),
            ),
          }),
        ]
      : []),
    ...filters.map(([name, style]) =>
      problemAt([...path, 'filters', name], {
        code: 'C037',
        what: `No list can be narrowed by ${name} as '${style}'.`,
        how: nameOneOf(
          style,
          Object.entries(operatorOf)
            .filter(
              ([each, one]) =>
                filterOperators(known[name]!).includes(one) && (each !== 'range' || hasRange(known[name]!)),
            )
            .map(([each]) => each),
        ),
      }),
    ),
  ]
}
