import type { Actor } from '#engine/declaration/actor.ts'
import { readableFields } from '#engine/declaration/derive/access.ts'
import { isSortable } from '#engine/declaration/derive/filters.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { notTooDeep } from '#engine/server/http/jsonDepth.ts'
import { parseEmbed } from './embed.ts'
import { maskedFields, systemFields } from './columns.ts'

/** Most records one page may have, and most ids one request may name. */
export const pageSizeMax = 1000

/** What a list request asks for, checked. */
export interface ListParameters {
  readonly sort: { readonly field: string; readonly direction: 'ASC' | 'DESC' }
  /** First and last position, both included, from 0. */
  readonly range: { readonly from: number; readonly to: number }
  readonly filter: Readonly<Record<string, unknown>>
  /** Reference fields whose names come along. */
  readonly embed: readonly string[]
}

/** A query string as Fastify parses it. */
export type Query = Readonly<Record<string, string | string[] | undefined>>

const listKeys = ['sort', 'range', 'filter']

/**
 * Is this a list in the dialect of ra-data-simple-rest? Options name a filter field and nothing of the dialect; who
 * asks for nothing in particular asks for the list.
 */
export function isListQuery(query: Query): boolean {
  const keys = Object.keys(query)
  return keys.length === 0 || listKeys.some((key) => keys.includes(key))
}

function parseJson(query: Query, key: string): unknown {
  const text = query[key]
  if (text === undefined || text === '') return undefined
  if (typeof text !== 'string') throw new ApiError('invalid_request', { values: { reason: `${key} is given twice` } })
  try {
    return notTooDeep(JSON.parse(text))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', { values: { reason: `${key} is not JSON` } })
  }
}

function parseSort(value: unknown, resource: AnyResource, actor: Actor): ListParameters['sort'] {
  if (value === undefined) return { field: resource.list.sort[0], direction: resource.list.sort[1] }
  if (!Array.isArray(value) || value.length !== 2)
    throw new ApiError('invalid_request', { values: { reason: 'sort is ["field","ASC"] or ["field","DESC"]' } })
  const [field, direction] = value as unknown[]
  const upper = typeof direction === 'string' ? direction.toUpperCase() : ''
  if (upper !== 'ASC' && upper !== 'DESC')
    throw new ApiError('invalid_request', { values: { reason: 'sort is ASC or DESC' } })
  const isKnown =
    typeof field === 'string' &&
    (Object.hasOwn(systemFields, field) ||
      (readableFields({ actor, resource }).includes(field) &&
        isSortable(resource.fields[field]!) &&
        !maskedFields({ resource, actor }).includes(field)))
  if (!isKnown) throw validationError([{ field: String(field).slice(0, 60), code: 'unknown_sort' }])
  return { field, direction: upper }
}

function parseRange(value: unknown): ListParameters['range'] {
  if (value === undefined) return { from: 0, to: pageSizeMax - 1 }
  const isPair =
    Array.isArray(value) && value.length === 2 && value.every((each) => Number.isSafeInteger(each) && each >= 0)
  if (!isPair) throw new ApiError('invalid_page')
  const [from, to] = value as [number, number]
  if (to < from || to - from >= pageSizeMax) throw new ApiError('invalid_page')
  return { from, to }
}

/**
 * Reads `sort`, `range`, `filter` and `embed` of a list request.
 * @throws ApiError 400 where one is no JSON, of another shape, or names a field this person cannot see or sort by.
 */
export function parseListParameters({
  query,
  resource,
  actor,
}: {
  query: Query
  resource: AnyResource
  actor: Actor
}): ListParameters {
  const unknown = Object.keys(query).find((key) => !listKeys.includes(key) && key !== 'embed')
  if (unknown !== undefined) throw validationError([{ field: unknown.slice(0, 60), code: 'unknown_filter' }])
  const filter = parseJson(query, 'filter') ?? {}
  if (typeof filter !== 'object' || Array.isArray(filter))
    throw new ApiError('invalid_request', { values: { reason: 'filter is an object' } })
  return {
    sort: parseSort(parseJson(query, 'sort'), resource, actor),
    range: parseRange(parseJson(query, 'range')),
    filter: filter as Record<string, unknown>,
    embed: parseEmbed({ value: parseJson(query, 'embed'), resource, actor }),
  }
}
