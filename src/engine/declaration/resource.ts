import type { SubtreeAccess, SelfAccess, ScopeDimension } from './actor.ts'
import type { ErrorCode } from './errorCatalogue.ts'
import type { OfFeature } from './feature.ts'
import { filterStyleOf } from './derive/filters.ts'
import type { Label } from './fields/common.ts'
import type { Exactly, Field, FieldMap } from './fields/index.ts'
import type { CheckName, EffectName, GuardName, RoleName } from './names.ts'
import type { Problem } from './problems.ts'
import type { RecordValues } from './record.ts'
import type { RecordPage } from './recordPage.ts'

/** What can be done with records. */
export const operations = ['list', 'read', 'create', 'update', 'remove'] as const
export type Operation = (typeof operations)[number]

/** How a list may be narrowed by a field: one value, any of several, from-to, or a part of the text. */
export const filterStyles = ['equals', 'in', 'range', 'contains'] as const
export type FilterStyle = (typeof filterStyles)[number]

/**
 * Which records a person sees. Each names a field of this resource that holds the company, brand, partner, manager (a
 * user), or leads there
 * in one step (`campaign.brand`), or `self` where the record itself is the company, brand or partner.
 * What is not named does not narrow; what a record names narrows, unless `everyone` is said of it.
 */
export type Scope = { readonly [Dimension in ScopeDimension]?: string }

/**
 * What affiliates do in sessions of their own; without it nothing. `self`: list and read what is theirs, the record of
 * the affiliate itself or those whose `affiliate` it is, of these the fields that say so; more is named by itself.
 * `names`: of the brands they work for they get ids and names to choose from.
 */
export type SelfRecordAccess =
  | 'self'
  | 'names'
  | ({ readonly [Name in Operation]?: 'self' } & {
      /** So many of them each may have; making one more is refused. */
      readonly atMost?: number
    })

/**
 * Who may do what. `role` counts for every operation that is not named on its own; `root` is the root user only,
 * `nobody` the server only.
 */
export interface Access extends SelfAccess<SelfRecordAccess>, SubtreeAccess {
  readonly role: RoleName | 'root'
  readonly list?: RoleName | 'root'
  readonly read?: RoleName | 'root'
  readonly create?: RoleName | 'root' | 'nobody'
  readonly update?: RoleName | 'root' | 'nobody'
  readonly remove?: RoleName | 'root' | 'nobody'
  /** Whoever lets somebody in who reads these as their owner must be able to read them too. */
  readonly grantedByReaders?: true
  /** Who may choose one of them where only root may list them. */
  readonly options?: RoleName
  /** Which records they see; `everyone` where all see all. */
  readonly scope: Scope | 'everyone'
}

/** A business rule: pure, so that browser and server ask the same. `null` where the record is fine. */
export type Rule<Values = Record<string, unknown>> = (record: Values) => Problem | readonly Problem[] | null

/** Something done to records besides writing their fields. */
export interface ResourceAction {
  /** Path under `/api/{entity}/` (bulk) or `/api/{entity}/{id}/`; snake case of the name where nothing is said. */
  readonly path?: string
  /** Takes `ids` and answers for each record. */
  readonly bulk?: boolean
  /** What must be given with it. */
  readonly input?: FieldMap
  /** The field that takes the input of the same name. */
  readonly set?: string
  /** What a record must have for a value to be set: refused with `code` while one of `fields` is empty. */
  readonly needs?: { readonly value: string; readonly fields: readonly string[]; readonly code: ErrorCode }
  /** Of a bulk one: the error where no record is chosen; `required` where nothing is said. */
  readonly noneChosen?: ErrorCode
  /** Who may; any of these roles, or who else is named. Whoever may update, where no roles are said. */
  readonly access?: ActionRoles | (SelfAccess<'self'> & { readonly roles?: ActionRoles | 'nobody' })
}

/** Any of these roles. */
type ActionRoles = readonly (RoleName | 'root')[]

const isRoles = (access: ResourceAction['access']): access is ActionRoles => Array.isArray(access)

/** Who may run an action, in its long form. */
export const actionAccess = ({ access }: ResourceAction): Exclude<ResourceAction['access'], ActionRoles | undefined> =>
  isRoles(access) ? { roles: access } : (access ?? {})

/** What records can be instead of things of their own. */
export const natures = ['history', 'log'] as const
type Nature = (typeof natures)[number]

type NameIn<F extends FieldMap> = keyof F & string
type Column<F extends FieldMap> = NameIn<F> | 'createdAt' | 'updatedAt'
type Condition<F extends FieldMap> = {
  readonly [Name in NameIn<F>]?:
    | string
    | number
    | boolean
    | readonly (string | number | null)[]
    | { readonly not: string }
}

/**
 * Who writes on records: colleagues among themselves (`true`); where notes are `shared` those of sessions of their own
 * too, about what is theirs. They read of an answer that it is the company's (`unsigned`), or whose it is (`signed`).
 */
export type Notes = true | { readonly shared: 'unsigned' | 'signed' }

/** A section of a form that is offered until it says something; see {@link optional}. */
export interface OptionalSection<Name extends string = string> extends OfFeature {
  readonly fields: readonly Name[]
  /** Sections beside which it says nothing: while one of them is said, this one is not offered. */
  readonly notBeside?: readonly string[]
  /** Offered in the form of a new record alone; on the page of a record it stands as the others do. */
  readonly onlyNew?: true
  /** The title under which it is offered, where there are many. */
  readonly under?: string
}

/**
 * A section that most records leave out: a button until somebody adds it, or it says more than its defaults.
 * @example form: { identity: ['name', 'brand'], ending: optional(['endsOn']) }
 */
export const optional = <const Name extends string>(
  fields: readonly Name[],
  more: Omit<OptionalSection, 'fields'> = {},
): OptionalSection<Name> => ({ ...more, fields })

/** What a resource file says. */
export interface ResourceDefinition<
  Name extends string,
  F extends FieldMap,
  A extends Record<string, unknown>,
  S extends string,
> extends OfFeature {
  /** camelCase; the API's name, the table's in snake case. */
  readonly name: Name
  /** Where its pages are: `{path}/list`, `{path}/create`, `{path}/{id}`. */
  readonly path: string
  /** The field that names a record to people: in option lists, breadcrumbs and links. */
  readonly title: NameIn<F>
  /**
   * What its records are, where they are not things of their own: `history` keeps what it names from being removed, a
   * `log` tells of the others and keeps and finds nothing.
   */
  readonly nature?: Nature
  /** Its records are made by a route of its own, such as one that asks another person. */
  readonly madeElsewhere?: true
  /** Its records can be suspended and resumed, each with a reason. */
  readonly suspendable?: true
  /** Its place among what a search finds, 1 first; after these the others, as declared. */
  readonly searchPlace?: number
  /**
   * The fields that name one to people together, where `title` alone names nothing (a day): as its page's heading, the
   * window's title, in links and notices.
   */
  readonly titled?: readonly Column<F>[]
  /**
   * By what a row of a file that has no id for it is known again (a payment by payee, day, amount and currency): several
   * that are alike in it are taken in turn, and one of another name is another.
   */
  readonly knownBy?: readonly NameIn<F>[]
  /** For how long its personal fields are kept after it was last used (`P5Y`), where a field says nothing of its own. */
  readonly keep?: string
  readonly fields: F
  /** A field counts only while these hold: else not shown, not required, not accepted. */
  readonly visibleWhen?: { readonly [Name in NameIn<F>]?: Condition<F> }
  /** A `required` field must be filled in only while these hold; it is shown and accepted always. */
  readonly requiredWhen?: { readonly [Name in NameIn<F>]?: Condition<F> }
  /** Without these a record is not complete while they hold, though it can be written. */
  readonly completeWith?: { readonly [Name in NameIn<F>]?: Condition<F> }
  readonly rules?: Record<string, Rule<Partial<RecordValues<F>>>>
  /** Checks that need the database, by name. */
  readonly checks?: readonly CheckName[]
  /**
   * `editable` names fields that are changed in the cells of the list as well, by whoever may change them; `leads` what
   * a row begins with where it is a card, in a narrow room: who it is about, and how much.
   */
  readonly list: {
    readonly columns: readonly Column<F>[]
    readonly sort: readonly [Column<F> | 'id', 'ASC' | 'DESC']
    readonly editable?: readonly NameIn<F>[]
    readonly leads?: readonly Column<F>[]
  }
  /** By what a list is narrowed; how follows from each field, unless it is said: `['brand', 'signedOn']`, `{ brand: 'in' }`. */
  readonly filters?: readonly Column<F>[] | { readonly [Name in Column<F>]?: FilterStyle }
  /**
   * Sections of the create and edit form, in order. Every field that can be written is in one of them; without sections
   * all of them are in one, `identity`. What most records leave out stands in `optional` ones.
   */
  readonly form?: { readonly [Section in S]: readonly NameIn<F>[] | OptionalSection<NameIn<F>> }
  /** What stands above and beside the form on the page of a record. */
  readonly page?: RecordPage
  /** People who read its records write notes on them, with files, mentions of colleagues and tasks. */
  readonly notes?: Notes
  readonly access: Access
  readonly effects?: {
    readonly created?: readonly EffectName[]
    readonly removed?: readonly EffectName[]
    readonly changed?: { readonly [Name in NameIn<F>]?: readonly EffectName[] }
    /** Fields whose change somebody who is signed in must prove to have meant; `totp` is taken with the record then. */
    readonly guarded?: { readonly [Name in NameIn<F>]?: GuardName }
    /** Making such a record must be proved as well. */
    readonly guardedCreation?: GuardName
  }
  readonly actions?: A & { readonly [Action in keyof A]: ResourceAction & Exactly<A[Action], ResourceAction> }
}

/** A resource as the rest of the product reads it: the definition, with what was left out filled in. */
export interface Resource<
  Name extends string = string,
  F extends FieldMap = FieldMap,
  A extends Record<string, unknown> = Record<string, unknown>,
  S extends string = string,
> extends OfFeature {
  readonly name: Name
  readonly path: string
  readonly title: keyof F & string
  readonly nature?: Nature
  readonly madeElsewhere?: true
  readonly suspendable?: true
  readonly searchPlace?: number
  readonly titled: readonly string[]
  readonly knownBy?: readonly string[]
  readonly keep?: string
  readonly fields: F
  readonly visibleWhen: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly requiredWhen: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly completeWith: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly rules: Readonly<Record<string, Rule>>
  readonly checks: readonly CheckName[]
  readonly list: {
    readonly columns: readonly string[]
    readonly sort: readonly [string, 'ASC' | 'DESC']
    readonly editable?: readonly string[]
    readonly leads?: readonly string[]
  }
  readonly filters: Readonly<Record<string, FilterStyle>>
  readonly form: { readonly [Section in S]: readonly string[] }
  /** What sections are called, where that is said beside them. */
  readonly sections?: object
  /** Those of the form that are offered, not shown, until they say something. */
  readonly optionalSections: Readonly<Record<string, Omit<OptionalSection, 'fields'>>>
  readonly page?: RecordPage
  readonly notes?: Notes
  readonly access: Access
  readonly effects: {
    readonly created: readonly EffectName[]
    readonly removed: readonly EffectName[]
    readonly changed: Readonly<Record<string, readonly EffectName[]>>
    readonly guarded: Readonly<Record<string, GuardName>>
    readonly guardedCreation: GuardName | null
  }
  readonly actions: { readonly [Action in keyof A]: ResourceAction }
}

interface Sectioned<Labels> {
  /** What sections are called; without it every language's `resources.ts` says it. */
  readonly sections?: Labels
}

/** Any resource, for code that reads them all. */
export type AnyResource = Resource<string, FieldMap, Record<string, unknown>, string>

const isList = (value: unknown): value is readonly string[] => Array.isArray(value)

/** How a list is narrowed by each of these fields; every record has moments besides, which are narrowed from-to. */
function stylesOf(names: readonly string[], fields: FieldMap): Readonly<Record<string, FilterStyle>> {
  return Object.fromEntries(names.map((name) => [name, fields?.[name] ? filterStyleOf(fields[name]) : 'range']))
}

/** The fields that people fill in, in the order of the declaration. */
const writable = (fields: FieldMap) =>
  Object.keys(fields ?? {}).filter((name) => fields[name]?.readOnly !== true && fields[name]?.kind !== 'computed')

type Sections = Readonly<Record<string, readonly string[] | OptionalSection>>

const isOptional = (section: Sections[string]): section is OptionalSection =>
  section !== undefined && 'fields' in section

/** The fields of each section, and what is said of those that are optional. */
function sectionsOf(form: Sections): Pick<Resource, 'form' | 'optionalSections'> {
  const entries = Object.entries(form)
  return {
    form: Object.fromEntries(entries.map(([name, section]) => [name, isOptional(section) ? section.fields : section])),
    optionalSections: Object.fromEntries(
      entries.flatMap(([name, section]) => {
        if (!isOptional(section)) return []
        const { fields: _, ...said } = section
        return [[name, said]]
      }),
    ),
  }
}

/** The fields, those of a section that belongs to a feature with that feature. */
function withFeatures<F extends FieldMap>(fields: F, form: Sections | undefined): F {
  const inFeatures = Object.values(form ?? {}).flatMap((section) =>
    isOptional(section) && section.feature
      ? section.fields.filter((name) => fields[name]).map((name) => [name, section.feature] as const)
      : [],
  )
  if (inFeatures.length === 0) return fields
  return { ...fields, ...Object.fromEntries(inFeatures.map(([name, feature]) => [name, { ...fields[name], feature }])) }
}

/**
 * Declares an entity; table, API, validation, list, forms, filters, export, labels, access and log follow from it.
 * @example
 * export const campaign = defineResource({
 *   name: 'campaign',
 *   path: '/registers/campaign',
 *   title: 'name',
 *   fields: { name: text({ required: true, max: 120, search: true }), brand: reference('brand', { required: true }) },
 *   list: { columns: ['name', 'brand'], sort: ['name', 'ASC'] },
 *   filters: ['brand'],
 *   access: { role: 'campaign', scope: { brand: 'brand' } },
 * })
 */
export function defineResource<
  const Name extends string,
  const F extends FieldMap,
  const A extends Record<string, unknown> = Record<never, never>,
  const S extends string = 'identity',
  const L extends Readonly<Record<string, Label>> = Record<never, never>,
>(definition: ResourceDefinition<Name, F, A, S> & Sectioned<L>): Resource<Name, F, A, S> & Sectioned<L> {
  const { effects, filters = {}, form, ...rest } = definition
  const fields = withFeatures(definition.fields, form as Sections | undefined)
  return {
    ...rest,
    visibleWhen: (definition.visibleWhen ?? {}) as Resource['visibleWhen'],
    requiredWhen: (definition.requiredWhen ?? {}) as Resource['requiredWhen'],
    completeWith: (definition.completeWith ?? {}) as Resource['completeWith'],
    rules: (definition.rules ?? {}) as unknown as Resource['rules'],
    titled: definition.titled ?? [definition.title],
    checks: definition.checks ?? [],
    fields,
    filters: (isList(filters) ? stylesOf(filters, fields) : filters) as Resource['filters'],
    ...(sectionsOf((form as Sections | undefined) ?? { identity: writable(fields) }) as Pick<
      Resource<Name, F, A, S>,
      'form' | 'optionalSections'
    >),
    effects: {
      ...effects,
      created: effects?.created ?? [],
      removed: effects?.removed ?? [],
      changed: (effects?.changed ?? {}) as Record<string, readonly EffectName[]>,
      guarded: (effects?.guarded ?? {}) as Record<string, GuardName>,
      guardedCreation: effects?.guardedCreation ?? null,
    },
    actions: (definition.actions ?? {}) as Resource<Name, F, A, S>['actions'],
  }
}

/** The authenticator's code: a property that is sent with what must be proved, and is no field. */
export const guardProperty = 'totp'

/** The properties a guard is proved with. */
const provenBy: Readonly<Record<GuardName, readonly string[]>> = {
  authenticatorCode: [guardProperty],
  personalCode: [guardProperty],
  reauthentication: ['currentPassword', guardProperty],
}

/** What such a write of a resource is proved with; none where nothing of it is guarded. */
export function stepUpProperties(
  { effects: { guarded, guardedCreation } }: AnyResource,
  operation: 'create' | 'update',
): readonly string[] {
  const names = operation === 'create' ? [guardedCreation ?? []].flat() : Object.values(guarded)
  return [...new Set(names.flatMap((guard) => provenBy[guard]))]
}

/** A field of a resource by name. @throws when there is none: a mistake in the code that asks, not in data. */
export function fieldOf(resource: AnyResource, name: string): Field {
  const field = resource.fields[name]
  if (!field) throw new Error(`${resource.name} has no field ${name}`)
  return field
}

/** Whether a field of the resource holds from a day on and keeps its past. */
export const isDated = ({ fields }: AnyResource): boolean => Object.values(fields).some(({ dated }) => dated)

/** What narrows the records of a resource; nothing where everybody sees all of them, of any or of one dimension. */
export function scopeOf({ access: { scope } }: AnyResource): Scope {
  return scope === 'everyone' ? {} : Object.fromEntries(Object.entries(scope).filter(([, way]) => way !== 'everyone'))
}
