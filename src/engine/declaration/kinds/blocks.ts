import type { Block, Field, Piece } from '../fields/index.ts'
import type { AnyRecord } from '../record.ts'
import { invalid, type JsonSchema, type Kind, type Kinds, type Parsed, valid, type ValueProblem } from './kind.ts'
import { isRow, parseRow, rowSchema } from './structured.ts'

const blocksMax = 100
const keyPattern = '^[A-Za-z0-9_-]{1,40}$'
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A value without what says nothing, in rows as well: a piece says only what it says. */
export function onlySaid(record: AnyRecord): AnyRecord {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((each: unknown) => (isRow(each) ? onlySaid(each) : each)) : value,
      ]),
  )
}

/**
 * Gives each piece without a key one of its own: that of the piece of its type that stood in the same place among
 * those of its type before, else its type with the first number that is free.
 * @param before the pieces as they were, whose keys stay with them
 */
export function withKeys(
  blocks: readonly (Omit<Block, 'key'> & { readonly key?: string | null | undefined })[],
  before: readonly Pick<Block, 'type' | 'key'>[] = [],
): Block[] {
  const taken = new Set(blocks.flatMap(({ key }) => key ?? []))
  const places = new Map<string, number>()
  return blocks.map(({ key, ...said }) => {
    const { type } = said as { type: string }
    const place = places.get(type) ?? 0
    places.set(type, place + 1)
    const { type: _, ...own } = said
    if (!isEmpty(key)) return { type, key: key!, ...own }
    const former = before.filter((each) => each.type === type)[place]?.key
    let made = former !== undefined && !taken.has(former) ? former : null
    for (let number = 1; made === null; number += 1) if (!taken.has(`${type}${number}`)) made = `${type}${number}`
    taken.add(made)
    return { type, key: made, ...own }
  })
}

function headProblems(block: AnyRecord, { field, before }: { field: Field; before: readonly AnyRecord[] }) {
  const { type, key } = block
  const pieces = field.pieces!
  if (isEmpty(type)) return [{ code: 'required', path: 'type' }] as const
  if (typeof type !== 'string' || !Object.hasOwn(pieces, type))
    return [{ code: 'invalid_choice', values: { choices: Object.keys(pieces).join(', ') }, path: 'type' }] as const
  const problems: ValueProblem[] = []
  const { most } = pieces[type]!
  if (most !== undefined && before.filter((each) => each.type === type).length >= most)
    problems.push({ code: 'too_many_items', values: { max: most }, path: 'type' })
  if (isEmpty(key)) return problems
  if (typeof key !== 'string' || !new RegExp(keyPattern).test(key))
    problems.push({ code: 'invalid_type', values: { expected: '1 to 40 letters, digits, _ and -' }, path: 'key' })
  else if (before.some((each) => each.key === key)) problems.push({ code: 'duplicate_items', path: 'key' })
  return problems
}

function parseBlocks(value: unknown, field: Field, record: AnyRecord, kinds: Kinds): Parsed {
  if (!Array.isArray(value) || !value.every(isRow)) return invalid('invalid_type', { expected: 'a list of pieces' })
  const max = field.max ?? blocksMax
  if (value.length > max) return invalid('too_many_items', { max })
  const parsed = value.map((given, index) => {
    const heads = headProblems(given, { field, before: value.slice(0, index) })
    const { type, key, ...said } = given
    const piece = typeof type === 'string' && Object.hasOwn(field.pieces!, type) ? field.pieces![type] : undefined
    if (!piece) return { problems: heads, block: null }
    const row = parseRow(said, { field: { items: piece.fields }, kinds, record })
    return {
      problems: [...heads, ...row.problems],
      block: { type: type as string, key: key as string | null, ...onlySaid(row.value) },
    }
  })
  const problems = parsed.flatMap((each, index) =>
    each.problems.map((problem) => ({ ...problem, path: `${index}.${problem.path}` })),
  )
  return problems.length > 0 ? { ok: false, problems } : valid(withKeys(parsed.map(({ block }) => block!)))
}

function pieceSchema(type: string, { fields }: Piece, kinds: Kinds): JsonSchema {
  const { properties, required, ...rest } = rowSchema({ kind: 'list', items: fields }, kinds)
  return {
    ...rest,
    title: type,
    required: ['type', ...required],
    properties: {
      type: { type: 'string', enum: [type] },
      key: { type: 'string', pattern: keyPattern, description: 'Stays with it; made where it is left out' },
      ...properties,
    },
  }
}

/**
 * Typed pieces inside a record.
 * @param kinds asked late, because pieces are made of kinds themselves.
 */
export const blocksKind = (kinds: () => Kinds): Kind => ({
  isSortable: false,
  cell: 'text',
  operators: ['type'],
  empty: [],
  column: () => 'jsonb',
  parse: (value, field, record) => parseBlocks(value, field, record, kinds()),
  schema: (field) => ({
    type: 'array',
    maxItems: field.max ?? blocksMax,
    items: {
      oneOf: Object.entries(field.pieces!).map(([type, piece]) => pieceSchema(type, piece, kinds())),
      discriminator: { propertyName: 'type' },
    },
  }),
})
