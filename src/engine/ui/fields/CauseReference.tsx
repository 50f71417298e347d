import { useTranslate } from 'react-admin'
import { resources } from '#resources/index.ts'
import { formatDay } from './format.ts'
import { RecordLink } from './RecordLink.tsx'

/** Records without a page of their own. */
const isListed: ReadonlySet<string> = new Set(['entry', 'payment'])

/** What a cause can be looked up by: a record, where it is one, or a day. */
export function CauseReference({ kind, id }: { kind: string; id: string }) {
  const translate = useTranslate()
  if (kind === 'day') return formatDay(id)
  const isRecord = Object.hasOwn(resources, kind)
  const text = `${translate(isRecord ? `resources.${kind}.name` : `resourcePages.past.refKinds.${kind}`, { smart_count: 1 })} ${id}`
  return isRecord && !isListed.has(kind) ? (
    <RecordLink resource={kind} id={id}>
      {text}
    </RecordLink>
  ) : (
    text
  )
}
