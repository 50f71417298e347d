/**
 * The words for fields. Each makes plain data; what follows from it is in `src/engine/declaration/kinds/` and `src/engine/declaration/derive/`.
 */
import type { Choices } from '../choices.ts'
import type { ComputedName } from '../names.ts'
import type { Problem } from '../problems.ts'
import type { AnyRecord } from '../record.ts'
import type { CommonOptions, TextOptions } from './common.ts'

export type { CommonOptions, TextOptions } from './common.ts'

type Options<Base> = Base | undefined
/** What is given, and of it nothing that is not allowed: a misspelt option is an error of the compiler. */
export type Exactly<Given, Allowed> = Given & { readonly [Name in Exclude<keyof Given, keyof Allowed>]: never }
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
  /**
   * Checked as a trigger's comparison, `>= N`, or as the name of a host, `www.brand.example`, kept as the network knows it
   * without its `www.`.
   */
  /** Where nothing is said when a record is made, the same field of the record that this reference names. */
  readonly defaultOf?: string
  readonly format?: 'comparison' | 'host' | 'typedCode' | 'country' | 'iban' | 'bic' | 'taxNumber' | 'timeZone'
}

/** @example name: text({ required: true, max: 120, search: true }) */
export const text = <const O extends Options<PlainTextOptions> = undefined>(options?: Exactly<O, PlainTextOptions>) =>
  make('text', options as O)
/** Stored as typed, compared without regard to case. @example email: email({ required: true, unique: true }) */
export const email = <const O extends Options<TextOptions> = undefined>(options?: Exactly<O, TextOptions>) =>
  make('email', options as O)
/** What must be said of a password: the property that repeats it. */
interface PasswordOptions extends CommonOptions {
  readonly confirmedBy: string
}
/** Written, never read: stored hashed. @example password: password({ confirmedBy: 'passwordConfirmation' }) */
export const password = <const O extends PasswordOptions>(options: Exactly<O, PasswordOptions>) =>
  make('password', options as O)
export interface UrlOptions extends TextOptions {
  /** A host name alone is taken too and becomes `https://{host}`. */
  readonly bareHost?: boolean
  /** Kept in one form, so that scheme, `www.`, capitals and Punycode make no other address (`siteAddress`). */
  readonly oneForm?: boolean
}
/** An http or https address. @example site: url({ required: true }) */
export const url = <const O extends Options<UrlOptions> = undefined>(options?: Exactly<O, UrlOptions>) =>
  make('url', options as O)
interface SlugOptions extends TextOptions {
  readonly from: string
}
/**
 * Lower-case letters, digits and dashes; made from another field when left empty. @example slug: slug({ from: 'name',
 * unique: true })
 */
export const slug = <const O extends SlugOptions>(options: Exactly<O, SlugOptions>) => make('slug', options as O)
interface TokenOptions extends CommonOptions {
  readonly prefix: string
}
/** A public name that cannot be guessed; made by the server when left empty. @example token: token({ prefix: 'af' }) */
export const token = <const O extends TokenOptions>(options: Exactly<O, TokenOptions>) => make('token', options as O)
/** A Brazilian taxpayer number, 11 digits. @example cpf: cpf({ unique: true, masked: ['financial'] }) */
export const cpf = <const O extends Options<CommonOptions> = undefined>(options?: Exactly<O, CommonOptions>) =>
  make('cpf', options as O)
interface TypedOptions extends CommonOptions {
  readonly kindFrom: string
}
/** An identity document whose form depends on its type. @example document: document({ kindFrom: 'documentType' }) */
export const document = <const O extends TypedOptions>(options: Exactly<O, TypedOptions>) =>
  make('document', options as O)
/** A PIX key whose form depends on its type. @example paymentKey: paymentKey({ kindFrom: 'paymentKeyType' }) */
export const paymentKey = <const O extends TypedOptions>(options: Exactly<O, TypedOptions>) =>
  make('paymentKey', options as O)
interface ExpressionOptions extends CommonOptions {
  readonly default?: string
}
/**
 * A partner level's formula, see `src/engine/values/expression`. @example expression: expression({ required: true, dated: true
 * })
 */
export const expression = <const O extends Options<ExpressionOptions> = undefined>(
  options?: Exactly<O, ExpressionOptions>,
) => make('expression', options as O)

interface ChoiceOptions<C extends Choices> extends CommonOptions {
  readonly default?: C['values'][number]
}
/** One of a closed list. @example paymentType: choice(paymentType, { default: 'manual' }) */
export const choice = <const C extends Choices, const O extends ChoiceOptions<C> = object>(
  choices: C,
  options?: Exactly<O, ChoiceOptions<C>>,
) => make('choice', { ...options, choices } as { readonly choices: C } & O)
interface ManyOptions<C extends Choices> extends CommonOptions {
  readonly min?: number
  readonly default?: readonly C['values'][number][]
}
/** Several of a closed list. @example roles: manyOf(role) */
export const manyOf = <const C extends Choices, const O extends ManyOptions<C> = object>(
  choices: C,
  options?: Exactly<O, ManyOptions<C>>,
) => make('manyOf', { ...options, choices } as { readonly choices: C } & O)

interface BooleanOptions extends CommonOptions {
  readonly default?: boolean
}
/** Yes or no. @example root: boolean({ default: false }) */
export const boolean = <const O extends Options<BooleanOptions> = undefined>(options?: Exactly<O, BooleanOptions>) =>
  make('boolean', options as O)

/** Numbers may be bounded. */
export interface NumberOptions extends CommonOptions {
  readonly min?: number
  readonly max?: number
  readonly default?: number
}
/** A whole number. @example level: integer({ min: 1, max: 3 }) */
export const integer = <const O extends Options<NumberOptions> = undefined>(options?: Exactly<O, NumberOptions>) =>
  make('integer', options as O)
/**
 * Percent, 12.5 means 12.5 %; at most 4 decimals; 0 to 100 where nothing is said. @example adminFee: percent({ default:
 * 0 })
 */
export const percent = <const O extends Options<NumberOptions> = undefined>(options?: Exactly<O, NumberOptions>) =>
  make('percent', options as O)
/** What may be said of an amount. It is in the currency that its row names, or its record. */
export interface MoneyOptions extends NumberOptions {
  /** In the record's, also where its row names another. */
  readonly currencyOf?: 'record'
}
/** An amount with at most 2 decimals. @example minimumPayout: money({ min: 0 }) */
export const money = <const O extends Options<MoneyOptions> = undefined>(options?: Exactly<O, MoneyOptions>) =>
  make('money', options as O)
/** A business day, YYYY-MM-DD. @example day: date({ readOnly: true }) */
export const date = <const O extends Options<CommonOptions> = undefined>(options?: Exactly<O, CommonOptions>) =>
  make('date', options as O)
/** A moment, ISO 8601 in UTC. @example at: moment({ readOnly: true }) */
export const moment = <const O extends Options<CommonOptions> = undefined>(options?: Exactly<O, CommonOptions>) =>
  make('moment', options as O)

/** What may be said of a reference. */
export interface ReferenceOptions extends CommonOptions {
  /**
   * Offer and take only records that agree with this one: their field -> a field of this record (`company`), one that
   * such a field leads to (`brand.company`,
   * `campaign.brand.company`), or a fixed value.
   */
  readonly only?: Readonly<Record<string, { readonly sameAs: string } | { readonly value: string | number | boolean }>>
  /**
   * Filled in from whoever writes, where it is left out: the record belongs to that one. Only root may name another.
   */
  readonly own?: boolean
  /** Goes away with the record it names, unless something else holds it. */
  readonly removedWith?: boolean
  /** It tells of the person of the record it names: what is personal in it is taken out with that one. */
  readonly redactedWith?: boolean
  /** The error when it names nothing one may see; `invalid_{resource}` where nothing is said. */
  readonly error?: string
}
/** One record of another resource. @example campaign: reference('campaign', { required: true }) */
export const reference = <const Target extends string, const O extends ReferenceOptions = object>(
  target: Target,
  options?: Exactly<O, ReferenceOptions>,
) => make('reference', { ...options, target } as { readonly target: Target } & O)
export interface ReferencesOptions extends ReferenceOptions {
  /** Fewest records. */
  readonly min?: number
  /** Exactly so many. */
  readonly count?: number
  /** The error when one is named twice; `duplicate_items` where nothing is said. */
  readonly repeated?: string
  /** No two of them may agree in this field of theirs; pages do not offer one that would. */
  readonly distinctBy?: string
  /**
   * The other side of a relation: the target's reference field of this name holds it, so each target belongs to one
   * record. Nothing is stored twice.
   */
  readonly heldBy?: string
}
/**
 * Several records of another resource. @example rewards: references('reward', { count: 4, distinctBy: 'productType' })
 */
export const references = <const Target extends string, const O extends ReferencesOptions = object>(
  target: Target,
  options?: Exactly<O, ReferencesOptions>,
) => make('references', { ...options, target } as { readonly target: Target } & O)

/** When fields inside rows count, by their names: each while all of its conditions hold. */
export interface RowConditions {
  readonly [item: string]: { readonly [other: string]: string | number | boolean | readonly (string | number)[] }
}
export interface RowsOptions<Items extends FieldMap> extends CommonOptions {
  /** Fewest rows. */
  readonly min?: number
  /** Most rows; 100 where nothing is said. */
  readonly max?: number
  /**
   * A field inside the rows counts only while these hold: else it is not shown, not required and not kept. A condition
   * names a field of the row where there is one
   * of that name, else a field of the record.
   */
  readonly visibleWhen?: { readonly [Name in keyof Items & string]?: RowConditions[string] }
}
/**
 * Rows inside a record.
 * @example steps: list({ from: money({ required: true }), share: percent({ required: true }) }, { visibleWhen: { share:
 * { size: 'large' } } })
 */
export const list = <const Items extends FieldMap, const O extends RowsOptions<Items> = object>(
  items: Items,
  options?: Exactly<O, RowsOptions<Items>>,
) => make('list', { ...options, items } as { readonly items: Items } & O)
/** A piece of a `blocks` field: what it is, by what it is known among the others, and what it says. */
export interface Block extends AnyRecord {
  readonly type: string
  readonly key: string
}
/** One type of piece. */
export interface Piece {
  readonly fields: FieldMap
  /** Most of them in one record; as many as there is room for where nothing is said. */
  readonly most?: number
  /** Of blocks over other fields: those that hold what it says, and go once pieces are all there is. */
  readonly holds?: readonly string[]
  /** Fields that say its plain case, and stay beside it. */
  readonly short?: readonly string[]
}
/** What some pieces come to in the fields below them. */
export interface Spelled {
  /** All that they say; a field that is missing here is empty. */
  readonly values: AnyRecord
  /** Where what a field holds stands in the pieces, the longest path that fits: `limits.0.amount` -> `3.amount`. */
  readonly places: ReadonlyMap<string, string>
  /** What of the pieces cannot be said together, by the place in them. */
  readonly problems: readonly (Omit<Problem, 'field'> & { readonly path: string })[]
}
/** Pieces as another way to say what other fields of the record hold: nothing is stored twice but the keys. */
export interface BlockConversion {
  /** The pieces that a record's fields come to, in order, without keys. */
  readonly read: (record: AnyRecord) => readonly Omit<Block, 'key'>[]
  /** @param record what the record is beside them */
  readonly write: (blocks: readonly Block[], record: AnyRecord) => Spelled
}
export interface BlocksOptions extends CommonOptions {
  /** Most pieces; 100 where nothing is said. */
  readonly max?: number
  /** They say what other fields hold: each is read and written by either, in one write by one of them. */
  readonly over?: BlockConversion
}
/**
 * Typed pieces inside a record, each with a `type`, a `key` that stays with it, and the fields of its type.
 * @example parts: blocks({ text: { fields: { body: text() } }, image: { fields: { file: url() }, most: 3 } })
 */
export const blocks = <
  const Pieces extends Readonly<Record<string, Piece>>,
  const O extends Options<BlocksOptions> = undefined,
>(
  pieces: Pieces,
  options?: Exactly<O, BlocksOptions>,
) => make('blocks', { ...options, pieces } as { readonly pieces: Pieces } & O)
interface ComputedOptions extends CommonOptions {
  readonly as: ComputedAs
  /**
   * The other resources whose records it is made of: what is remembered of a list holds only while none of them
   * changes.
   */
  readonly reads: readonly string[]
}
/**
 * Made by the server when a record is read; never written. @example address: computed('trackingAddress', { as: 'url',
 * reads: [] })
 */
export const computed = <const O extends ComputedOptions>(name: ComputedName, options: Exactly<O, ComputedOptions>) =>
  make('computed', { ...(options as O), name, readOnly: true as const })

/** How a computed value is shown, filtered and exported. */
export const computedForms = ['text', 'url', 'integer', 'money', 'moment', 'boolean', 'completeness', 'json'] as const
export type ComputedAs = (typeof computedForms)[number]

/** Every option a field of any kind may carry, as generic code reads it. */
export interface Field
  extends PlainTextOptionsWithoutDefault, NumberBounds, ReferencesOptions, Pick<UrlOptions, 'bareHost' | 'oneForm'> {
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
  readonly pieces?: Readonly<Record<string, Piece>>
  readonly over?: BlockConversion
  readonly name?: ComputedName
  readonly as?: ComputedAs
  readonly reads?: readonly string[]
}
type PlainTextOptionsWithoutDefault = Omit<PlainTextOptions, 'default'>
type NumberBounds = Omit<MoneyOptions, 'default'>
/** Fields by name, in the order in which pages show them. */
export interface FieldMap {
  readonly [name: string]: Field
}

/** Every kind of field there is. */
export const fieldKinds = [
  'text',
  'email',
  'password',
  'url',
  'slug',
  'token',
  'cpf',
  'document',
  'paymentKey',
  'expression',
  'choice',
  'manyOf',
  'boolean',
  'integer',
  'percent',
  'money',
  'date',
  'moment',
  'reference',
  'references',
  'list',
  'blocks',
  'computed',
] as const
export type FieldKind = (typeof fieldKinds)[number]
