/** Between a form's values and what the API takes: pure, so that it can be tested without a page. */
import { get, set } from 'react-hook-form'
import type { Actor } from '#engine/declaration/actor.ts'
import { writableFields } from '#engine/declaration/derive/access.ts'
import { type ExpressionCheck, validateRecord } from '#engine/declaration/derive/validator.ts'
import { isVisible, visibleRecord, visibleRows } from '#engine/declaration/derive/visibility.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import type { MessageValues, Problem } from '#engine/declaration/problems.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'

interface FormQuestion {
  readonly resource: AnyResource
  readonly actor: Actor
  readonly operation: 'create' | 'update'
  readonly values: AnyRecord
  /** The record as it was opened, for a change. */
  readonly current?: AnyRecord
}

const isList = ({ kind }: Field) => ['references', 'manyOf', 'list', 'blocks'].includes(kind)
const emptyValue = (field: Field): unknown => (isList(field) ? [] : field.kind === 'boolean' ? false : null)

/** What a form for a new record begins with. */
export function initialValues(resource: AnyResource): AnyRecord {
  return Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [name, field.default ?? emptyValue(field)]),
  )
}

/** What a form for another record like this one begins with: all but what no two have. */
export function copyOf({
  resource,
  actor,
  record,
  title,
}: {
  resource: AnyResource
  actor: Actor
  record: AnyRecord
  /** How the copy is called. */
  title: string
}): AnyRecord {
  const names = writableFields({ actor, resource, operation: 'create' }).filter((name) => {
    const { kind, unique, over } = resource.fields[name]!
    return !over && !unique && !['token', 'slug', 'password'].includes(kind)
  })
  const values = Object.fromEntries(names.map((name) => [name, record[name]]))
  return { ...values, [resource.title]: title }
}

/**
 * What is sent: the fields the person may set and that count for this record, with the version the change is based on.
 * A field that no longer counts is emptied; a password that was left empty stays as it is.
 */
export function toInput({ resource, actor, operation, values, current }: FormQuestion): AnyRecord {
  const input: AnyRecord = {}
  for (const name of writableFields({ actor, resource, operation })) {
    const field = resource.fields[name]!
    // Forms write the fields below.
    if (field.over) continue
    if (!isVisible({ resource, field: name, record: { ...current, ...values } })) {
      if (operation === 'update') input[name] = emptyValue(field)
    } else if (field.kind === 'password') {
      if (values[name] || operation === 'create')
        Object.assign(input, { [name]: values[name] ?? null, [field.confirmedBy!]: values[field.confirmedBy!] ?? null })
    } else if (values[name] !== undefined) {
      input[name] = visibleRows({
        field,
        rows: values[name],
        record: visibleRecord({ resource, record: { ...current, ...values } }),
      })
    }
  }
  return operation === 'update' ? { ...input, version: current?.['version'] } : input
}

/** A message react-admin translates. */
export interface TranslatableError {
  readonly message: string
  readonly args: MessageValues
}

/** Problems as a form holds them, each at its field; the first of a field stands for it, and for what is inside. */
export function errorTree(problems: readonly Problem[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {}
  const isSaid = (path: string) => Boolean(get(tree, `${path}.message`))
  for (const { field, code, values } of problems) {
    const paths = field.split('.').map((_, index, names) => names.slice(0, index + 1).join('.'))
    if (get(tree, field) !== undefined || paths.some(isSaid)) continue
    set(tree, field, { message: `errors.${code}`, args: values ?? {} } satisfies TranslatableError)
  }
  return tree
}

/** What is wrong with a form, asked of the very check the server asks. */
export function formProblems(question: FormQuestion & { checkExpression?: ExpressionCheck }): readonly Problem[] {
  const { resource, actor, operation, current, checkExpression } = question
  const result = validateRecord({ resource, operation, input: toInput(question), current, actor, checkExpression })
  return result.ok ? [] : result.problems
}

/** Loads the parser of formulas where the resource has one. */
export async function expressionCheckFor(resource: AnyResource): Promise<ExpressionCheck | undefined> {
  if (!Object.values(resource.fields).some(({ kind }) => kind === 'expression')) return undefined
  return (await import('#engine/ui/fields/inputs/expression/expressionLanguage.ts')).checkExpression
}
