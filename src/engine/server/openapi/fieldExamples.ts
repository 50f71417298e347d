import { isVisible } from '#engine/declaration/derive/visibility.ts'
import { withKeys } from '#engine/declaration/kinds/blocks.ts'
import { flatFieldsOf } from '#engine/declaration/derive/flatFields.ts'
import type { Block, ComputedAs, Field, FieldKind, Piece } from '#engine/declaration/fields/index.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { textsByName } from './examples.ts'
import { recordExamples } from './recordExamples.ts'

/** Which of some choices: those of a person with a CPF, paid by the key of an e-mail address. */
const chosen: Readonly<Record<string, string>> = { documentType: 'cpf', paymentKeyType: 'email' }

const textOfFormat = {
  comparison: '>= 100',
  host: 'brand.example',
  typedCode: 'SUMMER26',
  country: 'MT',
  iban: 'MT84MALT011000012345MTLCAST001S',
  bic: 'MALTMTMT',
  taxNumber: 'MT11679112',
  timeZone: 'Europe/Malta',
} as const
const computedOf: Readonly<Record<ComputedAs, unknown>> = {
  text: 'text',
  url: 'https://office.example/t/ac0a1b2c3d4e5f6g7h8i9j',
  integer: 1,
  money: 100,
  moment: '2026-11-20T12:00:00.000Z',
  boolean: true,
  completeness: true,
  json: [],
}

const valueOfKind: Readonly<Record<FieldKind, (field: Field) => unknown>> = {
  text: ({ format, personal }) => (format ? textOfFormat[format] : personal ? 'Nina Prado' : 'Summer 2026'),
  email: () => 'nina@affiliates.example',
  password: () => 'Passable-Word-7',
  url: () => 'https://www.brand.example/',
  slug: () => 'summer-2026',
  token: ({ prefix = '' }) => `${prefix}0a1b2c3d4e5f6g7h8i9j`,
  cpf: () => '52998224725',
  document: () => '52998224725',
  paymentKey: () => 'nina@affiliates.example',
  expression: ({ default: usual }) => usual ?? 'ngr * percentage',
  choice: ({ default: usual, choices }) => usual ?? choices!.values[0],
  manyOf: ({ choices }) => [choices!.values[0]],
  boolean: ({ default: usual = false }) => usual,
  integer: ({ default: usual, min = 1 }) => usual ?? min,
  percent: () => 30,
  money: () => 100,
  date: () => '2026-11-20',
  moment: () => '2026-11-20T12:00:00.000Z',
  reference: () => 1,
  references: ({ count = 1 }) => Array.from({ length: count }, (_, index) => index + 1),
  list: () => [],
  blocks: ({ pieces }) => {
    const [[type, { fields }]] = Object.entries(pieces!) as [[string, Piece]]
    const said = Object.entries(fields).map(([name, field]) => [name, valueOf(name, field)] as const)
    return withKeys([{ type, ...Object.fromEntries(said.filter(([, value]) => !Array.isArray(value))) }])
  },
  computed: ({ as = 'text' }) => computedOf[as],
}

const valueOf = (name: string, field: Field): unknown => {
  const { kind, choices } = field
  if (kind === 'choice' && choices!.values.includes(chosen[name]!)) return chosen[name]
  // A name says whose it is by what it is the name of.
  const isNamed = kind === 'text' && name !== 'name' && !field.format
  return (isNamed ? textsByName[name] : undefined) ?? valueOfKind[kind](field)
}

/** What the blocks of a record say in the fields below them. */
function wordsBelow(resource: AnyResource, record: AnyRecord): AnyRecord {
  const spelled = Object.entries(resource.fields).filter(([, { over }]) => over)
  return Object.fromEntries(
    spelled.flatMap(([name, field]) => {
      const { values } = field.over!.write(record[name] as Block[], {})
      const names = [...new Set([...flatFieldsOf(field), ...Object.keys(values)])]
      return names.map((each) => [each, values[each] ?? (isMany(resource.fields[each]!) ? [] : null)])
    }),
  )
}

/** All values of a record, those that count for it. */
function wholeRecord(resource: AnyResource): AnyRecord {
  const values: AnyRecord = Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, valueOf(name, field)]),
  )
  const record = { ...values, ...recordExamples[resource.name] }
  return { ...record, ...wordsBelow(resource, record) }
}

const isMany = ({ kind }: Field) => kind === 'references' || kind === 'manyOf' || kind === 'list' || kind === 'blocks'

/** Whether a new record is not taken without a field. */
const isNeeded = (field: Field) =>
  (field.required && field.default === undefined) || (isMany(field) && Boolean(field.min ?? field.count))

/** What is sent to make a record, with no more than it needs and what somebody wrote down to show what it can say. */
function newRecord(resource: AnyResource): AnyRecord {
  const record = wholeRecord(resource)
  const written = recordExamples[resource.name] ?? {}
  const sent = Object.entries(resource.fields).filter(
    ([name, field]) =>
      !field.readOnly &&
      (name in written || (isNeeded(field) && isVisible({ resource, field: name, record })) || name === resource.title),
  )
  const confirmed = sent.flatMap(([name, field]) =>
    field.confirmedBy ? [[field.confirmedBy, record[name]] as const] : [],
  )
  return Object.fromEntries([...sent.map(([name]) => [name, record[name]] as const), ...confirmed])
}

/** A record as it is read. */
function readRecord(resource: AnyResource): AnyRecord {
  const record = wholeRecord(resource)
  const at = '2026-11-20T12:00:00.000Z'
  const fields = Object.entries(resource.fields).filter(([, { kind }]) => kind !== 'password')
  const shown = fields.map(([name, field]) => [
    name,
    isVisible({ resource, field: name, record }) ? record[name] : isMany(field) ? [] : null,
  ])
  return { id: 1, version: 3, createdAt: at, updatedAt: at, ...Object.fromEntries(shown) }
}

/** What is sent to change a record: the version that was read, and what is to be another. */
function changedRecord(resource: AnyResource): AnyRecord {
  const record = wholeRecord(resource)
  const [name] =
    Object.entries(resource.fields).find(
      ([each, field]) =>
        !field.readOnly &&
        !field.createOnly &&
        field.kind !== 'password' &&
        isVisible({ resource, field: each, record }),
    ) ?? []
  return { version: 3, ...(name === undefined ? {} : { [name]: record[name] }) }
}

/** A record of a resource as it is read, made or changed, for instance. */
export function recordExample(resource: AnyResource, shape: 'read' | 'create' | 'update'): AnyRecord {
  return { read: readRecord, create: newRecord, update: changedRecord }[shape](resource)
}
