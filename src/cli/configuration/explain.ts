/** What follows from one file of `resources/`, layer by layer, as people read it. */
import { columnsOf, filtersOf, sectionsOf } from '#engine/records/ui/derivePages.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Configuration } from '#engine/declaration/checks/configuration.ts'
import { nameOneOf } from '#engine/declaration/checks/suggest.ts'
import { can, readableFields, writableFields } from '#engine/declaration/derive/access.ts'
import { listAddress } from '#engine/declaration/derive/address.ts'
import type { DeclaredTable } from '#engine/declaration/derive/declaredTable.ts'
import { exportedFields } from '#engine/declaration/derive/exportColumns.ts'
import { filterOperators } from '#engine/declaration/derive/filters.ts'
import { snakeCase } from '#engine/declaration/derive/names.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import { datedFields, declaredTables } from '#engine/declaration/derive/table.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import { type AnyResource, operations, scopeOf } from '#engine/declaration/resource.ts'
import { activityLayers, type Layer } from './explainActivity.ts'

type Schema = Readonly<Record<string, unknown>>

const root: Actor = {
  kind: 'user',
  userId: null,
  root: true,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
} as unknown as Actor
const holding = (role: string): Actor => ({ ...root, root: false, roles: new Set([role]) }) as unknown as Actor
const list = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '))

function tableLines({ name, columns, indexes, constraints = [] }: DeclaredTable): string[] {
  return [
    `table ${name}`,
    ...columns.map((column) =>
      [
        `  ${column.name} ${column.type}`,
        ...(column.primaryKey ? ['primary key'] : []),
        ...(column.nullable && !column.required ? [] : ['not null']),
        ...(column.default === undefined ? [] : [`default ${column.default}`]),
        ...(column.fill === undefined ? [] : [`${column.fill} in records that are there before it`]),
        ...(column.check ? [`check ${column.check}`] : []),
        ...(column.renamedFrom ? [`renamed from ${column.renamedFrom}`] : []),
      ].join(' '),
    ),
    ...indexes.map(
      (index) =>
        `  ${index.unique ? 'unique ' : ''}index ${index.name} (${index.columns.join(', ')})${index.method === 'gin' ? ' gin' : ''}`,
    ),
    ...constraints.map(({ name: constraint, definition }) => `  in a new table constraint ${constraint} ${definition}`),
  ]
}

/** The operations nobody but the server has are no use to anybody. */
const isOpen = (resource: AnyResource, operation: (typeof operations)[number]) =>
  resource.access[operation] !== 'nobody'

function routeLines(resource: AnyResource): string[] {
  const path = `/api/${resource.name}`
  const filters = Object.entries(resource.fields).flatMap(([name, field]) =>
    filterOperators(field).map((operator) => (operator === 'equals' ? name : `${name}_${operator}`)),
  )
  const writes = (
    [
      ['create', `POST ${path}`],
      ['update', `PUT ${path}/{id}`],
      ['remove', `DELETE ${path}/{id}`],
    ] as const
  ).flatMap(([operation, line]) => (isOpen(resource, operation) ? [line] : []))
  const actions = Object.entries(resource.actions).map(
    ([name, { path: own, bulk }]) =>
      `POST ${path}/${bulk ? '' : '{id}/'}${own ?? snakeCase(name)}${bulk ? ' (takes ids)' : ''}`,
  )
  return [
    `GET ${path} (filter, sort, range; options where nothing is asked)`,
    `GET ${path}/{id}`,
    ...(datedFields(resource).length > 0 ? [`GET ${path}/{id}/history`] : []),
    ...(resource.page ? [`GET ${path}/{id}/head`] : []),
    `GET ${path}/export`,
    ...writes,
    ...actions,
    `filters: ${list(['q', ...filters])}`,
  ]
}

function boundsOf(schema: Schema): string[] {
  const words: Readonly<Record<string, string>> = {
    minLength: 'at least {} characters',
    maxLength: 'at most {} characters',
    minimum: '{} or more',
    maximum: '{} or less',
    format: 'as {}',
    pattern: 'like {}',
    minItems: 'at least {}',
    maxItems: 'at most {}',
    description: '{}',
  }
  const bounds = Object.entries(words).flatMap(([name, text]) =>
    schema[name] === undefined || schema[name] === 0 ? [] : [text.replace('{}', String(schema[name]))],
  )
  const choices = Array.isArray(schema['enum'])
    ? [`one of ${schema['enum'].filter((each) => each !== null).join(', ')}`]
    : []
  return [...choices, ...bounds]
}

/** What follows from telling something of a person. */
const personalWords = (keep: string | undefined): string =>
  `of a person: exported and redacted with the record${keep === undefined ? '' : `, kept ${keep} after the last use`}`

function checkedLine(
  name: string,
  field: Field,
  { properties, required, keep }: Schema & { readonly keep?: string | undefined },
): string {
  const schema = (properties as Record<string, Schema>)[name] ?? {}
  const within = typeof field.unique === 'object' ? ` within ${field.unique.within}` : ''
  const words = [
    ...((required as string[]).includes(name) ? ['required'] : []),
    ...boundsOf(schema),
    ...(field.unique ? [`unique${within}`] : []),
    ...(field.default === undefined ? [] : [`${JSON.stringify(field.default)} where nothing is given`]),
    ...(field.createOnly ? ['never changed'] : []),
    ...(field.personal ? [personalWords(field.keep ?? keep)] : []),
    ...(field.warnIfDuplicate ? ['a warning where another has it'] : []),
    ...Object.entries(field.only ?? {}).map(
      ([theirs, wanted]) => `its ${theirs} is ${'sameAs' in wanted ? wanted.sameAs : String(wanted.value)}`,
    ),
  ]
  return `${name}: ${words.length === 0 ? field.kind : words.join('; ')}`
}

function validationLines(resource: AnyResource): string[] {
  const schema = { ...recordJsonSchema({ resource, shape: 'create' }), keep: resource.keep }
  const fields = Object.entries(resource.fields).filter(([, field]) => !field.readOnly)
  const named = [
    ...Object.keys(resource.rules).map((name) => `rule ${name}`),
    ...resource.checks.map((name) => `check ${name}`),
  ]
  return [...fields.map(([name, field]) => checkedLine(name, field, schema)), ...named]
}

function accessLines(resource: AnyResource, roles: readonly string[]): string[] {
  const scope = Object.entries(scopeOf(resource)).map(([kind, way]) => `${kind} by ${way}`)
  const people = [{ name: 'root', actor: root }, ...roles.map((name) => ({ name, actor: holding(name) }))]
  const lines = people.flatMap(({ name, actor }) => {
    const may = operations.filter((operation) => can({ actor, resource, operation }))
    if (may.length === 0) return []
    const seen = readableFields({ actor, resource })
    const written = can({ actor, resource, operation: 'update' })
      ? writableFields({ actor, resource, operation: 'update' })
      : []
    const unseen = Object.keys(resource.fields).filter(
      (field) => !seen.includes(field) && resource.fields[field]!.kind !== 'password',
    )
    return [
      `${name}: ${may.join(', ')}; changes ${list(written)}${unseen.length === 0 ? '' : `; does not see ${list(unseen)}`}`,
    ]
  })
  const masked = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.masked ? [`${name} (in full to ${list(field.masked)})`] : [],
  )
  return [
    ...lines,
    `scope: ${resource.access.scope === 'everyone' ? 'everyone' : list(scope)}`,
    ...(masked.length === 0 ? [] : [`shown in part: ${list(masked)}`]),
  ]
}

function effectLines({ effects }: AnyResource): string[] {
  const each = (word: string, names: Readonly<Record<string, unknown>>) =>
    Object.entries(names).map(([name, done]) => `${word} ${name}: ${[done].flat().join(', ')}`)
  return [
    ...(effects.created.length > 0 ? [`made: ${list(effects.created)}`] : []),
    ...(effects.removed.length > 0 ? [`removed: ${list(effects.removed)}`] : []),
    ...each('changed', effects.changed),
    ...each('proved before a change of', effects.guarded),
    ...(effects.guardedCreation ? [`proved before it is made: ${effects.guardedCreation}`] : []),
  ]
}

function labelLines(name: string, locales: Configuration['locales']): string[] {
  return Object.entries(locales).map(([language, locale]) => {
    const labels = (locale['resources'] as Record<string, { name: string; fields: Record<string, string> }>)[name]!
    const fields = Object.entries(labels.fields).map(([field, label]) => `${field} '${label}'`)
    return `${language}: '${labels.name}'; ${list(fields)}`
  })
}

function resourceLayers(resource: AnyResource, { roles, locales }: Configuration): Layer[] {
  const question = { resource, actor: root }
  const shown = columnsOf(question)
    .filter(({ isShownAtFirst }) => isShownAtFirst)
    .map(({ name, isSortable }) => (isSortable ? name : `${name} (not sorted)`))
  const conditions = Object.entries(resource.visibleWhen).map(
    ([name, when]) =>
      `${name} counts while ${Object.entries(when)
        .map(([other, wanted]) => `${other} is ${[wanted].flat().join(' or ')}`)
        .join(' and ')}`,
  )
  const logged = Object.entries(resource.fields)
    .filter(([, { kind }]) => kind !== 'computed')
    .map(([name, { kind }]) => (kind === 'password' ? `${name} (as ***)` : name))
  return [
    { title: 'Database', lines: declaredTables({ [resource.name]: resource }).flatMap(tableLines) },
    { title: 'API', lines: routeLines(resource) },
    { title: 'Checks of what is given', lines: validationLines(resource) },
    {
      title: 'List',
      lines: [
        listAddress(resource),
        `columns: ${list(shown)}`,
        `sorted by ${resource.list.sort.join(' ')}`,
        ...(resource.list.editable ? [`changed in its cells: ${list(resource.list.editable)}`] : []),
      ],
    },
    {
      title: 'Filters',
      lines: filtersOf(question).map(
        ({ name, style, isDeclared }) => `${name}: ${style}${isDeclared ? '' : ' (from its kind)'}`,
      ),
    },
    {
      title: 'Form',
      lines: [
        ...sectionsOf({ ...question, operation: 'create' }).map(
          ({ name, fields }) => `${name}: ${list(fields.map((field) => field.name))}`,
        ),
        ...conditions,
      ],
    },
    {
      title: 'Page',
      lines: resource.page
        ? [`head: ${list(Object.keys(resource.page.head))}`, `tabs: ${list(Object.keys(resource.page.tabs))}`]
        : ['the form alone'],
    },
    { title: 'Export', lines: [list(exportedFields(question).map(({ name, kind }) => `${name} (${kind})`))] },
    { title: 'Labels', lines: labelLines(resource.name, locales) },
    { title: 'Access by role', lines: accessLines(resource, roles) },
    { title: 'What follows a write', lines: effectLines(resource) },
    { title: 'Log', lines: [`every write, with the fields that changed: ${list(logged)}`] },
  ]
}

function reportLayers(report: Report, { locales }: Configuration): Layer[] {
  const labels = Object.entries(locales).map(([language, locale]) => {
    const { reports } = locale['reports'] as { reports: Record<string, { name: string }> }
    return `${language}: '${reports[report.name]!.name}'`
  })
  return [
    { title: 'API', lines: [`GET /api/report/${report.name}`, `filters: ${list(report.filters)}`] },
    { title: 'Page', lines: [report.path, `chart: ${report.chart ?? 'none'}`, `laid out as ${list(report.views)}`] },
    {
      title: 'Rows',
      lines: [`by ${list(report.rows)}`, `open into ${list(report.openInto)}`, `columns: ${list(report.measures)}`],
    },
    {
      title: 'Access',
      lines: [`opened by ${list(report.openTo)}`, `with a session all of these roles: ${list(report.roles)}`],
    },
    { title: 'Labels', lines: labels },
  ]
}

/** What follows from a resource, report, event or measure of this name; null where there is none. */
export function explain(name: string, configuration: Configuration): string | null {
  const resource = Object.hasOwn(configuration.resources, name) ? configuration.resources[name] : undefined
  const report = Object.hasOwn(configuration.reports, name) ? configuration.reports[name] : undefined
  const layers = resource
    ? resourceLayers(resource, configuration)
    : [...(report ? reportLayers(report, configuration) : []), ...activityLayers(name, configuration)]
  if (layers.length === 0) return null
  const shown = layers.filter(({ lines }) => lines.length > 0)
  return shown.map(({ title, lines }) => `${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n`).join('\n')
}

/** What to say where nothing is called so. */
export function unexplained(name: string, { resources, reports, events, measures }: Configuration): string {
  const known = [resources, reports, events, measures].flatMap((declared) => Object.keys(declared))
  return `There is no resource, report, event or measure ${name}. ${nameOneOf(name, [...new Set(known)])}`
}
