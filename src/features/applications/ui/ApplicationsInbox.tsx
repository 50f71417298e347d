import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RecordContextProvider, ResourceContextProvider, useGetList } from 'react-admin'
import Box from '@mui/material/Box'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { inboxKey } from '#engine/ui/inbox/inboxKey.ts'
import { InboxRow, shownMax } from '#engine/ui/inbox/InboxRow.tsx'

const DecideApplication = lazyWithTexts(() => import('./DecideApplication.tsx'))

/** Applications that wait for staff, the oldest first, each to be approved, asked back or refused here. */
export default function ApplicationsHere() {
  const client = useQueryClient()
  const { data } = useGetList(
    'application',
    {
      filter: { state: ['new'] },
      sort: { field: 'waitsSince', order: 'ASC' },
      pagination: { page: 1, perPage: shownMax },
    },
    { retry: false, staleTime: 0 },
  )
  const renew = () => void client.invalidateQueries({ queryKey: inboxKey })
  return (
    <ResourceContextProvider value="application">
      <Box component="ul" sx={{ m: 0, pl: { xs: 0, sm: 4.5 }, pb: 1, listStyle: 'none' }}>
        {data?.map((application) => (
          <InboxRow
            key={application.id}
            name={
              <RecordLink resource="application" id={Number(application.id)}>
                {String(application['name'])}
              </RecordLink>
            }
            why={
              <>
                {String(application['email'])} · <RelativeMoment at={application['waitsSince'] as string} />
              </>
            }
          >
            <RecordContextProvider value={application}>
              <Suspense fallback={null}>
                <DecideApplication onDecided={renew} />
              </Suspense>
            </RecordContextProvider>
          </InboxRow>
        ))}
      </Box>
    </ResourceContextProvider>
  )
}
