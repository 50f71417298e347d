import type { CommonOptions, PlainTextOptions, ReferencesOptions } from '../fields/index.ts'
import { computedForms, type Field, type FieldKind, fieldKinds, type Piece } from '../fields/index.ts'
import { errorCatalogue } from '../errorCatalogue.ts'
import { periodPattern } from '#engine/values/retentionPeriod.ts'
import { isRedactable } from '../derive/personal.ts'
import { kinds } from '../kinds/index.ts'
import { subtreeActorKind, selfActorKind } from '../actor.ts'
import { integerMax, moneyMax, percentMax } from '../kinds/numeric.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { featureShape } from './features.ts'
import {
  anything,
  callable,
  either,
  exactly,
  flag,
  listOf,
  mapOf,
  numberIn,
  oneOf,
  openToOwn,
  type Shape,
  textLike,
} from './shapes.ts'
import { nameOneOf, one } from './suggest.ts'

const fieldName = /^[a-z][A-Za-z0-9]*$/
const words = textLike(fieldName, 'the name of a field')
const isObject = (value: unknown) => typeof value === 'object'
const roleNames = (roles: readonly string[]) => oneOf(['root', ...roles], { code: 'C023', noun: 'role' })

/** How long something is kept. */
export const keptFor = textLike(periodPattern, 'a period such as P5Y, P18M or P90D')

const errorName = oneOf(Object.keys(errorCatalogue), { noun: 'error' })

/** Values of a closed list that are refused with a reason of their own. */
export const refusedValues = exactly({ values: listOf(textLike(), { min: 1 }), code: errorName }, ['values', 'code'])

/** What something is called, in languages of the product. */
export const labelShape = ({ languages }: Configuration): Shape =>
  mapOf(textLike(/\S/, 'a text'), oneOf(Object.keys(languages), { noun: 'language' }))

/** What can be said of every field that has a column. */
function commonOptions(configuration: Configuration) {
  const { roles } = configuration
  const rights = listOf(roleNames(roles), { min: 1 })
  return {
    label: labelShape(configuration),
    required: flag,
    unique: either(isObject, exactly({ within: anything }, ['within']), flag),
    taken: errorName,
    takenRecord: errorName,
    warnIfDuplicate: flag,
    search: flag,
    masked: rights,
    dated: flag,
    readOnly: flag,
    createOnly: flag,
    hidden: flag,
    access: exactly({
      read: rights,
      write: rights,
      [selfActorKind]: openToOwn(['read', 'write']),
      [subtreeActorKind]: oneOf(['subtree'], { noun: 'part' }),
    }),
    alsoCalled: listOf(textLike(), { min: 1 }),
    continuedBy: listOf(textLike(), { min: 1 }),
    importedLater: flag,
    setElsewhere: flag,
    feature: featureShape(configuration),
    renamedFrom: words,
    personal: flag,
    keep: keptFor,
  } satisfies Record<keyof CommonOptions, Shape>
}

const textLength = numberIn({ min: 0, max: 100_000 })
const longest = numberIn({ min: 1, max: 100_000 })
const bounds = { min: textLength, max: longest, default: anything }
const rowCount = numberIn({ min: 0, max: 1000 })

const plainText = {
  ...bounds,
  noSpecialCharacters: flag,
  noReservedWords: flag,
  multiline: flag,
  proposedFrom: listOf(textLike(), { min: 2 }),
  defaultOf: words,
  format: oneOf(['comparison', 'host', 'typedCode', 'country', 'iban', 'bic', 'taxNumber', 'timeZone'], {
    noun: 'format',
  }),
} satisfies Record<Exclude<keyof PlainTextOptions, keyof CommonOptions>, Shape>

const agreement = exactly({ sameAs: anything, value: anything })
const toMany = {
  only: mapOf(agreement),
  own: flag,
  removedWith: flag,
  redactedWith: flag,
  error: errorName,
  repeated: errorName,
  min: rowCount,
  count: numberIn({ min: 1, max: 1000 }),
  distinctBy: anything,
  heldBy: anything,
} satisfies Record<Exclude<keyof ReferencesOptions, keyof CommonOptions>, Shape>

const numbers = (range: Parameters<typeof numberIn>[0]) => ({
  min: numberIn(range),
  max: numberIn(range),
  default: anything,
})

/** What each kind adds to what is common, and what of it must be there. */
function ownOptions(configuration: Configuration): Readonly<Record<FieldKind, Readonly<Record<string, Shape>>>> {
  const { names, resources } = configuration
  const { min, count, distinctBy, heldBy, repeated, ...toOne } = toMany
  const choices = {
    choices: exactly(
      {
        name: textLike(),
        values: listOf(textLike()),
        isKnown: flag,
        refused: refusedValues,
        label: anything,
        features: mapOf(featureShape(configuration)),
      },
      ['name', 'values'],
    ),
    default: anything,
  }
  const kindFrom = { kindFrom: anything }
  return {
    text: plainText,
    email: bounds,
    password: { confirmedBy: words },
    url: { ...bounds, bareHost: flag, oneForm: flag },
    slug: { ...bounds, from: anything },
    token: { prefix: textLike(/^[a-z]{1,8}$/, 'one to eight small letters') },
    cpf: {},
    document: kindFrom,
    paymentKey: kindFrom,
    expression: { default: anything },
    choice: choices,
    manyOf: { ...choices, min: rowCount },
    boolean: { default: anything },
    integer: numbers({ min: -integerMax, max: integerMax }),
    percent: numbers({ min: -percentMax, max: percentMax, decimals: 4 }),
    money: {
      ...numbers({ min: -moneyMax, max: moneyMax, decimals: 2 }),
      currencyOf: oneOf(['record'], { noun: 'currency' }),
    },
    date: {},
    moment: {},
    reference: { target: anything, ...toOne },
    references: { target: anything, ...toOne, min, count, distinctBy, heldBy, repeated },
    list: { items: anything, min: rowCount, max: numberIn({ min: 1, max: 1000 }), visibleWhen: mapOf(mapOf(anything)) },
    blocks: {
      pieces: anything,
      max: numberIn({ min: 1, max: 1000 }),
      over: exactly({ read: callable, write: callable }, ['read', 'write']),
    },
    computed: {
      reads: listOf(oneOf(Object.keys(resources), { code: 'C020', noun: 'resource' })),
      name: oneOf(names.computed, { code: 'C034', noun: 'computed value' }),
      as: oneOf(computedForms, { noun: 'form of a computed value' }),
    },
  }
}

const neededOptions: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  password: ['confirmedBy'],
  slug: ['from'],
  token: ['prefix'],
  document: ['kindFrom'],
  paymentKey: ['kindFrom'],
  choice: ['choices'],
  manyOf: ['choices'],
  reference: ['target'],
  references: ['target'],
  list: ['items'],
  blocks: ['pieces'],
  computed: ['name', 'as', 'reads'],
}

/** A column is needed to be unique, found, remembered by day or shown in part. */
const ofColumns = ['unique', 'warnIfDuplicate', 'dated'] as const

function columnProblems(field: Field, path: readonly string[]): ConfigurationProblem[] {
  if (kinds[field.kind].column(field) !== null) return []
  return ofColumns
    .filter((name) => field[name])
    .map((name) =>
      problemAt([...path, name], {
        code: 'C033',
        what: `A ${field.kind} has no column of its own, so ${name} means nothing.`,
        how: `Remove ${name}.`,
      }),
    )
}

/** Only texts are shown in part; of anything else all would be shown. */
function maskProblems(field: Field, path: readonly string[]): ConfigurationProblem[] {
  if (!field.masked || (kinds[field.kind].column(field) === 'text' && !field.choices)) return []
  return [
    problemAt([...path, 'masked'], {
      code: 'C047',
      what: `Of a ${field.kind} nothing would be hidden.`,
      how: 'Say access: { read: [ … ] } instead of masked.',
    }),
  ]
}

/** What is kept for a time is personal; and a person is no reference, and nothing that is reckoned or hashed. */
function personalProblems(field: Field, path: readonly string[]): ConfigurationProblem[] {
  if (field.keep !== undefined && !field.personal)
    return [
      problemAt([...path, 'keep'], {
        code: 'C048',
        what: 'Only what tells something of a person is kept for a time.',
        how: 'Add personal: true, or remove keep.',
      }),
    ]
  if (!field.personal || isRedactable(field)) return []
  return [
    problemAt([...path, 'personal'], {
      code: 'C049',
      what: `A ${field.kind} cannot be taken out of a record.`,
      how: 'Remove personal, or say it of the field that holds the words.',
    }),
  ]
}

function valueProblems(field: Field, path: readonly string[]): ConfigurationProblem[] {
  const { min, max, kind } = field
  const isTurned = min !== undefined && max !== undefined && min > max
  const parsed = field.default === undefined || isTurned ? null : kinds[kind].parse(field.default, field, {})
  const problems: ConfigurationProblem[] = isTurned
    ? [
        problemAt([...path, 'min'], {
          code: 'C031',
          what: `min (${min}) is above max (${max}).`,
          how: 'Exchange them.',
        }),
      ]
    : []
  if (parsed === null || parsed.ok) return problems
  const reasons = parsed.problems.map(({ code }) => code).join(', ')
  const how = field.choices
    ? nameOneOf(String(field.default), field.choices.values)
    : 'Write a value that could be typed.'
  return [
    ...problems,
    problemAt([...path, 'default'], {
      code: 'C035',
      what: `The default ${JSON.stringify(field.default)} would be refused (${reasons}).`,
      how,
    }),
  ]
}

/** Options that contradict each other, or say nothing of this kind: the option at fault, what is wrong, how to mend it. */
const contradictions: readonly ((field: Field) => readonly [string, string, string] | false)[] = [
  ({ unique, kind }) =>
    unique === true &&
    kind === 'boolean' && ['unique', 'Two records could be made, and no third one.', 'Remove unique.'],
  ({ unique, default: begins }) =>
    unique === true &&
    begins !== undefined && [
      'default',
      'The second record to begin with it would be refused, as it is unique.',
      'Remove default or unique.',
    ],
  ({ createOnly, readOnly }) =>
    createOnly === true &&
    readOnly === true && [
      'createOnly',
      'It is never written, so it is not written once either.',
      'Remove createOnly or readOnly.',
    ],
  ({ kind, min, count }) =>
    kind === 'references' &&
    min !== undefined &&
    count !== undefined &&
    min > count && ['min', `Nobody can choose ${min} and exactly ${count}.`, 'Remove min.'],
  ({ kind, min, choices }) =>
    kind === 'manyOf' &&
    min !== undefined &&
    min > (choices?.values.length ?? Infinity) && [
      'min',
      `There are ${choices!.values.length} to choose from.`,
      'Write fewer.',
    ],
  ({ kind, items }) =>
    kind === 'list' &&
    Object.keys(items ?? {}).length === 0 && ['items', 'Its rows have no field.', 'Add one: list({ name: text() }).'],
  ({ kind, search }) =>
    search === true &&
    kinds[kind].column({ kind }) !== 'text' &&
    kind !== 'list' && [
      'search',
      `A search looks into texts, and ${one(kind)} is none.`,
      'Remove search, and name it in filters.',
    ],
  ({ kind, search, choices }) =>
    search === true &&
    kind === 'choice' &&
    choices !== undefined && [
      'search',
      'A search looks into what people typed.',
      'Remove search, and name it in filters.',
    ],
  ({ kind, required }) =>
    kind === 'computed' && required === true && ['required', 'Nobody fills in what is computed.', 'Remove required.'],
]

function contradictionProblems(field: Field, path: readonly string[]): ConfigurationProblem[] {
  return contradictions.flatMap((check) => {
    const found = check(field)
    return found ? [problemAt([...path, found[0]], { code: 'C158', what: found[1], how: found[2] })] : []
  })
}

/** Fields of every kind say what there is to say of them, and nothing else. */
export function fieldShapes(configuration: Configuration): Shape {
  const common = commonOptions(configuration)
  const own = ownOptions(configuration)
  // Beside these a piece may bring what reads and writes it.
  const piece: Shape = (value, path) => {
    const { fields: own, most, holds, short } = (value ?? {}) as Partial<Piece>
    const shape = exactly({ fields, most: rowCount, holds: listOf(words), short: listOf(words) }, ['fields'])
    return shape({ fields: own, most, holds, short }, path)
  }
  const field: Shape = (value, path) => {
    const { kind } = (value ?? {}) as Field
    if (!isObject(value) || kind === undefined) {
      return [
        problemAt(path, {
          code: 'C041',
          what: 'Here stands no field.',
          how: `Use one of the words ${fieldKinds.join(', ')}.`,
        }),
      ]
    }
    if (!fieldKinds.includes(kind)) {
      return [
        problemAt(path, {
          code: 'C030',
          what: `There is no kind of field called ${kind}.`,
          how: nameOneOf(kind, fieldKinds),
        }),
      ]
    }
    const problems = exactly({ kind: anything, ...common, ...own[kind] }, neededOptions[kind])(value, path)
    const { items: rows, pieces } = value as Field
    const items =
      kind === 'list'
        ? fields(rows, [...path, 'items'])
        : kind === 'blocks'
          ? mapOf(piece)(pieces, [...path, 'pieces'])
          : []
    if (problems.length + items.length > 0) return [...problems, ...items]
    return [columnProblems, maskProblems, personalProblems, valueProblems, contradictionProblems].flatMap((check) =>
      check(value as Field, path),
    )
  }
  const fields = mapOf(field)
  return fields
}
