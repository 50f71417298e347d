import { useQueries } from '@tanstack/react-query'
import { useDataProvider, useGetList, useResourceContext } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { ownerFor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Field } from '#engine/declaration/fields/index.ts'
import { holdsText } from '#engine/values/foldText.ts'
import { hasSearch } from '#engine/records/ui/derivePages.ts'
import { useOptionalActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useDebounced } from './debounce.ts'
import { besideSource } from './inputs/inputProps.tsx'
import { optionsMeta } from './ReferenceValue.tsx'

/** A record to choose, as the options endpoint names it. */
export interface Option {
  readonly id: number | string
  readonly name: string
}

/** Most records an autocomplete offers at once; who wants another types more of its name. */
const offeredMax = 50

/**
 * The records of a resource that may be chosen, narrowed by what was typed. Whoever may list them searches on the
 * server;
 * others get all names in their scope once, and look through them here.
 */
export function useOptions({
  target,
  typed,
  narrowing,
  isEnabled,
}: {
  target: string
  typed: string
  narrowing: Readonly<Record<string, unknown>>
  isEnabled: boolean
}): { options: Option[]; isLoading: boolean } {
  const resource = useResources()[target]
  const actor = useOptionalActor()
  const q = useDebounced(typed.trim())
  const isSearched = Boolean(
    resource && actor && can({ actor, resource, operation: 'list' }) && hasSearch({ resource, actor }),
  )
  const title = resource?.title ?? 'name'
  const found = useGetList(
    target,
    {
      filter: q === '' ? narrowing : { ...narrowing, q },
      pagination: { page: 1, perPage: offeredMax },
      sort: { field: title, order: 'ASC' },
    },
    { enabled: isEnabled && isSearched, staleTime: 30_000, retry: false },
  )
  const all = useGetList(
    target,
    { filter: narrowing, meta: optionsMeta },
    { enabled: isEnabled && !isSearched, staleTime: 60_000, retry: false },
  )
  const options = isSearched
    ? (found.data ?? []).map((record): Option => ({ id: record.id, name: String(record[title] ?? record.id) }))
    : ((all.data ?? []) as unknown as Option[]).filter(({ name }) => holdsText(name, q)).slice(0, offeredMax)
  return { options, isLoading: isSearched ? found.isFetching : all.isFetching }
}

/**
 * How a reference narrows what it offers: to records that agree with the form beside it. Whoever sees several companies
 * is offered those of the record's own; where the form names none, those of the company
 * the record would get.
 */
export function useNarrowing(field: Field, source: string): Record<string, unknown> {
  const isInForm = Boolean(useFormContext())
  const actor = useOptionalActor()
  const resource = useResources()[useResourceContext() ?? '']
  const entries = Object.entries(field.only ?? {})
  const paths = entries.map(([, agreement]) => ('sameAs' in agreement ? agreement.sameAs.split('.') : []))
  // Rows inside a record depend on their own fields, and on those of the record around them.
  const items = resource?.fields[source.split('.')[0]!]?.items
  const names = paths.map(([first]) =>
    first === undefined ? '' : items && !items[first] ? first : besideSource(source, first),
  )
  const watched = useWatch({ name: names, disabled: !isInForm || names.length === 0 }) as unknown[] | undefined
  const beside = names.map(
    (name, index) => watched?.[index] ?? (resource?.fields[name]?.own && actor?.root ? ownerFor(actor) : null),
  )
  const reached = useReached(
    paths.map(([first, ...further], index) => ({
      target: resource?.fields[first ?? '']?.target,
      id: beside[index],
      further,
    })),
  )
  return Object.fromEntries(
    entries.flatMap(([theirs, agreement], index) => {
      const value = 'value' in agreement ? agreement.value : paths[index]!.length > 1 ? reached[index] : beside[index]
      return value === null || value === undefined || value === '' ? [] : [[theirs, value]]
    }),
  )
}

/**
 * What records lead to (`campaign.brand.company`), for root: everybody else sees one company and needs no narrowing by
 * what lies further.
 */
function useReached(
  ways: readonly { readonly target: string | undefined; readonly id: unknown; readonly further: readonly string[] }[],
): unknown[] {
  const dataProvider = useDataProvider()
  const resources = useResources()
  const isAsked = useOptionalActor()?.root === true
  const walk = async (target: string, id: unknown, [name, ...further]: readonly string[]): Promise<unknown> => {
    const { data } = await dataProvider.getOne(target, { id: id as number })
    const value: unknown = data[name!] ?? null
    const next = resources[target]?.fields[name!]?.target
    return further.length === 0 || value === null || next === undefined ? value : walk(next, value, further)
  }
  return useQueries({
    queries: ways.map(({ target, id, further }) => ({
      queryKey: ['reached', target, id, ...further],
      queryFn: () => walk(target!, id, further),
      staleTime: 60_000,
      retry: false,
      enabled: isAsked && target !== undefined && further.length > 0 && id !== null && id !== undefined && id !== '',
    })),
  }).map(({ data }) => data)
}
