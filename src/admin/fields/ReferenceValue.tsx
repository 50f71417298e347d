import { useGetManyAggregate } from 'react-admin'
import { Fragment } from 'react'
import Chip from '@mui/material/Chip'
import { type EmbeddedNames, namesEmbeddedMax } from '../../config/answers/embeddedNames.ts'
import { useResources } from '../resource/ResourcesContext.tsx'
import { emptyText, formatDay } from './format.ts'
import { RecordLink } from './RecordLink.tsx'

/**
 * Asks for names only (`{id, name}`), so that one request serves a whole column and no role for the target's records is
 * needed.
 */
export const optionsMeta = { options: true } as const

/** Names by id that came with the record that refers to them; what is not among them is not for this person. */
export type KnownNames = EmbeddedNames[string]

/**
 * The names of records, in the order of the ids: those that are known already, else asked for; an id where the name is
 * not known (yet).
 */
export function useReferenceNames({
  target,
  ids,
  known,
}: {
  target: string
  ids: readonly (number | string)[]
  known?: KnownNames | undefined
}): { id: number | string; name: string }[] {
  const isKnown = known !== undefined
  const { data } = useGetManyAggregate(
    target,
    { ids: [...ids], meta: optionsMeta },
    { enabled: ids.length > 0 && !isKnown, staleTime: 60_000 },
  )
  const nameText = useNameText(target)
  const names = new Map((data ?? []).filter(Boolean).map((record) => [String(record.id), nameText(record['name'])]))
  if (isKnown) return ids.map((id) => ({ id, name: known[id] === undefined ? `#${id}` : nameText(known[id]) }))
  return ids.map((id) => ({ id, name: names.get(String(id)) ?? (data ? `#${id}` : '…') }))
}

/** How the names of a resource are written: those that are named by a day as days are everywhere. */
function useNameText(target: string): (name: unknown) => string {
  const resource = useResources()[target]
  return resource?.fields[resource.title]?.kind === 'date' ? (name) => formatDay(name as string) : String
}

/** One record of another resource, by its name, leading there where one may go there. */
export function ReferenceValue({
  target,
  id,
  known,
}: {
  target: string
  id: number | string | null | undefined
  known?: KnownNames | undefined
}) {
  const [option] = useReferenceNames({ target, ids: id === null || id === undefined ? [] : [id], known })
  return option ? (
    <RecordLink resource={target} id={option.id}>
      {option.name}
    </RecordLink>
  ) : (
    <>{emptyText}</>
  )
}

/** Several records: the first ones by name, then how many more. */
export function ReferencesValue({
  target,
  ids,
  known,
  isWhole = false,
}: {
  target: string
  ids: readonly (number | string)[] | null | undefined
  known?: KnownNames | undefined
  isWhole?: boolean
}) {
  const shown = isWhole ? (ids ?? []) : (ids ?? []).slice(0, namesEmbeddedMax)
  const options = useReferenceNames({ target, ids: shown, known })
  const more = (ids ?? []).length - shown.length
  if (options.length === 0) return <>{emptyText}</>
  return (
    <span>
      {options.map((option, index) => (
        <Fragment key={option.id}>
          {index > 0 && ', '}
          <RecordLink resource={target} id={option.id}>
            {option.name}
          </RecordLink>
        </Fragment>
      ))}
      {more > 0 && <Chip size="small" label={`+${more}`} sx={{ ml: 0.5, height: 18 }} />}
    </span>
  )
}
