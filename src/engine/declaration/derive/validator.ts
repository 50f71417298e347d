import type { Actor } from '../actor.ts'
import type { Field, FieldMap } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import type { Problem } from '../problems.ts'
import type { AnyRecord } from '../record.ts'
import { type AnyResource, stepUpProperties } from '../resource.ts'
import { isSelfServiceActor, selfActorKind } from '../actor.ts'
import { readableFields, writableFields } from './access.ts'
import { sameValue } from './difference.ts'
import { maskValue } from './masking.ts'
import type { flattenBlocks } from './flatFields.ts'
import { conditionsOfRows, isVisible, visibleRecord, visibleRows, isRequiredIn } from './visibility.ts'

/**
 * Finds what is wrong with a formula; null where nothing is. Given by whoever has the parser at hand, which is too
 * heavy for every page.
 */
export type ExpressionCheck = (expression: string) => Omit<Problem, 'field'> | null

/**
 * The values to store, normalised: all of them for a new record, the given ones for a change. Or what is wrong, all of
 * it at once.
 */
export type Validated =
  | {
      readonly ok: true
      readonly values: AnyRecord
      /** Of blocks over other fields: a problem that is found later, where it stands in what was sent. */
      readonly placed?: (problem: Problem) => Problem
    }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** What somebody wants to write. */
export interface ValidationRequest {
  readonly resource: AnyResource
  readonly operation: 'create' | 'update'
  /** As it came: anything. */
  readonly input: unknown
  /** The stored record, for a change. */
  readonly current?: AnyRecord
  readonly actor: Pick<Actor, 'kind' | 'root' | 'roles' | typeof selfActorKind>
  /** A field that an action sets which is open to somebody in a session of their own, though they set it no other way. */
  readonly opened?: string | undefined
  readonly checkExpression?: ExpressionCheck
  /** An import makes the record: what `importedLater` names may be missing. */
  readonly isImported?: boolean | undefined
  /** Turns blocks over other fields into these, where blocks may come; pages send the fields. */
  readonly flattenBlocks?: typeof flattenBlocks
}

const systemFields = ['id', 'version', 'createdAt', 'updatedAt']
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
const isPlainObject = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const emptyOf = (field: Field) => kinds[field.kind].empty ?? null
const isBare = (field: Field, value: unknown) => isEmpty(value) || sameValue(value, emptyOf(field))
/** Kinds that the server fills in when they are left empty. */
const fillsItself = (field: Field) => field.kind === 'token' || field.kind === 'slug'

/** Is what came the same as what is stored, or as what was shown of it? Then it is no attempt to change it. */
function isUnchanged(field: Field, given: unknown, current: AnyRecord | undefined, name: string): boolean {
  if (!current) return false
  const stored = current[name] ?? emptyOf(field)
  return (
    sameValue(given === '' ? null : given, stored) ||
    (Boolean(field.masked) && sameValue(given, maskValue({ field, value: stored, record: current })))
  )
}

class Validation {
  readonly request: ValidationRequest
  readonly input: AnyRecord
  readonly problems: Problem[] = []
  /** The stored record as it is read: empty where a field does not count. */
  readonly shown: AnyRecord
  /** The record as it will be: stored values, defaults, what was given. */
  readonly merged: AnyRecord
  /** What was given and may be written. */
  readonly taken = new Set<string>()
  readonly values: AnyRecord = {}

  constructor(request: ValidationRequest, input: AnyRecord) {
    this.request = request
    this.input = input
    this.merged = { ...request.current }
    this.shown = visibleRecord({ resource: request.resource, record: request.current ?? {} })
  }

  add(field: string, problem: Omit<Problem, 'field'>): void {
    this.problems.push({ field, ...problem })
  }

  /** Keeps of the input what may be written, and refuses the rest. */
  takeGiven(): void {
    const { resource, operation, actor, current } = this.request
    const readable = new Set(readableFields({ actor, resource }))
    const writable = new Set([...writableFields({ actor, resource, operation }), ...[this.request.opened ?? []].flat()])
    const confirmations = new Set(Object.values(resource.fields).map((field) => field.confirmedBy))
    for (const [name, given] of Object.entries(this.input)) {
      const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
      if (!field) {
        if (!confirmations.has(name)) this.refuseUnknown(name, given)
        continue
      }
      const isKnown = readable.has(name) && isUnchanged(field, given, current && this.shown, name)
      // What does not count is read as empty: whoever sends that back changes nothing, unless it begins to count with this.
      const isHidden = current !== undefined && !isVisible({ resource, field: name, record: current })
      if (field.kind === 'computed' || (isKnown && !(isHidden && writable.has(name)))) continue
      if (
        operation === 'create' &&
        !field.readOnly &&
        !writable.has(name) &&
        sameValue(given ?? null, field.default ?? null)
      )
        continue
      if (writable.has(name)) this.take(name, isKnown ? emptyOf(field) : given)
      else this.add(name, { code: refusal(field, operation) })
    }
  }

  take(name: string, given: unknown): void {
    this.taken.add(name)
    this.merged[name] = given
  }

  refuseUnknown(name: string, given: unknown): void {
    if (stepUpProperties(this.request.resource, this.request.operation).includes(name)) return
    if (!systemFields.includes(name)) this.add(name, { code: 'unknown_property' })
    else if (name !== 'version' && !sameValue(given, this.request.current?.[name]))
      this.add(name, { code: 'read_only' })
  }

  fillInDefaults(): void {
    const { resource, operation, actor } = this.request
    if (operation !== 'create') return
    // What is made in a session of one's own is one's own.
    if (isSelfServiceActor(actor) && resource.fields[selfActorKind]) this.merged[selfActorKind] = actor[selfActorKind]
    for (const [name, field] of Object.entries(resource.fields)) {
      if (this.merged[name] === undefined) this.merged[name] = field.default ?? emptyOf(field)
    }
  }

  /** Checks a field that is written, or whose meaning changed with another one. */
  checkField(name: string, field: Field): void {
    const { resource, operation, current } = this.request
    const given = this.merged[name]
    const before = isVisible({ resource, field: name, record: current ?? {} }) ? current?.[name] : emptyOf(field)
    const wasWritten = operation === 'create' || (this.taken.has(name) && !sameValue(given, before))
    const meaningChanged =
      field.kindFrom !== undefined && !sameValue(this.merged[field.kindFrom], current?.[field.kindFrom])
    const conditions = [resource.visibleWhen[name], resource.requiredWhen[name]].flatMap((each) =>
      Object.keys(each ?? {}),
    )
    const becameVisible = conditions.some((other) => !sameValue(this.merged[other], current?.[other]))
    const rowsChanged = conditionsOfRows(field).some((other) => !sameValue(this.merged[other], current?.[other]))
    if (!wasWritten && !meaningChanged && !becameVisible && !rowsChanged) return
    if (!isVisible({ resource, field: name, record: this.merged })) return this.checkInvisible(name, field, wasWritten)
    if (isBare(field, given)) return this.checkEmpty(name, field)
    // What counted in stored rows before another field was changed is not sent by anybody: it is let go.
    this.checkValue(name, field, wasWritten ? given : visibleRows({ field, rows: given, record: this.aroundRows() }))
  }

  /** What fields inside rows depend on. */
  aroundRows(): AnyRecord {
    return visibleRecord({ resource: this.request.resource, record: this.merged })
  }

  checkInvisible(name: string, field: Field, wasWritten: boolean): void {
    const given = this.merged[name]
    if (this.request.operation === 'create') {
      if (!isBare(field, given) && !sameValue(given, field.default)) this.add(name, { code: 'not_applicable' })
      this.merged[name] = this.values[name] = emptyOf(field)
    } else if (wasWritten) {
      if (isBare(field, given)) this.values[name] = emptyOf(field)
      else this.add(name, { code: 'not_applicable' })
    }
  }

  checkEmpty(name: string, field: Field): void {
    const { operation, isImported } = this.request
    if (isImported && operation === 'create' && field.importedLater) {
      this.merged[name] = this.values[name] = emptyOf(field)
      return
    }
    if (operation === 'update' && (fillsItself(field) || field.kind === 'password')) return
    if (isRequiredIn(this.request.resource, name, this.merged) && field.kind !== 'boolean')
      return this.add(name, { code: 'required' })
    if (field.kind === 'references' || field.kind === 'manyOf') return this.checkValue(name, field, [])
    this.merged[name] = this.values[name] = emptyOf(field)
  }

  checkValue(name: string, field: Field, given: unknown): void {
    // Beside what is wrong with the value itself: both are mended at once.
    if (field.confirmedBy && this.input[field.confirmedBy] !== given)
      this.add(field.confirmedBy, { code: 'invalid_password_confirmation' })
    const parsed = kinds[field.kind].parse(given, field, field.items ? this.aroundRows() : this.merged)
    if (!parsed.ok) {
      for (const { path, ...problem } of parsed.problems) this.add(path ? `${name}.${path}` : name, problem)
      return
    }
    this.merged[name] = this.values[name] = parsed.value
    const problem = field.kind === 'expression' ? this.request.checkExpression?.(parsed.value as string) : null
    if (problem) this.add(name, problem)
  }

  checkRules(): void {
    const { resource } = this.request
    if (this.problems.length > 0) return
    const record = visibleRecord({ resource, record: this.merged })
    for (const rule of Object.values(resource.rules)) {
      const found = rule(record)
      if (found) this.problems.push(...(Array.isArray(found) ? (found as Problem[]) : [found as Problem]))
    }
  }
}

function refusal(field: Field, operation: 'create' | 'update') {
  if (field.readOnly) return 'read_only' as const
  return operation === 'update' && field.createOnly ? ('create_only' as const) : ('field_forbidden' as const)
}

/** Kinds that others depend on come first, so that a document is checked against its checked type. */
function inOrder(fields: FieldMap): [string, Field][] {
  return Object.entries(fields).toSorted(
    ([, first], [, second]) => Number(Boolean(first.kindFrom)) - Number(Boolean(second.kindFrom)),
  )
}

/**
 * Checks what somebody wants to write against the declaration: unknown and forbidden fields, kinds, required, visible,
 * unchanged read-only ones, rules.
 * The browser asks it as one types, the server before it writes. What needs the database (uniqueness, references, named
 * checks) is not asked here.
 */
export function validateRecord(request: ValidationRequest): Validated {
  if (!isPlainObject(request.input))
    return { ok: false, problems: [{ field: 'root', code: 'invalid_type', values: { expected: 'an object' } }] }
  const { resource, current } = request
  const shown = current ? visibleRecord({ resource, record: current }) : null
  const unspelled = request.flattenBlocks?.({ resource, input: request.input, shown })
  if (unspelled && unspelled.problems.length > 0) return { ok: false, problems: unspelled.problems }
  const { blocks = {}, placed = (problem: Problem) => problem } = unspelled ?? {}
  const validation = new Validation(request, unspelled?.input ?? request.input)
  validation.takeGiven()
  validation.fillInDefaults()
  const refused = new Set(validation.problems.map(({ field }) => field))
  for (const [name, field] of inOrder(request.resource.fields)) {
    if (!field.readOnly && !refused.has(name)) validation.checkField(name, field)
  }
  validation.checkRules()
  return validation.problems.length > 0
    ? { ok: false, problems: validation.problems.map(placed) }
    : { ok: true, values: { ...validation.values, ...blocks }, ...(Object.keys(blocks).length > 0 ? { placed } : {}) }
}

/** Checks what an action takes besides its records: declared fields only, each by its kind. */
export function validateInput({ fields, input }: { fields: FieldMap; input: unknown }): Validated {
  if (!isPlainObject(input))
    return { ok: false, problems: [{ field: 'root', code: 'invalid_type', values: { expected: 'an object' } }] }
  const problems: Problem[] = Object.keys(input)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((field) => ({ field, code: 'unknown_property' }))
  const values: AnyRecord = {}
  for (const [name, field] of inOrder(fields)) {
    const given = input[name] ?? field.default
    if (isEmpty(given)) {
      values[name] = emptyOf(field)
      if (field.required) problems.push({ field: name, code: 'required' })
      continue
    }
    const parsed = kinds[field.kind].parse(given, field, input)
    if (parsed.ok) values[name] = parsed.value
    else
      problems.push(
        ...parsed.problems.map(({ path, ...problem }) => ({ field: path ? `${name}.${path}` : name, ...problem })),
      )
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values }
}
