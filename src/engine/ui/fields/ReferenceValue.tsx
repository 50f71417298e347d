import { useGetManyAggregate } from 'react-admin'
import Chip from '@mui/material/Chip'
import { type EmbeddedNames, namesEmbeddedMax } from '#engine/records/answers/embeddedNames.ts'
import { useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { emptyText, formatDay } from './format.ts'
import { RecordLinks } from './RecordLink.tsx'

type Id = number | string

/**
 * Asks for names only (`{id, name}`), so that one request serves a whole column and no role for the target's records is
 * needed.
 */
export const optionsMeta = { options: true } as const

/** Placeholder of a name that is loading. */
export const loadingName = '…'

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
  ids: readonly Id[]
  known?: KnownNames | undefined
}): { id: Id; name: string }[] {
  const { data } = useGetManyAggregate(
    target,
    { ids: [...ids], meta: optionsMeta },
    { enabled: ids.length > 0 && !known, staleTime: 60_000 },
  )
  const nameText = useNameText(target)
  const read = data?.filter(Boolean).map((record): [string, unknown] => [String(record.id), record['name']])
  const names = new Map(Object.entries(known ?? Object.fromEntries(read ?? [])))
  const unnamed = (id: Id) => (known || data ? `#${id}` : loadingName)
  return ids.map((id) => ({ id, name: names.has(String(id)) ? nameText(names.get(String(id))) : unnamed(id) }))
}

/** How the names of a resource are written: those that are named by a day as days are everywhere. */
function useNameText(target: string): (name: unknown) => string {
  const resource = useResources()[target]
  return resource?.fields[resource.title]?.kind === 'date' ? (name) => formatDay(name as string) : String
}

/** One record of another resource, by its name. */
export const ReferenceValue = ({ target, id }: { target: string; id: Id | null | undefined }) => (
  <ReferencesValue target={target} ids={id === null || id === undefined ? [] : [id]} />
)

/** Records of another resource: the first ones by name, leading there where one may go there, then how many more. */
export function ReferencesValue({
  target,
  ids,
  known,
  isWhole = false,
}: {
  target: string
  ids: readonly Id[]
  known?: KnownNames | undefined
  isWhole?: boolean | undefined
}) {
  const shown = isWhole ? ids : ids.slice(0, namesEmbeddedMax)
  const records = useReferenceNames({ target, ids: shown, known })
  const more = ids.length - shown.length
  if (records.length === 0) return emptyText
  return (
    <>
      <RecordLinks resource={target} records={records} />
      {more > 0 && <Chip size="small" label={`+${more}`} sx={{ ml: 0.5, height: 18 }} />}
    </>
  )
}
