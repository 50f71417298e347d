import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type RaRecord, ResourceContextProvider, useGetList } from 'react-admin'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { isOwnWriting } from '#engine/ui/dialogs/isOwnWriting.ts'
import { TransitionButtons } from '#engine/records/ui/transitions/TransitionButtons.tsx'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { useRecordName } from '#engine/records/ui/useRecordTitle.ts'
import { inboxKey } from './inboxKey.ts'
import { InboxList } from './InboxList.tsx'
import { InboxRow, shownMax } from './InboxRow.tsx'

interface DecisionsProps {
  readonly resource: string
  readonly state: string
  /** The field by which the oldest stands first. */
  readonly since: string
  readonly why: (record: RaRecord) => ReactNode
  readonly children: (record: RaRecord, onDecided: () => void) => ReactNode
}

/** Records that wait for a decision by somebody else than whoever wrote them, the oldest first, each with a way to decide. */
export function Decisions({ resource, state, since, why, children }: DecisionsProps) {
  const client = useQueryClient()
  const actor = useActor()
  const records = useGetList(
    resource,
    {
      filter: { state: [state] },
      sort: { field: since, order: 'ASC' },
      pagination: { page: 1, perPage: 4 * shownMax },
    },
    { retry: false, staleTime: 0 },
  )
  const renew = () => void client.invalidateQueries({ queryKey: inboxKey })
  return (
    <ResourceContextProvider value={resource}>
      <InboxList query={records}>
        {(all = []) =>
          all
            .filter((record) => !isOwnWriting(record, actor))
            .slice(0, shownMax)
            .map((record) => (
              <InboxRow key={record.id} name={<Title resource={resource} record={record} />} why={why(record)}>
                {children(record, renew)}
              </InboxRow>
            ))
        }
      </InboxList>
    </ResourceContextProvider>
  )
}

function Title({ resource, record }: { resource: string; record: RaRecord }) {
  const name = useRecordName(useResources()[resource]!, record)
  return (
    <RecordLink resource={resource} id={Number(record.id)}>
      {name}
    </RecordLink>
  )
}

/** What affiliates ask for, each with the decisions that it waits for. */
export function AffiliateRequests(list: Omit<DecisionsProps, 'children'>) {
  const resource = useResources()[list.resource]!
  return (
    <Decisions {...list}>
      {(record, onDecided) => (
        <TransitionButtons
          key={`${record.id} ${String(record['version'])}`}
          record={record}
          name={String(record[resource.title])}
          onDecided={onDecided}
        />
      )}
    </Decisions>
  )
}
