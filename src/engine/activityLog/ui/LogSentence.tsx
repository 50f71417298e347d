import { type RaRecord, useTranslate } from 'react-admin'
import type { FieldChange } from '#engine/declaration/derive/difference.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useMayOpen, useResources } from '#engine/records/ui/ResourcesContext.tsx'

/**
 * A line of the log as a sentence: who did what to which record, by its name.
 * @param isFolded whether it stands for its whole batch
 */
export function LogSentence({ line, isFolded = false }: { line: RaRecord; isFolded?: boolean }) {
  const translate = useTranslate()
  const object = useObject(line)
  const operation = String(line['operation'] ?? '')
  const action = translate(`resources.${String(line['object'])}.actions.${operation}`, { _: operation })
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {translate('resourcePages.log.sentence', {
        actor: String(line['actor'] ?? '–'),
        operation: translate(`resourcePages.log.operations.${operation}`, { _: action }),
        object,
      })}
      {isFolded && line['batchSize'] > 1
        ? ` ${translate('resourcePages.log.andMore', { smart_count: line['batchSize'] - 1 })}`
        : null}
    </span>
  )
}

function useObject(line: RaRecord): string {
  const translate = useTranslate()
  const resourceName = useResourceName()
  const name = useName(line)
  const [object, id] = [String(line['object'] ?? ''), String(line['objectId'] ?? '')]
  // A session is nothing people know by number: who signed in says it all.
  if (object === 'session') return ''
  const kind = translate(`resourcePages.log.objects.${object}`, { _: resourceName(object, 1) })
  return name === null ? `${kind} #${id}` : translate('resourcePages.log.objectNamed', { object: kind, name, id })
}

/**
 * What the record was called when it was made, renamed or removed, as the line itself tells; else what it is called
 * today. Null where neither is known.
 */
function useName(line: RaRecord): string | null {
  const mayOpen = useMayOpen()
  const [object, id] = [String(line['object'] ?? ''), Number(line['objectId'])]
  const resource = useResources()[object]
  const isNamedByText = resource?.fields[resource.title]?.kind === 'text'
  const change = isNamedByText
    ? ((line['changes'] ?? []) as FieldChange[]).find(({ field }) => field === resource!.title)
    : undefined
  const logged = change?.after ?? change?.before ?? null
  const isAsked = isNamedByText && logged === null && Number.isSafeInteger(id) && id > 0 && mayOpen(object)
  const [today] = useReferenceNames({ target: object, ids: isAsked ? [id] : [] })
  if (logged !== null) return String(logged)
  return today && !['…', 'null', `#${id}`].includes(today.name) ? today.name : null
}
