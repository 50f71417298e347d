import type { Block, Field } from '../fields/index.ts'
import { kinds } from '../kinds/index.ts'
import { onlySaid, withKeys } from '#engine/declaration/kinds/blocks.ts'
import { isRow } from '../kinds/structured.ts'
import type { Problem } from '../problems.ts'
import type { AnyRecord } from '../record.ts'
import type { AnyResource } from '../resource.ts'
import { sameValue } from './difference.ts'
import { visibleRecord } from './visibility.ts'

/*
 * Blocks over other fields: a second way to say what these hold. They are read off the fields, and turned into them
 * before a write is checked, so that everything behind it knows the fields alone. Stored with the record are the
 * blocks as they were said last, and of these only keys and order are read again.
 */

const emptyOf = (field: Field) => kinds[field.kind].empty ?? null
const isBare = (field: Field, value: unknown) =>
  value === undefined || value === null || value === '' || sameValue(value, emptyOf(field))

/** The fields of a resource that are blocks over others. */
function blocksOverFields({ fields }: AnyResource): (readonly [name: string, field: Field])[] {
  return Object.entries(fields).filter(([, { over }]) => over !== undefined)
}

/** Are any of its fields blocks over others? */
export const hasBlocksOverFields = (resource: AnyResource): boolean => blocksOverFields(resource).length > 0

/** The fields that hold what some blocks say. */
export function flatFieldsOf({ pieces = {} }: Field): string[] {
  return [...new Set(Object.values(pieces).flatMap(({ holds = [] }) => holds))]
}

/** The fields of a resource that blocks say as well, and that will go one day. */
export function deprecatedFields(resource: AnyResource): ReadonlySet<string> {
  return new Set(blocksOverFields(resource).flatMap(([, field]) => flatFieldsOf(field)))
}

/** Whether a field keeps its past, by itself or in the fields below it. */
export function keepsPast({ fields }: AnyResource, name: string): boolean {
  const field = fields[name]
  return field?.over ? flatFieldsOf(field).every((each) => fields[each]?.dated) : field?.dated === true
}

function blocksOf(field: Field, record: AnyRecord, stored: unknown): Block[] {
  const before = Array.isArray(stored) ? stored.filter(isRow).map((each) => each as Block) : []
  const read = field.over!.read(record).map((block) => onlySaid(block) as Omit<Block, 'key'>)
  const order = (block: Block) => {
    const place = before.findIndex(({ key }) => key === block.key)
    return place === -1 ? before.length : place
  }
  return withKeys(read as Block[], before).toSorted((one, other) => order(one) - order(other))
}

/** A record with its blocks read off the fields below them. @param record as it is read, empty where a field does not count */
export function withBlocks<Found extends AnyRecord>(resource: AnyResource, record: Found): Found {
  const read = blocksOverFields(resource).filter(([name]) => name in record)
  return read.length === 0
    ? record
    : { ...record, ...Object.fromEntries(read.map(([name, field]) => [name, blocksOf(field, record, record[name])])) }
}

/** A stored record, whatever counts of it, with its blocks. */
export function withStoredBlocks(resource: AnyResource, record: AnyRecord): AnyRecord {
  const blocks = withBlocks(resource, visibleRecord({ resource, record }))
  return { ...record, ...Object.fromEntries(blocksOverFields(resource).map(([name]) => [name, blocks[name]])) }
}

/** What somebody sent, in the fields below the blocks of it. */
export interface Flattened {
  readonly input: AnyRecord
  /** The blocks to store, for their keys. */
  readonly blocks: AnyRecord
  readonly problems: readonly Problem[]
  /** A problem of a field, where it stands in what was sent. */
  readonly placed: (problem: Problem) => Problem
}

interface Asked {
  readonly resource: AnyResource
  readonly input: AnyRecord
  /** The stored record as it is read, for a change. */
  readonly shown: AnyRecord | null
}

const keyed = (given: unknown, before: readonly Block[]) =>
  Array.isArray(given) && given.every((each) => isRow(each) && typeof each.type === 'string')
    ? withKeys(given as Block[], before)
    : given

/** The place of a path among others, the longest that begins it. */
function placeIn(places: ReadonlyMap<string, string>, path: string): string | null {
  const found = places.get(path)
  if (found !== undefined) return found
  const cut = path.lastIndexOf('.')
  if (cut === -1) return null
  const before = placeIn(places, path.slice(0, cut))
  return before === null ? null : `${before}${path.slice(cut)}`
}

function flattenField({ resource, input, shown }: Asked, [name, field]: readonly [string, Field]): Flattened {
  const { [name]: given, ...rest } = input
  const nothing: Flattened = { input: rest, blocks: {}, problems: [], placed: (problem) => problem }
  if (!Object.hasOwn(input, name) || (shown === null && isBare(field, given))) return nothing
  const before = shown === null ? [] : blocksOf(field, shown, shown[name])
  const parsed = kinds.blocks.parse(keyed(given ?? [], before), field, rest)
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ path, ...problem }) => ({
      field: path ? `${name}.${path}` : name,
      ...problem,
    }))
    return { ...nothing, problems }
  }
  const blocks = parsed.value as Block[]
  const empty = blocks.flatMap((block, index) => (Object.keys(block).length > 2 ? [] : [{ index, type: block.type }]))
  if (empty.length > 0)
    return {
      ...nothing,
      problems: empty.map(({ index, type }) => ({
        field: `${name}.${index}.${Object.keys(field.pieces![type]!.fields)[0]}`,
        code: 'required',
      })),
    }
  if (sameValue(blocks, before)) return nothing
  const { values, places, problems } = field.over!.write(blocks, { ...shown, ...rest })
  const names = [...new Set([...flatFieldsOf(field), ...Object.keys(values)])]
  const isChange = (each: string, value: unknown) => {
    const below = resource.fields[each]!
    if (shown !== null) return !sameValue(value === '' ? null : value, shown[each] ?? emptyOf(below))
    return !isBare(below, value) && !sameValue(value, below.default)
  }
  const twice = names.filter((each) => Object.hasOwn(rest, each) && isChange(each, rest[each]))
  if (twice.length > 0)
    return { ...nothing, problems: [name, ...twice].map((each) => ({ field: each, code: 'said_twice' })) }
  const changed = names.flatMap((each) => {
    const value = values[each] ?? emptyOf(resource.fields[each]!)
    return isChange(each, value) ? [[each, value] as const] : []
  })
  const others = Object.entries(rest).filter(([each]) => !names.includes(each))
  return {
    input: Object.fromEntries([...others, ...changed]),
    blocks: { [name]: blocks },
    problems: problems.map(({ path, ...problem }) => ({ field: `${name}.${path}`, ...problem })),
    placed: (problem) => {
      const place = placeIn(places, problem.field)
      return place === null ? problem : { ...problem, field: `${name}.${place}` }
    },
  }
}

/**
 * Turns the blocks that somebody sent into the fields below them. Blocks that are sent back as they were read say
 * nothing new; what is said as blocks and as fields in one write is a problem (`said_twice`).
 */
export function flattenBlocks(asked: Asked): Flattened {
  return blocksOverFields(asked.resource).reduce<Flattened>(
    (before, each) => {
      const next = flattenField({ ...asked, input: before.input }, each)
      return {
        input: next.input,
        blocks: { ...before.blocks, ...next.blocks },
        problems: [...before.problems, ...next.problems],
        placed: (problem) => before.placed(next.placed(problem)),
      }
    },
    { input: asked.input, blocks: {}, problems: [], placed: (problem) => problem },
  )
}

/** Values without the fields that their blocks say as well: for writers that hold a record in both forms, such as a file. */
export function withoutRepeats(resource: AnyResource, values: AnyRecord): AnyRecord {
  const said = blocksOverFields(resource).filter(([name, field]) => !isBare(field, values[name]))
  const repeated = new Set(
    said.flatMap(([name, field]) => {
      const blocks = withKeys(values[name] as Block[])
      const { values: meant } = field.over!.write(blocks, values)
      return flatFieldsOf(field)
        .concat(Object.keys(meant))
        .filter((each) => sameValue(onlySaid({ it: values[each] }), onlySaid({ it: meant[each] })))
    }),
  )
  return Object.fromEntries(Object.entries(values).filter(([name]) => !repeated.has(name)))
}
