/**
 * What a declaration means for the pages: columns, filters, sections. Pure, so that it can be tested without a page.
 */
import type { Actor } from '#engine/declaration/actor.ts'
import { can, mayRunAction, readableFields, seesUnmasked, writableFields } from '#engine/declaration/derive/access.ts'
import { fitsFile } from '#engine/declaration/derive/exportColumns.ts'
import { filterOperators, filterStyleOf, isSortable } from '#engine/declaration/derive/filters.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { moment } from '#engine/declaration/fields/index.ts'
import type { AnyResource, FilterStyle } from '#engine/declaration/resource.ts'

interface Question {
  readonly resource: AnyResource
  readonly actor: Actor
}

/** A field with its name. */
export interface NamedField {
  readonly name: string
  readonly field: Field
}
/** A column of a list. */
export interface PageColumn extends NamedField {
  readonly isSortable: boolean
  /** Others can be chosen. */
  readonly isShownAtFirst: boolean
}
/** A filter of a list. */
export interface PageFilter extends NamedField {
  readonly style: FilterStyle
  readonly isDeclared: boolean
}
/** A section of a form with the fields a person sees in it. */
export interface PageSection {
  readonly name: string
  /** Offered until it says something. */
  readonly isOptional: boolean
  readonly fields: readonly (NamedField & { readonly isReadOnly: boolean })[]
}

const systemMoments: Readonly<Record<string, Field>> = {
  createdAt: moment({ readOnly: true }) as Field,
  updatedAt: moment({ readOnly: true }) as Field,
}

/** The declared field, or the moment every record has. */
export function fieldNamed(resource: AnyResource, name: string): Field | undefined {
  return resource.fields[name] ?? systemMoments[name]
}

/** Rows and computed structures have pages of their own; a cell cannot hold them. */
const fitsCell = (field: Field) => field.kind !== 'list' && field.kind !== 'blocks' && fitsFile(field)

function readable({ resource, actor }: Question): NamedField[] {
  return [...readableFields({ actor, resource }), ...Object.keys(systemMoments)].map((name) => ({
    name,
    field: fieldNamed(resource, name)!,
  }))
}

/** Lists are neither sorted nor narrowed by what a person sees masked: the order would tell it. */
const isInTheClear = ({ actor }: Question, field: Field) => seesUnmasked({ actor, field })

/** Those that are named come first, in the order of the names. */
const firstNamed = (all: readonly NamedField[], names: readonly string[]): NamedField[] => [
  ...names.flatMap((name) => all.find((each) => each.name === name) ?? []),
  ...all.filter(({ name }) => !names.includes(name)),
]

/**
 * Every column a person may see: those the list names first, in its order, then the others in the order of the
 * declaration.
 */
export function columnsOf(question: Question): PageColumn[] {
  const { columns } = question.resource.list
  const all = readable(question).filter(({ field }) => fitsCell(field))
  return firstNamed(all, columns).map((each) => ({
    ...each,
    isSortable: isSortable(each.field) && isInTheClear(question, each.field),
    isShownAtFirst: columns.includes(each.name),
  }))
}

/** The fields a person may change in the cells of the list. */
export const editableFields = (question: Question): readonly string[] => {
  const { editable = [] } = question.resource.list
  const operation = 'update'
  if (editable.length === 0 || !can({ ...question, operation })) return []
  return writableFields({ ...question, operation }).filter(
    (name) => editable.includes(name) && isInTheClear(question, question.resource.fields[name]!),
  )
}

/** Every filter a person may use: the declared ones first, then what else the list can be narrowed by. */
export function filtersOf(question: Question): PageFilter[] {
  const { filters } = question.resource
  const all = readable(question).filter(
    ({ name, field }) => isInTheClear(question, field) && (name in filters || filterOperators(field).length > 0),
  )
  return firstNamed(all, Object.keys(filters)).map((each) => ({
    ...each,
    style: filters[each.name] ?? filterStyleOf(each.field),
    isDeclared: each.name in filters,
  }))
}

/** Whether a list can be searched by words: some field the person sees takes part in the search. */
export function hasSearch(question: Question): boolean {
  return readable(question).some(({ field }) => field.search)
}

/** The actions a person may run: on one record, or on several at once. */
export function actionsOf({ resource, actor, isBulk }: Question & { readonly isBulk: boolean }): string[] {
  return Object.entries(resource.actions)
    .filter(([, action]) => Boolean(action.bulk) === isBulk && mayRunAction({ actor, resource, action }))
    .map(([name]) => name)
}

/**
 * The sections of a form. A field nobody may read or write here is left out; one that is shown but not written is
 * read-only.
 * Fields that no section names join the last one that is always shown, so that a new field is never out of reach.
 */
export function sectionsOf(question: Question & { readonly operation: 'create' | 'update' }): PageSection[] {
  const { resource, operation } = question
  const seen = new Set(readableFields(question))
  const mayWriteAtAll = can({ ...question, operation })
  const written = new Set(mayWriteAtAll ? writableFields(question) : [])
  const entries = Object.entries(resource.form)
  const inSections = new Set(entries.flatMap(([, names]) => names))
  const left = Object.keys(resource.fields).filter(
    (name) =>
      !inSections.has(name) &&
      resource.fields[name]!.kind !== 'blocks' &&
      !resource.fields[name]!.setElsewhere &&
      (written.has(name) || (operation === 'update' && seen.has(name))),
  )
  const isOptional = (name: string) => {
    const said = resource.optionalSections[name]
    return said !== undefined && !(said.onlyNew && operation === 'update')
  }
  const last = entries.findLast(([name]) => !isOptional(name))
  return entries
    .map(([name, names]) => ({
      name,
      isOptional: isOptional(name),
      fields: (name === last?.[0] ? [...names, ...left] : names).flatMap((fieldName) => {
        const field = resource.fields[fieldName]!
        // Everybody but root has one company, and it is theirs.
        if (field.own && !question.actor.root) return []
        const isShown = written.has(fieldName) || (operation === 'update' && seen.has(fieldName))
        return isShown ? [{ name: fieldName, field, isReadOnly: !written.has(fieldName) }] : []
      }),
    }))
    .filter(({ fields }) => fields.length > 0)
}
