import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import type { UnattributedEvent } from '../../answers/unattributed.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { eventKey } from './eventKey.ts'
import { useUnattributed } from './useUnattributed.ts'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { InboxList } from '#engine/ui/inbox/InboxList.tsx'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'

const GiveToDialog = lazy(() => import('./GiveToDialog.tsx'))

/** Events that belong to nobody, each to be given to a link. */
export default function EventsHere() {
  const found = useUnattributed({ brand: null, reason: '', page: 1, size: shownMax })
  return (
    <InboxList query={found}>
      {({ events }) => events.map((event) => <Event key={eventKey(event)} event={event} />)}
    </InboxList>
  )
}

function Event({ event }: { event: UnattributedEvent }) {
  const translate = useTranslate()
  const client = useQueryClient()
  const [isGiving, setIsGiving] = useState(false)
  const [brand] = useReferenceNames({ target: 'brand', ids: [event.brand] })
  const giveTo = translate('moneyPages.unattributed.giveTo')
  const name = `${translate(`events.${event.type}`, { smart_count: 1, _: event.type })} · ${brand?.name ?? ''} · ${event.eventId}`
  const why = (
    <>
      <RelativeMoment at={event.occurredAt} /> ·{' '}
      {translate(`moneyPages.unattributed.reasons.${event.reason}`, { _: event.reason })}
    </>
  )
  return (
    <InboxRow name={name} why={why}>
      <Button
        size="small"
        variant="outlined"
        aria-label={`${giveTo}: ${event.eventId}`}
        onClick={() => setIsGiving(true)}
      >
        {giveTo}
      </Button>
      {isGiving ? (
        <Suspense fallback={null}>
          <GiveToDialog
            events={[event]}
            onClose={() => setIsGiving(false)}
            onDone={() => void client.invalidateQueries({ queryKey: inboxKey })}
          />
        </Suspense>
      ) : null}
    </InboxRow>
  )
}
