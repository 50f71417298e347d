/** The words for fields. Each makes plain data; what follows from it is in `src/config/kinds/` and `src/config/derive/`. */
import type { Choices } from '../choices.ts'
import type { ComputedName } from '../names.ts'
import type { CommonOptions, TextOptions } from './common.ts'

export type { CommonOptions, TextOptions } from './common.ts'

type Options<Base> = Base | undefined
type Made<Kind extends string, Given> = { readonly kind: Kind } & ([Given] extends [undefined] ? object : Given)

function make<const Kind extends string, const Given>(kind: Kind, options: Given): Made<Kind, Given> {
  return { ...options, kind } as Made<Kind, Given>
}

/** Text that people type. */
export interface PlainTextOptions extends TextOptions {
  /** Only letters, spaces and digits. */
  readonly noSpecialCharacters?: boolean
  /** Words that tracking addresses use themselves are refused. */
  readonly noReservedWords?: boolean
  /** Shown and typed on several lines. */
  readonly multiline?: boolean
  /** Checked as a trigger's comparison, `>= N`, or as the name of a host, `www.brand.example`, kept in lower case without its `www.`. */
  readonly format?: 'comparison' | 'host'
}

/** @example name: text({ required: true, max: 120, search: true }) */
export const text = <const O extends Options<PlainTextOptions> = undefined>(options?: O) => make('text', options as O)
/** Stored as typed, compared without regard to case. @example email: email({ required: true, unique: true }) */
export const email = <const O extends Options<TextOptions> = undefined>(options?: O) => make('email', options as O)
/** Written, never read: stored hashed. @example password: password({ confirmedBy: 'passwordConfirmation' }) */
export const password = <const O extends CommonOptions & { readonly confirmedBy: string }>(options: O) => make('password', options)
export interface UrlOptions extends TextOptions {
  /** A host name alone is taken too and becomes `https://{host}`. */
  readonly bareHost?: boolean
}
/** An http or https address. @example site: url({ required: true }) */
export const url = <const O extends Options<UrlOptions> = undefined>(options?: O) => make('url', options as O)
/** Lower-case letters, digits and dashes; made from another field when left empty. @example slug: slug({ from: 'name', unique: true }) */
export const slug = <const O extends TextOptions & { readonly from: string }>(options: O) => make('slug', options)
/** A public name that cannot be guessed; made by the server when left empty. @example token: token({ prefix: 'af' }) */
export const token = <const O extends CommonOptions & { readonly prefix: string }>(options: O) => make('token', options)
/** A Brazilian taxpayer number, 11 digits. @example cpf: cpf({ unique: true, masked: true }) */
export const cpf = <const O extends Options<CommonOptions> = undefined>(options?: O) => make('cpf', options as O)
/** An identity document whose form depends on its type. @example document: document({ kindFrom: 'documentType' }) */
export const document = <const O extends CommonOptions & { readonly kindFrom: string }>(options: O) => make('document', options)
/** A PIX key whose form depends on its type. @example paymentKey: paymentKey({ kindFrom: 'paymentKeyType' }) */
export const paymentKey = <const O extends CommonOptions & { readonly kindFrom: string }>(options: O) => make('paymentKey', options)
/** A partner level's formula, see `src/domain/expression`. @example expression: expression({ required: true, dated: true }) */
export const expression = <const O extends Options<CommonOptions & { readonly default?: string }> = undefined>(options?: O) => make('expression', options as O)

/** One of a closed list. @example paymentType: choice(paymentType, { default: 'manual' }) */
export const choice = <const C extends Choices, const O extends CommonOptions & { readonly default?: C['values'][number] } = object>(choices: C, options?: O) =>
  make('choice', { ...options, choices } as { readonly choices: C } & O)
/** Several of a closed list. @example roles: manyOf(role) */
export const manyOf = <const C extends Choices, const O extends CommonOptions & { readonly min?: number; readonly default?: readonly C['values'][number][] } = object>(choices: C, options?: O) =>
  make('manyOf', { ...options, choices } as { readonly choices: C } & O)

/** Yes or no. @example root: boolean({ default: false }) */
export const boolean = <const O extends Options<CommonOptions & { readonly default?: boolean }> = undefined>(options?: O) => make('boolean', options as O)

/** Numbers may be bounded. */
export interface NumberOptions extends CommonOptions {
  readonly min?: number
  readonly max?: number
  readonly default?: number
}
/** A whole number. @example level: integer({ min: 1, max: 3 }) */
export const integer = <const O extends Options<NumberOptions> = undefined>(options?: O) => make('integer', options as O)
/** Percent, 12.5 means 12.5 %; at most 4 decimals; 0 to 100 where nothing is said. @example adminFee: percent({ default: 0 }) */
export const percent = <const O extends Options<NumberOptions> = undefined>(options?: O) => make('percent', options as O)
/** An amount with at most 2 decimals. @example minimumPayout: money({ min: 0 }) */
export const money = <const O extends Options<NumberOptions> = undefined>(options?: O) => make('money', options as O)
/** A business day, YYYY-MM-DD. @example day: date({ readOnly: true }) */
export const date = <const O extends Options<CommonOptions> = undefined>(options?: O) => make('date', options as O)
/** A moment, ISO 8601 in UTC. @example at: moment({ readOnly: true }) */
export const moment = <const O extends Options<CommonOptions> = undefined>(options?: O) => make('moment', options as O)

/** What may be said of a reference. */
export interface ReferenceOptions extends CommonOptions {
  /**
   * Offer and take only records that agree with this one: their field -> a field of this record (`company`), one that such a field leads to (`brand.company`), or a
   * fixed value.
   */
  readonly only?: Readonly<Record<string, { readonly sameAs: string } | { readonly value: string | number | boolean }>>
  /** Filled in from whoever writes, where it is left out: the record belongs to that one. Only root may name another. */
  readonly own?: boolean
  /** Goes away with the record it names, unless something else holds it. */
  readonly removedWith?: boolean
  /** The error when it names nothing one may see; `invalid_{resource}` where nothing is said. */
  readonly error?: string
}
/** One record of another resource. @example campaign: reference('campaign', { required: true }) */
export const reference = <const Target extends string, const O extends ReferenceOptions = object>(target: Target, options?: O) =>
  make('reference', { ...options, target } as { readonly target: Target } & O)
export interface ReferencesOptions extends ReferenceOptions {
  /** Fewest records. */
  readonly min?: number
  /** Exactly so many. */
  readonly count?: number
  /** No two of them may agree in this field of theirs; pages do not offer one that would. */
  readonly distinctBy?: string
  /** The other side of a relation: the target's reference field of this name holds it, so each target belongs to one record. Nothing is stored twice. */
  readonly heldBy?: string
}
/** Several records of another resource. @example rewards: references('reward', { count: 4, distinctBy: 'productType' }) */
export const references = <const Target extends string, const O extends ReferencesOptions = object>(target: Target, options?: O) =>
  make('references', { ...options, target } as { readonly target: Target } & O)

/** When fields inside rows count, by their names: each while all of its conditions hold. */
export interface RowConditions { readonly [item: string]: { readonly [other: string]: string | number | boolean | readonly (string | number)[] } }
export interface RowsOptions<Items extends FieldMap> extends CommonOptions {
  /** Fewest rows. */
  readonly min?: number
  /** Most rows; 100 where nothing is said. */
  readonly max?: number
  /**
   * A field inside the rows counts only while these hold: else it is not shown, not required and not kept. A condition names a field of the row where there is one
   * of that name, else a field of the record.
   */
  readonly visibleWhen?: { readonly [Name in keyof Items & string]?: RowConditions[string] }
}
/**
 * Rows inside a record.
 * @example steps: list({ from: money({ required: true }), share: percent({ required: true }) }, { visibleWhen: { share: { size: 'large' } } })
 */
export const list = <const Items extends FieldMap, const O extends RowsOptions<Items> = object>(items: Items, options?: O) =>
  make('list', { ...options, items } as { readonly items: Items } & O)
/** Made by the server when a record is read; never written. @example address: computed('trackingAddress', { as: 'url' }) */
export const computed = <const O extends CommonOptions & { readonly as: ComputedAs }>(name: ComputedName, options: O) => make('computed', { ...options, name, readOnly: true as const })

/** How a computed value is shown, filtered and exported. */
export type ComputedAs = 'text' | 'url' | 'integer' | 'money' | 'moment' | 'boolean' | 'json'

/** Every option a field of any kind may carry, as generic code reads it. */
export interface Field extends PlainTextOptionsWithoutDefault, NumberBounds, ReferencesOptions, Pick<UrlOptions, 'bareHost'> {
  readonly kind: FieldKind
  readonly default?: unknown
  readonly choices?: Choices
  readonly target?: string
  readonly kindFrom?: string
  readonly confirmedBy?: string
  readonly from?: string
  readonly prefix?: string
  readonly items?: FieldMap
  readonly visibleWhen?: RowConditions
  readonly name?: ComputedName
  readonly as?: ComputedAs
}
type PlainTextOptionsWithoutDefault = Omit<PlainTextOptions, 'default'>
type NumberBounds = Omit<NumberOptions, 'default'>
/** Fields by name, in the order in which pages show them. */
export interface FieldMap { readonly [name: string]: Field }

/** Every kind of field there is. */
export const fieldKinds = [
  'text', 'email', 'password', 'url', 'slug', 'token', 'cpf', 'document', 'paymentKey', 'expression', 'choice', 'manyOf', 'boolean',
  'integer', 'percent', 'money', 'date', 'moment', 'reference', 'references', 'list', 'computed',
] as const
export type FieldKind = (typeof fieldKinds)[number]
